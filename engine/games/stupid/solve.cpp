#include "games/stupid/rules.hpp"

namespace crownd::stupid {

// Let the side to move have m pieces and the other n, both at least 1.
//
//   Claim. If m >= n the side to move wins, and the game ends after 2n - 1 plies: n moves of its own.
//          If m < n it loses whatever it does, and the game ends after 2m plies: m moves of the other side.
//
// Where the pieces stand does not matter, since a capture is always there: any piece may go to any square that holds no
// piece of its own side. A move therefore leaves the other side to move with (n - 1, m) after a capture, and with (n,
// m) after a quiet move or a pass; nothing else can happen.
//
// Proof of the claim by induction over a bound k on the plies left in the claim, 2n - 1 or 2m.
//   m >= n. A capture leaves (n - 1, m). If n = 1 the game is over after 1 = 2n - 1 ply. Else n - 1 < m, so by
//   induction
//           the other side loses after 2(n - 1) plies: 2n - 1 in all. No play is faster: n pieces have to be removed,
//           one a move at most, and between two own moves lies one of the other side. Captures are the only best moves:
//           a quiet move leaves (n, m), which the other side wins if n = m, and in which n captures remain to be made
//           if n < m, so that the game lasts at least 2n + 1 plies.
//   m < n.  A capture leaves (n - 1, m) with n - 1 >= m, a quiet move (n, m) with n > m: either way the other side wins
//           after 2m - 1 more plies, by its captures alone, and cannot do so faster. That is 2m plies whatever is
//           played: capturing back delays nothing, and so does standing aside.
// The induction is well founded: each case refers to a claim about fewer plies (2(n - 1) < 2n - 1, and 2m - 1 < 2m).
Score Rules::solve(const Position& position) {
  const int own = std::popcount(position.own());
  const int enemies = std::popcount(position.enemies());
  if (own == 0) return Score::loss_in(0);
  if (enemies == 0) return Score::win_in(0);
  return own >= enemies ? Score::win_in(2 * enemies - 1) : Score::loss_in(2 * own);
}

/// The difference in pieces, plus half a piece for the side to move: positive exactly if it wins.
Score Rules::evaluate(const Position& position) {
  return Score::centipawns(man_value * (std::popcount(position.own()) - std::popcount(position.enemies())) +
                           man_value / 2);
}

std::vector<std::pair<std::string, int>> Rules::evaluation_terms(const Position& position) {
  const int more = std::popcount(position.own()) - std::popcount(position.enemies());
  return {{"pieces", man_value * more}, {"move", man_value / 2}};
}

}  // namespace crownd::stupid
