#include "server/log.hpp"

#include "net/descriptor.hpp"
#include "wire/words.hpp"

#include <fcntl.h>
#include <spdlog/async.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <sys/stat.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <exception>
#include <memory>
#include <mutex>
#include <stdexcept>

namespace crownd::server {

namespace {

constexpr const char* announcements = "announcements";

/// The size of the queue of log lines; when it is full, the oldest are dropped. Its memory is touched at the start.
constexpr std::size_t max_waiting = 1024;

constexpr mode_t rights = 0666;  // less the umask

net::Descriptor open_log(const std::string& path) {
  const auto refuse = [&](const std::string& why) {
    return std::runtime_error("cannot log to '" + path + "': " + why);
  };
  struct stat about {};
  if (::stat(path.c_str(), &about) == 0)
    if (const auto why = net::why_not_regular(about); !why.empty()) throw refuse("it " + why);
  // O_NONBLOCK: does not wait if a pipe has just replaced the file.
  net::Descriptor file(::open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, rights));
  if (!file) throw refuse(std::strerror(errno));
  return file;
}

/// Appends lines to a regular file. A pipe that nobody reads would block the daemon.
class LogFile final : public spdlog::sinks::base_sink<std::mutex> {
 public:
  /// Throws std::runtime_error with a message if the file cannot be opened or is not regular.
  explicit LogFile(std::string path) : path_(std::move(path)), file_(open_log(path_)) {}

  /// Opens the file of this name again, after a rotation. If that fails, throws and keeps the old file.
  void reopen() {
    const auto fresh = open_log(path_);
    if (::dup3(fresh.get(), file_.get(), O_CLOEXEC) < 0)
      throw std::runtime_error("cannot log to '" + path_ + "': " + std::strerror(errno));
  }

 private:
  void sink_it_(const spdlog::details::log_msg& message) override {
    spdlog::memory_buf_t line;
    formatter_->format(message, line);
    for (std::string_view rest(line.data(), line.size()); !rest.empty();) {
      const auto count = ::write(file_.get(), rest.data(), rest.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) throw std::runtime_error(path_ + ": " + std::strerror(errno));
      rest.remove_prefix(static_cast<std::size_t>(count));
    }
  }
  void flush_() override {}

  const std::string path_;
  const net::Descriptor file_;  ///< its number stays the same when the file is reopened
};

/// `%*` of a pattern: the text of a line, on one line and without control characters.
class Printable final : public spdlog::custom_flag_formatter {
 public:
  void format(const spdlog::details::log_msg& message, const std::tm&, spdlog::memory_buf_t& line) override {
    const auto text = wire::printable({message.payload.data(), message.payload.size()});
    line.append(text.data(), text.data() + text.size());
  }
  [[nodiscard]] std::unique_ptr<custom_flag_formatter> clone() const override { return std::make_unique<Printable>(); }
};

std::atomic<bool> failure_reported = false;

/// The first failure is reported on standard error; others are likely to have the same cause.
void report_failure_once(const std::string& why) {
  if (!failure_reported.exchange(true)) std::fprintf(stderr, "crownd: the log cannot be written: %s\n", why.c_str());
}

std::shared_ptr<spdlog::logger> make_logger(const char* name, spdlog::sink_ptr sink, const char* pattern) {
  auto logger = std::make_shared<spdlog::async_logger>(name, std::move(sink), spdlog::thread_pool(),
                                                       spdlog::async_overflow_policy::overrun_oldest);
  auto formatter = std::make_unique<spdlog::pattern_formatter>();
  formatter->add_flag<Printable>('*').set_pattern(pattern);
  logger->set_formatter(std::move(formatter));
  logger->flush_on(spdlog::level::info);
  logger->set_error_handler(report_failure_once);
  return logger;
}

}  // namespace

void start_log(const std::string& file, const std::string& level) {
  spdlog::init_thread_pool(max_waiting, 1);
  spdlog::sink_ptr sink = std::make_shared<spdlog::sinks::stderr_sink_mt>();
  if (!file.empty()) sink = std::make_shared<LogFile>(file);
  auto logger = make_logger("crownd", std::move(sink), "%Y-%m-%d %H:%M:%S.%e %l %*");
  logger->set_level(spdlog::level::from_str(level));
  spdlog::set_default_logger(std::move(logger));
  spdlog::register_logger(make_logger(announcements, std::make_shared<spdlog::sinks::stderr_sink_mt>(), "%*"));
}

void set_log_level(const std::string& level) { spdlog::default_logger()->set_level(spdlog::level::from_str(level)); }

void reopen_log() {
  auto* const file = dynamic_cast<LogFile*>(spdlog::default_logger()->sinks().front().get());
  if (file == nullptr) return;
  try {
    file->reopen();
    failure_reported = false;
  } catch (const std::exception& failure) {
    log_error(std::string("the log stays in the old file: ") + failure.what());
  }
}

void log_info(const std::string& text) { spdlog::info(text); }
void log_warning(const std::string& text) { spdlog::warn(text); }
void log_error(const std::string& text) { spdlog::error(text); }

void announce(const std::string& line) { spdlog::get(announcements)->info(line); }

session::Log session_log() {
  return [](session::LogLevel level, const std::string& text) {
    switch (level) {
      case session::LogLevel::debug: return spdlog::debug(text);
      case session::LogLevel::warning: return log_warning(text);
      case session::LogLevel::error: return log_error(text);
    }
  };
}

void end_log() {
  // The loggers must outlive the thread that writes for them.
  const auto logger = spdlog::default_logger();
  const auto announcer = spdlog::get(announcements);
  spdlog::shutdown();
}

}  // namespace crownd::server
