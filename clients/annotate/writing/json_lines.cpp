#include "annotate/writing/json_lines.hpp"

#include "annotate/state/json.hpp"
#include "annotate/writing/statistics.hpp"
#include "annotate/writing/words.hpp"

namespace crownd::annotate {

namespace {

Json texts_of(const std::vector<LineMove>& line) {
  auto json = Json::array();
  for (const auto& move : line) json.push_back(move.text);
  return json;
}

Json move_json(const MoveNote& note) {
  Json json{{"move", note.move}, {"text", note.text}, {"side", note.side}, {"position", note.position}};
  add_score(json, note.score);
  if (note.wdl) json["wdl"] = {note.wdl->win, note.wdl->draw, note.wdl->loss};
  json.update(Json{{"best", note.best},
                   {"before", note.before},
                   {"after", note.after},
                   {"loss", note.loss},
                   {"depth", note.depth},
                   {"exact-before", exact_json(note.exact_before)},
                   {"exact", exact_json(note.exact_after)}});
  if (note.judgement != Judgement::none) {
    json["judgement"] = word(note.judgement);
    json["better"] = texts_of(note.better);
  }
  return json;
}

/// Of a game without moves.
Json position_json(const MoveNote& note) {
  Json json{{"side", note.side}, {"chance", note.before}, {"depth", note.depth}, {"best", note.best}};
  add_score(json, note.score);
  json["exact"] = exact_json(note.exact_before);
  json["line"] = texts_of(note.better);
  return json;
}

}  // namespace

std::string json_line(const reading::Inputs& inputs, const reading::InputGame& input, const GameNotes& notes) {
  Json json{{"file", inputs.files[input.file]}, {"number", input.number}, {"line", input.game.line}};
  if (!notes.skipped.empty()) {
    json["skipped"] = notes.skipped;
    return to_line(json) + '\n';
  }
  json["game"] = notes.game;
  json["players"] = {player_of(input, notes, 0), player_of(input, notes, 1)};
  json["result"] = result_of(input.game.text);
  json["opening"] = opening_of(input, notes);
  json["start"] = notes.start;
  json["accuracy"] = Json::array();
  for (const int side : {0, 1}) {
    const auto tally = tally_of(notes, side);
    json["accuracy"].push_back(tally.choices > 0 ? Json(tally.tenths() / 10.0) : Json(nullptr));
  }
  json["tags"] = Json::object();
  for (const auto& tag : input.game.text.tags)
    if (!tag.name.empty()) json["tags"][tag.name] = tag.value;
  if (notes.position) json["position"] = position_json(*notes.position);
  json["moves"] = Json::array();
  for (const auto& note : notes.moves) json["moves"].push_back(move_json(note));
  return to_line(json) + '\n';
}

}  // namespace crownd::annotate
