#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
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

/// The same seed gives the same script: positions, `go` of all kinds, signals, questions, and the end of input.
[[nodiscard]] Script random_script(std::uint64_t seed);
/// The same in HUB, with `ping` and `pong`.
[[nodiscard]] Script random_hub_script(std::uint64_t seed);

/// The fault of the output for a script; empty if it is right.
[[nodiscard]] std::string fault_of(const Script& script, const std::vector<std::string>& heard);

}  // namespace crownd::testing
