#include "server/log.hpp"

#include <spdlog/async.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <atomic>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <utility>

namespace crownd::server {

namespace {

constexpr const char* announcements = "announcements";

/// The size of the queue of log lines; when it is full, the oldest are dropped. All of it is written to at the start.
constexpr std::size_t most_waiting = 1024;

spdlog::sink_ptr make_sink(const std::string& file) {
  if (file.empty()) return std::make_shared<spdlog::sinks::stderr_sink_mt>();
  try {
    return std::make_shared<spdlog::sinks::basic_file_sink_mt>(file);
  } catch (const spdlog::spdlog_ex& failure) {
    throw std::runtime_error("cannot log to '" + file + "': " + failure.what());
  }
}

/// The first failure is reported on standard error; others are likely to have the same cause.
void complain_once(const std::string& why) {
  static std::atomic<bool> complained = false;
  if (!complained.exchange(true)) std::fprintf(stderr, "crownd: the log cannot be written: %s\n", why.c_str());
}

std::shared_ptr<spdlog::logger> make_logger(const char* name, spdlog::sink_ptr sink, const char* pattern) {
  auto logger = std::make_shared<spdlog::async_logger>(name, std::move(sink), spdlog::thread_pool(),
                                                       spdlog::async_overflow_policy::overrun_oldest);
  logger->set_pattern(pattern);
  logger->flush_on(spdlog::level::info);
  logger->set_error_handler(complain_once);
  return logger;
}

}  // namespace

void start_log(const std::string& file, const std::string& level) {
  spdlog::init_thread_pool(most_waiting, 1);
  auto logger = make_logger("crownd", make_sink(file), "%Y-%m-%d %H:%M:%S.%e %l %v");
  logger->set_level(spdlog::level::from_str(level));
  spdlog::set_default_logger(std::move(logger));
  spdlog::register_logger(make_logger(announcements, make_sink(""), "%v"));
}

void set_log_level(const std::string& level) { spdlog::default_logger()->set_level(spdlog::level::from_str(level)); }

void announce(const std::string& line) { spdlog::get(announcements)->info(line); }

void end_log() {
  // The loggers must outlive the thread that writes for them.
  const auto logger = spdlog::default_logger();
  const auto announcer = spdlog::get(announcements);
  spdlog::shutdown();
}

}  // namespace crownd::server
