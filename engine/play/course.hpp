#pragma once

#include "core/bad_input.hpp"
#include "core/board.hpp"
#include "core/history.hpp"
#include "core/rules.hpp"
#include "play/abilities.hpp"
#include "search/abilities.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::play {

/// A start position and the moves played from there. A ply takes some fifty bytes, whatever the size of a position:
/// of the positions only every `interval`-th is kept, the others are computed from the moves.
template <Rules R>
class Course {
 public:
  using Move = typename R::Move;
  using Position = typename R::Position;

  /// `start`: a position text, or "startpos". Throws BadInput.
  explicit Course(std::string_view start)
      : start_(start), now_(start == "startpos" ? R::start() : R::parse_position(start)), snapshots_{now_} {
    Counters counters;
    if constexpr (ReadsCounters<R>)
      if (start != "startpos") counters = R::counters_of(start);
    history_.begin(R::key(now_), counters.reversible_plies);
    first_move_ = counters.move;
  }

  [[nodiscard]] const std::string& start() const { return start_; }
  [[nodiscard]] const Position& now() const { return now_; }
  [[nodiscard]] const History& history() const { return history_; }
  [[nodiscard]] std::size_t plies() const { return plies_.size(); }
  [[nodiscard]] int move_number() const {
    const bool second_began = R::side_to_move(snapshots_.front()) == Side::second;
    return first_move_ + (static_cast<int>(plies()) + (second_began ? 1 : 0)) / 2;
  }
  /// Memory that it has allocated.
  [[nodiscard]] std::size_t bytes() const {
    return start_.capacity() + history_.bytes() + plies_.capacity() * sizeof(Ply) + texts_.capacity() +
           snapshots_.capacity() * sizeof(Position);
  }

  /// How many of the first moves are those of `texts`, written in the same way.
  [[nodiscard]] std::size_t common(std::span<const std::string> texts) const {
    std::size_t count = 0;
    while (count < std::min(texts.size(), plies()) && texts[count] == text_of(count)) ++count;
    return count;
  }

  /// Keeps the first `kept` moves, and plays `texts` after them. Throws BadInput if any of these is illegal, and then
  /// has changed nothing. `on_move(position, move)` is called for each before it is played.
  template <class OnMove>
  void play_after(std::size_t kept, std::span<const std::string> texts, const OnMove& on_move) {
    const std::vector<Ply> undone(plies_.begin() + static_cast<std::ptrdiff_t>(kept), plies_.end());
    const std::string undone_texts = texts_.substr(text_end(kept));
    const auto undone_from = text_end(kept);
    cut(kept);
    try {
      for (const std::string& text : texts) {
        const Move move = read_move(now_, text);
        on_move(now_, move);
        push(move, text.size() <= longest_text ? text : R::format_move(now_, move));
      }
    } catch (...) {
      // The memory for what was there before is still allocated: nothing below throws.
      cut(kept);
      for (const Ply& ply : undone) {
        const auto from = text_end(plies()) - undone_from;
        push(ply.move, std::string_view(undone_texts).substr(from, ply.text_end - undone_from - from));
      }
      throw;
    }
  }

  /// Takes back all moves but the first `kept`.
  void take_back_to(std::size_t kept) { cut(kept); }

  /// The legal move that a text means. The message about a text that is no move has an example; where no move is legal
  /// because the game is over, it says how it ended.
  [[nodiscard]] static Move read_move(const Position& position, std::string_view text) {
    try {
      return R::read_move(position, text);
    } catch (const BadInput& bad) {
      if (bad.needs_example() && has_moves<R>(position))
        throw BadInput(MoveFault::unreadable,
                       bad.sentence() + ", as in " + R::format_move(position, crownd::legal_moves<R>(position)[0]));
      const Result result = R::result(position);
      if (bad.move_fault() != MoveFault::game_over || !result.over()) throw;
      throw illegal_move(MoveFault::game_over, "the game is over: " + sentence_of(result, R::description(position)));
    }
  }

  /// Calls `visit(position, move)` for each move and the position before it.
  template <class Visit>
  void for_each(const Visit& visit) const {
    Position position = snapshots_.front();
    for (const Ply& ply : plies_) {
      visit(position, ply.move);
      position = R::after(position, ply.move);
    }
  }

 private:
  struct Ply {
    Move move;
    std::uint32_t text_end;  ///< in texts_
  };

  /// Plies between two positions that are kept: to take back a move costs fewer calls of R::after than this.
  static constexpr std::size_t interval = 64;
  /// Longer texts of moves are stored in canonical form, so that a client cannot fill the memory with one move. A
  /// client that sends such a text again pays with a slower `position`.
  static constexpr std::size_t longest_text = 64;

  [[nodiscard]] std::size_t text_end(std::size_t plies) const { return plies == 0 ? 0 : plies_[plies - 1].text_end; }
  [[nodiscard]] std::string_view text_of(std::size_t index) const {
    return std::string_view(texts_).substr(text_end(index), text_end(index + 1) - text_end(index));
  }

  /// If it throws bad_alloc, plies() has not changed, and cut() restores the rest.
  void push(const Move& move, std::string_view text) {
    const Position next = R::after(now_, move);
    history_.push(R::key(next), R::is_reversible(now_, move));
    texts_ += text;
    if ((plies() + 1) % interval == 0) snapshots_.push_back(next);
    plies_.push_back({move, static_cast<std::uint32_t>(texts_.size())});
    now_ = next;
  }

  void cut(std::size_t kept) {
    const bool is_at_end = kept == plies();
    history_.cut(kept + 1);
    texts_.resize(text_end(kept));
    snapshots_.erase(snapshots_.begin() + static_cast<std::ptrdiff_t>(kept / interval + 1), snapshots_.end());
    plies_.erase(plies_.begin() + static_cast<std::ptrdiff_t>(kept), plies_.end());
    if (is_at_end) return;
    now_ = snapshots_.back();
    for (std::size_t i = kept - kept % interval; i < kept; ++i) now_ = R::after(now_, plies_[i].move);
  }

  std::string start_;
  Position now_;
  std::vector<Position> snapshots_;  ///< the start position, and that after each `interval` plies
  std::vector<Ply> plies_;
  std::string texts_;  ///< the moves as they were given, one after the other
  History history_;
  int first_move_ = 1;  ///< number of the first move
};

}  // namespace crownd::play
