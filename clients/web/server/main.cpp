#include "connection/link.hpp"
#include "net/access.hpp"
#include "net/descriptor.hpp"
#include "net/tcp.hpp"
#include "net/tls.hpp"
#include "platform/system.hpp"
#include "version/version.hpp"
#include "web/server/api/api.hpp"
#include "web/server/connections/http_server.hpp"
#include "web/server/content/site.hpp"
#include "web/server/engines/child_engine.hpp"
#include "web/server/engines/session_pool.hpp"
#include "web/server/flags.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <nlohmann/json.hpp>

#include <array>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <stdexcept>

namespace crownd::web {

namespace asio = boost::asio;

namespace {

constexpr std::string_view tls_prefix = "tls:";
/// Connections without a WebSocket; a browser opens six for a short time.
constexpr std::int64_t max_visits = 1000;
constexpr int max_visits_per_address = 200;
/// Of a tab: one to the browser, one to the daemon.
constexpr std::int64_t descriptors_per_tab = 2;
/// Descriptors of our own crownd, besides one for each session. It has the same limit.
constexpr std::int64_t descriptors_of_daemon = 96;
/// Standard streams, listener, files, our own daemon.
constexpr std::int64_t spare_descriptors = 32;
/// For the check of remote daemons at the start, which reports mistakes at once.
constexpr std::chrono::seconds startup_check_timeout{3};
/// Time limit for shutting down after a signal.
constexpr std::chrono::seconds shutdown_timeout{4};

/// The numbers of connections that file descriptors allow.
struct ConnectionLimits {
  int tabs = 0;
  int visits = 0;  ///< connections without a WebSocket
};

/// Raises the limit on file descriptors for the number of tabs in the flags. If that is not possible, there are
/// fewer tabs, or an exception if a flag requested the number. At most half of the descriptors are for visits.
ConnectionLimits limit_connections(Flags& flags) {
  const auto files = net::raise_descriptor_limit(descriptors_per_tab * flags.max_sessions + max_visits +
                                                 flags.api_sessions + spare_descriptors);
  const auto rest = std::max<std::int64_t>(files - flags.api_sessions - spare_descriptors, 4);
  const auto visits = std::min(max_visits, rest / 2);
  const auto served = std::max<std::int64_t>(files - flags.api_sessions - descriptors_of_daemon, 1);
  const auto possible = static_cast<int>(std::min((rest - visits) / descriptors_per_tab, served));
  if (possible < flags.max_sessions) {
    std::cerr << "crown-web: " << net::too_few_descriptors(flags.max_sessions, possible, flags.asks_for_sessions)
              << '\n';
    flags.max_sessions = possible;
  }
  return {flags.max_sessions, static_cast<int>(visits)};
}

std::string url_of(const asio::ip::tcp::endpoint& endpoint, bool tls) {
  return (tls ? "https://" : "http://") + net::text_of(endpoint) + "/";
}

/// No limit for a proxy, which connects for all clients. On loopback there are few clients, and one leaves half to
/// others.
std::optional<int> visits_per_address(const Flags& flags, const ConnectionLimits& limits) {
  if (flags.behind_proxy) return std::nullopt;
  if (flags.listen.address().is_loopback()) return std::max(limits.visits / 2, 1);
  return max_visits_per_address;
}

/// The command of our own crownd, with limits for this many tabs unless the flags set them.
std::vector<std::string> child_command(const Flags& flags) {
  auto command = flags.crownd;
  if (command.empty())
    command.push_back((std::filesystem::read_symlink("/proc/self/exe").parent_path() / "crownd").string());
  const auto add = [&](const std::string& flag, const std::string& value) {
    if (std::ranges::find(command, flag) == command.end()) command.insert(command.end(), {flag, value});
  };
  add("--max-sessions", std::to_string(flags.max_sessions + flags.api_sessions));
  add("--max-line", std::to_string(flags.max_line_bytes));
  add("--idle-timeout", "0");
  add("--log-level", "warn");
  return command;
}

/// The embedded files, without the page if a folder replaces it.
std::vector<EmbeddedFile> built_in(const Flags& flags) {
  const auto all = embedded_files();
  std::vector<EmbeddedFile> files(all.begin(), all.end());
  if (!flags.page.empty())
    std::erase_if(files, [](const EmbeddedFile& file) {
      return !file.path.starts_with("api/") && !file.path.starts_with("library/");
    });
  return files;
}

/// The files of folders.
PageFiles files_of_folders(const Flags& flags) {
  PageFiles files;
  if (!flags.page.empty()) files = read_page(flags.page);
  if (!flags.page_engine.empty()) files.merge(read_page_engine(flags.page_engine));
  return files;
}

std::string make_config(const Flags& flags, const std::string& version) {
  auto engines = nlohmann::json::array();
  for (const auto& engine : flags.engines) {
    engines.push_back({{"name", engine.name}, {"path", "/engine/" + std::to_string(engines.size())}});
    if (engine.address == child_address && flags.crownd.empty()) engines.back()["sameVersion"] = true;
  }
  // The page replaces the first daemon, its referee, by its own engine while that daemon is lost.
  if (!flags.page_engine.empty()) engines.front()["worker"] = page_engine_worker;
  const nlohmann::json config{{"version", version},
                              {"engines", engines},
                              {"token", flags.token.has_value()},
                              {"match", !flags.match_file.empty()},
                              {"maxLine", flags.max_line_bytes}};
  return config.dump();
}

Api::Rules api_rules(const Flags& flags, const ConnectionLimits& limits) {
  return {.rate = flags.api_rate,
          .at_once = {limits.visits, flags.api_requests.value_or(limits.visits)},
          .max_positions = flags.api_positions,
          .max_body_bytes = flags.api_body_bytes,
          .is_private = flags.token.has_value()};
}

Engine remote_engine(const NamedEngine& named, const std::string& authorities) {
  Engine engine{named.name, {}, nullptr, std::nullopt, ""};
  std::string_view address = named.address;
  if (address.starts_with(tls_prefix)) {
    engine.tls = std::make_shared<asio::ssl::context>(net::make_client_tls(authorities).release());
    address.remove_prefix(tls_prefix.size());
  }
  engine.address = [parsed = connection::parse_address(address)] { return std::optional(parsed); };
  if (!named.token_file.empty()) engine.token = connection::read_token(named.token_file);
  return engine;
}

/// Tries a remote daemon, and reports why it cannot be reached.
void try_remote(const NamedEngine& named, const std::string& authorities) {
  try {
    const bool tls = named.address.starts_with(tls_prefix);
    (void)connection::reach({named.address, named.token_file, tls ? authorities : ""},
                            connection::within(startup_check_timeout));
  } catch (const connection::ConnectionError& failure) {
    std::cerr << "crown-web: " << failure.what() << "; tabs will try again\n";
  }
}

bool is_set(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr && *value != 0;
}

/// Opens the page in the desktop's browser, if there is a desktop.
void open_in_browser(const std::string& url) {
  if (!is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY")) return;
  // The browser may outlive us, so the shell puts it in the background. Its output would mix with ours.
  const char* const script = "command -v xdg-open >/dev/null && xdg-open \"$0\" </dev/null >/dev/null 2>&1 &";
  const std::array<const char*, 5> command{"sh", "-c", script, url.c_str(), nullptr};
  pid_t shell = -1;
  auto* const arguments = const_cast<char* const*>(command.data());  // NOLINT: POSIX does not modify it
  if (::posix_spawnp(&shell, "sh", nullptr, nullptr, arguments, environ) == 0) ::waitpid(shell, nullptr, 0);
}

/// All objects of the running server. Members are in order of dependency.
class Service {
 public:
  Service(const Flags& flags, const ConnectionLimits& limits, const std::string& version)
      : flags_(flags),
        files_(files_of_folders(flags)),
        site_(built_in(flags), files_),
        match_(flags.match_file),
        live_(flags.match_file.empty() ? "" : flags.match_file + ".live"),
        services_{.access = AccessControl({!flags.certificate.empty(), flags.behind_proxy, flags.hosts, flags.token,
                                           flags.allowed_origins}),
                  .static_content = StaticContent(site_, match_, live_, make_config(flags, version),
                                                  flags.page_engine.empty() ? "" : list_of_files(site_, version)),
                  .max_line_bytes = flags.max_line_bytes,
                  .timeout = std::chrono::seconds(flags.patience_seconds),
                  .sessions = net::SessionSlots({flags.max_sessions, flags.max_sessions_per_address}),
                  .visits = net::SessionSlots({limits.visits, visits_per_address(flags, limits)}),
                  .lockouts = net::Lockouts(flags.max_lockout),
                  .api = Api(pool_, api_rules(flags, limits)),
                  .tls = {}} {
    if (!flags.certificate.empty()) services_.tls.emplace(net::make_server_tls(flags.certificate, flags.key).release());
    for (const auto& named : flags.engines) add_engine(named);
    server_.listen(flags.listen);
  }

  void run() {
    wait_for_signal();
    if (child_) {
      child_->start([this] { begin(); }, [this](const std::string& why) { fail(why); });
    } else {
      begin();
    }
    io_.run();
    if (!failure_.empty()) throw std::runtime_error(failure_);
  }

 private:
  void add_engine(const NamedEngine& named) {
    if (named.address != child_address) {
      services_.engines.push_back(remote_engine(named, flags_.authorities));
      return try_remote(named, flags_.authorities);
    }
    child_.emplace(io_, child_command(flags_));
    services_.engines.push_back({named.name, [this] { return child_->address(); }, nullptr, std::nullopt, ""});
  }

  void begin() {
    const auto url = url_of(server_.address(), services_.tls.has_value());
    std::cout << url << std::endl;
    if (flags_.open) open_in_browser(url);
    server_.start();
  }

  void fail(const std::string& why) {
    failure_ = why;
    io_.stop();
  }

  void wait_for_signal() {
    signals_.async_wait([this](const net::error_code& error, int) {
      if (error) return;
      end_timer_.expires_after(shutdown_timeout);
      end_timer_.async_wait([this](const net::error_code& cancelled) {
        if (!cancelled) io_.stop();
      });
      pool_.end();
      server_.stop([this] { stop_engine(); });
    });
  }

  void stop_engine() {
    if (!child_) return io_.stop();
    child_->stop([this] { io_.stop(); });
  }

  const Flags& flags_;
  const PageFiles files_;
  const Site site_;
  MatchFile match_;
  MatchFile live_;
  Services services_;
  std::string failure_;
  asio::io_context io_{1};
  asio::signal_set signals_{io_, SIGTERM, SIGINT};
  asio::steady_timer end_timer_{io_};
  std::optional<ChildEngine> child_;
  SessionPool pool_{io_.get_executor(),
                    services_.engines,
                    {static_cast<std::size_t>(flags_.api_sessions), std::chrono::seconds(flags_.api_seconds)}};
  Server server_{io_, services_};
};

/// Serves until SIGTERM or SIGINT; then ends all WebSockets and returns.
void run(Flags flags, const std::string& version) {
  std::signal(SIGPIPE, SIG_IGN);
  const auto limits = limit_connections(flags);
  Service(flags, limits, version).run();
}

}  // namespace

}  // namespace crownd::web

/// Exit codes: 0 after a signal; 1 if it could not serve; 2 for a bad command line.
int main(int argc, char** argv) {
  crownd::platform::prepare_process();
  using namespace crownd::web;
  try {
    const auto flags = read_flags(argc, argv, crownd::version::text("crown-web"));
    if (const auto* const code = std::get_if<int>(&flags)) return *code;
    run(std::get<Flags>(flags), std::string(crownd::version::number()));
    return 0;
  } catch (const std::exception& fault) {
    std::cerr << "crown-web: " << fault.what() << '\n';
    return 1;
  }
}
