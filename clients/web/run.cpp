#include "web/run.hpp"

#include "connection/remote.hpp"
#include "connection/token_file.hpp"
#include "net/lockouts.hpp"
#include "net/tls.hpp"
#include "web/desktop.hpp"
#include "web/engines/own_engine.hpp"
#include "web/listen_address.hpp"
#include "web/room.hpp"
#include "web/visitors/server.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <csignal>
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
/// Connections without a WebSocket: a browser opens six.
constexpr int most_visits_each_address = 200;
/// Remote daemons are tried at the start, so that a mistake is reported at once.
constexpr std::chrono::seconds time_to_reach{3};
/// Time limit for shutting down after a signal.
constexpr std::chrono::seconds time_to_end_all{4};

/// On loopback all clients have the same address.
bool is_for_this_machine(const Flags& flags) { return flags.listen.address().is_loopback(); }

/// For as many tabs as the flags say, or fewer if the number is only the default.
Room make_room_for(Flags& flags) {
  const auto room = make_room(flags.max_sessions);
  if (room.tabs == flags.max_sessions) return room;
  const auto why = "the system allows too few open files for " + std::to_string(flags.max_sessions) +
                   " sessions, but " + std::to_string(room.tabs) + " are possible";
  if (flags.asks_for_sessions)
    throw std::runtime_error(why +
                             ": raise the limit (ulimit -n, or LimitNOFILE= of systemd), or lower --max-sessions");
  std::cerr << "crown-web: " << why << "; --max-sessions is lowered to that\n";
  flags.max_sessions = room.tabs;
  return room;
}

/// The command of our own crownd, with limits for this many tabs unless the flags set them.
std::vector<std::string> command_of_own(const Flags& flags) {
  auto command = flags.crownd;
  if (command.empty())
    command.push_back((std::filesystem::read_symlink("/proc/self/exe").parent_path() / "crownd").string());
  const auto add = [&](const std::string& flag, const std::string& value) {
    if (std::ranges::find(command, flag) == command.end()) command.insert(command.end(), {flag, value});
  };
  add("--max-sessions", std::to_string(flags.max_sessions));
  add("--max-line", std::to_string(flags.max_line_bytes));
  add("--idle-timeout", "0");
  add("--log-level", "warn");
  return command;
}

std::string make_config(const Flags& flags, const std::string& version) {
  auto engines = nlohmann::json::array();
  for (const auto& engine : flags.engines)
    engines.push_back({{"name", engine.name}, {"path", "/engine/" + std::to_string(engines.size())}});
  const nlohmann::json config{{"version", version},
                              {"engines", engines},
                              {"token", flags.token.has_value()},
                              {"match", !flags.match_file.empty()},
                              {"maxLine", flags.max_line_bytes}};
  return config.dump();
}

Engine remote_engine(const NamedEngine& named, const std::string& authorities) {
  Engine engine{named.name, {}, nullptr, std::nullopt, ""};
  std::string_view address = named.address;
  if (address.starts_with(tls_prefix)) {
    engine.tls = make_client_tls(authorities);
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
        gatekeeper_({!flags.certificate.empty(), flags.behind_proxy, flags.hosts, flags.token}),
        site_(embedded_files()),
        match_(flags.match_file),
        answers_(site_, match_, make_config(flags, version)),
        sessions_({flags.max_sessions, flags.max_sessions_per_address}),
        visits_({room.visits, is_for_this_machine(flags) ? room.visits : most_visits_each_address}),
        lockouts_(std::chrono::seconds(flags.backoff_seconds)) {
    if (!flags.certificate.empty()) tls_.emplace(net::make_server_tls(flags.certificate, flags.key));
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
    signals_.async_wait([this](const error_code& error, int) {
      if (error) return;
      last_moment_.expires_after(time_to_end_all);
      last_moment_.async_wait([this](const error_code& cancelled) {
        if (!cancelled) io_.stop();
      });
      server_.stop([this] { stop_engine(); });
    });
  }

  void stop_engine() {
    if (!own_) return io_.stop();
    own_->stop([this] { io_.stop(); });
  }

  const Flags& flags_;
  const Gatekeeper gatekeeper_;
  const Site site_;
  MatchFile match_;
  const Answers answers_;
  Engines engines_;
  Seats sessions_;
  Seats visits_;
  net::Lockouts lockouts_;
  std::optional<asio::ssl::context> tls_;
  std::string failure_;
  Visitor::Shared shared_{gatekeeper_, lockouts_,
                          answers_,    engines_,
                          sessions_,   {flags_.max_line_bytes, std::chrono::seconds(flags_.patience_seconds)},
                          nullptr};
  asio::io_context io_{1};
  asio::signal_set signals_{io_, SIGTERM, SIGINT};
  asio::steady_timer last_moment_{io_};
  std::optional<OwnEngine> own_;
  Server server_{io_, shared_, visits_};
};

}  // namespace

void run(Flags flags, const std::string& version) {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // standard error may be a file that has reached the limit of `ulimit -f`
  const auto room = make_room_for(flags);
  Service(flags, room, version).run();
}

}  // namespace crownd::web
