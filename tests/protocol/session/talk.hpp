#pragma once

#include "protocol/session/scripted_game.hpp"
#include "session/session.hpp"
#include "support/catch.hpp"
#include "support/manual_clock.hpp"
#include "support/patience.hpp"

#include <chrono>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace crownd::testing {

/// What a search of the scripted game finds, and what else is answered during one without limit.
inline constexpr const char* best = "bestmove 1 ponder 2";
inline constexpr const char* busy = "error busy a search without limit runs; send stop first, or ponderhit";

/// A client that stores the lines it is sent.
class Recorder final : public session::Client {
 public:
  void send(std::string_view line, session::Urgency urgency) override {
    const std::lock_guard lock(mutex_);
    lines_.emplace_back(line);
    if (urgency == session::Urgency::droppable && line.substr(0, 5) != "info ") only_info_dropped_ = false;
    changed_.notify_all();
  }
  void close() override {
    const std::lock_guard lock(mutex_);
    ++closed_;
    changed_.notify_all();
  }

  /// Waits for `line` (or a line with that prefix), and returns and removes all lines up to it.
  std::vector<std::string> until(const std::string& line) {
    std::unique_lock lock(mutex_);
    std::size_t end = 0;
    const bool came = changed_.wait_for(lock, long_enough, [&] {
      for (end = 0; end < lines_.size(); ++end)
        if (lines_[end].substr(0, line.size()) == line) return true;
      return false;
    });
    INFO("waiting for " << line);
    REQUIRE(came);
    const auto last = lines_.begin() + static_cast<std::ptrdiff_t>(end) + 1;
    std::vector<std::string> taken(lines_.begin(), last);
    lines_.erase(lines_.begin(), last);
    return taken;
  }
  void wait_closed() {
    std::unique_lock lock(mutex_);
    REQUIRE(changed_.wait_for(lock, long_enough, [&] { return closed_ > 0; }));
  }
  [[nodiscard]] int closed() {
    const std::lock_guard lock(mutex_);
    return closed_;
  }
  [[nodiscard]] std::vector<std::string> all() {
    const std::lock_guard lock(mutex_);
    return std::exchange(lines_, {});
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

/// Waits until a search of a scripted game has checked several times whether to stop: it is running, and has seen
/// all earlier commands.
inline void wait_until_it_looks() {
  constexpr int times = 3;
  const int before = notes().looks;
  const auto deadline = std::chrono::steady_clock::now() + long_enough;
  while (notes().looks < before + times && std::chrono::steady_clock::now() < deadline)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  REQUIRE(notes().looks >= before + times);
}

inline std::unique_ptr<play::AnyGame> make_first() { return std::make_unique<ScriptedGame>("first"); }
inline std::unique_ptr<play::AnyGame> make_second() { return std::make_unique<ScriptedGame>("second"); }

inline constexpr games::Entry scripted_games[] = {{"first", "The first game", make_first, {}},
                                                  {"second", "The second game", make_second, {}}};

/// A session with scripted games, and its client. Its clock only moves when the test moves it.
struct Talk {
  explicit Talk(session::Access access = session::Access::open, session::SessionLimits limits = {},
                std::size_t hash_bytes = std::size_t{64} << 20)
      : turns(2, std::chrono::milliseconds(5), std::numeric_limits<int>::max(), clock.reader()),
        hash(hash_bytes),
        environment{turns,         hash,    limits,
                    "first",       "1.2.3", [](std::string_view offered) { return offered == "secret"; },
                    scripted_games},
        session(std::make_unique<session::Session>(environment, client, access)) {
    (void)notes().taken();
  }

  void say(const std::string& line) const { session->handle_line(line); }
  /// Sends the line, and returns all output before the answer to an `isready` after it.
  std::vector<std::string> ask(const std::string& line) {
    say(line);
    say("isready");
    auto answer = client.until("readyok");
    answer.pop_back();
    return answer;
  }

  Recorder client;
  ManualClock clock;
  session::SearchTurns turns;
  session::HashBudget hash;
  session::Environment environment;
  std::unique_ptr<session::Session> session;
};

using Lines = std::vector<std::string>;

/// The lines without `info` lines.
inline Lines without_info(const Lines& lines) {
  Lines kept;
  for (const auto& line : lines)
    if (line.substr(0, 5) != "info ") kept.push_back(line);
  return kept;
}

}  // namespace crownd::testing
