#pragma once

#include "session/client.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace crownd::testing {

/// A client that stores the lines it is sent. Thread-safe.
class Recorder : public session::Client {
 public:
  void send(std::string_view line, session::Delivery delivery) override {
    const std::lock_guard lock(mutex_);
    lines_.emplace_back(line);
    if (delivery == session::Delivery::droppable && !line.starts_with("info ")) only_info_dropped_ = false;
    changed_.notify_all();
  }
  void close() override {
    const std::lock_guard lock(mutex_);
    ++closed_;
    changed_.notify_all();
  }

  /// Removes and returns all lines up to the first with `is_it`; none, and all lines are kept, if none comes in time.
  template <class Predicate>
  std::optional<std::vector<std::string>> until(const Predicate& is_it, std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex_);
    std::size_t count = 0;
    const auto came = [&] {
      while (count < lines_.size())
        if (is_it(lines_[count++])) return true;
      return false;
    };
    if (!changed_.wait_for(lock, patience, came)) return std::nullopt;
    const auto end = lines_.begin() + static_cast<std::ptrdiff_t>(count);
    std::vector<std::string> taken(lines_.begin(), end);
    lines_.erase(lines_.begin(), end);
    return taken;
  }
  std::vector<std::string> all() {
    const std::lock_guard lock(mutex_);
    return std::exchange(lines_, {});
  }
  bool wait_closed(std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, patience, [&] { return closed_ > 0; });
  }
  [[nodiscard]] int closed() {
    const std::lock_guard lock(mutex_);
    return closed_;
  }
  [[nodiscard]] bool only_info_dropped() {
    const std::lock_guard lock(mutex_);
    return only_info_dropped_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> lines_;
  int closed_ = 0;
  bool only_info_dropped_ = true;
};

}  // namespace crownd::testing
