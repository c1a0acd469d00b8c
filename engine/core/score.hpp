#pragma once

#include "core/result.hpp"
#include "core/side.hpp"

#include <compare>
#include <cstdint>

namespace crownd {

/// What a man (in chess a pawn) is worth, in centipawns.
inline constexpr int man_value = 100;

/// The value of a position for the side to move: centipawns (100 = one man), or a win or loss in a number of plies.
/// Fits 16 bits, so that a transposition table entry can hold it.
class Score {
 public:
  constexpr Score() = default;

  [[nodiscard]] static constexpr Score draw() { return Score{0}; }
  /// Clamps to the range of evaluations: no evaluation may look like a proven win.
  [[nodiscard]] static constexpr Score centipawns(int value) {
    return Score{value > max_centipawns ? max_centipawns : value < -max_centipawns ? -max_centipawns : value};
  }
  /// The side to move wins, and the game ends after `plies` more plies.
  [[nodiscard]] static constexpr Score win_in(int plies) { return Score{win_now - plies}; }
  /// The side to move loses, and the game ends after `plies` more plies; 0 means that it has lost already.
  [[nodiscard]] static constexpr Score loss_in(int plies) { return Score{plies - win_now}; }
  /// Above every score, and its negative below every score: the bounds of an open window.
  [[nodiscard]] static constexpr Score infinity() { return Score{win_now + 1}; }
  /// The inverse of raw().
  [[nodiscard]] static constexpr Score from_raw(int raw) { return Score{raw}; }

  /// The same seen from one ply earlier: a win or loss is one ply further away.
  [[nodiscard]] constexpr Score one_ply_later() const { return is_win() ? *this - 1 : is_loss() ? *this + 1 : *this; }

  [[nodiscard]] constexpr int raw() const { return value_; }
  [[nodiscard]] constexpr bool is_win() const { return value_ > max_centipawns; }
  [[nodiscard]] constexpr bool is_loss() const { return value_ < -max_centipawns; }
  [[nodiscard]] constexpr bool is_decided() const { return is_win() || is_loss(); }
  /// Plies to the end of the game; only for a win or loss.
  [[nodiscard]] constexpr int plies_to_end() const { return win_now - (value_ < 0 ? -value_ : value_); }
  /// The moves that the side to move has to the end, negative when it loses; only for a win or loss. Where the winner
  /// moves last these are as many as the winner's own.
  [[nodiscard]] constexpr int moves_to_end() const {
    return is_win() ? (plies_to_end() + 1) / 2 : -((plies_to_end() + 1) / 2);
  }

  constexpr Score operator-() const { return Score{-value_}; }
  constexpr Score operator+(int centipawns) const { return Score{value_ + centipawns}; }
  constexpr Score operator-(int centipawns) const { return Score{value_ - centipawns}; }
  friend constexpr auto operator<=>(Score, Score) = default;

  static constexpr int max_centipawns = 29'000;

 private:
  constexpr explicit Score(int value) : value_(static_cast<std::int16_t>(value)) {}

  static constexpr int win_now = 32'000;
  std::int16_t value_ = 0;
};

/// The score of a finished game for the side to move, where the game ends in `plies` plies.
[[nodiscard]] constexpr Score final_score(const Result& result, Side to_move, int plies = 0) {
  if (result.outcome != Outcome::win) return Score::draw();
  return result.winner == to_move ? Score::win_in(plies) : Score::loss_in(plies);
}

}  // namespace crownd
