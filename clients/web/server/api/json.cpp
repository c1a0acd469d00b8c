#include "web/server/api/json.hpp"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

namespace crownd::web {

namespace {

/// The converted items.
template <class Items, class Convert>
ApiJson array_of(const Items& items, Convert convert) {
  auto array = ApiJson::array();
  for (const auto& item : items) array.push_back(convert(item));
  return array;
}

/// Smaller is better.
std::pair<int, int> rank_of(const wire::Exact& value) {
  constexpr int last = std::numeric_limits<int>::max();
  switch (value.verdict) {
    case wire::Verdict::win: return {0, value.plies.value_or(last)};
    case wire::Verdict::draw: return {1, 0};
    case wire::Verdict::unknown: return {2, 0};
    case wire::Verdict::loss: break;
  }
  return {3, value.plies ? -*value.plies : last};
}

ApiJson json_of_value(const wire::Exact& value) {
  ApiJson json{{"result", wire::line_of(wire::Exact{value.verdict, std::nullopt})}};
  if (value.plies) json["plies"] = *value.plies;
  return json;
}

ApiJson json_of_status(const wire::Status& status) {
  switch (status.outcome) {
    case wire::Outcome::ongoing: break;
    case wire::Outcome::draw: return {{"outcome", "draw"}, {"reason", status.reason}};
    case wire::Outcome::win: return {{"outcome", "win"}, {"side", status.side}, {"reason", status.reason}};
  }
  ApiJson json{{"outcome", "ongoing"}, {"side", status.side}};
  if (status.check) json["check"] = true;
  return json;
}

ApiJson json_of_move_value(const wire::MoveValue& value) {
  return {{"move", value.move}, {"value", json_of_value(value.exact)}};
}

ApiJson json_of_book_move(const wire::BookMove& move) {
  return {{"move", move.move},
          {"score", {{move.score.mate ? "mate" : "cp", move.score.value}}},
          {"depth", move.depth},
          {"wdl", {{"win", move.wdl.win}, {"draw", move.wdl.draw}, {"loss", move.wdl.loss}}},
          {"visits", move.visits}};
}

ApiJson json_of_facts(const std::vector<wire::SquaresFact>& facts) {
  auto json = ApiJson::object();
  for (const auto& fact : facts) json[fact.key] = fact.value;
  return json;
}

ApiJson json_of_side(const wire::SquaresSide& side) {
  ApiJson json{{"name", side.name},
               {"title", side.title},
               {"colour", side.light ? "light" : "dark"},
               {"end", side.at_bottom ? "bottom" : "top"}};
  if (!side.paint.empty()) json["paint"] = side.paint;
  return json;
}

ApiJson json_of_piece(const wire::SquaresPiece& piece) {
  return {{"letter", std::string(1, piece.letter)}, {"side", piece.side}, {"kind", piece.kind}};
}

ApiJson json_of_cell(const wire::SquaresCell& cell) {
  ApiJson json{{"colour", cell.dark ? "dark" : "light"}};
  if (!cell.name.empty()) json["name"] = cell.name;
  if (cell.piece != 0) json["piece"] = std::string(1, cell.piece);
  return json;
}

ApiJson json_of_route(const wire::Route& route) {
  ApiJson json{{"move", route.move}, {"path", route.path}};
  if (!route.takes.empty()) json["takes"] = route.takes;
  if (route.becomes != 0) json["becomes"] = std::string(1, route.becomes);
  return json;
}

void add_squares(ApiJson& json, const wire::Squares& squares) {
  json["sides"] = array_of(squares.sides, json_of_side);
  json["pieces"] = array_of(squares.pieces, json_of_piece);
  json["facts"] = json_of_facts(squares.facts);
  json["reasons"] = json_of_facts(squares.reasons);
  json["columns"] = squares.columns;
  json["rows"] = squares.rows;
  json["cells"] = array_of(squares.cells, [](const auto& row) { return array_of(row, json_of_cell); });
}

}  // namespace

void sort_best_first(std::vector<wire::MoveValue>& values) {
  std::ranges::stable_sort(values, {}, [](const wire::MoveValue& value) { return rank_of(value.exact); });
}

bool is_exact(const LookupResult& result) {
  const auto is_known = [](const wire::Exact& value) { return value.verdict != wire::Verdict::unknown; };
  return !result.error && is_known(result.value) &&
         std::ranges::all_of(result.values, is_known, &wire::MoveValue::exact);
}

ApiJson json_of_error(std::string_view code, const std::string& message) {
  return {{"error", {{"code", code}, {"message", message}}}};
}

ApiJson json_of_games(const EngineInfo& info) {
  const auto json_of_tables = [](const EngineInfo::Tables& tables) -> ApiJson {
    return {{"pieces", tables.pieces},
            {"kind", tables.kind},
            {"files", tables.files},
            {"places", tables.places},
            {"bytes", tables.bytes}};
  };
  const auto json_of_game = [&](const EngineInfo::Game& game) -> ApiJson {
    return {{"name", game.name}, {"title", game.title}, {"tables", array_of(game.tables, json_of_tables)}};
  };
  return {{"version", info.version}, {"games", array_of(info.games, json_of_game)}};
}

ApiJson json_of(Subject subject, const LookupResult& result) {
  ApiJson json{
      {"game", result.position.game}, {"position", result.position.text}, {"status", json_of_status(result.status)}};
  if (subject == Subject::probe) {
    auto values = result.values;
    sort_best_first(values);
    json["value"] = json_of_value(result.value);
    json["moves"] = array_of(values, json_of_move_value);
  } else if (subject == Subject::book) {
    json["moves"] = array_of(result.book, json_of_book_move);
  } else {
    if (result.squares) add_squares(json, *result.squares);
    json["moves"] = result.moves;
    json["routes"] = array_of(result.routes, json_of_route);
  }
  return json;
}

}  // namespace crownd::web
