#include "connection/source.hpp"

#include "connection/ending_signal.hpp"
#include "connection/retry.hpp"
#include "wire/words.hpp"

#include <algorithm>
#include <sstream>
#include <thread>
#include <utility>

namespace crownd::connection {

namespace {

constexpr std::chrono::seconds time_to_connect{5};

/// Sleeps; false if a signal that ends the program came before the time was up. The signal stays pending.
bool waited(std::chrono::milliseconds time) {
  constexpr std::chrono::milliseconds slice{50};
  for (const auto end = within(time); Clock::now() < end; std::this_thread::sleep_for(slice))
    if (ending_signal_came()) return false;
  return true;
}

}  // namespace

Source::Source(const std::vector<std::string>& command, Errors errors) {
  auto child = std::make_unique<ChildProcess>(command, errors);
  child_ = child.get();
  channel_ = std::move(child);
}

Source::Source(const Remote& remote, std::chrono::seconds patience, Report report)
    : remote_(remote),
      patience_(patience),
      report_(std::move(report)),
      channel_(reach(remote_, within(time_to_connect))) {}

std::string Source::log() const {
  std::string text;
  std::istringstream lines(child_ == nullptr ? "" : child_->errors());
  for (std::string line; std::getline(lines, line);) text += wire::printable(line) + '\n';
  return text;
}

bool Source::find_again() {
  if (child_ != nullptr || patience_.count() == 0) return false;
  report_("the connection to " + remote_.address + " is lost; trying again for " + std::to_string(patience_.count()) +
          " s");
  Retry retry(patience_);
  while (const auto pause = retry.next()) {
    if (!waited(*pause)) return false;
    try {
      channel_ = reach(remote_, within(time_to_connect));
      return true;
    } catch (const ConnectionError&) {
      continue;
    }
  }
  return false;
}

}  // namespace crownd::connection
