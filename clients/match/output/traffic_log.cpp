#include "match/output/traffic_log.hpp"

#include <spdlog/fmt/chrono.h>
#include <spdlog/fmt/fmt.h>

#include <ctime>

namespace crownd::match {

namespace {

/// Above this size, the older half of a game's lines is dropped.
constexpr std::size_t max_buffer = std::size_t{16} << 20U;

}  // namespace

TrafficLog::TrafficLog(const LogRules& log_rules)
    : rules(log_rules), file_(rules.file, "the log '" + rules.file + "'", true) {
  file_.write(fmt::format(
      "# crown-match, {:%Y-%m-%d %H:%M:%S} UTC: seconds since then, game, engine, > to it or < from it, line\n",
      fmt::gmtime(std::time(nullptr))));
}

void TrafficLog::write(std::string_view text) {
  const std::lock_guard lock(mutex_);
  file_.write(text);
}

void Traffic::line(const std::string& engine, Direction direction, std::string_view text) {
  if (!log_) return;
  const auto& only = log_->rules.engine;
  if (!only.empty() && only != engine) return;
  if (buffer_.size() > max_buffer) buffer_.erase(0, buffer_.find('\n', buffer_.size() / 2) + 1);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - log_->began;
  buffer_ += fmt::format("{:.6f} game {} {} {} {}\n", time.count(), game_, engine,
                         direction == Direction::to_engine ? '>' : '<', wire::printable(text));
}

void Traffic::flush(bool failed) {
  if (!log_ || (log_->rules.only_failures && !failed)) return;
  log_->write(buffer_);
  buffer_.clear();
}

void Traffic::end_game(bool failed) {
  flush(failed);
  buffer_.clear();
}

}  // namespace crownd::match
