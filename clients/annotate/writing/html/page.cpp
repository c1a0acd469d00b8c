#include "annotate/writing/html/page.hpp"

#include "annotate/writing/html/board_drawing.hpp"
#include "annotate/writing/html/game_part.hpp"
#include "annotate/writing/html/markup.hpp"
#include "annotate/writing/html/summary_part.hpp"

#include <string_view>

extern "C" {
extern const char crown_annotate_style[];
extern const char crown_annotate_style_end[];
extern const char crown_annotate_script[];
extern const char crown_annotate_script_end[];
extern const char crown_annotate_pieces[];
extern const char crown_annotate_pieces_end[];
}

namespace crownd::annotate {

namespace {

std::string text_of(const char* begin, const char* end) { return {begin, end}; }

std::string title_of(const reading::Inputs& inputs) {
  std::string names;
  for (const auto& file : inputs.files)
    names += (names.empty() ? "" : ", ") + (file == "-" ? "standard input" : file.substr(file.rfind('/') + 1));
  return names;
}

std::string limits_text(const Limits& limits) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (limits.nodes) add(std::to_string(*limits.nodes) + " nodes");
  if (limits.depth) add("depth " + std::to_string(*limits.depth));
  if (limits.time) add(std::to_string(*limits.time) + " ms");
  return text;
}

}  // namespace

std::string html_page(const reading::Inputs& inputs, const std::vector<GameNotes>& notes, const Limits& limits) {
  BoardDrawings boards;
  std::string games;
  for (std::size_t index = 0; index < notes.size(); ++index)
    if (notes[index].skipped.empty()) games += game_part(inputs.games[index], notes[index], boards) + '\n';
  const auto title = escaped(title_of(inputs));
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
         "script-src "
         "'unsafe-inline'\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
         title + ", annotated</title>\n<style>\n" + text_of(crown_annotate_style, crown_annotate_style_end) +
         "</style>\n</head>\n<body>\n<svg width=\"0\" height=\"0\" aria-hidden=\"true\" "
         "class=\"definitions\"><defs>\n" +
         text_of(crown_annotate_pieces, crown_annotate_pieces_end) + boards.definitions() +
         "</defs></svg>\n<main>\n<header class=\"top\"><h1>" + title +
         "</h1><p class=\"quiet\">Each position searched to " + limits_text(limits) +
         ", twice where the score swings. Accuracy is 100 for the best move, and halves with every 16 % of "
         "winning chance that a move loses. <span class=\"people\">In this colour</span>: what people have "
         "written.</p></header>\n" +
         summary_part(inputs, notes) + '\n' + games + "</main>\n<script type=\"application/json\" id=\"boards\">" +
         boards.json() + "</script>\n<script>\n" + text_of(crown_annotate_script, crown_annotate_script_end) +
         "</script>\n</body>\n</html>\n";
}

}  // namespace crownd::annotate
