#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace crownd::testing {

/// Lines to send, and what PROTOCOL.md promises for them however they arrive: all answers but `info`, `id`, `option`,
/// the counts of a perft and `readyok`, in order; and where each `readyok` may come.
struct Script {
  /// The alternatives for one answer, each with `*` for any text: a stopped perft may have ended before.
  using Answer = std::vector<std::string>;
  /// How many of `answers` come before a `readyok`: `isready` is answered at once, so none for later lines, and
  /// all up to the first that may wait for a search.
  struct Ready {
    std::size_t at_least;
    std::size_t at_most;
  };

  std::vector<std::string> lines;
  std::vector<Answer> answers;
  std::vector<Ready> readies;
  std::string ready = "readyok";  ///< the word for it
};

/// Writes a script, and tracks the meaning of each line according to PROTOCOL.md.
class ScriptWriter {
 protected:
  enum class Kind : std::uint8_t { until_stop, until_ponderhit };

  explicit ScriptWriter(std::uint64_t seed) : random_(seed) {}
  ~ScriptWriter() = default;

  /// Ends with `quit` or the end of input, which stop a search.
  template <class WriteLine>
  Script write(const WriteLine& write_line) {
    constexpr std::size_t shortest = 2, longest = 30;
    for (auto left = shortest + random_() % (longest - shortest); left > 0; --left) write_line();
    if (random_() % 3 == 0) say("quit");
    if (searching_) finish_search();
    return std::move(script_);
  }

  void say(std::string_view line) { script_.lines.emplace_back(line); }
  void expect(Script::Answer answer) { script_.answers.push_back(std::move(answer)); }
  void expect(std::string_view answer) { expect(Script::Answer{std::string(answer)}); }

  void finish_search() {
    searching_.reset();
    may_wait();
    expect(best_);
  }
  void ask_whether_ready(std::string_view question) {
    say(question);
    script_.readies.push_back({waits_from_.value_or(script_.answers.size()), script_.answers.size()});
  }
  void ponderhit(std::string_view line) {
    say(line);
    if (searching_ == Kind::until_ponderhit) finish_search();
  }
  void stop() {
    say("stop");
    if (searching_) finish_search();
  }
  /// Answers from here on may come after a search.
  void may_wait() {
    if (!waits_from_) waits_from_ = script_.answers.size();
  }

  std::mt19937_64 random_;
  Script script_;
  std::string_view best_;          ///< the answer to the last search
  bool has_position_ = true;       ///< the last one was not refused
  std::optional<Kind> searching_;  ///< an unlimited search

 private:
  std::optional<std::size_t> waits_from_;
};

/// The same seed gives the same script: positions, `go` of all kinds, signals, questions, and the end of input.
[[nodiscard]] Script random_script(std::uint64_t seed);
/// The same in HUB, with `ping` and `pong`.
[[nodiscard]] Script random_hub_script(std::uint64_t seed);

/// The fault of the output for a script; empty if it is right.
[[nodiscard]] std::string fault_of(const Script& script, const std::vector<std::string>& heard);

}  // namespace crownd::testing
