#include "web/server/flags.hpp"

#include "net/access.hpp"
#include "net/flags.hpp"
#include "net/tcp.hpp"
#include "web/server/content/site.hpp"
#include "web/server/requests/request.hpp"

#include <exception>
#include <iostream>
#include <stdexcept>

namespace crownd::web {

namespace {

constexpr auto default_address = "127.0.0.1:7780";
constexpr std::uint16_t default_port = 7780;
constexpr std::string_view none = "none";
/// Defaults for addresses of other machines: more than a person needs to browse endings.
constexpr int default_api_rate = 20;
constexpr int default_api_requests = 4;

/// Values to be parsed after CLI11.
struct Raw {
  std::string listen = default_address;
  std::vector<std::string> connect;
  std::vector<std::string> token_files;
  std::vector<std::string> hosts;
  net::AccessFlags access;
  int sessions_per_address = 0;  ///< 0: not given
  int api_rate = 0;              ///< 0: not given
  int api_requests = 0;          ///< 0: not given
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
  app.add_flag("--open,!--no-open", flags.open, "open the page in a browser, if there is a desktop");
  app.add_option("--match", flags.match_file, "show the match of `crown-match --json FILE`")->type_name("FILE");
  app.add_option("--page", flags.page,
                 "serve the page's files from this folder, such as clients/web/page of the source, for development")
      ->type_name("DIR");
  app.add_option("--page-engine", flags.page_engine,
                 "the folder `engine` of `scripts/package page`, for pages that lose their daemon; default: a folder "
                 "installed with this program; `none`: no engine")
      ->type_name("DIR");
}

void describe_engines(CLI::App& app, Flags& flags, Raw& raw) {
  app.option_defaults()->group("Engines");
  auto* const connect = app.add_option("--connect", raw.connect,
                                       "use this daemon instead of starting one; repeatable, so that engines can "
                                       "play each other; `own`: also start one");
  connect->type_name("[NAME=][tls:]HOST:PORT")->allow_extra_args(false);
  app.add_option("--token-file", raw.token_files,
                 "send the first line of this file as the token to daemon NAME, or to all daemons without a file")
      ->type_name("[NAME=]FILE")
      ->allow_extra_args(false)
      ->needs(connect);
  app.add_option("--tls-ca", flags.authorities,
                 "trust the certificates in this file (PEM) instead of the system's for TLS to daemons")
      ->type_name("FILE")
      ->needs(connect);
  app.add_option("--crownd", flags.crownd, "command of the daemon to start, with its flags, as one argument")
      ->type_name("CMD")
      ->delimiter(' ')
      ->allow_extra_args(false);
}

void describe_network(CLI::App& app, Flags& flags, Raw& raw) {
  const std::string network = "Other machines";
  app.option_defaults()->group(network);
  app.add_option("--host", raw.hosts, "a host name by which browsers reach this machine; repeatable")
      ->type_name("NAME")
      ->allow_extra_args(false);
  net::add_access_flags(app, raw.access, network, "--web-token-file",
                        "require the first line of this file as the token; the address is http://…/#token=TOKEN");
  app.add_flag("--behind-proxy", flags.behind_proxy,
               "a proxy on this machine terminates TLS: trust its X-Forwarded-Proto and X-Forwarded-For")
      ->excludes(app.get_option("--tls-cert"));
}

void describe_api(CLI::App& app, Flags& flags, Raw& raw) {
  app.add_option("--allow-origin", flags.allowed_origins,
                 "let pages of this site use /api/; repeatable; `*`: all sites")
      ->type_name("URL")
      ->allow_extra_args(false);
  net::add_limit(app, "--api-rate", raw.api_rate,
                 "requests per second below /api/ from one address; 0: 20, or no limit if only this machine can "
                 "connect",
                 0, 1e6);
  net::add_limit(
      app, "--api-requests", raw.api_requests,
      "simultaneous requests below /api/ from one address; 0: 4, or no limit if only this machine can connect", 0, 1e6);
  net::add_limit(app, "--api-positions", flags.api_positions, "positions in one request", 1, 1e5);
  net::add_limit(app, "--api-body", flags.api_body_bytes, "bytes of a request's body", 256, 1 << 30);
  net::add_limit(app, "--api-timeout", flags.api_seconds, "seconds until the answer", 1, 3600);
  net::add_limit(app, "--api-sessions", flags.api_sessions, "sessions with daemons, shared by all requests", 1, 1000);
}

void describe_limits(CLI::App& app, Flags& flags, Raw& raw) {
  net::add_limit(app, "--max-sessions", flags.max_sessions, "maximal number of sessions; a tab has one to four", 1,
                 1e6);
  net::add_limit(app, "--max-sessions-per-address", raw.sessions_per_address,
                 "sessions from one address; 0: 100, or no limit if only this machine can connect", 0, 1e6);
  net::add_limit(app, "--max-line", flags.max_line_bytes, "bytes of a message", 256, 1 << 30);
  net::add_limit(app, "--patience", flags.patience_seconds,
                 "seconds until a tab that answers no ping, or does not read, is disconnected", 1, 1e6);
  net::add_backoff_flag(app, flags.max_lockout);
}

void read_engines(Flags& flags, const Raw& raw) {
  for (const auto& text : raw.connect) {
    auto [name, address] = split_name(text);
    if (name.empty()) name = address == child_address ? "crownd" : address;
    flags.engines.push_back({name, address, ""});
  }
  if (flags.engines.empty()) flags.engines.push_back({"crownd", std::string(child_address), ""});
  if (std::ranges::count(flags.engines, child_address, &NamedEngine::address) > 1)
    throw std::invalid_argument("--connect own was given twice: only one daemon can be started");
  for (const auto& text : raw.token_files) {
    const auto [name, file] = split_name(text);
    bool used = false;
    for (auto& engine : flags.engines) {
      const bool meant =
          name.empty() ? engine.token_file.empty() && engine.address != child_address : engine.name == name;
      if (meant) engine.token_file = file;
      used = used || meant;
    }
    if (!used) throw std::invalid_argument("--token-file " + text + " names no daemon of --connect");
  }
}

void read_hosts(Flags& flags, const Raw& raw) {
  for (const auto& name : raw.hosts) {
    const auto authority = read_authority(name);
    if (!authority || authority->port)
      throw std::invalid_argument("'" + name + "' is no host name: --host needs one without a port");
    flags.hosts.push_back(authority->host);
  }
}

void check_allowed_origins(const Flags& flags) {
  for (const auto& text : flags.allowed_origins) {
    if (text != "*" && !read_origin(text))
      throw std::invalid_argument("'" + text + "' is no site: --allow-origin needs one such as https://example.org");
  }
}

/// Checks that a server that others can reach is protected.
void check_exposure(const Flags& flags, const Raw& raw) {
  const bool loopback = flags.listen.address().is_loopback();
  if (flags.behind_proxy && !loopback)
    throw std::invalid_argument("--behind-proxy is for a proxy on this machine: listen on 127.0.0.1, not on " +
                                raw.listen);
  if (loopback && !flags.behind_proxy) return;
  if (!flags.token && !raw.access.no_auth) {
    throw std::invalid_argument(
        "other machines need a token: give --web-token-file FILE, or --no-auth to serve everybody");
  }
  if (flags.certificate.empty() && !flags.behind_proxy && flags.token) {
    throw std::invalid_argument(
        "a token must not cross a network in plain text: give --tls-cert and --tls-key, or listen on 127.0.0.1 with "
        "--behind-proxy");
  }
}

void check_flags(Flags& flags, const Raw& raw) {
  flags.listen = net::endpoint_of(net::parse_listen_address(raw.listen, default_port));
  if (flags.page_engine.empty()) flags.page_engine = default_page_engine();
  if (flags.page_engine == none) flags.page_engine.clear();
  if (raw.listen.find('%') != std::string::npos)
    throw std::invalid_argument("browsers cannot name the zone of an IPv6 address: --listen needs one without '%'");
  flags.certificate = raw.access.certificate;
  flags.key = raw.access.key;
  if (!raw.access.token_file.empty()) flags.token = net::read_token_file(raw.access.token_file);
  read_hosts(flags, raw);
  read_engines(flags, raw);
  check_allowed_origins(flags);
  check_exposure(flags, raw);
  const bool local_only = flags.listen.address().is_loopback() && !flags.behind_proxy;
  flags.api_rate = raw.api_rate > 0 || local_only ? raw.api_rate : default_api_rate;
  if (raw.api_requests > 0 || !local_only)
    flags.api_requests = raw.api_requests > 0 ? raw.api_requests : default_api_requests;
  if (raw.sessions_per_address > 0) {
    flags.max_sessions_per_address = raw.sessions_per_address;
  } else if (!local_only) {
    flags.max_sessions_per_address = net::SessionSlots::default_for_origin;
  }
}

}  // namespace

std::variant<Flags, int> read_flags(int argc, const char* const* argv, const std::string& version) {
  Flags flags;
  Raw raw;
  CLI::App app(
      "A board in the browser for five board games. Starts a crownd or connects to running ones, and prints the "
      "address of its page.",
      "crown-web");
  net::add_program_flags(app, version);
  app.footer(
      "By default only this machine is served. Behind nginx with TLS: clients/web/README.md.\n"
      "Exit codes: 0 after SIGTERM or SIGINT, 1 for a failure, 2 for a bad command line.");
  describe_page(app, flags, raw);
  describe_engines(app, flags, raw);
  describe_network(app, flags, raw);
  describe_limits(app, flags, raw);
  describe_api(app, flags, raw);
  try {
    app.parse(argc, argv);
    flags.asks_for_sessions = app.count("--max-sessions") > 0;
    check_flags(flags, raw);
  } catch (const CLI::ParseError& ending) {
    return net::exit_code(app, ending);
  } catch (const std::exception& fault) {
    std::cerr << "crown-web: " << fault.what() << '\n';
    return net::bad_flags;
  }
  return flags;
}

}  // namespace crownd::web
