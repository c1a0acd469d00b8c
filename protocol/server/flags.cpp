#include "server/flags.hpp"

#include "server/listen_address.hpp"
#include "server/token_file.hpp"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string_view>

namespace crownd::server {

namespace {

constexpr double most_mb = 1 << 20;

/// What needs a second look after CLI11 has read it.
struct Raw {
  std::vector<std::string> listen;
  bool stdio = false;
  std::string token_file;
  bool no_auth = false;
  std::int64_t idle_seconds = 0;
  std::int64_t patience_seconds = 0;
};

std::string check_game(const std::string& name) {
  std::string known;
  for (const auto& game : games::catalogue()) {
    if (game.name == name) return {};
    known += (known.empty() ? "" : ", ") + std::string(game.name);
  }
  return "there is no game '" + name + "'; there are " + known;
}

void describe(CLI::App& app, Flags& flags, Raw& raw, const std::string& version) {
  app.set_version_flag("--version", "crownd " + version);
  app.set_help_flag("-h,--help", "print this and exit");
  app.add_option("--game", flags.game, "the game that a session begins with")
      ->type_name("NAME")
      ->check(check_game)
      ->capture_default_str();

  app.add_option("--tables", flags.tables, "use the endgame tables of this directory in all sessions")
      ->type_name("DIR");

  const auto network = "Network";
  auto* const listen =
      app.add_option("--listen", raw.listen, "serve TCP at ADDR:PORT (port 0: any free one); may be repeated");
  listen->type_name("ADDR:PORT")->allow_extra_args(false)->group(network);
  app.add_flag("--stdio", raw.stdio, "with --listen: serve standard input and output as well")
      ->needs(listen)
      ->group(network);
  auto* const token =
      app.add_option("--token-file", raw.token_file, "TCP clients must know the first line of this file");
  token->type_name("FILE")->group(network);
  app.add_flag("--no-auth", raw.no_auth, "serve anybody, also at an address that other machines reach")
      ->excludes(token)
      ->group(network);

  const auto limits = "Limits";
  const auto limit = [&](const std::string& name, auto& value, const std::string& what, double least, double most) {
    using Value = std::decay_t<decltype(value)>;
    app.add_option(name, value, what)
        ->check(CLI::Range(static_cast<Value>(least), static_cast<Value>(most)).description(""))
        ->type_name("N")
        ->capture_default_str()
        ->group(limits);
  };
  auto& server = flags.server;
  auto& session = flags.session;
  limit("--max-sessions", server.max_sessions, "TCP sessions at once", 1, 1e6);
  limit("--max-line", session.max_line_bytes, "bytes a line", 256, 1 << 30);
  limit("--max-unread", server.max_unread_bytes, "bytes of output that a TCP client leaves unread", 4096, 1 << 30);
  limit("--patience", raw.patience_seconds, "seconds that a TCP client may read nothing of what waits for it", 1, 1e6);
  limit("--max-queue", session.max_queued_bytes, "bytes of commands that wait behind a search", 4096, 1 << 30);
  limit("--idle-timeout", raw.idle_seconds, "seconds without a command or a search before a TCP session ends; 0: never",
        0, 1e8);
  limit("--session-hash", session.max_hash_mb, "MB of hash table a session", 1, most_mb);
  limit("--max-hash", server.total_hash_mb, "MB of hash tables in all", 1, most_mb);
  limit("--searches", server.searches, "searches that run at once, the others take turns; 0: one a core", 0, 4096);

  const auto logging = "Logs";
  app.add_option("--log-level", flags.log_level, "what to log")
      ->check(CLI::IsMember({"trace", "debug", "info", "warn", "error", "off"}))
      ->capture_default_str()
      ->group(logging);
  app.add_option("--log-file", flags.log_file, "log to this file, not to standard error")
      ->type_name("FILE")
      ->group(logging);
}

/// Throws std::exception with a sentence.
void look_again(Flags& flags, const Raw& raw) {
  flags.stdio = raw.stdio || raw.listen.empty();
  flags.server.idle_timeout = std::chrono::seconds(raw.idle_seconds);
  flags.server.patience = std::chrono::seconds(raw.patience_seconds);
  if (!raw.token_file.empty()) flags.token = read_token_file(raw.token_file);
  for (const auto& text : raw.listen) {
    const auto address = parse_listen_address(text);
    if (!flags.token && !raw.no_auth && !is_private(address)) {
      throw std::invalid_argument(
          "other machines can reach " + text +
          ": give --token-file FILE to let in only who knows a token, or --no-auth to let in anybody");
    }
    flags.listen.push_back(address);
  }
}

}  // namespace

std::variant<Flags, ExitCode> read_flags(int argc, const char* const* argv, const std::string& version) {
  Flags flags;
  Raw raw;
  raw.idle_seconds = std::chrono::duration_cast<std::chrono::seconds>(flags.server.idle_timeout).count();
  raw.patience_seconds = std::chrono::duration_cast<std::chrono::seconds>(flags.server.patience).count();
  CLI::App app(
      "A game engine for five board games that speaks a superset of UCI, on standard input and output or over TCP.",
      "crownd");
  describe(app, flags, raw, version);
  try {
    app.parse(argc, argv);
    look_again(flags, raw);
  } catch (const CLI::ParseError& ending) {
    return ExitCode{app.exit(ending, std::cout, std::cerr) == 0 ? 0 : bad_flags};
  } catch (const std::exception& fault) {
    std::cerr << "crownd: " << fault.what() << '\n';
    return ExitCode{bad_flags};
  }
  return flags;
}

}  // namespace crownd::server
