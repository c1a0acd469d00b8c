#pragma once

#include "core/bad_input.hpp"
#include "play/any_game.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::session {

/// A word of a game's text that is a move, or may be one.
struct MoveWord {
  std::string_view text;
  bool may_be_number = false;  ///< of the next move; see notation::Token::Kind::number_or_move
  std::size_t token = 0;       ///< its index in the text
};

/// A move that the rules have accepted.
struct ResolvedMove {
  std::string text;        ///< in canonical form
  std::size_t word = 0;    ///< index of its first word
  std::size_t words = 1;   ///< `9x18 18x25` are two for one move
  bool ambiguous = false;  ///< several moves fit all that follows; this is the first of them
};

struct ResolvedLine {
  std::vector<ResolvedMove> moves;
  std::optional<BadInput> fault;  ///< why the word behind the last move is no move
  std::size_t fault_word = 0;
};

/// Finds the moves of a line, from the game's position on, and plays them. A text that fits several moves means the one
/// after which most of the next words are moves.
[[nodiscard]] ResolvedLine resolve_moves(play::AnyGame& game, const std::vector<MoveWord>& words,
                                         std::size_t max_plies);

}  // namespace crownd::session
