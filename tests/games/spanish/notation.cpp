#include "core/bad_input.hpp"
#include "games/capture_texts.hpp"
#include "games/spanish/naive.hpp"
#include "games/spanish/positions.hpp"
#include "support/catch.hpp"
#include "support/fields.hpp"
#include "support/refusals.hpp"

#include <cctype>

using namespace crownd;
using namespace spanish_test;

namespace {

std::string canonical(const std::string& text) { return Spanish::format_position(position_of(text)); }

std::string canonical(const std::string& position, const std::string& move) {
  const Position p = position_of(position);
  return Spanish::format_move(p, Spanish::read_move(p, move));
}

/// A line of positions.txt.
struct Case {
  std::string rule;
  std::string position;
  std::map<std::string, std::set<int>> routes;  ///< with the squares that they take
  std::string first_route;
  std::string result;
  std::string after;  ///< the position after the first route
};

std::set<int> squares_in(const std::string& list) {
  std::set<int> squares;
  std::istringstream stream(list);
  for (std::string number; std::getline(stream, number, ',');) squares.insert(std::stoi(number));
  return squares;
}

Case read_case(const std::vector<std::string>& fields) {
  INFO(fields.front());
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

TEST_CASE("spanish: position texts are read leniently and written in one way") {
  CHECK(position_of("W:W1-12:B21-32") == Spanish::start());
  CHECK(position_of(" w : W 1-12 : b 21 - 32 . ") == Spanish::start());
  CHECK(canonical("W:B21,k30:W10,k4") == "W:WK4,10:B21,K30");
  CHECK(canonical("B:Wk3-5:B") == "B:WK3,K4,K5:B");
}

TEST_CASE("spanish: an uncrowned man on its last row is rejected") {
  testing::check_position_errors<Spanish>({{"W:W30:B21", "K30"}, {"W:W12:B2", "K2"}, {"W:WK30,4:BK2,29", "accepted"}});
}

TEST_CASE("spanish: other texts than positions are rejected") {
  for (const char* text :
       {"", "startpos", "W", "W:W33:B1", "W:W0:B1", "W:W5,5:B21", "W:W5:BK5", "X:W5:B21", "W:W5", "W:W:B"})
    CHECK(testing::position_error<Spanish>(text) != "accepted");
}

TEST_CASE("spanish: moves are read leniently and written in one way") {
  CHECK(canonical("W:W1-12:B21-32", "11-15") == "11-15");
  CHECK(canonical("W:W1-12:B21-32", " 11 - 15 ") == "11-15");
  CHECK(canonical("W:W9:B13", "9-18") == "9x18");
  CHECK(canonical("W:W6:B10,18", "6X13X22") == "6x13x22");
  CHECK(canonical("W:W6:B10,18", "6x22") == "6x13x22");
  CHECK(canonical("W:W6:B10,18", "6-13-22") == "6x13x22");
}

TEST_CASE("spanish: the first route of a capture in text order is written") {
  CHECK(canonical("W:WK16:B10,12,18,20", "16x3x13x27x16") == "16x27x13x3x16");
  CHECK(canonical("W:WK16:B10,12,18,20", "16x16") == "16x27x13x3x16");
}

TEST_CASE("spanish: an ambiguous abbreviation is rejected with all routes") {
  const Position position = position_of("W:W3:B6,7,14,15");
  const auto error = testing::error_of(Fault::ambiguous_move, [&] { (void)Spanish::read_move(position, "3x19"); });
  CHECK_THAT(error, testing::has_text("3x12x19") && testing::has_text("3x10x19"));
  CHECK(numbers_in(Spanish::read_move(position, "3x10x19").captured) == std::set<int>{6, 14});
}

TEST_CASE("spanish: landing squares may be omitted if one move fits") {
  CHECK(canonical("W:WK2:B5,6,13,14", "2x18x2") == "2x11x18x9x2");
  CHECK(canonical("W:WK2:B5,6,13,14", "2x9x2") == "2x11x18x9x2");
}

TEST_CASE("spanish: a text that abbreviates one capture and begins another is rejected with both") {
  const Position position = position_of("W:WK6:BK8,11,17,K19,K27,K28,K32");
  const auto refused = [&](const std::string& text) {
    return testing::error_of(Fault::ambiguous_move, [&] { (void)Spanish::read_move(position, text); });
  };
  const auto read = [&](const std::string& text) {
    return Spanish::format_move(position, Spanish::read_move(position, text));
  };
  CHECK(refused("6x15") ==
        "name every landing square: this is short for 6x24x31x22x15, and the beginning of 6x15x22x31x24");
  CHECK(refused("6x24") ==
        "name every landing square: this is short for 6x15x22x31x24, and the beginning of 6x24x31x22x15 or "
        "6x24x31x22x12");
  CHECK(read("6x24x31x22x15") == "6x24x31x22x15");
  CHECK(read("6x15x22x31x24") == "6x15x22x31x24");
  CHECK(read("6x31x15") == "6x24x31x22x15");
}

TEST_CASE("spanish: the picture shows the pieces and the numbers of their squares") {
  const std::vector<std::string> expected{
      "+-----------------+   square numbers",          "| .   .   B   .   |   32    31    30    29",
      "|   .   .   .   . |      28    27    26    25", "| .   .   .   b   |   24    23    22    21",
      "|   .   .   .   . |      20    19    18    17", "| .   .   .   .   |   16    15    14    13",
      "|   .   .   w   . |      12    11    10     9", "| .   .   .   .   |    8     7     6     5",
      "|   W   .   .   . |       4     3     2     1", "+-----------------+",
      "w, b: men (w moves up, b down)  W, B: kings",
  };
  CHECK(Spanish::picture(position_of("W:WK4,10:B21,K30")) == expected);
}

// Every line of positions.txt, checked three times: by the file, by the engine, and by the naive generator.

TEST_CASE("spanish: each rule, and each pair of interacting rules, has a position") {
  std::set<std::string> positions;
  for (const auto& fields : testing::read_fields(CROWND_SOURCE_DIR "/tests/games/spanish/positions.txt")) {
    const Case given = read_case(fields);
    for (const Case& each : {given, turned(given)}) {
      INFO(each.rule << ": " << each.position);
      check_engine(each);
      check_naive(each);
    }
    CHECK(positions.insert(in_own_form(given.position)).second);
  }
  CHECK(positions.size() > 90);
}

TEST_CASE("spanish: no capture text is read as another capture, or before it is complete") {
  capture_texts::check_random_positions<Spanish>([](const std::string& text) {
    std::vector<capture_texts::Capture> captures;
    for (const auto& [move, routes] : spanish_naive::Board(text).moves())
      if (!std::get<2>(move).empty()) captures.push_back(routes);
    return captures;
  });
}
