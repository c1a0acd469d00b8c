#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace crownd {

/// The error codes of PROTOCOL.md that the engine itself detects.
enum class Fault : std::uint8_t { bad_argument, bad_position, illegal_move, ambiguous_move };

/// Why a move is illegal, in the order of PROTOCOL.md: if several reasons apply, the first is reported.
enum class MoveFault : std::uint8_t {
  unreadable,
  source_outside,
  target_outside,
  source_empty,
  target_occupied,
  not_your_piece,
  capture_mandatory,
  capture_more,
  jump_unfinished,
  wrong_direction,
  blocked,
  leaves_king_in_check,
  game_over,
  illegal,
};

/// Its word in PROTOCOL.md, for example "capture-mandatory".
[[nodiscard]] constexpr std::string_view word(MoveFault fault) {
  constexpr std::array<std::string_view, 14> words{
      "unreadable",     "source-outside",       "target-outside", "source-empty",    "target-occupied",
      "not-your-piece", "capture-mandatory",    "capture-more",   "jump-unfinished", "wrong-direction",
      "blocked",        "leaves-king-in-check", "game-over",      "illegal"};
  return words[static_cast<std::size_t>(fault)];
}

/// Unusable input; the message names the fault, then the remedy. Parsers throw it, the session catches it. Code that
/// rethrows it must preserve the fault.
class BadInput : public std::runtime_error {
 public:
  BadInput(Fault fault, const std::string& message) : std::runtime_error(message), fault_(fault) {}
  /// An illegal-move error: the word of the fault, a colon, and a sentence that a beginner understands.
  BadInput(MoveFault fault, const std::string& sentence, bool needs_example = false)
      : std::runtime_error(std::string(word(fault)) + ": " + sentence),
        fault_(Fault::illegal_move),
        move_fault_(fault),
        needs_example_(needs_example) {}

  /// The message without the word of the fault.
  [[nodiscard]] std::string sentence() const {
    return move_fault_ ? std::string(what()).substr(word(*move_fault_).size() + 2) : what();
  }

  [[nodiscard]] Fault fault() const { return fault_; }
  /// Set for an illegal-move error.
  [[nodiscard]] std::optional<MoveFault> move_fault() const { return move_fault_; }
  /// Set for an unreadable move: play/game_of.hpp adds a legal move as an example.
  [[nodiscard]] bool needs_example() const { return needs_example_; }

 private:
  Fault fault_;
  std::optional<MoveFault> move_fault_;
  bool needs_example_ = false;
};

/// An unreadable move. The sentence says how to write a move, without an example.
[[nodiscard]] inline BadInput unreadable_move(const std::string& sentence) {
  return {MoveFault::unreadable, sentence, true};
}
[[nodiscard]] inline BadInput illegal_move(MoveFault fault, const std::string& sentence) { return {fault, sentence}; }
/// play/game_of.hpp adds how the game ended.
[[nodiscard]] inline BadInput game_over() { return illegal_move(MoveFault::game_over, "the game is over"); }
/// The text names only the square of a piece; `move` is one of its moves.
[[nodiscard]] inline BadInput incomplete_move(const std::string& square, const std::string& move) {
  return illegal_move(MoveFault::unreadable,
                      square + " is only where a move starts: write where it ends too, as in " + move);
}
[[nodiscard]] inline BadInput bad_position(const std::string& message) { return {Fault::bad_position, message}; }
/// Several moves match the text; the message names their routes.
[[nodiscard]] inline BadInput ambiguous_move(const std::string& message) { return {Fault::ambiguous_move, message}; }

/// Text in quotes for a message, truncated after 60 bytes.
[[nodiscard]] inline std::string in_quotes(std::string_view text) {
  constexpr std::size_t max_bytes = 60;  // longer than any move
  if (text.size() <= max_bytes) return "'" + std::string(text) + "'";
  const auto continues_character = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; };
  std::size_t end = max_bytes;
  while (end > 0 && continues_character(text[end])) --end;
  return "'" + std::string(text.substr(0, end)) + "...'";
}

}  // namespace crownd
