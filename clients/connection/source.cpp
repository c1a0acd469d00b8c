#include "connection/source.hpp"

#include "connection/ending_signal.hpp"
#include "connection/wait.hpp"
#include "wire/words.hpp"

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <utility>

namespace crownd::connection {

namespace {

constexpr std::chrono::seconds time_to_connect{5};
/// The longest line that crownd sends lists the moves of a crowded board of 26x26: some 100 kB.
constexpr std::size_t longest_line = std::size_t{1} << 20;

/// Sleeps; false if a signal that ends the program came before the time was up.
bool waited(std::chrono::milliseconds time) { return !wait_unless_ending({}, within(time)) && !ending_signal_came(); }

}  // namespace

Source::Source(const std::vector<std::string>& command, Errors errors) {
  auto child = std::make_unique<ChildProcess>(command, errors);
  child_ = child.get();
  channel_ = std::move(child);
  channel_->limit_lines(longest_line);
}

Source::Source(const Remote& remote, std::chrono::seconds patience, Report report)
    : remote_(remote),
      patience_(patience),
      report_(std::move(report)),
      channel_(reach(remote_, within(time_to_connect))) {
  channel_->limit_lines(longest_line);
}

std::string Source::log() const {
  std::string text;
  std::istringstream lines(child_ == nullptr ? "" : child_->errors());
  for (std::string line; std::getline(lines, line);) text += wire::printable(line) + '\n';
  return text;
}

bool Source::find_again() {
  if (child_ != nullptr || !has_worked_ || patience_.count() == 0) return false;
  if (!search_) {
    report_("the connection to " + remote_.address + " is lost; trying again for " + std::to_string(patience_.count()) +
            " s");
    search_ = {Retry(patience_), within(patience_)};
  }
  while (const auto pause = search_->retry.next()) {
    if (!waited(*pause) || Clock::now() >= search_->end) return false;
    try {
      channel_ = reach(remote_, std::min(within(time_to_connect), search_->end));
      channel_->limit_lines(longest_line);
      return true;
    } catch (const ConnectionError&) {
      continue;
    }
  }
  return false;
}

void Source::works() {
  has_worked_ = true;
  search_.reset();
}

}  // namespace crownd::connection
