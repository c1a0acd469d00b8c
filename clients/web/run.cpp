#include "web/run.hpp"

#include "connection/remote.hpp"
#include "net/descriptor_limit.hpp"
#include "net/listen_address.hpp"
#include "net/lockouts.hpp"
#include "net/seats.hpp"
#include "net/tls.hpp"
#include "web/api/api.hpp"
#include "web/content/page_engine.hpp"
#include "web/desktop.hpp"
#include "web/engines/own_engine.hpp"
#include "web/engines/session_pool.hpp"
#include "web/visitors/server.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace crownd::web {

namespace asio = boost::asio;

namespace {

constexpr std::string_view tls_prefix = "tls:";
constexpr std::string_view own_address = "own";
/// Connections without a WebSocket: a browser opens six, for a short time. More are not useful.
constexpr std::int64_t most_visits = 1000;
constexpr int most_visits_each_address = 200;
/// Of a tab: one to the browser, one to the daemon.
constexpr std::int64_t descriptors_each_tab = 2;
/// Of our own crownd, which has the same limit, besides one for each session.
constexpr std::int64_t descriptors_of_daemon = 96;
/// Standard streams, listener, files, our own daemon.
constexpr std::int64_t spare_descriptors = 32;
/// Remote daemons are tried at the start, so that a mistake is reported at once.
constexpr std::chrono::seconds time_to_reach{3};
/// Time limit for shutting down after a signal.
constexpr std::chrono::seconds time_to_end_all{4};

/// The numbers of connections that file descriptors allow.
struct Room {
  int tabs = 0;
  int visits = 0;  ///< connections without a WebSocket
};

/// Raises the limit on file descriptors to allow as many tabs as the flags say. If that is not possible, there are
/// fewer, or an exception if the user asked for that number. If there are few, half of the descriptors are for visits.
Room make_room(Flags& flags) {
  const auto files = net::raise_descriptor_limit(descriptors_each_tab * flags.max_sessions + most_visits +
                                                 flags.api_sessions + spare_descriptors);
  const auto rest = std::max<std::int64_t>(files - flags.api_sessions - spare_descriptors, 4);
  const auto visits = std::min(most_visits, rest / 2);
  const auto served = std::max<std::int64_t>(files - flags.api_sessions - descriptors_of_daemon, 1);
  const auto possible = static_cast<int>(std::min((rest - visits) / descriptors_each_tab, served));
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
std::optional<int> visits_each_address(const Flags& flags, const Room& room) {
  if (flags.behind_proxy) return std::nullopt;
  if (flags.listen.address().is_loopback()) return std::max(room.visits / 2, 1);
  return most_visits_each_address;
}

/// The command of our own crownd, with limits for this many tabs unless the flags set them.
std::vector<std::string> command_of_own(const Flags& flags) {
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

/// The files that are built in, without those of the page if a folder has these.
std::vector<EmbeddedFile> built_in(const Flags& flags) {
  const auto all = embedded_files();
  std::vector<EmbeddedFile> files(all.begin(), all.end());
  if (!flags.page.empty())
    std::erase_if(files, [](const EmbeddedFile& file) {
      return !file.path.starts_with("api/") && !file.path.starts_with("library/");
    });
  return files;
}

/// The files that are not built in.
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
    if (engine.address == own_address && flags.crownd.empty()) engines.back()["own"] = true;
  }
  // The page goes on by itself where the first daemon is gone, which is also the one that knows what is legal.
  if (!flags.page_engine.empty()) engines.front()["worker"] = page_engine_worker;
  const nlohmann::json config{{"version", version},
                              {"engines", engines},
                              {"token", flags.token.has_value()},
                              {"match", !flags.match_file.empty()},
                              {"maxLine", flags.max_line_bytes}};
  return config.dump();
}

Api::Rules api_rules(const Flags& flags, const Room& room) {
  return {.rate = flags.api_rate,
          .at_once = {room.visits, flags.api_requests.value_or(room.visits)},
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
                            connection::within(time_to_reach));
  } catch (const connection::ConnectionError& failure) {
    std::cerr << "crown-web: " << failure.what() << "; tabs will try again\n";
  }
}

/// All objects of the running server. Members are in order of dependency.
class Service {
 public:
  Service(const Flags& flags, const Room& room, const std::string& version)
      : flags_(flags),
        gatekeeper_({!flags.certificate.empty(), flags.behind_proxy, flags.hosts, flags.token, flags.allowed_origins}),
        files_(files_of_folders(flags)),
        site_(built_in(flags), files_),
        match_(flags.match_file),
        live_(flags.match_file.empty() ? "" : flags.match_file + ".live"),
        answers_(site_, match_, live_, make_config(flags, version),
                 flags.page_engine.empty() ? "" : list_of_files(site_, version)),
        sessions_({flags.max_sessions, flags.max_sessions_per_address}),
        visits_({room.visits, visits_each_address(flags, room)}),
        lockouts_(std::chrono::seconds(flags.backoff_seconds)),
        api_(pool_, api_rules(flags, room)) {
    if (!flags.certificate.empty()) tls_.emplace(net::make_server_tls(flags.certificate, flags.key).release());
    shared_.tls = tls_ ? &*tls_ : nullptr;
    for (const auto& named : flags.engines) add_engine(named);
    server_.listen(flags.listen);
  }

  void run() {
    wait_for_signal();
    if (own_) {
      own_->start([this] { begin(); }, [this](const std::string& why) { fail(why); });
    } else {
      begin();
    }
    io_.run();
    if (!failure_.empty()) throw std::runtime_error(failure_);
  }

 private:
  void add_engine(const NamedEngine& named) {
    if (named.address != own_address) {
      engines_.push_back(remote_engine(named, flags_.authorities));
      return try_remote(named, flags_.authorities);
    }
    own_.emplace(io_, command_of_own(flags_));
    engines_.push_back({named.name, [this] { return own_->address(); }, nullptr, std::nullopt, ""});
  }

  void begin() {
    const auto url = url_of(server_.address(), tls_.has_value());
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
      last_moment_.expires_after(time_to_end_all);
      last_moment_.async_wait([this](const net::error_code& cancelled) {
        if (!cancelled) io_.stop();
      });
      pool_.end();
      server_.stop([this] { stop_engine(); });
    });
  }

  void stop_engine() {
    if (!own_) return io_.stop();
    own_->stop([this] { io_.stop(); });
  }

  const Flags& flags_;
  const Gatekeeper gatekeeper_;
  const PageFiles files_;
  const Site site_;
  MatchFile match_;
  MatchFile live_;
  const Answers answers_;
  Engines engines_;
  net::Seats sessions_;
  net::Seats visits_;
  net::Lockouts lockouts_;
  Api api_;
  std::optional<asio::ssl::context> tls_;
  std::string failure_;
  Visitor::Shared shared_{gatekeeper_,
                          lockouts_,
                          answers_,
                          api_,
                          engines_,
                          sessions_,
                          {flags_.max_line_bytes, std::chrono::seconds(flags_.patience_seconds)},
                          nullptr};
  asio::io_context io_{1};
  asio::signal_set signals_{io_, SIGTERM, SIGINT};
  asio::steady_timer last_moment_{io_};
  std::optional<OwnEngine> own_;
  SessionPool pool_{io_.get_executor(),
                    engines_,
                    {static_cast<std::size_t>(flags_.api_sessions), std::chrono::seconds(flags_.api_seconds)}};
  Server server_{io_, shared_, visits_};
};

}  // namespace

void run(Flags flags, const std::string& version) {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // standard error may be a file that has reached the limit of `ulimit -f`
  const auto room = make_room(flags);
  Service(flags, room, version).run();
}

}  // namespace crownd::web
