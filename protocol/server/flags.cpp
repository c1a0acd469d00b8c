#include "server/flags.hpp"

#include "net/descriptor.hpp"
#include "net/flags.hpp"
#include "session/environment.hpp"
#include "wire/words.hpp"

#include <algorithm>
#include <exception>
#include <iostream>

namespace crownd::server {

namespace {

constexpr std::uint16_t default_port = 7711;

/// Many times more than all flags take.
constexpr std::size_t max_config_bytes = std::size_t{1} << 20;

/// Whether messages and the log can quote the line. Tabs, and the CR of a CRLF, are white space to the parser.
bool is_printable(std::string line) {
  std::replace(line.begin(), line.end(), '\t', ' ');
  if (line.ends_with('\r')) line.pop_back();
  return wire::printable(line) == line;
}

std::string fault_of_config(std::string_view text) {
  if (text.size() == max_config_bytes) return "is larger than 1 MiB";
  for (std::size_t number = 1; !text.empty(); ++number) {
    const auto end = text.find('\n');
    if (!is_printable(std::string(text.substr(0, end))))
      return "is no text: line " + std::to_string(number) + " has characters that cannot be printed";
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return {};
}

/// A validator of --config: returns an error message, or an empty string.
std::string check_config_file(const std::string& path) {
  std::string why;
  try {
    why = fault_of_config(net::read_regular_file(path, max_config_bytes).bytes);
  } catch (const std::runtime_error& failure) {
    why = failure.what();
  }
  return why.empty() ? why : "the configuration file '" + path + "' " + why;
}

/// The parser's error about a line of the configuration file, with the remedy.
std::invalid_argument explain(const CLI::ConfigError& refusal) {
  constexpr std::string_view unknown = "INI was not able to parse ", section = ".++";
  const std::string_view text = refusal.what();
  if (!text.starts_with(unknown)) return std::invalid_argument(std::string(text));
  const std::string name(text.substr(unknown.size()));
  if (name.ends_with(section))
    return std::invalid_argument("the configuration file begins a section [" +
                                 name.substr(0, name.size() - section.size()) + "]; remove it");
  return std::invalid_argument("the configuration file sets " + name +
                               ", which is no flag: write NAME = VALUE with the names of --help without --");
}

/// Values to check or convert after CLI11 has parsed them.
struct Raw {
  std::vector<std::string> listen;
  std::vector<std::string> proxies;
  bool stdio = false;
  net::AccessFlags access;
  std::string metrics;
  bool metrics_public = false;
  std::string check_address;
  HealthCheck check;
  int sessions_per_address = 0;  ///< 0: not given
};

std::string check_remote_option(const std::string& name) {
  std::string known;
  for (const auto option : session::remote_options) {
    if (option == name) return {};
    known += (known.empty() ? "" : ", ") + std::string(option);
  }
  return "'" + name + "' is no option that a TCP client may be allowed to set; there are " + known;
}

void add_flags(CLI::App& app, Flags& flags, Raw& raw, const std::string& version) {
  net::add_program_flags(app, version);
  app.set_config("--config", "",
                 "read flags from this file as well, one a line: max-sessions = 50; the command line takes precedence")
      ->type_name("FILE")
      ->check(CLI::Validator(check_config_file, ""));
  app.allow_config_extras(false);
  stdio::add_engine_flags(app, flags);

  const auto network = "Network";
  auto* const listen =
      app.add_option("--listen", raw.listen, "serve TCP at ADDR:PORT (port 0: any free port); may be repeated");
  listen->type_name("ADDR:PORT")->allow_extra_args(false)->group(network);
  app.add_flag("--stdio", raw.stdio, "with --listen: serve standard input and output as well")->group(network);
  net::add_access_flags(app, raw.access, network, "--token-file",
                        "TCP clients must send the first line of this file; with --check: the token to send");
  app.add_option("--proxy-from", raw.proxies,
                 "clients at these addresses are proxies and send a header of the PROXY protocol, version 2, first")
      ->type_name("ADDR[/BITS],...")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->group(network);
  app.add_option("--remote-options", flags.remote_options, "options that a TCP client may set")
      ->type_name("NAME,...")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(check_remote_option)
      ->default_str("all but TablePath and BookFile")
      ->group(network);

  const auto limit = [&](const std::string& name, auto& value, const std::string& help, double min, double max) {
    net::add_limit(app, name, value, help, min, max);
  };
  auto& server = flags.server;
  limit("--max-sessions", server.max_sessions, "concurrent TCP sessions", 1, 1e6);
  limit("--max-sessions-per-address", raw.sessions_per_address,
        "concurrent TCP sessions from one address; 0: 100, and no limit for this machine itself", 0, 1e6);
  const auto seconds = [&](const std::string& name, auto& value, const std::string& help, std::int64_t min,
                           std::int64_t max) {
    return net::add_time_limit<std::chrono::seconds>(app, name, value, help, min, max);
  };
  seconds("--login-timeout", server.login_timeout, "seconds for the TLS handshake and the token of a TCP client", 1,
          1'000'000);
  net::add_backoff_flag(app, server.max_lockout);
  limit("--max-unread", server.max_unread_bytes, "bytes of unread output of a TCP client", 4096, 1 << 30);
  seconds("--patience", server.patience, "seconds without reading pending output before a TCP client is dropped", 1,
          1'000'000);
  seconds("--idle-timeout", server.idle_timeout,
          "seconds without a command or a search before a TCP session ends; 0: never", 0, 100'000'000);
  seconds("--drain", flags.drain, "seconds that TCP sessions may continue after SIGTERM", 0, 100'000'000);

  const auto logging = "Logs";
  app.add_option("--log-level", flags.log_level, "what to log")
      ->check(CLI::IsMember({"trace", "debug", "info", "warn", "error", "off"}))
      ->capture_default_str()
      ->group(logging);
  app.add_option("--log-file", flags.log_file, "log to this file, not to standard error")
      ->type_name("FILE")
      ->group(logging);
}

void add_monitoring_flags(CLI::App& app, Raw& raw) {
  const auto monitoring = "Monitoring";
  auto* const metrics =
      app.add_option("--metrics", raw.metrics, "serve metrics for Prometheus at http://ADDR:PORT/metrics");
  metrics->type_name("ADDR:PORT")->group(monitoring);
  app.add_flag("--metrics-public", raw.metrics_public,
               "serve metrics, which need no token, also at an address that other machines can reach")
      ->needs(metrics)
      ->group(monitoring);
  auto* const check = app.add_option(
      "--check", raw.check_address,
      "do not serve, but check whether the daemon at HOST:PORT or tls:HOST:PORT is ready: exit code 0 if it is");
  check->type_name("ADDR")->excludes(app.get_option("--listen"), metrics)->group(monitoring);
  net::add_time_limit<std::chrono::seconds>(app, "--check-timeout", raw.check.timeout,
                                            "with --check: seconds to wait for the answer", 1, 3600)
      ->needs(check)
      ->group(monitoring);
  app.add_option("--tls-ca", raw.check.authorities,
                 "with --check: trust the certificates of this file (PEM) instead of the system's")
      ->type_name("FILE")
      ->needs(check)
      ->group(monitoring);
}

/// Throws std::exception with a message.
std::optional<net::Address> metrics_address(const Raw& raw) {
  if (raw.metrics.empty()) return std::nullopt;
  const auto address = net::parse_listen_address(raw.metrics, default_port);
  if (!raw.metrics_public && !net::is_loopback(address))
    throw std::invalid_argument("other machines can reach " + net::text_of(address) +
                                ", and metrics have no token: give --metrics-public to serve them to anybody");
  return address;
}

/// Throws std::exception with a message.
HealthCheck read_check(const Raw& raw) {
  HealthCheck check = raw.check;
  read_check_address(raw.check_address, check);
  if (!check.tls && !check.authorities.empty())
    throw std::invalid_argument("--tls-ca is for TLS: write the address as tls:" + raw.check_address);
  if (!raw.access.token_file.empty()) check.token = net::read_token_file(raw.access.token_file);
  return check;
}

/// Validates and converts. Throws std::exception with a message.
void convert(Flags& flags, const Raw& raw) {
  if (!raw.check_address.empty()) {
    flags.check = read_check(raw);
    return;
  }
  if (raw.stdio && raw.listen.empty() && flags.inherited.empty())
    throw std::invalid_argument("--stdio needs --listen: without it standard input and output are served anyway");
  flags.stdio = raw.stdio || (raw.listen.empty() && flags.inherited.empty());
  if (flags.bail && !flags.stdio)
    throw std::invalid_argument("--bail is for standard input, which --listen does not serve without --stdio");
  for (const auto& text : raw.proxies) flags.proxies.emplace_back(text);
  if (raw.sessions_per_address > 0) flags.server.max_sessions_per_address = raw.sessions_per_address;
  if (!raw.access.token_file.empty()) flags.token = net::read_token_file(raw.access.token_file);
  flags.certificate = raw.access.certificate;
  flags.key = raw.access.key;
  for (const auto& text : raw.listen) flags.listen.push_back(net::parse_listen_address(text, default_port));
  const auto require_access_control = [&](const auto& address) {
    if (!flags.token && !raw.access.no_auth && !net::is_loopback(address))
      throw std::invalid_argument("other machines can reach " + net::text_of(address) +
                                  ": give --token-file FILE to require a token, or --no-auth to serve anybody");
  };
  flags.metrics = metrics_address(raw);
  for (const auto& address : flags.listen) require_access_control(address);
  for (const auto& socket : flags.inherited) require_access_control(socket.address);
}

/// Parses a command line with `app`. Throws CLI::ParseError, or std::exception with a message.
Flags parse(CLI::App& app, std::vector<std::string> arguments, std::vector<InheritedSocket> inherited,
            const std::string& version) {
  Flags flags;
  Raw raw;
  flags.arguments = std::move(arguments);
  flags.inherited = std::move(inherited);
  flags.remote_options.assign(session::remote_options.begin(), session::remote_options.end());
  add_flags(app, flags, raw, version);
  add_monitoring_flags(app, raw);
  std::vector<const char*> words;
  for (const auto& argument : flags.arguments) words.push_back(argument.c_str());
  try {
    app.parse(static_cast<int>(words.size()), words.data());
  } catch (const CLI::ConfigError& refusal) {
    throw explain(refusal);
  }
  convert(flags, raw);
  flags.sessions_given = app.count("--max-sessions") > 0;
  return flags;
}

constexpr const char* description =
    "A game engine for five board games that speaks a superset of UCI, on standard input and output or over TCP.";

}  // namespace

std::variant<Flags, int> read_flags(int argc, const char* const* argv, const std::string& version) {
  CLI::App app(description, "crownd");
  try {
    return parse(app, std::vector<std::string>(argv, argv + argc), take_inherited_sockets(), version);
  } catch (const CLI::ParseError& ending) {
    return net::exit_code(app, ending);
  } catch (const std::exception& fault) {
    std::cerr << "crownd: " << fault.what() << '\n';
    return net::bad_flags;
  }
}

Flags read_flags_again(const Flags& before, const std::string& version) {
  CLI::App app(description, "crownd");
  return parse(app, before.arguments, before.inherited, version);
}

}  // namespace crownd::server
