#include "server/log.hpp"

#include "server/log_file.hpp"
#include "wire/words.hpp"

#include <spdlog/async.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <atomic>
#include <cstddef>
#include <cstdio>
#include <ctime>
#include <exception>
#include <memory>
#include <utility>

namespace crownd::server {

namespace {

constexpr const char* announcements = "announcements";

/// The size of the queue of log lines; when it is full, the oldest are dropped. All of it is written to at the start.
constexpr std::size_t most_waiting = 1024;

/// The text of a line, as `%*` of a pattern: whatever is in it, it stays one line that a terminal can show.
class Printable final : public spdlog::custom_flag_formatter {
 public:
  void format(const spdlog::details::log_msg& message, const std::tm&, spdlog::memory_buf_t& line) override {
    const auto text = wire::printable({message.payload.data(), message.payload.size()});
    line.append(text.data(), text.data() + text.size());
  }
  [[nodiscard]] std::unique_ptr<custom_flag_formatter> clone() const override { return std::make_unique<Printable>(); }
};

std::atomic<bool> complained = false;

/// The first failure is reported on standard error; others are likely to have the same cause.
void complain_once(const std::string& why) {
  if (!complained.exchange(true)) std::fprintf(stderr, "crownd: the log cannot be written: %s\n", why.c_str());
}

std::shared_ptr<spdlog::logger> make_logger(const char* name, spdlog::sink_ptr sink, const char* pattern) {
  auto logger = std::make_shared<spdlog::async_logger>(name, std::move(sink), spdlog::thread_pool(),
                                                       spdlog::async_overflow_policy::overrun_oldest);
  auto formatter = std::make_unique<spdlog::pattern_formatter>();
  formatter->add_flag<Printable>('*').set_pattern(pattern);
  logger->set_formatter(std::move(formatter));
  logger->flush_on(spdlog::level::info);
  logger->set_error_handler(complain_once);
  return logger;
}

}  // namespace

void start_log(const std::string& file, const std::string& level) {
  spdlog::init_thread_pool(most_waiting, 1);
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
    complained = false;
  } catch (const std::exception& failure) {
    spdlog::error("the log goes on where it was: {}", failure.what());
  }
}

void announce(const std::string& line) { spdlog::get(announcements)->info(line); }

void write_to_log(session::LogLevel level, const std::string& text) {
  switch (level) {
    case session::LogLevel::debug: return spdlog::debug(text);
    case session::LogLevel::warning: return spdlog::warn(text);
    case session::LogLevel::error: return spdlog::error(text);
  }
}

void end_log() {
  // The loggers must outlive the thread that writes for them.
  const auto logger = spdlog::default_logger();
  const auto announcer = spdlog::get(announcements);
  spdlog::shutdown();
}

}  // namespace crownd::server
