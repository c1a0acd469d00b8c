#include "server/flags.hpp"

#include "net/flags.hpp"
#include "net/listen_address.hpp"
#include "net/token.hpp"
#include "server/config_file.hpp"
#include "session/remote_options.hpp"

#include <cstdint>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string_view>

namespace crownd::server {

namespace {

constexpr std::uint16_t usual_port = 7711;

/// Flags that are checked or converted after CLI11 has parsed them.
struct Raw {
  std::vector<std::string> listen;
  std::vector<std::string> proxies;
  std::int64_t drain_seconds = 0;
  bool stdio = false;
  net::AccessFlags access;
  std::string metrics;
  bool metrics_public = false;
  std::string check;
  std::string check_authorities;
  std::int64_t check_seconds = 0;
  std::int64_t idle_seconds = 0;
  std::int64_t patience_seconds = 0;
  std::int64_t login_seconds = 0;
  std::int64_t backoff_seconds = 0;
  int sessions_per_address = 0;  ///< 0: not given
};

std::string check_remote_option(const std::string& name) {
  std::string known;
  for (const auto option : session::remote_options) {
    if (option == name) return {};
    known += (known.empty() ? "" : ", ") + std::string(option);
  }
  return "'" + name + "' is no option that a client elsewhere can be let to set; there are " + known;
}

void describe(CLI::App& app, Flags& flags, Raw& raw, const std::string& version) {
  net::add_program_flags(app, version);
  app.set_config("--config", "",
                 "read flags from this file, too, a line each: max-sessions = 50; those of the command line go first")
      ->type_name("FILE")
      ->check(CLI::Validator(check_config_file, ""));
  app.allow_config_extras(false);
  local::add_engine_flags(app, flags);

  const auto network = "Network";
  auto* const listen =
      app.add_option("--listen", raw.listen, "serve TCP at ADDR:PORT (port 0: any free one); may be repeated");
  listen->type_name("ADDR:PORT")->allow_extra_args(false)->group(network);
  app.add_flag("--stdio", raw.stdio, "with --listen: serve standard input and output as well")->group(network);
  net::add_access_flags(app, raw.access, network, "--token-file",
                        "TCP clients must know the first line of this file; with --check: what is sent to the daemon");
  app.add_option("--proxy-from", raw.proxies,
                 "clients at these addresses are proxies, and begin with a header of the PROXY protocol, version 2, "
                 "that names the client they speak for")
      ->type_name("ADDR[/BITS],...")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->group(network);
  app.add_option("--remote-options", flags.remote_options, "what a TCP client may change with setoption")
      ->type_name("NAME,...")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(check_remote_option)
      ->default_str("all but TablePath and BookFile")
      ->group(network);

  const auto limit = [&](const std::string& name, auto& value, const std::string& help, double least, double most) {
    net::add_limit(app, name, value, help, least, most);
  };
  auto& server = flags.server;
  limit("--max-sessions", server.max_sessions, "TCP sessions at once", 1, 1e6);
  limit("--max-sessions-per-address", raw.sessions_per_address,
        "TCP sessions at once from one address; 0: 100, and no limit for this machine itself", 0, 1e6);
  limit("--login-timeout", raw.login_seconds, "seconds that a TCP client has for the TLS handshake and the token", 1,
        1e6);
  net::add_backoff_flag(app, raw.backoff_seconds);
  limit("--max-unread", server.max_unread_bytes, "bytes of output that a TCP client leaves unread", 4096, 1 << 30);
  limit("--patience", raw.patience_seconds, "seconds that a TCP client may read nothing of what waits for it", 1, 1e6);
  limit("--idle-timeout", raw.idle_seconds, "seconds without a command or a search before a TCP session ends; 0: never",
        0, 1e8);
  limit("--drain", raw.drain_seconds, "seconds that TCP sessions may continue after SIGTERM", 0, 1e8);

  const auto logging = "Logs";
  app.add_option("--log-level", flags.log_level, "what to log")
      ->check(CLI::IsMember({"trace", "debug", "info", "warn", "error", "off"}))
      ->capture_default_str()
      ->group(logging);
  app.add_option("--log-file", flags.log_file, "log to this file, not to standard error")
      ->type_name("FILE")
      ->group(logging);
}

/// Called after `describe`.
void describe_watching(CLI::App& app, Raw& raw) {
  const auto watching = "Watching";
  auto* const metrics =
      app.add_option("--metrics", raw.metrics, "serve metrics for Prometheus at http://ADDR:PORT/metrics");
  metrics->type_name("ADDR:PORT")->group(watching);
  app.add_flag("--metrics-public", raw.metrics_public,
               "serve them to anybody, also at an address that other machines reach; there is no token for them")
      ->needs(metrics)
      ->group(watching);
  auto* const check = app.add_option(
      "--check", raw.check,
      "do not serve, but ask the daemon at HOST:PORT or tls:HOST:PORT whether it is ready: exit code 0 if it is");
  check->type_name("ADDR")->excludes(app.get_option("--listen"), metrics)->group(watching);
  app.add_option("--check-timeout", raw.check_seconds, "with --check: seconds within which it has to answer")
      ->check(CLI::Range(1, 3600).description(""))
      ->type_name("N")
      ->needs(check)
      ->capture_default_str()
      ->group(watching);
  app.add_option("--tls-ca", raw.check_authorities,
                 "with --check: trust the certificates of this file (PEM), not those that this machine trusts")
      ->type_name("FILE")
      ->needs(check)
      ->group(watching);
}

/// Throws std::exception with a message.
std::optional<boost::asio::ip::tcp::endpoint> metrics_address(const Raw& raw) {
  if (raw.metrics.empty()) return std::nullopt;
  const auto address = net::parse_listen_address(raw.metrics, usual_port);
  if (!raw.metrics_public && !net::is_private(address))
    throw std::invalid_argument("other machines can reach " + net::text_of(address) +
                                ", and metrics have no token: give --metrics-public to serve them to anybody");
  return address;
}

/// Throws std::exception with a message.
Check read_check(const Raw& raw) {
  Check check;
  read_check_address(raw.check, check);
  if (!check.tls && !raw.check_authorities.empty())
    throw std::invalid_argument("--tls-ca is for TLS: write the address as tls:" + raw.check);
  check.authorities = raw.check_authorities;
  check.patience = std::chrono::seconds(raw.check_seconds);
  if (!raw.access.token_file.empty()) check.token = net::read_token_file(raw.access.token_file);
  return check;
}

/// Validates and converts. Throws std::exception with a message.
void look_again(Flags& flags, const Raw& raw) {
  if (!raw.check.empty()) {
    flags.check = read_check(raw);
    return;
  }
  if (raw.stdio && raw.listen.empty() && flags.inherited.empty())
    throw std::invalid_argument("--stdio needs --listen: without it standard input and output are served anyway");
  flags.stdio = raw.stdio || (raw.listen.empty() && flags.inherited.empty());
  if (flags.bail && !flags.stdio)
    throw std::invalid_argument("--bail is for standard input, which --listen does not serve without --stdio");
  flags.drain = std::chrono::seconds(raw.drain_seconds);
  for (const auto& text : raw.proxies) flags.proxies.emplace_back(text);
  flags.server.idle_timeout = std::chrono::seconds(raw.idle_seconds);
  flags.server.patience = std::chrono::seconds(raw.patience_seconds);
  flags.server.login_timeout = std::chrono::seconds(raw.login_seconds);
  flags.server.longest_lockout = std::chrono::seconds(raw.backoff_seconds);
  if (raw.sessions_per_address > 0) flags.server.max_sessions_per_address = raw.sessions_per_address;
  if (!raw.access.token_file.empty()) flags.token = net::read_token_file(raw.access.token_file);
  flags.certificate = raw.access.certificate;
  flags.key = raw.access.key;
  for (const auto& text : raw.listen) flags.listen.push_back(net::parse_listen_address(text, usual_port));
  const auto check = [&](const auto& address) {
    if (!flags.token && !raw.access.no_auth && !net::is_private(address))
      throw std::invalid_argument(
          "other machines can reach " + net::text_of(address) +
          ": give --token-file FILE to let in only who knows a token, or --no-auth to let in anybody");
  };
  flags.metrics = metrics_address(raw);
  for (const auto& address : flags.listen) check(address);
  for (const auto& socket : flags.inherited) check(socket.address);
}

/// Default values of the flags that are given in another unit than they are stored in.
void begin_with_usual_values(Flags& flags, Raw& raw) {
  raw.idle_seconds = std::chrono::duration_cast<std::chrono::seconds>(flags.server.idle_timeout).count();
  raw.patience_seconds = std::chrono::duration_cast<std::chrono::seconds>(flags.server.patience).count();
  raw.login_seconds = std::chrono::duration_cast<std::chrono::seconds>(flags.server.login_timeout).count();
  raw.check_seconds = Check().patience.count();
  raw.backoff_seconds = flags.server.longest_lockout.count();
  flags.remote_options.assign(session::remote_options.begin(), session::remote_options.end());
}

/// One parse of a command line.
class Reading {
 public:
  Reading(std::vector<std::string> arguments, std::vector<InheritedSocket> inherited, const std::string& version)
      : app_(
            "A game engine for five board games that speaks a superset of UCI, on standard input and output or over "
            "TCP.",
            "crownd") {
    flags_.arguments = std::move(arguments);
    flags_.inherited = std::move(inherited);
    begin_with_usual_values(flags_, raw_);
    describe(app_, flags_, raw_, version);
    describe_watching(app_, raw_);
  }

  /// Throws CLI::ParseError, or std::exception with a message.
  Flags read() {
    std::vector<const char*> words;
    for (const auto& argument : flags_.arguments) words.push_back(argument.c_str());
    try {
      app_.parse(static_cast<int>(words.size()), words.data());
    } catch (const CLI::ConfigError& refusal) {
      throw clearer(refusal);
    }
    look_again(flags_, raw_);
    flags_.asks_for_sessions = app_.count("--max-sessions") > 0;
    return std::move(flags_);
  }
  /// Prints help or the error; gives the exit code.
  [[nodiscard]] int exit(const CLI::ParseError& ending) const { return app_.exit(ending, std::cout, std::cerr); }

 private:
  CLI::App app_;
  Flags flags_;
  Raw raw_;
};

}  // namespace

std::variant<Flags, int> read_flags(int argc, const char* const* argv, const std::string& version) {
  std::optional<Reading> reading;
  try {
    reading.emplace(std::vector<std::string>(argv, argv + argc), take_inherited_sockets(), version);
    return reading->read();
  } catch (const CLI::ParseError& ending) {
    return reading->exit(ending) == 0 ? 0 : net::bad_flags;
  } catch (const std::exception& fault) {
    std::cerr << "crownd: " << fault.what() << '\n';
    return net::bad_flags;
  }
}

Flags read_flags_again(const Flags& before, const std::string& version) {
  return Reading(before.arguments, before.inherited, version).read();
}

}  // namespace crownd::server
