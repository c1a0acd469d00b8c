#include "annotate/state/json.hpp"

#include "wire/reply_reader.hpp"

namespace crownd::annotate {

namespace {

using Form = board::GameInfo::Notation::Form;

Json frame_json(const Frame& frame) { return {{"pieces", frame.pieces}, {"path", frame.path}}; }

Frame frame_from(const Json& json) {
  return {json.at("pieces").get<std::string>(), json.at("path").get<std::vector<std::string>>()};
}

Json line_json(const std::vector<LineMove>& line) {
  auto json = Json::array();
  for (const auto& move : line) json.push_back({{"move", move.text}, {"frame", frame_json(move.frame)}});
  return json;
}

std::vector<LineMove> line_from(const Json& json) {
  std::vector<LineMove> line;
  for (const auto& move : json) line.push_back({move.at("move").get<std::string>(), frame_from(move.at("frame"))});
  return line;
}

wire::Exact exact_from(const Json& json) {
  if (json.is_null()) return {};
  return wire::read_probe("probe " + json.get<std::string>()).value_or(wire::Exact());
}

wire::Score score_from(const Json& json) {
  const bool mate = json.contains("mate");
  return {mate, json.at(mate ? "mate" : "cp").get<int>(), wire::Bound::exact};
}

Json look_json(const BoardLook& look) {
  Json json{{"columns", look.columns}, {"rows", look.rows}, {"cells", Json::array()}, {"pieces", Json::array()}};
  for (const auto& row : look.cells) {
    auto cells = Json::array();
    for (const auto& cell : row) cells.push_back((cell.dark ? "#" : ".") + cell.name);
    json["cells"].push_back(std::move(cells));
  }
  for (const auto& piece : look.pieces)
    json["pieces"].push_back({std::string(1, piece.letter), piece.light ? "light" : "dark", piece.kind});
  return json;
}

BoardLook look_from(const Json& json) {
  BoardLook look;
  look.columns = json.at("columns").get<std::vector<std::string>>();
  look.rows = json.at("rows").get<std::vector<std::string>>();
  for (const auto& row : json.at("cells")) {
    auto& cells = look.cells.emplace_back();
    for (const auto& cell : row) {
      const auto text = cell.get<std::string>();
      cells.push_back({text.substr(1), text.front() == '#'});
    }
  }
  for (const auto& piece : json.at("pieces"))
    look.pieces.push_back(
        {piece.at(0).get<std::string>().at(0), piece.at(1) == "light", piece.at(2).get<std::string>()});
  return look;
}

Json move_json(const MoveNote& note) {
  Json json{{"move", note.move}, {"text", note.text}, {"side", note.side}, {"legal", note.legal}};
  json["position"] = note.position;
  add_score(json, note.score);
  if (note.wdl) json["wdl"] = {note.wdl->win, note.wdl->draw, note.wdl->loss};
  json.update(Json{{"depth", note.depth}, {"best", note.best}, {"before", note.before}, {"after", note.after}});
  json.update(Json{{"loss", note.loss}, {"twice", note.looked_twice}, {"judgement", word(note.judgement)}});
  json["exact-before"] = exact_json(note.exact_before);
  json["exact-after"] = exact_json(note.exact_after);
  json["better"] = line_json(note.better);
  json["variations"] = Json::array();
  for (const auto& line : note.variations) json["variations"].push_back(line_json(line));
  json["frame"] = frame_json(note.frame);
  return json;
}

Judgement judgement_from(const std::string& text) {
  for (const auto judgement : {Judgement::inaccuracy, Judgement::mistake, Judgement::blunder})
    if (text == word(judgement)) return judgement;
  return Judgement::none;
}

MoveNote move_from(const Json& json) {
  MoveNote note;
  json.at("move").get_to(note.move);
  json.at("text").get_to(note.text);
  json.at("side").get_to(note.side);
  json.at("legal").get_to(note.legal);
  json.at("position").get_to(note.position);
  note.score = score_from(json);
  if (json.contains("wdl")) {
    const auto& wdl = json.at("wdl");
    note.wdl = {wdl.at(0).get<int>(), wdl.at(1).get<int>(), wdl.at(2).get<int>()};
  }
  json.at("depth").get_to(note.depth);
  json.at("best").get_to(note.best);
  json.at("before").get_to(note.before);
  json.at("after").get_to(note.after);
  json.at("loss").get_to(note.loss);
  json.at("twice").get_to(note.looked_twice);
  note.judgement = judgement_from(json.at("judgement").get<std::string>());
  note.exact_before = exact_from(json.at("exact-before"));
  note.exact_after = exact_from(json.at("exact-after"));
  note.better = line_from(json.at("better"));
  for (const auto& line : json.at("variations")) note.variations.push_back(line_from(line));
  note.frame = frame_from(json.at("frame"));
  return note;
}

Json puzzle_json(const Puzzle& puzzle) {
  return {{"ply", puzzle.ply},           {"aim", puzzle.aim == Aim::win ? "win" : "save"},
          {"side", puzzle.side},         {"position", puzzle.position},
          {"standard", puzzle.standard}, {"solution", line_json(puzzle.solution)},
          {"depth", puzzle.depth},       {"difficulty", puzzle.difficulty},
          {"legal", puzzle.legal}};
}

Puzzle puzzle_from(const Json& json) {
  Puzzle puzzle;
  json.at("ply").get_to(puzzle.ply);
  puzzle.aim = json.at("aim") == "win" ? Aim::win : Aim::save;
  json.at("side").get_to(puzzle.side);
  json.at("position").get_to(puzzle.position);
  json.at("standard").get_to(puzzle.standard);
  puzzle.solution = line_from(json.at("solution"));
  json.at("depth").get_to(puzzle.depth);
  json.at("difficulty").get_to(puzzle.difficulty);
  json.at("legal").get_to(puzzle.legal);
  return puzzle;
}

}  // namespace

std::string to_line(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

void add_score(Json& json, const wire::Score& score) { json[score.mate ? "mate" : "cp"] = score.value; }

Json exact_json(const wire::Exact& exact) {
  if (exact.verdict == wire::Verdict::unknown) return nullptr;
  return wire::probe_line(exact).substr(std::string_view("probe ").size());
}

Json to_json(const GameNotes& notes) {
  Json json{{"index", notes.index}};
  if (!notes.skipped.empty()) {
    json["skipped"] = notes.skipped;
    return json;
  }
  const auto form = notes.notation.form;
  json.update(Json{{"game", notes.game},
                   {"title", notes.title},
                   {"notation", form == Form::pdn   ? "pdn"
                                : form == Form::pgn ? "pgn"
                                                    : "plain"},
                   {"pdn-type", notes.notation.pdn_type},
                   {"white", notes.notation.white},
                   {"first-in-results", notes.notation.first_in_results},
                   {"sides", notes.sides},
                   {"to-move", notes.to_move},
                   {"mates", notes.mates},
                   {"start", notes.start},
                   {"chance", notes.chance},
                   {"ending", notes.ending},
                   {"board", look_json(notes.look)},
                   {"first", frame_json(notes.first)}});
  json["moves"] = Json::array();
  for (const auto& note : notes.moves) json["moves"].push_back(move_json(note));
  if (notes.position) json["position"] = move_json(*notes.position);
  json["puzzles"] = Json::array();
  for (const auto& puzzle : notes.puzzles) json["puzzles"].push_back(puzzle_json(puzzle));
  return json;
}

GameNotes notes_from_json(const Json& json) {
  GameNotes notes;
  json.at("index").get_to(notes.index);
  if (json.contains("skipped")) {
    json.at("skipped").get_to(notes.skipped);
    return notes;
  }
  json.at("game").get_to(notes.game);
  json.at("title").get_to(notes.title);
  const auto form = json.at("notation").get<std::string>();
  notes.notation.form = form == "pdn" ? Form::pdn : form == "pgn" ? Form::pgn : Form::plain;
  json.at("pdn-type").get_to(notes.notation.pdn_type);
  json.at("white").get_to(notes.notation.white);
  json.at("first-in-results").get_to(notes.notation.first_in_results);
  json.at("sides").get_to(notes.sides);
  json.at("to-move").get_to(notes.to_move);
  json.at("mates").get_to(notes.mates);
  json.at("start").get_to(notes.start);
  json.at("chance").get_to(notes.chance);
  json.at("ending").get_to(notes.ending);
  notes.look = look_from(json.at("board"));
  notes.first = frame_from(json.at("first"));
  for (const auto& move : json.at("moves")) notes.moves.push_back(move_from(move));
  if (json.contains("position")) notes.position = move_from(json.at("position"));
  for (const auto& puzzle : json.at("puzzles")) notes.puzzles.push_back(puzzle_from(puzzle));
  return notes;
}

}  // namespace crownd::annotate
