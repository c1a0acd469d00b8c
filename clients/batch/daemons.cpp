#include "batch/daemons.hpp"

#include "connection/link.hpp"
#include "help/help_format.hpp"
#include "wire/words.hpp"

#include <condition_variable>
#include <exception>
#include <filesystem>
#include <iostream>
#include <map>
#include <span>
#include <stdexcept>
#include <thread>
#include <utility>

namespace crownd::batch {

namespace {

constexpr int one_day = 86'400;
constexpr int max_workers = 1'024;

/// The value for the remote with this index: a single value is for all remotes.
std::string one_of(const std::vector<std::string>& given, std::size_t index, std::size_t count, const char* flag) {
  if (given.empty()) return "";
  if (given.size() != 1 && given.size() != count)
    throw CLI::ValidationError(std::string(flag) + " is given " + std::to_string(given.size()) + " times, --connect " +
                               std::to_string(count) + " times; give it once, or once for each --connect");
  return given.size() == 1 ? given.front() : given[index];
}

}  // namespace

void add_program_flags(CLI::App& app, const std::string& version) {
  constexpr std::size_t help_width = 100;
  app.formatter(std::make_shared<help::HelpFormat>(help_width));
  app.set_help_flag("--help", "print this and exit");
  app.set_version_flag("--version", version,
                       "print this program's version, commit, instruction set and libraries, and exit");
}

void DaemonFlags::declare(CLI::App& app, const std::string& workers_text) {
  app.option_defaults()->group("Engines");
  auto* const command = app.add_option("--engine", command_, "the engine's program and its arguments, in one word");
  command->type_name("CMD")->delimiter(' ')->allow_extra_args(false);
  auto* const connect = app.add_option(
      "--connect", connect_, "use the daemon that listens there; tls: before it for TLS; repeated for several");
  connect->type_name("[tls:]HOST:PORT")->allow_extra_args(false)->excludes(command);
  app.add_option("--token-file", tokens_,
                 "send the daemon the first line of this file as the token; one for all, or one for each --connect")
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->needs(connect);
  app.add_option(
         "--tls-ca", authorities_,
         "trust the daemon by the certificates of this file (PEM), not by those of this machine; one for all, or "
         "one for each --connect")
      ->type_name("FILE")
      ->allow_extra_args(false)
      ->needs(connect);
  app.add_option("--reconnect", retry_seconds_, "how many seconds to retry a lost daemon; default 60")
      ->type_name("SECONDS")
      ->check(range_of(0, one_day));
  if (workers_text.empty()) return;
  app.add_option("--workers", workers_, workers_text)->type_name("N")->check(range_of(1, max_workers));
}

DaemonSettings DaemonFlags::daemons() const {
  DaemonSettings daemons{command_, {}, workers_, std::chrono::seconds(retry_seconds_)};
  for (std::size_t i = 0; i < connect_.size(); ++i)
    daemons.remotes.push_back({connect_[i], one_of(tokens_, i, connect_.size(), "--token-file"),
                               one_of(authorities_, i, connect_.size(), "--tls-ca")});
  if (daemons.command.empty()) {
    std::error_code error;
    const auto beside = std::filesystem::read_symlink("/proc/self/exe", error).parent_path() / "crownd";
    daemons.command = {error || !std::filesystem::exists(beside) ? "crownd" : beside.string()};
  }
  return daemons;
}

namespace {

/// Items that lose so many engines probably cause the losses.
constexpr int max_losses = 3;

bool is_temporary(const connection::Refused& refusal) { return refusal.code() == "limit"; }

}  // namespace

void Daemon::start(std::optional<std::chrono::milliseconds> timeout) {
  constexpr std::chrono::seconds no_second_try{0};
  if (remote_)
    link_ = std::make_unique<connection::Link>(connection::Remote{remote_->address, {}, remote_->authorities},
                                               no_second_try, [](const std::string&) {});
  else
    link_ = std::make_unique<connection::Link>(command_, connection::Errors::captured);
  connection::Engine first(*link_, timeout.value_or(connection::Engine::default_timeout));
  if (!token_.empty())
    first.exchange("auth " + token_ + '\n', [](const std::string& line) {
      if (line == "authok") return true;
      const auto error = wire::read_error(line);
      throw connection::Refused(
          {error ? error->code : "auth", "the engine did not accept the token: " + wire::printable(line)});
    });
  if (timeout) first.ready();
  auto engine = std::make_unique<connection::Engine>(*link_);
  for (const auto& [name, value] : options_) engine->set_option(name, value);
  engine_ = std::move(engine);
}

void Daemon::drop(const std::string& why) {
  engine_.reset();
  link_.reset();
  fault_ = why;
}

void Daemon::start_first() {
  try {
    start({});
  } catch (const connection::ConnectionError& fault) {
    if (!remote_) throw;
    drop(fault.what());
  } catch (const connection::EngineGone& fault) {
    if (!remote_) throw;
    drop(fault.what());
  } catch (const connection::Refused& fault) {
    if (!is_temporary(fault)) throw std::runtime_error(name() + ": " + fault.what());
    drop(fault.what());
  }
}

bool Daemon::reach(std::chrono::seconds retry_time, const Report& report,
                   const std::function<bool(std::chrono::milliseconds)>& wait) {
  if (!engine_ && fault_.empty()) start_first();
  if (engine_) return true;
  if (given_up_) return false;
  if (!std::exchange(reported_, true))
    report(name() + ": " + fault_ + "; trying again for " + std::to_string(retry_time.count()) + " s");
  const auto end = connection::within(retry_time);
  connection::Retry pauses(retry_time);
  while (const auto pause = pauses.next()) {
    if (!wait(*pause)) return false;
    if (connection::Clock::now() >= end) break;
    try {
      start(std::chrono::ceil<std::chrono::milliseconds>(connection::time_until(end) / 2));
      reported_ = false;
      return true;
    } catch (const connection::ConnectionError& fault) {
      drop(fault.what());
    } catch (const connection::EngineGone& fault) {
      drop(fault.what());
    } catch (const connection::Refused& fault) {
      drop(fault.what());
    }
  }
  given_up_ = true;
  report(name() + " does not come back");
  return false;
}

namespace {

/// The items to do.
class WorkQueue {
 public:
  explicit WorkQueue(const Work& work) : more_(work.more), waiting_(work.items) {}

  /// None when all are done. Blocks while others work, since they may put an item back.
  std::optional<std::size_t> take() {
    std::unique_lock lock(mutex_);
    while (!failure_) {
      if (waiting_.empty()) waiting_ = more_();
      if (!waiting_.empty()) {
        const auto item = waiting_.front();
        waiting_.pop_front();
        ++running_;
        return item;
      }
      if (running_ == 0) break;
      changed_.wait(lock);
    }
    is_over_ = true;
    changed_.notify_all();
    return std::nullopt;
  }
  void finish() {
    const std::lock_guard lock(mutex_);
    --running_;
    changed_.notify_all();
  }
  /// For an item whose engine was lost. False if it has lost too many.
  [[nodiscard]] bool put_back(std::size_t item) {
    const std::lock_guard lock(mutex_);
    if (++losses_[item] == max_losses) return false;
    waiting_.push_front(item);
    --running_;
    changed_.notify_all();
    return true;
  }
  /// Ends all workers.
  void fail(std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::move(failure);
    is_over_ = true;
    changed_.notify_all();
  }
  /// Returns early, and false, when the work is over.
  [[nodiscard]] bool pause(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    return !changed_.wait_for(lock, time, [this] { return is_over_; });
  }
  /// Call after the workers have ended. Rethrows their failure.
  [[nodiscard]] std::size_t left() const {
    if (failure_) std::rethrow_exception(failure_);
    return waiting_.size();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  const std::function<std::deque<std::size_t>()>& more_;
  std::deque<std::size_t> waiting_;
  std::map<std::size_t, int> losses_;  ///< of engines, by item
  std::size_t running_ = 0;
  bool is_over_ = false;
  std::exception_ptr failure_;
};

void work_with(Daemon& daemon, WorkQueue& queue, const Work& work, std::chrono::seconds retry_time) {
  const auto pause = [&](std::chrono::milliseconds time) { return queue.pause(time); };
  try {
    while (daemon.reach(retry_time, work.report, pause)) {
      const auto item = queue.take();
      if (!item) return;
      const auto third_time = [&](const std::string& why) {
        return daemon.name() + ": " + why + ", for the third time in " + work.name(*item);
      };
      try {
        work.perform(daemon.engine(), *item);
        queue.finish();
      } catch (const connection::EngineGone& gone) {
        daemon.drop(gone.what());
        if (!queue.put_back(*item)) throw std::runtime_error(third_time(gone.what()));
      } catch (const connection::Refused& refusal) {
        const bool temporary = is_temporary(refusal);
        daemon.drop(temporary ? refusal.what() : "");  // the work may have left options changed
        if (temporary && queue.put_back(*item)) continue;
        const auto why = temporary ? third_time(refusal.what()) : daemon.name() + ": " + refusal.what();
        if (!work.refused) throw std::runtime_error(why);
        work.refused(*item, why);
        queue.finish();
      }
    }
  } catch (...) {
    queue.fail(std::current_exception());
  }
}

/// The token of each remote; empty if it has none. Checks the addresses.
std::vector<std::string> tokens_of(const std::vector<connection::Remote>& remotes) {
  std::vector<std::string> tokens;
  for (const auto& [address, token_file, authorities] : remotes) {
    constexpr std::string_view tls = "tls:";
    (void)connection::parse_address(std::string_view(address).substr(address.starts_with(tls) ? tls.size() : 0));
    tokens.push_back(token_file.empty() ? "" : connection::read_token(token_file));
  }
  return tokens;
}

}  // namespace

Daemons::Daemons(const DaemonSettings& settings, const Options& options, int threads)
    : retry_time_(settings.retry_time) {
  const auto& remotes = settings.remotes;
  const auto cores = std::max(1U, std::thread::hardware_concurrency() / static_cast<unsigned>(threads));
  const auto each = settings.workers > 0 ? settings.workers : remotes.empty() ? cores : 1;
  addresses_ = std::max<std::size_t>(1, remotes.size());
  const auto tokens = tokens_of(remotes);
  for (std::size_t i = 0; i < each; ++i) {
    if (remotes.empty()) daemons_.emplace_back(settings.command, options);
    for (std::size_t at = 0; at < remotes.size(); ++at) daemons_.emplace_back(remotes[at], tokens[at], options);
  }
}

std::size_t Daemons::perform(const Work& work, std::size_t max) {
  if (max == 0) return 0;
  WorkQueue queue(work);
  std::vector<std::jthread> threads;
  for (auto& daemon : std::span(daemons_).first(std::min(daemons_.size(), std::max(max, addresses_))))
    threads.emplace_back([&] { work_with(daemon, queue, work, retry_time_); });
  threads.clear();  // waits for them
  return queue.left();
}

void Daemons::perform(const std::string& name, const std::function<void(connection::Engine&)>& work,
                      const Report& report) {
  Work once;
  once.items = {0};
  once.report = report;
  once.perform = [&](connection::Engine& engine, std::size_t) { work(engine); };
  once.name = [&](std::size_t) { return name; };
  if (perform(once, 1) > 0) throw std::runtime_error(name + " failed: no daemon is left");
}

namespace {

constexpr std::chrono::milliseconds between_lines{200};
/// Positions needed for an estimate of the remaining time.
constexpr std::size_t few_positions = 20;

}  // namespace

std::string duration_text(std::chrono::seconds time) {
  constexpr auto minute = 60, hour = 3600;
  const auto seconds = time.count();
  if (seconds < minute) return std::to_string(seconds) + " s";
  if (seconds < hour) return std::to_string((seconds + minute / 2) / minute) + " min";
  return std::to_string(seconds / hour) + " h " + std::to_string(seconds % hour / minute) + " min";
}

void Progress::show(const std::string& text, std::size_t done, std::size_t all, std::size_t before, bool now) {
  const std::lock_guard lock(mutex_);
  if (!at_terminal_ || all == 0 || (!now && Clock::now() - last_ < between_lines)) return;
  last_ = Clock::now();
  done = std::min(done, all);
  auto line = text + ", " + std::to_string(100 * done / all) + " %";
  const auto here = done - std::min(done, before);
  if (here >= few_positions) {
    const std::chrono::duration<double> spent = last_ - begin_;
    const auto left = spent * (static_cast<double>(all - done) / static_cast<double>(here));
    line += ", " + duration_text(std::chrono::duration_cast<std::chrono::seconds>(left)) + " left";
  }
  std::cerr << '\r' << line << "\033[K" << std::flush;
  shown_ = true;
}

void Progress::report(const std::string& line) {
  const std::lock_guard lock(mutex_);
  clear();
  std::cerr << line << std::endl;
}

void Progress::clear() {
  if (shown_) std::cerr << "\r\033[K" << std::flush;
  shown_ = false;
}

void refuse_state(const std::string& file, const std::string& what) {
  throw files::FileError(files::FileError::Reason::other, "--state: '" + file + "' " + what);
}

files::LineLog open_state(const std::string& file, const std::string& program, const std::string& header,
                          const std::function<void(std::size_t, const std::string&)>& on_line) {
  const auto text = std::filesystem::exists(file) ? files::read_file(file) : "";
  if (!text.starts_with(("{\"" + program + "\":").substr(0, text.size())))
    refuse_state(file, "is not a state file of " + program);
  std::size_t whole = 0, number = 0;
  for (auto end = text.find('\n'); end != std::string::npos; end = text.find('\n', whole)) {
    try {
      on_line(++number, text.substr(whole, end - whole));
    } catch (const files::FileError&) {
      throw;
    } catch (const std::invalid_argument& why) {
      refuse_state(file, "is damaged: line " + std::to_string(number) + ": " + why.what());
    } catch (const std::exception&) {  // the message of a JSON parser would not help a user
      refuse_state(file, "is damaged: line " + std::to_string(number) + " is invalid");
    }
    whole = end + 1;
  }
  if (number > 0) return files::LineLog(file, whole);
  std::filesystem::remove(file);  // an incomplete first line, after a kill
  files::LineLog log(file);
  log.add(header);
  return log;
}

}  // namespace crownd::batch
