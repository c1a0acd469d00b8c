#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace crownd::text {

/// A number of one or two digits without a leading zero, such as a row or a run of empty squares.
[[nodiscard]] std::optional<int> read_small_number(std::string_view text);

/// Reads one row of a FEN, numbers being runs of empty squares: calls `put` for each letter. False unless it fills
/// exactly `columns` columns.
[[nodiscard]] bool read_fen_row(std::string_view row, int columns, const std::function<void(int column, char)>& put);

/// The rows of a FEN, the highest first, joined by '/'. `letter_at` returns 0 for an empty square.
[[nodiscard]] std::string format_fen_rows(int rows, int columns,
                                          const std::function<char(int row, int column)>& letter_at);

}  // namespace crownd::text
