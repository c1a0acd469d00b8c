#include "batch/daemons.hpp"

#include "connection/link.hpp"
#include "help/help_format.hpp"

#include <condition_variable>
#include <exception>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <thread>

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

/// Work that loses so many daemons in a row probably causes the losses.
constexpr int max_tries = 3;

}  // namespace

connection::Engine& Daemon::engine() {
  if (!engine_) start({});
  return *engine_;
}

void Daemon::start(std::optional<std::chrono::milliseconds> timeout) {
  constexpr std::chrono::seconds no_second_try{0};
  if (remote_)
    link_ = std::make_unique<connection::Link>(*remote_, no_second_try, [](const std::string&) {});
  else
    link_ = std::make_unique<connection::Link>(command_, connection::Errors::captured);
  if (timeout) connection::Engine(*link_, *timeout).ready();
  auto engine = std::make_unique<connection::Engine>(*link_);
  for (const auto& [name, value] : options_) engine->set_option(name, value);
  engine_ = std::move(engine);
}

void Daemon::drop() {
  engine_.reset();
  link_.reset();
}

bool Daemon::perform(const std::function<void(connection::Engine&)>& work, const std::string& what,
                     std::chrono::seconds retry_time, const Report& report) {
  for (int tries = 1;; ++tries) {
    std::string why;
    bool is_refused = false;
    try {
      work(engine());
      return true;
    } catch (const connection::EngineGone& gone) {
      why = gone.what();
    } catch (const connection::ConnectionError& gone) {
      why = gone.what();
    } catch (const connection::Refused& refused) {
      why = refused.what();
      is_refused = true;
      if (refused.code() != "limit") {
        drop();  // the work may have left options changed
        throw WorkRefused(name() + ": " + why);
      }
    }
    if (tries == max_tries) {
      drop();
      const auto message = name() + ": " + why + ", for the third time in " + what;
      if (is_refused) throw WorkRefused(message);
      throw std::runtime_error(message);
    }
    if (!retry(why, retry_time, report)) return false;
  }
}

bool Daemon::retry(const std::string& why, std::chrono::seconds retry_time, const Report& report) {
  drop();
  report(name() + ": " + why + "; trying again for " + std::to_string(retry_time.count()) + " s");
  const auto end = connection::within(retry_time);
  connection::Retry pauses(retry_time);
  while (const auto pause = pauses.next()) {
    std::this_thread::sleep_for(*pause);
    if (connection::Clock::now() >= end) break;
    try {
      start(std::chrono::ceil<std::chrono::milliseconds>(connection::time_until(end) / 2));
      return true;
    } catch (const connection::ConnectionError&) {
      drop();
    } catch (const connection::EngineGone&) {
      drop();
    } catch (const connection::Refused&) {
      drop();
    }
  }
  report(name() + " does not come back");
  return false;
}

std::vector<Daemon> make_daemons(const DaemonSettings& settings, const Options& options, int threads, std::size_t max) {
  std::vector<Daemon> daemons;
  const auto cores = std::max(1U, std::thread::hardware_concurrency() / static_cast<unsigned>(threads));
  const auto each = settings.workers > 0 ? settings.workers : settings.remotes.empty() ? cores : 1;
  for (std::size_t i = 0; i < each; ++i) {
    if (settings.remotes.empty()) daemons.emplace_back(settings.command, options);
    for (const auto& remote : settings.remotes) daemons.emplace_back(remote, options);
  }
  if (daemons.size() > max) daemons.erase(daemons.begin() + static_cast<std::ptrdiff_t>(max), daemons.end());
  return daemons;
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
    return std::nullopt;
  }
  void finish() {
    const std::lock_guard lock(mutex_);
    --running_;
    changed_.notify_all();
  }
  void put_back(std::size_t item) {
    const std::lock_guard lock(mutex_);
    waiting_.push_front(item);
    --running_;
    changed_.notify_all();
  }
  /// Ends all workers.
  void fail(std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::move(failure);
    changed_.notify_all();
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
  std::size_t running_ = 0;
  std::exception_ptr failure_;
};

void work_with(Daemon& daemon, WorkQueue& queue, const Work& work, std::chrono::seconds retry_time) {
  try {
    while (const auto item = queue.take()) {
      const auto perform = [&](connection::Engine& engine) { work.perform(engine, *item); };
      try {
        if (!daemon.perform(perform, work.name(*item), retry_time, work.report)) return queue.put_back(*item);
      } catch (const WorkRefused& refusal) {
        if (!work.refused) throw;
        work.refused(*item, refusal.what());
      }
      queue.finish();
    }
  } catch (...) {
    queue.fail(std::current_exception());
  }
}

}  // namespace

std::size_t perform_all(const Work& work, std::vector<Daemon> daemons, std::chrono::seconds retry_time) {
  for (auto& daemon : daemons) (void)daemon.engine();
  WorkQueue queue(work);
  std::vector<std::jthread> threads;
  for (auto& daemon : daemons)
    threads.emplace_back([&queue, &work, &daemon, retry_time] { work_with(daemon, queue, work, retry_time); });
  threads.clear();  // waits for them
  return queue.left();
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
