#include "web/flags.hpp"

#include "net/token.hpp"
#include "web/listen_address.hpp"
#include "web/requests/ascii.hpp"
#include "web/requests/authority.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string_view>

namespace crownd::web {

namespace {

constexpr auto default_address = "127.0.0.1:7780";
constexpr std::string_view own = "own";
/// Default limit for clients on other machines.
constexpr int sessions_of_other_machines = 100;
constexpr int most_sessions = 1'000'000;
constexpr int longest_patience = 1'000'000;
constexpr std::size_t least_line_bytes = 256;
constexpr std::size_t most_line_bytes = std::size_t{1} << 30;

/// Values that are parsed after CLI11.
struct Raw {
  std::string listen = default_address;
  std::vector<std::string> connect;
  std::vector<std::string> token_files;
  std::vector<std::string> hosts;
  std::string web_token_file;
  bool no_auth = false;
};

/// `NAME=VALUE`; the name is empty if there is none.
std::pair<std::string, std::string> split_name(const std::string& text) {
  const auto end = text.find('=');
  if (end == std::string::npos) return {"", text};
  return {text.substr(0, end), text.substr(end + 1)};
}

void describe_page(CLI::App& app, Flags& flags, Raw& raw) {
  app.add_option("--listen", raw.listen, "serve the page at this address (port 0: any free one)")
      ->type_name("ADDR:PORT")
      ->capture_default_str();
  app.add_flag("--open,!--no-open", flags.open, "open the page in a browser, where there is a desktop");
  app.add_option("--match", flags.match_file, "show the match whose crown-match writes this file (its --json)")
      ->type_name("FILE");
}

void describe_engines(CLI::App& app, Flags& flags, Raw& raw) {
  const auto engines = "Engines";
  auto* const connect = app.add_option("--connect", raw.connect,
                                       "play with the daemon that listens there, instead of one of our own; may be "
                                       "repeated, so that engines can play each other; `own` is one of our own");
  connect->type_name("[NAME=][tls:]HOST:PORT")->allow_extra_args(false)->group(engines);
  app.add_option("--token-file", raw.token_files,
                 "tell the daemon NAME, or each that has no file of its own, the first line of this file")
      ->type_name("[NAME=]FILE")
      ->allow_extra_args(false)
      ->needs(connect)
      ->group(engines);
  app.add_option("--tls-ca", flags.authorities,
                 "trust daemons by the certificates of this file (PEM), not by those of this machine")
      ->type_name("FILE")
      ->needs(connect)
      ->group(engines);
  app.add_option("--crownd", flags.crownd, "the program of our own daemon, and flags for it, in one word")
      ->type_name("CMD")
      ->delimiter(' ')
      ->allow_extra_args(false)
      ->group(engines);
}

void describe_network(CLI::App& app, Flags& flags, Raw& raw) {
  const auto network = "Other machines";
  app.add_option("--host", raw.hosts, "a name of this machine that browsers use for it; may be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false)
      ->group(network);
  auto* const token =
      app.add_option("--web-token-file", raw.web_token_file,
                     "browsers must know the first line of this file: its page is http://…/#token=TOKEN");
  token->type_name("FILE")->group(network);
  app.add_flag("--no-auth", raw.no_auth, "serve anybody, also at an address that other machines reach")
      ->excludes(token)
      ->group(network);
  auto* const certificate =
      app.add_option("--tls-cert", flags.certificate, "speak HTTPS, with this certificate and its chain (PEM)");
  auto* const key = app.add_option("--tls-key", flags.key, "the certificate's private key (PEM)");
  certificate->type_name("FILE")->needs(key)->group(network);
  key->type_name("FILE")->needs(certificate)->group(network);
  app.add_flag("--behind-proxy", flags.behind_proxy,
               "a proxy on this machine speaks TLS for us: believe its X-Forwarded-Proto and X-Forwarded-For")
      ->excludes(certificate)
      ->group(network);
}

void describe_limits(CLI::App& app, Flags& flags) {
  const auto limits = "Limits";
  const auto limit = [&](const std::string& name, auto& value, const std::string& what, auto least, auto most) {
    app.add_option(name, value, what)
        ->check(CLI::Range(least, most).description(""))
        ->type_name("N")
        ->capture_default_str()
        ->group(limits);
  };
  limit("--max-sessions", flags.max_sessions, "sessions at once; a tab has one to four", 1, most_sessions);
  limit("--max-sessions-per-address", flags.max_sessions_per_address,
        "sessions at once from one address; 0: 100, and no limit where only this machine can connect", 0,
        most_sessions);
  limit("--max-line", flags.max_line_bytes, "bytes a message", least_line_bytes, most_line_bytes);
  limit("--patience", flags.patience_seconds,
        "seconds after which a tab that answers to no ping, or reads nothing, is cut off", 1, longest_patience);
  limit("--auth-backoff", flags.backoff_seconds,
        "the longest time, in seconds, for which wrong tokens lock out an address; 0: none", 0, longest_patience);
}

void read_engines(Flags& flags, const Raw& raw) {
  for (const auto& text : raw.connect) {
    auto [name, address] = split_name(text);
    if (name.empty()) name = address == own ? "crownd" : address;
    flags.engines.push_back({name, address, ""});
  }
  if (flags.engines.empty()) flags.engines.push_back({"crownd", std::string(own), ""});
  if (std::ranges::count(flags.engines, own, &NamedEngine::address) > 1)
    throw std::invalid_argument("there can be one daemon of our own: --connect own was given twice");
  for (const auto& text : raw.token_files) {
    const auto [name, file] = split_name(text);
    bool used = false;
    for (auto& engine : flags.engines) {
      const bool meant = name.empty() ? engine.token_file.empty() && engine.address != own : engine.name == name;
      if (meant) engine.token_file = file;
      used = used || meant;
    }
    if (!used) throw std::invalid_argument("--token-file " + text + " is for no daemon of --connect");
  }
}

void read_hosts(Flags& flags, const Raw& raw) {
  for (const auto& name : raw.hosts) {
    const auto authority = read_authority(name);
    if (!authority || authority->port)
      throw std::invalid_argument("'" + name + "' is no name of a machine: --host NAME needs one without a port");
    flags.hosts.push_back(authority->host);
  }
}

/// Checks that a server that others can reach is protected.
void check_exposure(const Flags& flags, const Raw& raw) {
  const bool loopback = flags.listen.address().is_loopback();
  if (flags.behind_proxy && !loopback)
    throw std::invalid_argument("--behind-proxy is for a proxy on this machine: listen on 127.0.0.1, not on " +
                                raw.listen);
  if (loopback && !flags.behind_proxy) return;
  if (!flags.token && !raw.no_auth) {
    throw std::invalid_argument(
        "other machines are served only with --web-token-file FILE, whose first line their browsers must know "
        "(--no-auth serves anybody)");
  }
  if (flags.certificate.empty() && !flags.behind_proxy && flags.token) {
    throw std::invalid_argument(
        "a token must not cross a network in plain text: give --tls-cert and --tls-key, or listen on 127.0.0.1 with "
        "--behind-proxy");
  }
}

void look_again(Flags& flags, const Raw& raw) {
  flags.listen = parse_listen_address(raw.listen);
  if (!raw.web_token_file.empty()) flags.token = net::read_token_file(raw.web_token_file);
  read_hosts(flags, raw);
  read_engines(flags, raw);
  check_exposure(flags, raw);
  const bool local_only = flags.listen.address().is_loopback() && !flags.behind_proxy;
  if (flags.max_sessions_per_address == 0)
    flags.max_sessions_per_address = local_only ? flags.max_sessions : sessions_of_other_machines;
}

}  // namespace

std::variant<Flags, ExitCode> read_flags(int argc, const char* const* argv, const std::string& version) {
  Flags flags;
  Raw raw;
  CLI::App app(
      "A board in the browser for five board games. Starts a crownd for itself, or connects to others, and prints the "
      "address of its page.",
      "crown-web");
  app.set_help_flag("-h,--help", "print this and exit");
  app.set_version_flag("--version", version,
                       "print this program's version, commit, instruction set and libraries, and exit");
  app.footer(
      "Only this machine is served unless --listen says otherwise. Behind nginx with TLS: clients/web/README.md.\n"
      "Exit codes: 0 after SIGTERM or SIGINT, 1 where it could not serve, 2 for a bad command line.");
  describe_page(app, flags, raw);
  describe_engines(app, flags, raw);
  describe_network(app, flags, raw);
  describe_limits(app, flags);
  try {
    app.parse(argc, argv);
    flags.asks_for_sessions = app.count("--max-sessions") > 0;
    look_again(flags, raw);
  } catch (const CLI::ParseError& ending) {
    return ExitCode{app.exit(ending, std::cout, std::cerr) == 0 ? 0 : bad_flags};
  } catch (const std::exception& fault) {
    std::cerr << "crown-web: " << fault.what() << '\n';
    return ExitCode{bad_flags};
  }
  return flags;
}

}  // namespace crownd::web
