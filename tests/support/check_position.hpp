#pragma once

#include "search/exhaustive.hpp"
#include "support/catch.hpp"

namespace crownd::testing {

/// Checks that the text of a position, those of its moves and of the positions after them are read as written, and that
/// the fast queries agree with the list of moves. `is_noisy` tells which moves noisy_moves lists.
template <Rules R, class IsNoisy>
void check_position(const typename R::Position& position, const IsNoisy& is_noisy) {
  const std::string text = R::format_position(position);
  INFO(text);
  REQUIRE(R::parse_position(text) == position);
  const auto moves = legal_moves<R>(position);
  std::set<std::string> texts;
  std::set<std::uint32_t> numbers;
  std::uint64_t replies = 0;
  for (const auto& move : moves) {
    const std::string move_text = R::format_move(position, move);
    texts.insert(move_text);
    numbers.insert(R::move_id(move));
    REQUIRE(R::read_move(position, move_text) == move);
    const auto next = R::after(position, move);
    REQUIRE(R::parse_position(R::format_position(next)) == next);
    replies += R::count_moves(next);
  }
  REQUIRE(texts.size() == moves.size());
  REQUIRE(numbers.size() == moves.size());
  REQUIRE(R::count_moves(position) == moves.size());
  search::Control control;
  REQUIRE(search::Perft<R>(control).count(position, 2) == replies);
  REQUIRE(R::has_moves(position) == !moves.empty());
  REQUIRE(R::result(position).over() == moves.empty());
  MovesOf<R> noisy;
  R::noisy_moves(position, noisy);
  REQUIRE(std::all_of(noisy.begin(), noisy.end(), is_noisy));
  REQUIRE(static_cast<std::ptrdiff_t>(noisy.size()) == std::count_if(moves.begin(), moves.end(), is_noisy));
}

}  // namespace crownd::testing
