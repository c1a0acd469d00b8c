#include "match/game/adjudication.hpp"

#include <cstdint>
#include <cstdlib>
#include <string>

namespace crownd::match {

namespace {

/// For comparison with a limit in centipawns; a mate score is beyond every limit.
int centipawns(const wire::Score& score) {
  constexpr int beyond = 1'000'000;
  if (!score.mate) return score.value;
  return score.value > 0 ? beyond : -beyond;
}

/// How many scores in a row, counted back from the last move, fulfil the condition, which gets the score (if the move
/// has one) and how many plies ago it was given. A move that does not count is skipped; opening moves end the
/// run.
enum class Counts : std::uint8_t { yes, no, passed_over };
template <class Condition>
int run_length(const std::vector<MoveRecord>& moves, Condition condition) {
  int length = 0;
  int back = 0;
  for (auto move = moves.rbegin(); move != moves.rend(); ++move, ++back) {
    if (move->book) break;
    const auto score = move->score ? std::optional(centipawns(*move->score)) : std::nullopt;
    const auto counts = condition(score, back);
    if (counts == Counts::no) break;
    length += counts == Counts::yes ? 1 : 0;
  }
  return length;
}

std::optional<Ending> draw_by_score(const AdjudicationRules& rules, const std::vector<MoveRecord>& moves) {
  if (rules.draw_plies == 0 || static_cast<int>(moves.size()) < rules.draw_from) return std::nullopt;
  const int length = run_length(moves, [&](std::optional<int> score, int) {
    return score && std::abs(*score) <= rules.draw_score ? Counts::yes : Counts::no;
  });
  if (length < rules.draw_plies) return std::nullopt;
  return Ending{Verdict::score_adjudication_draw, std::nullopt,
                std::to_string(length) + " scores in a row within " + std::to_string(rules.draw_score) + " centipawns",
                "", ""};
}

std::optional<Ending> win_by_score(const AdjudicationRules& rules, const std::vector<MoveRecord>& moves, int side) {
  if (rules.win_plies == 0) return std::nullopt;
  // The last move was made by the other side; going back, the sides alternate.
  for (const int winner : {0, 1}) {
    const int counted = run_length(moves, [&](std::optional<int> score, int back) {
      const int mover = back % 2 == 0 ? 1 - side : side;
      if (mover == winner && rules.one_sided) return Counts::passed_over;
      return score && (mover == winner ? *score : -*score) >= rules.win_score ? Counts::yes : Counts::no;
    });
    if (counted < rules.win_plies) continue;
    return Ending{Verdict::score_adjudication_win, winner,
                  std::to_string(counted) + " scores in a row of at least " + std::to_string(rules.win_score) +
                      " centipawns for the winner",
                  "", ""};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Ending> adjudicate(const AdjudicationRules& rules, const std::vector<MoveRecord>& moves,
                                 const wire::Status& status, int side) {
  if (rules.repetitions > 0 && status.repetition >= rules.repetitions)
    return Ending{Verdict::repetition_adjudication, std::nullopt,
                  "the position stood " + std::to_string(status.repetition) + " times", "", ""};
  if (rules.quiet_plies > 0 && status.quiet >= rules.quiet_plies)
    return Ending{Verdict::quiet_adjudication, std::nullopt, std::to_string(status.quiet) + " quiet plies", "", ""};
  if (const auto win = win_by_score(rules, moves, side)) return win;
  if (const auto draw = draw_by_score(rules, moves)) return draw;
  if (rules.max_plies > 0 && static_cast<int>(moves.size()) >= rules.max_plies)
    return Ending{Verdict::max_plies, std::nullopt, std::to_string(moves.size()) + " plies", "", ""};
  return std::nullopt;
}

}  // namespace crownd::match
