#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace crownd::testing {

/// Lines to send, and what PROTOCOL.md promises for them however they arrive: all answers but `info`, the counts of a
/// perft and `readyok`, in order; and where each `readyok` may come.
struct Script {
  /// What one answer may be, each with `*` for any text: a perft that is told to stop may have ended before.
  using Answer = std::vector<std::string>;
  /// So many of `answers` come before a `readyok`: `isready` is answered at once, so none that a later line brings, and
  /// all until the first that a search may be waited for.
  struct Ready {
    std::size_t at_least;
    std::size_t at_most;
  };

  std::vector<std::string> lines;
  std::vector<Answer> answers;
  std::vector<Ready> readies;
};

/// The same seed gives the same script: positions, `go` of all kinds, signals, questions, and the end of input.
[[nodiscard]] Script random_script(std::uint64_t seed);

/// What is wrong with all that was heard in answer to a script; empty if nothing is.
[[nodiscard]] std::string fault_of(const Script& script, const std::vector<std::string>& heard);

}  // namespace crownd::testing
