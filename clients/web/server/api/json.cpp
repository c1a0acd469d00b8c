#include "web/server/api/json.hpp"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

namespace crownd::web {

namespace {

std::string_view word_of(wire::Verdict verdict) {
  switch (verdict) {
    case wire::Verdict::win: return "win";
    case wire::Verdict::draw: return "draw";
    case wire::Verdict::loss: return "loss";
    case wire::Verdict::unknown: break;
  }
  return "unknown";
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
  ApiJson json{{"result", word_of(value.verdict)}};
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

ApiJson json_of_values(std::vector<wire::MoveValue> values) {
  sort_best_first(values);
  auto json = ApiJson::array();
  for (const auto& [move, value] : values) json.push_back({{"move", move}, {"value", json_of_value(value)}});
  return json;
}

ApiJson json_of_book(const std::vector<wire::BookMove>& moves) {
  auto json = ApiJson::array();
  for (const auto& move : moves)
    json.push_back({{"move", move.move},
                    {"score", {{move.score.mate ? "mate" : "cp", move.score.value}}},
                    {"depth", move.depth},
                    {"wdl", {{"win", move.wdl.win}, {"draw", move.wdl.draw}, {"loss", move.wdl.loss}}},
                    {"visits", move.visits}});
  return json;
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
  auto sides = ApiJson::array();
  for (const auto& side : squares.sides) sides.push_back(json_of_side(side));
  auto pieces = ApiJson::array();
  for (const auto& piece : squares.pieces)
    pieces.push_back({{"letter", std::string(1, piece.letter)}, {"side", piece.side}, {"kind", piece.kind}});
  auto rows = ApiJson::array();
  for (const auto& row : squares.cells) {
    auto cells = ApiJson::array();
    for (const auto& cell : row) cells.push_back(json_of_cell(cell));
    rows.push_back(std::move(cells));
  }
  json["sides"] = std::move(sides);
  json["pieces"] = std::move(pieces);
  json["facts"] = json_of_facts(squares.facts);
  json["reasons"] = json_of_facts(squares.reasons);
  json["columns"] = squares.columns;
  json["rows"] = squares.rows;
  json["cells"] = std::move(rows);
}

}  // namespace

void sort_best_first(std::vector<wire::MoveValue>& values) {
  std::ranges::stable_sort(values, {}, [](const wire::MoveValue& value) { return rank_of(value.exact); });
}

bool is_exact(const LookupResult& finding) {
  const auto is_known = [](const wire::Exact& value) { return value.verdict != wire::Verdict::unknown; };
  return !finding.error && is_known(finding.value) &&
         std::ranges::all_of(finding.values, is_known, &wire::MoveValue::exact);
}

ApiJson json_of_error(std::string_view code, const std::string& message) {
  return {{"error", {{"code", code}, {"message", message}}}};
}

ApiJson json_of_games(const EngineInfo& facts) {
  auto games = ApiJson::array();
  for (const auto& game : facts.games) {
    auto tables = ApiJson::array();
    for (const auto& one : game.tables)
      tables.push_back({{"pieces", one.pieces},
                        {"kind", one.kind},
                        {"files", one.files},
                        {"places", one.places},
                        {"bytes", one.bytes}});
    games.push_back({{"name", game.name}, {"title", game.title}, {"tables", std::move(tables)}});
  }
  return {{"version", facts.version}, {"games", std::move(games)}};
}

ApiJson json_of(Subject subject, const LookupResult& finding) {
  ApiJson json{
      {"game", finding.position.game}, {"position", finding.position.text}, {"status", json_of_status(finding.status)}};
  if (subject == Subject::probe) {
    json["value"] = json_of_value(finding.value);
    json["moves"] = json_of_values(finding.values);
    return json;
  }
  if (subject == Subject::book) {
    json["moves"] = json_of_book(finding.book);
    return json;
  }
  if (finding.squares) add_squares(json, *finding.squares);
  auto routes = ApiJson::array();
  for (const auto& route : finding.routes) routes.push_back(json_of_route(route));
  json["moves"] = finding.moves;
  json["routes"] = std::move(routes);
  return json;
}

}  // namespace crownd::web
