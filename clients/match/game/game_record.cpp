#include "match/game/game_record.hpp"

namespace crownd::match {

namespace {

struct KindTexts {
  std::string_view word;
  std::string_view pgn_termination;
};

/// In the order of Termination::Kind; terminations by the rules have other words.
constexpr std::array<KindTexts, 14> kind_texts{{
    {"by-the-rules", "normal"},
    {"repetition-adjudication", "adjudication"},
    {"quiet-adjudication", "adjudication"},
    {"score-adjudication-draw", "adjudication"},
    {"score-adjudication-win", "adjudication"},
    {"exact-adjudication", "adjudication"},
    {"max-plies", "adjudication"},
    {"time-loss", "time forfeit"},
    {"illegal-move", "rules infraction"},
    {"malformed-move", "rules infraction"},
    {"no-move", "rules infraction"},
    {"disconnect", "abandoned"},
    {"stall", "abandoned"},
    {"no-start", "unterminated"},
}};

}  // namespace

std::string word(const Termination& termination) {
  return termination.reason.empty() ? std::string(kind_texts[termination.kind].word) : termination.reason;
}

Termination read_termination(std::string_view text) {
  for (std::size_t index = 0; index < kind_texts.size(); ++index)
    if (kind_texts[index].word == text) return static_cast<Termination::Kind>(index);
  return {Termination::by_the_rules, std::string(text)};
}

std::string_view pgn_termination(const Termination& termination) {
  return kind_texts[termination.kind].pgn_termination;
}

}  // namespace crownd::match
