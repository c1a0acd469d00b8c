#include "wire/game_lines.hpp"

#include "wire/words.hpp"

namespace crownd::wire {

namespace {

/// A word, and behind it a text that may be empty.
std::string with_text(std::string line, std::string_view text) {
  if (!text.empty()) line.append(" ").append(printable(text));
  return line;
}

}  // namespace

std::string read_game_line(std::size_t number, std::size_t line, std::string_view game) {
  return "readgame " + std::to_string(number) + " line " + std::to_string(line) + ' ' +
         (game.empty() ? std::string("-") : std::string(game));
}
std::string read_tag_line(std::string_view name, std::string_view value) {
  return with_text("readtag " + printable(name), value);
}
std::string read_start_line(std::string_view position) { return with_text("readstart", position); }
std::string read_move_line(std::string_view move) { return with_text("readmove", move); }
std::string read_text_line(std::string_view word) { return with_text("readtext", word); }
std::string read_nag_line(std::string_view nag) { return with_text("readnag", nag); }
std::string read_comment_line(std::string_view text) { return with_text("readcomment", text); }
std::string read_variation_line(bool begins) { return begins ? "readvariation begin" : "readvariation end"; }
std::string read_result_line(std::string_view meaning, std::string_view result) {
  return with_text("readresult " + std::string(meaning), result);
}
std::string read_warning_line(std::size_t line, std::string_view sentence) {
  return with_text("readwarning " + std::to_string(line), sentence);
}
std::string read_error_line(std::size_t line, std::string_view code, std::string_view sentence) {
  return with_text("readerror " + std::to_string(line) + ' ' + std::string(code), sentence);
}
std::string read_done_line(std::size_t number, std::size_t plies) {
  return "readdone " + std::to_string(number) + " plies " + std::to_string(plies);
}
std::string read_ok_line(std::size_t games) { return "readok " + std::to_string(games); }

}  // namespace crownd::wire
