#pragma once

#include <array>
#include <cassert>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace crownd {

/// The two players; `first` moves first in a game's start position. Each game has its own names for them.
enum class Side : std::uint8_t { first, second };

[[nodiscard]] constexpr Side opponent(Side side) { return side == Side::first ? Side::second : Side::first; }

/// 0 for the first side, 1 for the second: an index into arrays kept per side.
[[nodiscard]] constexpr int index_of(Side side) { return static_cast<int>(side); }

enum class Outcome : std::uint8_t { ongoing, win, draw };

/// Why a game is over, in the game's own words. Each game has its reasons as constants; a Result points to one.
struct Reason {
  std::string_view word;      ///< for programs: one word, as in `status win b no-moves`
  std::string_view sentence;  ///< for people, with the placeholders WINNER and LOSER: "LOSER has no moves left"
};

/// The result of a position by the rules alone. `winner` is meaningful only if `outcome` is win.
struct Result {
  Outcome outcome = Outcome::ongoing;
  Side winner = Side::first;
  const Reason* reason = nullptr;  ///< null for an ongoing game

  friend bool operator==(const Result&, const Result&) = default;

  [[nodiscard]] constexpr bool over() const { return outcome != Outcome::ongoing; }
  [[nodiscard]] static constexpr Result win(Side side, const Reason& why) { return {Outcome::win, side, &why}; }
  [[nodiscard]] static constexpr Result draw(const Reason& why) { return {Outcome::draw, Side::first, &why}; }
};

/// The value of a man (in chess a pawn), in centipawns.
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

  /// The score in the parent position, not negated: a win or loss is one ply longer.
  [[nodiscard]] constexpr Score at_parent() const { return is_win() ? *this - 1 : is_loss() ? *this + 1 : *this; }

  [[nodiscard]] constexpr int raw() const { return value_; }
  [[nodiscard]] constexpr bool is_win() const { return value_ > max_centipawns; }
  [[nodiscard]] constexpr bool is_loss() const { return value_ < -max_centipawns; }
  [[nodiscard]] constexpr bool is_decided() const { return is_win() || is_loss(); }
  /// Plies to the end of the game; only for a win or loss.
  [[nodiscard]] constexpr int plies_to_end() const { return win_now - (value_ < 0 ? -value_ : value_); }
  /// Moves of the side to move to the end, negative if it loses; only for a win or loss.
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

/// A list of at most `Capacity` moves, without heap allocation: move generation runs millions of times a second.
/// Capacity is the most moves that a position of the game can have.
template <class Move, std::size_t Capacity>
class MoveList {
 public:
  using value_type = Move;

  MoveList() {}  // leaves the storage uninitialised on purpose: only size_ elements are ever read

  void push_back(Move move) {
    assert(size_ < Capacity);
    moves_[size_++] = move;
  }
  void clear() { size_ = 0; }
  /// Removes the moves from `first` on; `last` is end(), as in std::vector.
  void erase(const Move* first, [[maybe_unused]] const Move* last) {
    assert(begin() <= first && first <= last && last == end());
    size_ = static_cast<std::size_t>(first - begin());
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] Move& operator[](std::size_t i) { return moves_[i]; }
  [[nodiscard]] const Move& operator[](std::size_t i) const { return moves_[i]; }
  [[nodiscard]] Move* begin() { return moves_.data(); }
  [[nodiscard]] Move* end() { return moves_.data() + size_; }
  [[nodiscard]] const Move* begin() const { return moves_.data(); }
  [[nodiscard]] const Move* end() const { return moves_.data() + size_; }

 private:
  std::size_t size_ = 0;
  std::array<Move, Capacity> moves_;
};

}  // namespace crownd
