#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::notation {

/// A part of a game's text.
struct Token {
  enum class Kind : std::uint8_t {
    tag_name,  ///< its value follows as the next token
    tag_value,
    comment,
    move,            ///< a word that is a move if the rules accept it
    number_or_move,  ///< `1115`: a move if the rules accept it, else a move number
    nag,             ///< `6` for $6, !? and the like; `!?!!!` for a sign that has no number
    begin_variation,
    end_variation,
    setup,  ///< the position that the moves behind it begin with
  };

  Kind kind;
  std::uint32_t line;   ///< where it begins, from 1
  std::uint32_t begin;  ///< in GameText::text
  std::uint32_t length;
};

/// A fault of the text that leaves the game readable.
struct Warning {
  std::size_t line = 0;
  std::string sentence;
};

/// One game of a text, taken apart without any knowledge of rules. All text is UTF-8.
struct GameText {
  std::size_t line = 0;  ///< where it begins, from 1
  std::string text;      ///< of all tokens, one after the other
  std::vector<Token> tokens;
  std::string result;           ///< as written, in ASCII; empty if there is none
  std::size_t result_line = 0;  ///< 0: there is none
  std::vector<Warning> warnings;
  std::string fault;  ///< why the text cannot be read as a whole; empty: it can
  std::size_t fault_line = 0;
  bool too_large = false;  ///< that is the fault, and nothing else is known of the game

  [[nodiscard]] std::string_view text_of(const Token& token) const {
    return std::string_view(text).substr(token.begin, token.length);
  }
  /// The value of the first tag of that name; none is an empty text, as in a tag without a value.
  [[nodiscard]] std::string_view tag(std::string_view name) const;
  [[nodiscard]] bool has_moves() const;
  /// Allocated memory.
  [[nodiscard]] std::size_t bytes() const {
    return text.capacity() + tokens.capacity() * sizeof(Token) + warnings.capacity() * sizeof(Warning);
  }
};

/// The outcome that a result like `1-0`, `2-0`, `1/2-1/2` or `1+ - 1-` states.
enum class Stated : std::uint8_t { unknown, first_half, second_half, draw };
[[nodiscard]] Stated stated_by(std::string_view result);

/// The length of the result that a text begins with, such as `1-0`, `1/2-1/2`, `1+ - 1-` or `*`; 0 if it begins with
/// none.
[[nodiscard]] std::size_t result_length(std::string_view text);

}  // namespace crownd::notation
