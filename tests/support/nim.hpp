#pragma once

#include "core/bad_input.hpp"
#include "core/random.hpp"
#include "core/rules.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::testing {

/// Nim: three heaps, a move takes any number from one heap, a player without a move loses. Solved (Bouton 1901): the
/// side to move loses exactly if the heap sizes xor to zero. It has only what the concept Rules requires, which shows
/// that the search needs no more.
struct Nim {
  static constexpr Reason no_moves{"no-moves", "LOSER has no moves left"};

  struct Position {
    std::array<std::uint8_t, 3> heaps{};
    Side side = Side::first;
    friend bool operator==(const Position&, const Position&) = default;
  };
  struct Move {
    std::uint8_t heap;
    std::uint8_t take;
    friend bool operator==(const Move&, const Move&) = default;
  };

  static constexpr std::string_view name = "nim";
  static constexpr std::string_view title = "Nim";
  static constexpr std::array<std::string_view, 2> side_names{"x", "y"};
  static constexpr std::size_t max_moves = 3 * 9;

  static Position start() { return {{3, 4, 5}, Side::first}; }
  static Side side_to_move(const Position& p) { return p.side; }
  template <class List>
  static void legal_moves(const Position& p, List& list) {
    for (std::uint8_t heap = 0; heap < 3; ++heap)
      for (std::uint8_t take = 1; take <= p.heaps[heap]; ++take) list.push_back({heap, take});
  }
  static Position after(Position p, const Move& m) {
    p.heaps[m.heap] = static_cast<std::uint8_t>(p.heaps[m.heap] - m.take);
    p.side = opponent(p.side);
    return p;
  }
  static Result result(const Position& p) {
    return p.heaps == std::array<std::uint8_t, 3>{} ? Result::win(opponent(p.side), no_moves) : Result{};
  }
  static std::uint64_t key(const Position& p) {
    return mix(static_cast<std::uint64_t>(p.heaps[0] | p.heaps[1] << 8 | p.heaps[2] << 16 | index_of(p.side) << 24));
  }
  static std::uint32_t move_id(const Move& m) { return static_cast<std::uint32_t>(m.heap * 16 + m.take); }
  static bool is_reversible(const Position&, const Move&) { return false; }
  static Score evaluate(const Position&) { return Score::draw(); }

  static Position parse_position(std::string_view text) {
    if (text.size() != 4) throw bad_position("three digits and a side are needed, as in 345x");
    Position p;
    for (std::size_t i = 0; i < 3; ++i) p.heaps[i] = static_cast<std::uint8_t>(text[i] - '0');
    p.side = text[3] == 'x' ? Side::first : Side::second;
    return p;
  }
  static std::string format_position(const Position& p) {
    std::string text;
    for (const auto heap : p.heaps) text += static_cast<char>('0' + heap);
    return text + (p.side == Side::first ? 'x' : 'y');
  }
  static Move read_move(const Position& p, std::string_view text) {
    if (text.size() == 2 && text[0] >= 'a' && text[0] <= 'c' && text[1] >= '1' && text[1] <= '9') {
      const Move move{static_cast<std::uint8_t>(text[0] - 'a'), static_cast<std::uint8_t>(text[1] - '0')};
      if (move.take <= p.heaps[move.heap]) return move;
      throw illegal_move(MoveFault::illegal, "the heap is too small");
    }
    throw illegal_move(MoveFault::unreadable, "a move is a heap and a number, as in a3");
  }
  static std::string format_move(const Position&, const Move& m) {
    return {static_cast<char>('a' + m.heap), static_cast<char>('0' + m.take)};
  }
  static std::vector<std::string> picture(const Position& p) { return {format_position(p)}; }
};

static_assert(Rules<Nim>);

/// Nim where a player without a move wins: the loser moves last.
struct MisereNim : Nim {
  static constexpr Reason no_moves_left{"no-moves", "WINNER has no moves left"};
  static constexpr std::string_view name = "misere-nim";
  static constexpr bool loser_may_move_last = true;

  static Result result(const Position& p) {
    return Nim::result(p).over() ? Result::win(p.side, no_moves_left) : Result{};
  }
};

}  // namespace crownd::testing
