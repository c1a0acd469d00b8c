#include "match/verdict.hpp"

#include <array>
#include <cstddef>

namespace crownd::match {

namespace {

/// In the order of the enumeration.
constexpr std::array<std::string_view, 17> words{
    "checkmate",
    "no-moves",
    "no-pieces",
    "stalemate",
    "repetition-adjudication",
    "quiet-adjudication",
    "score-adjudication-draw",
    "score-adjudication-win",
    "exact-adjudication",
    "max-plies",
    "time-loss",
    "illegal-move",
    "malformed-move",
    "no-move",
    "disconnect",
    "stall",
    "no-start",
};
static_assert(words.size() == static_cast<std::size_t>(Verdict::no_start) + 1);

}  // namespace

std::string_view word(Verdict verdict) { return words[static_cast<std::size_t>(verdict)]; }

std::optional<Verdict> read_verdict(std::string_view text) {
  for (std::size_t index = 0; index < words.size(); ++index)
    if (words[index] == text) return static_cast<Verdict>(index);
  return std::nullopt;
}

}  // namespace crownd::match
