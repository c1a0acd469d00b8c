#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

// Symbols in the text of games: results, values of tags, and signs. These functions have no state.

namespace crownd::notation {

constexpr auto none = std::string_view::npos;
constexpr std::string_view blanks = " \t\f\v";

/// The outcome that a result like `1-0`, `2-0`, `1/2-1/2` or `1+ - 1-` states.
enum class StatedResult : std::uint8_t { unknown, first_half, second_half, draw };
[[nodiscard]] StatedResult stated_result(std::string_view result);

/// The length of the result at the start of a text, such as `1-0`, `1/2-1/2`, `1+ - 1-` or `*`; 0 if there is none.
[[nodiscard]] std::size_t result_length(std::string_view text);

/// The text itself if it is UTF-8; else decoded as Windows-1252, the encoding of old draughts programs.
[[nodiscard]] std::string as_utf8(std::string_view text);

/// The value of a tag, in which a backslash precedes a quote or a backslash. Reports a quote without one.
[[nodiscard]] std::string without_escapes(std::string_view text, bool& bare_quote);

/// The quote that ends a value: it is followed by a bracket. npos if there is none yet.
[[nodiscard]] std::size_t end_of_value(std::string_view line, std::size_t begin);

/// A sign for a move or for the value of a position, such as `!?` and `±`.
struct Sign {
  std::string_view text;
  std::string_view nag;
};
/// Null if the word is no such sign.
[[nodiscard]] const Sign* find_sign(std::string_view word);
/// The sign for a value that ends a word, directly behind a move; null if there is none.
[[nodiscard]] const Sign* sign_behind_move(std::string_view text);

}  // namespace crownd::notation
