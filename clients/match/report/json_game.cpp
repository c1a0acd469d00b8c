#include "match/report/json.hpp"

#include <stdexcept>

namespace crownd::match {

namespace {

constexpr std::array<std::string_view, 3> bounds{"exact", "lower", "upper"};

}  // namespace

Json to_json(const MoveRecord& move) {
  Json json{{"move", move.move}};
  if (!move.san.empty()) json["san"] = move.san;
  if (move.book) json["book"] = true;
  if (move.score) {
    json[move.score->mate ? "mate" : "cp"] = move.score->value;
    if (move.score->bound != wire::Bound::exact) json["bound"] = bounds[static_cast<std::size_t>(move.score->bound)];
  }
  if (move.depth) json["depth"] = *move.depth;
  if (move.nodes) json["nodes"] = *move.nodes;
  if (move.seldepth) json["seldepth"] = *move.seldepth;
  if (move.nps) json["nps"] = *move.nps;
  if (move.hashfull) json["hashfull"] = *move.hashfull;
  if (!move.pv.empty()) json["pv"] = move.pv;
  if (move.reported_time) json["told-ms"] = move.reported_time->count();
  if (move.ready_after) json["ready-us"] = move.ready_after->count();
  if (move.left) json["left-us"] = move.left->count();
  if (!move.book) json["us"] = move.time.count();
  if (move.late.count() > 0) json["late-us"] = move.late.count();
  return json;
}

namespace {

template <class T>
std::optional<T> get_optional(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found == json.end() || found->is_null() ? std::nullopt : std::optional<T>(found->get<T>());
}

template <class Duration>
std::optional<Duration> get_time(const Json& json, const char* key) {
  const auto count = get_optional<std::int64_t>(json, key);
  return count ? std::optional(Duration(*count)) : std::nullopt;
}

MoveRecord move_from_json(const Json& json) {
  MoveRecord move;
  move.move = json.at("move").get<std::string>();
  move.san = json.value("san", "");
  move.book = json.value("book", false);
  const auto mate = get_optional<int>(json, "mate");
  const auto centipawns = get_optional<int>(json, "cp");
  if (mate || centipawns) {
    wire::Score score{mate.has_value(), mate ? *mate : *centipawns, wire::Bound::exact};
    const auto bound = json.value("bound", "exact");
    if (bound == bounds[1]) score.bound = wire::Bound::lower;
    if (bound == bounds[2]) score.bound = wire::Bound::upper;
    move.score = score;
  }
  move.depth = get_optional<int>(json, "depth");
  move.nodes = get_optional<std::uint64_t>(json, "nodes");
  move.seldepth = get_optional<int>(json, "seldepth");
  move.nps = get_optional<std::uint64_t>(json, "nps");
  move.hashfull = get_optional<int>(json, "hashfull");
  move.pv = json.value("pv", std::vector<std::string>{});
  move.reported_time = get_time<Milliseconds>(json, "told-ms");
  move.ready_after = get_time<Microseconds>(json, "ready-us");
  move.left = get_time<Microseconds>(json, "left-us");
  move.time = Microseconds(json.value("us", std::int64_t{0}));
  move.late = Microseconds(json.value("late-us", std::int64_t{0}));
  return move;
}

using Notation = board::GameInfo::Notation;

/// For PGN there is no GameType.
Json to_json(const Notation& notation) { return {{"pdn-type", notation.pdn_type}, {"white", notation.white}}; }

Notation notation_from_json(const Json& json) {
  Notation notation;
  notation.pdn_type = json.at("pdn-type").get<std::string>();
  notation.white = json.at("white").get<std::size_t>();
  notation.form = notation.pdn_type.empty() ? Notation::Form::pgn : Notation::Form::pdn;
  return notation;
}

}  // namespace

Json opening_to_json(const GameRecord& game, const std::vector<std::string>& names) {
  Json json{{"index", game.index},   {"first", names[game.sides[0]]}, {"second", names[game.sides[1]]},
            {"engines", game.sides}, {"opening", game.opening + 1},   {"start", game.start}};
  if (!game.start_fen.empty()) json["fen"] = game.start_fen;
  json["to-move"] = game.to_move;
  if (game.notation != Notation()) json["notation"] = to_json(game.notation);
  return json;
}

Json to_json(const GameRecord& game, const std::vector<std::string>& names) {
  const auto& ending = game.ending;
  Json json{{"type", "game"}};
  json.update(opening_to_json(game, names));
  json["result"] = !ending.winner ? "1/2-1/2" : *ending.winner == 0 ? "1-0" : "0-1";
  json["winner"] = ending.winner ? Json(names[game.sides[static_cast<std::size_t>(*ending.winner)]]) : Json();
  json["verdict"] = word(ending.verdict);
  if (!ending.detail.empty()) json["detail"] = ending.detail;
  json["position"] = ending.position;
  if (!ending.line.empty()) json["line"] = ending.line;
  if (!ending.fen.empty()) json["position-fen"] = ending.fen;
  if (!ending.asked.empty()) json["asked"] = ending.asked;
  if (!ending.errors.empty()) json["stderr"] = ending.errors;
  if (game.pv_faults != std::array<PvFaults, 2>{}) {
    json["pv-faults"] = game.pv_faults;
    json["pv-examples"] = game.pv_examples;
  }
  json["began"] = game.began;
  json["moves"] = Json::array();
  for (const auto& move : game.moves) json["moves"].push_back(to_json(move));
  return json;
}

GameRecord game_from_json(const Json& json) {
  GameRecord game;
  game.index = json.at("index").get<std::size_t>();
  game.sides = json.at("engines").get<std::array<std::size_t, 2>>();
  game.opening = json.at("opening").get<std::size_t>() - 1;
  game.start = json.at("start").get<std::string>();
  game.start_fen = json.value("fen", "");
  game.to_move = json.at("to-move").get<int>();
  if (json.contains("notation")) game.notation = notation_from_json(json.at("notation"));
  const auto result = json.at("result").get<std::string>();
  if (result != "1/2-1/2") game.ending.winner = result == "1-0" ? 0 : 1;
  game.ending.verdict = read_verdict(json.at("verdict").get<std::string>());
  game.ending.detail = json.value("detail", "");
  game.ending.position = json.at("position").get<std::string>();
  game.ending.line = json.value("line", "");
  game.pv_faults = json.value("pv-faults", game.pv_faults);
  game.pv_examples = json.value("pv-examples", game.pv_examples);
  game.ending.fen = json.value("position-fen", "");
  game.ending.asked = json.value("asked", std::vector<std::string>{});
  game.ending.errors = json.value("stderr", std::vector<std::string>{});
  game.began = json.at("began").get<std::int64_t>();
  for (const auto& move : json.at("moves")) game.moves.push_back(move_from_json(move));
  return game;
}

}  // namespace crownd::match
