#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace crownd {

/// What kind of input was bad: the error codes of PROTOCOL.md that the engine itself can find.
enum class Fault : std::uint8_t { bad_argument, bad_position, illegal_move, ambiguous_move };

/// Why a move is not legal, in the order of PROTOCOL.md: where several apply, the first is reported.
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
[[nodiscard]] std::string_view word(MoveFault fault);

/// Input that cannot be used, with a message for people: what was wrong and what would be right.
/// Thrown by parsers, however deep; caught in one place, the session. Who passes it on keeps its fault.
class BadInput : public std::runtime_error {
 public:
  BadInput(Fault fault, const std::string& message) : std::runtime_error(message), fault_(fault) {}
  /// An illegal-move error: the word of the fault, a colon, and a sentence that a beginner understands.
  BadInput(MoveFault fault, const std::string& sentence)
      : std::runtime_error(std::string(word(fault)) + ": " + sentence),
        fault_(Fault::illegal_move),
        move_fault_(fault) {}

  /// The message without the word of the fault.
  [[nodiscard]] std::string sentence() const {
    return move_fault_ ? std::string(what()).substr(word(*move_fault_).size() + 2) : what();
  }

  [[nodiscard]] Fault fault() const { return fault_; }
  /// Of an illegal-move error.
  [[nodiscard]] std::optional<MoveFault> move_fault() const { return move_fault_; }
  /// Of a text that is no move at all: play/game_of.hpp adds a legal move as an example.
  [[nodiscard]] bool needs_example() const { return needs_example_; }

  friend BadInput unreadable_move(const std::string& sentence);

 private:
  Fault fault_;
  std::optional<MoveFault> move_fault_;
  bool needs_example_ = false;
};

/// Text in quotes for a message. Of more than 60 bytes, only the first 60 and "...": a message stays one short line.
[[nodiscard]] std::string in_quotes(std::string_view text);

[[nodiscard]] inline BadInput illegal_move(MoveFault fault, const std::string& sentence) { return {fault, sentence}; }
/// Where the game is over. play/game_of.hpp adds how it ended, by the result of the game that is played.
[[nodiscard]] BadInput game_over();
/// For a text that is no move of the game. The sentence says how a move is written, and needs no example.
[[nodiscard]] BadInput unreadable_move(const std::string& sentence);
/// For a text that names only the square of a piece that may be played: `move` is one of its moves.
[[nodiscard]] BadInput only_a_start(const std::string& square, const std::string& move);
[[nodiscard]] BadInput bad_position(const std::string& message);
/// Several moves fit the text; the message names their routes.
[[nodiscard]] BadInput ambiguous_move(const std::string& message);

}  // namespace crownd
