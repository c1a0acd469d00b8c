#include "annotate/writing/html/graph.hpp"

#include "annotate/judgement/chances.hpp"
#include "annotate/writing/html/markup.hpp"
#include "annotate/writing/words.hpp"

#include <vector>

namespace crownd::annotate {

namespace {

constexpr double width = 600;
constexpr double height = 120;

std::string number(double value) {
  auto text = std::to_string(value);
  return text.substr(0, text.find('.') + 2);
}

std::size_t upper_side(const GameNotes& notes) {
  return notes.notation.form == board::GameInfo::Notation::Form::plain ? 0 : notes.notation.white;
}

/// Of the upper side, in each position.
std::vector<int> chances(const GameNotes& notes) {
  std::vector<int> result;
  const auto add = [&](int side, int chance) {
    result.push_back(static_cast<std::size_t>(side) == upper_side(notes) ? chance : certain - chance);
  };
  for (const auto& note : notes.moves) add(note.side, note.before);
  add(notes.moves.back().side, notes.moves.back().after);
  return result;
}

}  // namespace

std::string draw_graph(const reading::InputGame& input, const GameNotes& notes) {
  const auto points = chances(notes);
  const auto step = width / static_cast<double>(points.size() - 1);
  const auto x = [&](std::size_t i) { return number(static_cast<double>(i) * step); };
  const auto y = [&](std::size_t i) { return number(height - points[i] * height / certain); };
  std::string line;
  for (std::size_t i = 0; i < points.size(); ++i) line += x(i) + ',' + y(i) + ' ';
  const auto side = upper_side(notes);
  std::string svg =
      "<figure class=\"graph\"><svg viewBox=\"0 0 600 120\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"" +
      escaped("Winning chances of " + notes.sides[side]) +
      "\"><rect class=\"below\" width=\"600\" height=\"120\"/><polygon class=\"above\" points=\"0,120 " + line +
      "600,120\"/><line class=\"middle\" x1=\"0\" x2=\"600\" y1=\"60\" y2=\"60\"/><polyline class=\"line\" points=\"" +
      line + "\"/><line class=\"cursor\" x1=\"0\" x2=\"0\" y1=\"0\" y2=\"120\"/></svg><div class=\"dots\">";
  for (std::size_t ply = 0; ply < notes.moves.size(); ++ply) {
    const auto& note = notes.moves[ply];
    if (note.judgement == Judgement::none) continue;
    // Points as elements of their own stay round however wide the graph is.
    svg += "<a class=\"dot " + std::string(class_of(note.judgement)) + "\" href=\"#" +
           id_of(MovePlace{notes.index, ply}) +
           "\" style=\"left:" + number(100.0 * static_cast<double>(ply + 1) / static_cast<double>(points.size() - 1)) +
           "%;top:" + number(100 - points[ply + 1] / 10.0) + "%\" title=\"" +
           escaped(number_of(input, notes, ply) + ' ' + note.text) + "\"></a>";
  }
  return svg + "</div><figcaption>Winning chances of " + escaped(notes.sides[side]) + "</figcaption></figure>";
}

}  // namespace crownd::annotate
