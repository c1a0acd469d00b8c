// Every line of positions.txt, judged three times: by what stands there, by the engine, and by the naive generator.
#include "games/spanish/positions.hpp"

#include "games/spanish/naive.hpp"
#include "support/catch.hpp"

#include <cctype>
#include <fstream>
#include <map>
#include <sstream>

using namespace crownd;
using namespace spanish_test;

namespace {

/// A line of positions.txt.
struct Case {
  std::string rule;
  std::string position;
  std::map<std::string, std::set<int>> routes;  ///< with the squares that they take
  std::string first_route;
  std::string result;
  std::string after;  ///< the position after the first route
};

std::string trimmed(const std::string& text) {
  const auto from = text.find_first_not_of(' ');
  return from == std::string::npos ? "" : text.substr(from, text.find_last_not_of(' ') - from + 1);
}

std::set<int> squares_in(const std::string& list) {
  std::set<int> squares;
  std::istringstream stream(list);
  for (std::string number; std::getline(stream, number, ',');) squares.insert(std::stoi(number));
  return squares;
}

Case read_case(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> fields;
  for (std::string field; std::getline(stream, field, ';');) fields.push_back(trimmed(field));
  INFO(line);
  REQUIRE(fields.size() >= 4);
  Case read{fields[0], fields[1], {}, "", fields[3], fields.size() > 4 ? fields[4] : ""};
  std::istringstream routes(fields[2]);
  for (std::string entry; routes >> entry;) {
    const auto equals = entry.find('=');
    const auto route = entry.substr(0, equals);
    read.routes[route] = equals == std::string::npos ? std::set<int>{} : squares_in(entry.substr(equals + 1));
    if (read.first_route.empty()) read.first_route = route;
  }
  return read;
}

/// The board turned by half a circle, and the colours changed: in a position, a route or a list of squares.
std::string turned(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (std::isdigit(static_cast<unsigned char>(text[i])) == 0) {
      result += text[i] == 'W' ? 'B' : text[i] == 'B' ? 'W' : text[i];
      continue;
    }
    int number = 0;
    for (; i < text.size() && std::isdigit(static_cast<unsigned char>(text[i])) != 0; ++i)
      number = number * 10 + (text[i] - '0');
    --i;
    result += std::to_string(33 - number);
  }
  return result;
}

Case turned(const Case& given) {
  Case result{given.rule + " (turned)",  turned(given.position), {},
              turned(given.first_route), given.result,           turned(given.after)};
  for (const auto& [route, taken] : given.routes) {
    std::set<int> squares;
    for (const int square : taken) squares.insert(33 - square);
    result.routes[turned(route)] = squares;
  }
  return result;
}

std::string in_own_form(const std::string& position) { return Spanish::format_position(position_of(position)); }

/// For each route of a legal move the squares that it takes.
std::map<std::string, std::set<int>> naive_routes(const spanish_naive::Board& board) {
  std::map<std::string, std::set<int>> all;
  for (const auto& [move, routes] : board.moves())
    for (const auto& route : routes) all[route] = std::get<2>(move);
  return all;
}

std::string naive_after(const spanish_naive::Board& board, const std::string& route) {
  for (const auto& [move, routes] : board.moves())
    if (routes.contains(route)) return board.after(move).text();
  return "no legal move";
}

Result result_of(const std::string& word, Side mover) {
  if (word == "ongoing") return {};
  if (word == "won") return Result::win(mover, draughts_family::no_pieces);
  if (word == "lost no-pieces") return Result::win(opponent(mover), draughts_family::no_pieces);
  REQUIRE(word == "lost no-moves");
  return Result::win(opponent(mover), draughts_family::no_moves);
}

void check_engine(const Case& expected) {
  const Position position = position_of(expected.position);
  std::set<std::string> seen;
  for (const auto& [route, taken] : expected.routes) {
    INFO(route);
    const Move move = Spanish::read_move(position, route);
    CHECK(numbers_in(move.captured) == taken);
    seen.insert(Spanish::format_move(position, move));
  }
  CHECK(seen == move_texts(position));
  CHECK(moves_of(position).size() == seen.size());
  CHECK(Spanish::result(position) == result_of(expected.result, position.to_move));
  if (expected.routes.empty()) return;
  const Position after = Spanish::after(position, Spanish::read_move(position, expected.first_route));
  CHECK(Spanish::format_position(after) == in_own_form(expected.after));
}

void check_naive(const Case& expected) {
  const spanish_naive::Board board(expected.position);
  CHECK(naive_routes(board) == expected.routes);
  CHECK(board.moves().empty() == (expected.result != "ongoing"));
  if (!expected.routes.empty()) CHECK(naive_after(board, expected.first_route) == in_own_form(expected.after));
}

}  // namespace

TEST_CASE("spanish: each rule, and each pair of rules that meet, has a position that shows it") {
  std::ifstream file(CROWND_SOURCE_DIR "/tests/games/spanish/positions.txt");
  REQUIRE(file.is_open());
  std::set<std::string> positions;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    const Case given = read_case(line);
    for (const Case& each : {given, turned(given)}) {
      INFO(each.rule << ": " << each.position);
      check_engine(each);
      check_naive(each);
    }
    CHECK(positions.insert(in_own_form(given.position)).second);
  }
  CHECK(positions.size() > 90);
}
