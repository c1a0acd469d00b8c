#include "match/game/adjudication.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cstdlib>

namespace crownd::match {

namespace {

/// For comparison with a limit in centipawns; a mate score is beyond every limit. The least int has no absolute value.
int centipawns(const wire::Score& score) {
  constexpr int beyond = 1'000'000;
  if (!score.mate) return std::clamp(score.value, -beyond, beyond);
  return score.value > 0 ? beyond : -beyond;
}

/// Counts consecutive scores that meet a condition, backwards from the last move to the opening. The condition gets a
/// move and its distance in plies, and returns nothing for a move that is skipped.
template <class Condition>
int run_length(const std::vector<MoveRecord>& moves, Condition condition) {
  int length = 0;
  int back = 0;
  for (auto move = moves.rbegin(); move != moves.rend() && !move->book; ++move, ++back) {
    const std::optional<bool> counts = condition(*move, back);
    if (counts == false) break;
    length += counts ? 1 : 0;
  }
  return length;
}

std::optional<Ending> draw_by_score(const AdjudicationRules& rules, const std::vector<MoveRecord>& moves) {
  if (rules.draw_plies == 0 || static_cast<int>(moves.size()) < rules.draw_from) return std::nullopt;
  const int length = run_length(moves, [&](const MoveRecord& move, int) {
    return move.info.score && std::abs(centipawns(*move.info.score)) <= rules.draw_score;
  });
  if (length < rules.draw_plies) return std::nullopt;
  return Ending{Termination::score_adjudication_draw, std::nullopt,
                fmt::format("{} scores in a row within {} centipawns", length, rules.draw_score)};
}

std::optional<Ending> win_by_score(const AdjudicationRules& rules, const std::vector<MoveRecord>& moves, int side) {
  for (const int winner : {0, 1}) {
    const int length = run_length(moves, [&](const MoveRecord& move, int back) -> std::optional<bool> {
      const bool by_winner = winner == (back % 2 == 0 ? 1 - side : side);
      if (by_winner && rules.one_sided) return std::nullopt;
      return move.info.score && centipawns(*move.info.score) * (by_winner ? 1 : -1) >= rules.win_score;
    });
    if (rules.win_plies > 0 && length >= rules.win_plies)
      return Ending{
          Termination::score_adjudication_win, winner,
          fmt::format("{} scores in a row of at least {} centipawns for the winner", length, rules.win_score)};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Ending> adjudicate(const AdjudicationRules& rules, const std::vector<MoveRecord>& moves,
                                 const wire::Status& status, int side) {
  const auto draw = [](Termination::Kind termination, const std::string& detail) {
    return Ending{termination, {}, detail};
  };
  const int plies = static_cast<int>(moves.size());
  if (rules.repetitions > 0 && status.repetition >= rules.repetitions)
    return draw(Termination::repetition_adjudication, fmt::format("the position occurred {} times", status.repetition));
  if (rules.quiet_plies > 0 && status.quiet >= rules.quiet_plies)
    return draw(Termination::quiet_adjudication, fmt::format("{} quiet plies", status.quiet));
  if (const auto win = win_by_score(rules, moves, side)) return win;
  if (const auto by_score = draw_by_score(rules, moves)) return by_score;
  if (rules.max_plies > 0 && plies >= rules.max_plies)
    return draw(Termination::max_plies, fmt::format("{} plies", plies));
  return std::nullopt;
}

}  // namespace crownd::match
