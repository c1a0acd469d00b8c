#include "core/bad_input.hpp"

#include <cstddef>

namespace crownd {

std::string_view word(MoveFault fault) {
  switch (fault) {
    case MoveFault::unreadable: return "unreadable";
    case MoveFault::source_outside: return "source-outside";
    case MoveFault::target_outside: return "target-outside";
    case MoveFault::source_empty: return "source-empty";
    case MoveFault::target_occupied: return "target-occupied";
    case MoveFault::not_your_piece: return "not-your-piece";
    case MoveFault::capture_mandatory: return "capture-mandatory";
    case MoveFault::capture_more: return "capture-more";
    case MoveFault::jump_unfinished: return "jump-unfinished";
    case MoveFault::wrong_direction: return "wrong-direction";
    case MoveFault::blocked: return "blocked";
    case MoveFault::leaves_king_in_check: return "leaves-king-in-check";
    case MoveFault::game_over: return "game-over";
    case MoveFault::illegal: break;
  }
  return "illegal";
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t longest = 60;  // bytes; longer than any move
  if (text.size() <= longest) return "'" + std::string(text) + "'";
  const auto continues_character = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; };
  std::size_t end = longest;
  while (end > 0 && continues_character(text[end])) --end;
  return "'" + std::string(text.substr(0, end)) + "...'";
}

BadInput game_over() { return illegal_move(MoveFault::game_over, "the game is over"); }

BadInput unreadable_move(const std::string& sentence) {
  BadInput bad(MoveFault::unreadable, sentence);
  bad.needs_example_ = true;
  return bad;
}

BadInput only_a_start(const std::string& square, const std::string& move) {
  return illegal_move(MoveFault::unreadable,
                      square + " is only where a move starts: write where it ends too, as in " + move);
}

BadInput bad_position(const std::string& message) { return {Fault::bad_position, message}; }

BadInput ambiguous_move(const std::string& message) { return {Fault::ambiguous_move, message}; }

}  // namespace crownd
