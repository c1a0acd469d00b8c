#include "annotate/writing/html/summary_part.hpp"

#include "annotate/writing/html/markup.hpp"
#include "annotate/writing/words.hpp"

#include <algorithm>

namespace crownd::annotate {

namespace {

/// So many of the worst mistakes, and of the missed wins.
constexpr std::size_t most_places = 10;
/// So many rows of accuracies; there may be hundreds of players.
constexpr std::size_t most_rows = 40;

std::string cell(const std::string& content, const char* name = "number") {
  return "<td class=\"" + std::string(name) + "\">" + content + "</td>";
}

std::string accuracy_cells(const Tally& tally) {
  if (tally.choices == 0) return cell("–") + cell("–") + cell("–") + cell("–");
  const auto accuracy = with_tenths(tally.tenths());
  std::string cells = cell("<span class=\"bar\" style=\"--share:" + accuracy + "%\"></span>" + accuracy);
  for (const auto judgement : {Judgement::inaccuracy, Judgement::mistake, Judgement::blunder})
    cells += cell(std::to_string(tally.judged[static_cast<std::size_t>(judgement)]));
  return cells;
}

std::string accuracies(const std::string& title, const std::vector<NamedTally>& tallies) {
  const auto shown = std::min(tallies.size(), most_rows);
  std::string table = "<section><h2>Accuracy by " + title +
                      "</h2><div class=\"wide\" tabindex=\"0\"><table><thead><tr><th scope=\"col\">" + title +
                      "<th scope=\"col\" class=\"number\">games<th scope=\"col\" class=\"number\">accuracy";
  for (const auto judgement : {Judgement::inaccuracy, Judgement::mistake, Judgement::blunder})
    table += "<th scope=\"col\" class=\"number\" title=\"" + std::string(word(judgement)) + "\"><span class=\"sign " +
             std::string(class_of(judgement)) + "\">" + std::string(sign_of(judgement)) + "</span>";
  table += "</thead><tbody>";
  for (std::size_t i = 0; i < shown; ++i)
    table += "<tr><th scope=\"row\">" + escaped(tallies[i].name) + "</th>" +
             cell(std::to_string(tallies[i].tally.games)) + accuracy_cells(tallies[i].tally) + "</tr>";
  table += "</tbody></table></div>";
  if (shown < tallies.size())
    table += "<p class=\"quiet\">The " + std::to_string(shown) + " with most games of " +
             std::to_string(tallies.size()) + ".</p>";
  return table + "</section>";
}

std::string players(const reading::InputGame& input, const GameNotes& notes) {
  return escaped(player_of(input, notes, 0)) + " – " + escaped(player_of(input, notes, 1));
}

std::string places(const reading::Inputs& inputs, const std::vector<GameNotes>& games, const std::string& title,
                   const std::vector<MovePlace>& found) {
  if (found.empty()) return "";
  std::string list = "<section><h2>" + title + "</h2><ol class=\"places\">";
  for (const auto& place : found) {
    const auto& input = inputs.games[place.game];
    const auto& notes = games[place.game];
    const auto& note = notes.moves[place.ply];
    list += "<li><a href=\"#" + id_of(place) + "\"><b>" + number_of(input, notes, place.ply) + ' ' +
            escaped(note.text) + "<span class=\"sign " + std::string(class_of(note.judgement)) + "\">" +
            std::string(sign_of(note.judgement)) + "</span></b> <span>" + verdict_markup(note) +
            "</span> <span class=\"quiet\">" + players(input, notes) + ", game " + std::to_string(place.game + 1) +
            "</span></a></li>";
  }
  return list + "</ol></section>";
}

std::string tile(const std::string& value, const std::string& what) {
  return "<div class=\"tile\"><b>" + value + "</b><span>" + what + "</span></div>";
}

std::string list_of_games(const reading::Inputs& inputs, const std::vector<GameNotes>& games) {
  std::string table =
      "<section><h2>Games</h2><div class=\"wide\" tabindex=\"0\"><table><thead><tr><th scope=\"col\" "
      "class=\"number\">#<th "
      "scope=\"col\">players<th scope=\"col\">result<th scope=\"col\" class=\"number\">moves<th scope=\"col\" "
      "class=\"number\">accuracy<th scope=\"col\">opening</thead><tbody>";
  for (std::size_t index = 0; index < games.size(); ++index) {
    const auto& notes = games[index];
    const auto& input = inputs.games[index];
    table += "<tr>" + cell(std::to_string(index + 1));
    if (!notes.skipped.empty()) {
      table += "<td colspan=\"5\" class=\"quiet\">skipped: " + escaped(notes.skipped) + "</td></tr>";
      continue;
    }
    std::string accuracy;
    for (const int side : {0, 1}) {
      const auto tally = tally_of(notes, side);
      accuracy += (side == 1 ? " : " : "") + (tally.choices > 0 ? with_tenths(tally.tenths()) : "–");
    }
    table += "<td><a href=\"#" + id_of(index) + "\">" + players(input, notes) + "</a></td><td>" +
             escaped(result_of(input.game.text)) + "</td>" + cell(std::to_string((notes.moves.size() + 1) / 2)) +
             cell(accuracy) + "<td>" + escaped(opening_of(input, notes)) + "</td></tr>";
  }
  return table + "</tbody></table></div></section>";
}

}  // namespace

std::string summary_part(const reading::Inputs& inputs, const std::vector<GameNotes>& games) {
  const auto summary = summarise(inputs, games, most_places);
  Tally all;
  for (const auto& player : summary.players) all.add(player.tally);
  const auto judged = [&](Judgement judgement) {
    return std::to_string(all.judged[static_cast<std::size_t>(judgement)]);
  };
  return "<div class=\"tiles\">" + tile(std::to_string(summary.games), summary.games == 1 ? "game" : "games") +
         tile(std::to_string(summary.positions), "moves") + tile(with_tenths(all.tenths()), "accuracy") +
         tile(judged(Judgement::blunder), "blunders") + tile(judged(Judgement::mistake), "mistakes") +
         tile(judged(Judgement::inaccuracy), "inaccuracies") + "</div><div class=\"halves\">" +
         accuracies("player", summary.players) + accuracies("opening", summary.openings) +
         places(inputs, games, "Worst mistakes", summary.worst) +
         places(inputs, games, "Longest wins missed, by endgame tables", summary.missed) + "</div>" +
         list_of_games(inputs, games);
}

}  // namespace crownd::annotate
