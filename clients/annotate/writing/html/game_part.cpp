#include "annotate/writing/html/game_part.hpp"

#include "annotate/state/json.hpp"
#include "annotate/writing/html/graph.hpp"
#include "annotate/writing/html/markup.hpp"
#include "annotate/writing/html/move_list.hpp"
#include "annotate/writing/words.hpp"

#include <algorithm>

namespace crownd::annotate {

namespace {

std::string heading(const reading::InputGame& input, const GameNotes& notes) {
  std::string facts;
  const auto add = [&](const std::string& fact) { facts += (facts.empty() ? "" : " · ") + escaped(fact); };
  add(notes.title);
  for (const auto* const name : {"Event", "Round", "Date"})
    if (const auto* const value = input.game.text.tag(name);
        value != nullptr && !value->empty() && value->front() != '?')
      add(name == std::string("Round") ? "round " + *value : *value);
  add(opening_of(input, notes));
  std::string sides;
  for (const int side : {0, 1}) {
    const auto tally = tally_of(notes, side);
    sides += (side == 1 ? "<span class=\"dash\">–</span>" : "") + std::string("<span class=\"player\">") +
             escaped(player_of(input, notes, side)) + " <small>" +
             escaped(notes.sides[static_cast<std::size_t>(side)]) +
             (tally.choices > 0 ? ", " + with_tenths(tally.tenths()) : "") + "</small></span>";
  }
  return "<header><h2><a href=\"#" + id_of(notes.index) + "\">" + std::to_string(notes.index + 1) + ".</a> " + sides +
         " <span class=\"result\">" + escaped(result_of(input.game.text)) + "</span></h2><p class=\"quiet\">" + facts +
         "</p></header>";
}

std::string better_line(const reading::InputGame& input, const GameNotes& notes, std::size_t ply) {
  std::string line;
  const auto& better = notes.moves[ply].better;
  for (std::size_t step = 0; step < better.size(); ++step) {
    const auto number = number_of(input, notes, ply + step);
    if (step == 0 || !number.ends_with("...")) line += "<span class=\"number\">" + number + "</span>";
    line += "<button type=\"button\" data-line=\"" + std::to_string(ply) + "\" data-step=\"" + std::to_string(step) +
            "\">" + escaped(better[step].text) + "</button> ";
  }
  return "<p class=\"better\">" + line + "</p>";
}

std::string mistake(const reading::InputGame& input, const GameNotes& notes, std::size_t ply, std::size_t board) {
  const auto& note = notes.moves[ply];
  const auto& before = ply == 0 ? notes.first : notes.moves[ply - 1].frame;
  std::vector<Arrow> arrows{{note.frame.path, "played"}};
  if (!note.better.empty()) arrows.insert(arrows.begin(), {note.better.front().frame.path, "best"});
  const auto name = number_of(input, notes, ply) + ' ' + note.text;
  return "<section class=\"card\"><h3><a href=\"#" + id_of(MovePlace{notes.index, ply}) + "\">" + escaped(name) +
         "<span class=\"sign " + std::string(class_of(note.judgement)) + "\">" + std::string(sign_of(note.judgement)) +
         "</span></a></h3>" + draw_position(notes.look, board, {before.pieces, {}}, arrows, "Before " + name) + "<p>" +
         verdict_markup(note) + ".</p>" + better_line(input, notes, ply) + "</section>";
}

Json frame_data(const Frame& frame) { return {frame.pieces, frame.path}; }

Json line_data(const std::vector<LineMove>& moves) {
  auto line = Json::array();
  for (const auto& move : moves) line.push_back(frame_data(move.frame));
  return line;
}

/// The positions of the game, the better lines and the variations, for the script. In a script element `</` would end
/// it.
std::string data(const GameNotes& notes, std::size_t board) {
  Json json{{"board", board}, {"frames", Json::array({frame_data(notes.first)})}, {"lines", Json::object()}};
  for (std::size_t ply = 0; ply < notes.moves.size(); ++ply) {
    const auto& note = notes.moves[ply];
    json["frames"].push_back(frame_data(note.frame));
    if (!note.better.empty()) json["lines"][std::to_string(ply)] = line_data(note.better);
    for (std::size_t number = 0; number < note.variations.size(); ++number)
      if (!note.variations[number].empty())
        json["lines"][key_of_variation(ply, number)] = line_data(note.variations[number]);
  }
  auto text = to_line(json);
  for (auto at = text.find("</"); at != std::string::npos; at = text.find("</", at)) text.replace(at, 2, "<\\/");
  return "<script type=\"application/json\">" + text + "</script>";
}

/// `drawing` is the path of its icon, in 24 units.
std::string button(const char* name, const char* title, const char* drawing) {
  return std::string("<button type=\"button\" data-go=\"") + name + "\" title=\"" + title + "\" aria-label=\"" + title +
         "\"><svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"" + drawing + "\"/></svg></button>";
}

}  // namespace

std::string game_part(const reading::InputGame& input, const GameNotes& notes, BoardDrawings& boards) {
  const auto board = boards.number_of(notes.look);
  std::string mistakes;
  for (std::size_t ply = 0; ply < notes.moves.size(); ++ply)
    if (notes.moves[ply].judgement != Judgement::none) mistakes += mistake(input, notes, ply, board);
  return "<article class=\"game\" id=\"" + id_of(notes.index) + "\" tabindex=\"-1\">" + heading(input, notes) +
         "<div class=\"columns\"><div class=\"stage\">" +
         draw_position(notes.look, board, notes.first, {}, "The board") + "<div class=\"controls\">" +
         button("first", "First position (Home)", "M6 5v14M18 5l-9 7 9 7z") +
         button("back", "Back (left arrow)", "M16 5l-9 7 9 7z") +
         button("forward", "Forward (right arrow)", "M8 5l9 7-9 7z") +
         button("last", "Last position (End)", "M18 5v14M6 5l9 7-9 7z") +
         button("mistake", "Next mistake (m)", "M8.5 8.5a3.5 3.5 0 1 1 5 3.2c-1 .6-1.5 1.2-1.5 2.3M12 18v.2") +
         button("flip", "Turn the board (f)", "M8 19V5M4 9l4-4 4 4M16 5v14M12 15l4 4 4-4") +
         "<output></output></div></div><div class=\"sheet\">" + draw_graph(input, notes) + move_list(input, notes) +
         "</div></div>" + (mistakes.empty() ? "" : "<div class=\"cards\">" + mistakes + "</div>") + data(notes, board) +
         "</article>";
}

}  // namespace crownd::annotate
