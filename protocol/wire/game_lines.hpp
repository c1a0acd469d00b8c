#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace crownd::wire {

// The lines with which `read` answers a game; PROTOCOL.md describes them. Texts may come from anybody: they are made
// printable.

[[nodiscard]] std::string read_game_line(std::size_t number, std::size_t line, std::string_view game);
[[nodiscard]] std::string read_tag_line(std::string_view name, std::string_view value);
[[nodiscard]] std::string read_start_line(std::string_view position);
[[nodiscard]] std::string read_move_line(std::string_view move);
[[nodiscard]] std::string read_text_line(std::string_view word);
[[nodiscard]] std::string read_nag_line(std::string_view nag);
[[nodiscard]] std::string read_comment_line(std::string_view text);
[[nodiscard]] std::string read_variation_line(bool begins);
/// `meaning`: "win SIDE", "draw" or "unknown".
[[nodiscard]] std::string read_result_line(std::string_view meaning, std::string_view result);
[[nodiscard]] std::string read_warning_line(std::size_t line, std::string_view sentence);
[[nodiscard]] std::string read_error_line(std::size_t line, std::string_view code, std::string_view sentence);
[[nodiscard]] std::string read_done_line(std::size_t number, std::size_t plies);
[[nodiscard]] std::string read_ok_line(std::size_t games);

}  // namespace crownd::wire
