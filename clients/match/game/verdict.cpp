#include "match/game/verdict.hpp"

#include <array>
#include <cstddef>

namespace crownd::match {

namespace {

/// In the order of Verdict::Kind; verdicts by the rules have other words.
constexpr std::array<std::string_view, 14> kind_words{
    "by-the-rules",
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
static_assert(kind_words.size() == static_cast<std::size_t>(Verdict::no_start) + 1);

}  // namespace

std::string word(const Verdict& verdict) {
  if (!verdict.reason().empty()) return verdict.reason();
  return std::string(kind_words[static_cast<std::size_t>(verdict.kind())]);
}

Verdict read_verdict(std::string_view text) {
  for (std::size_t index = 0; index < kind_words.size(); ++index)
    if (kind_words[index] == text) return static_cast<Verdict::Kind>(index);
  return Verdict::of_rules(std::string(text));
}

std::string_view pgn_termination(const Verdict& verdict) {
  switch (verdict.kind()) {
    case Verdict::by_the_rules: return "normal";
    case Verdict::repetition_adjudication:
    case Verdict::quiet_adjudication:
    case Verdict::score_adjudication_draw:
    case Verdict::score_adjudication_win:
    case Verdict::exact_adjudication:
    case Verdict::max_plies: return "adjudication";
    case Verdict::time_loss: return "time forfeit";
    case Verdict::illegal_move:
    case Verdict::malformed_move:
    case Verdict::no_move: return "rules infraction";
    case Verdict::disconnect:
    case Verdict::stall: return "abandoned";
    case Verdict::no_start: break;
  }
  return "unterminated";
}

}  // namespace crownd::match
