#include "match/output/traffic_log.hpp"

#include "wire/words.hpp"

#include <array>
#include <cstdio>
#include <ctime>
#include <utility>

namespace crownd::match {

namespace {

/// Limits the memory if an engine floods its output: beyond this the older half of a game's lines is dropped.
constexpr std::size_t most_kept = std::size_t{16} << 20U;

std::string now_in_words() {
  const auto now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  std::array<char, 32> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S", &parts)};
}

}  // namespace

TrafficLog::TrafficLog(LogRules rules)
    : rules_(std::move(rules)), file_(rules_.file, "the log '" + rules_.file + "'", OutputFile::Begin::at_the_end) {
  file_.write("# crown-match, " + now_in_words() +
              " UTC: seconds since then, game, engine, > to it or < from it, line\n");
}

void TrafficLog::write(std::string_view text) {
  const std::lock_guard lock(mutex_);
  file_.write(text);
}

void Traffic::line(const std::string& engine, Direction direction, std::string_view text) {
  if (!log_) return;
  const auto& only = log_->rules().engine;
  if (!only.empty() && only != engine) return;
  if (kept_.size() > most_kept) kept_.erase(0, kept_.find('\n', kept_.size() / 2) + 1);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - log_->began();
  std::array<char, 64> begin{};
  std::snprintf(begin.data(), begin.size(), "%.6f game %zu ", time.count(), game_);
  kept_ += begin.data() + engine + (direction == Direction::to_engine ? " > " : " < ") + wire::printable(text) + '\n';
}

void Traffic::write() {
  if (log_ && !kept_.empty()) log_->write(kept_);
  kept_.clear();
}

void Traffic::flush() {
  if (log_ && !log_->rules().only_failures) write();
}

void Traffic::end_game(bool failed) {
  if (failed)
    write();
  else
    flush();
  kept_.clear();
}

}  // namespace crownd::match
