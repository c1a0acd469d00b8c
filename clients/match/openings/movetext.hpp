#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::match {

// How games are written in files: PDN, PGN, and the plain form that README.md in this folder describes.

[[nodiscard]] bool is_digit(char letter);

/// A line of a movetext without its comments: {these} and those from ; to the end of the line. `in_braces` is
/// whether the line begins inside a comment, and is set to whether the next one does.
[[nodiscard]] std::string without_comments(std::string_view line, bool& in_braces);

/// The moves of a movetext without comments; variations, numbers, NAGs like $3, and the result are skipped.
[[nodiscard]] std::vector<std::string> read_movetext(std::string_view text);

/// A tag's value: `[FEN "…"]`.
[[nodiscard]] std::optional<std::string> tag_value(const std::string& line, const std::string& tag);

/// The move in a line of the plain form, `12 second G6-H5 +0.12/9 0.034s`; none if the line is not of that form.
[[nodiscard]] std::optional<std::string> plain_move(std::string_view line);

}  // namespace crownd::match
