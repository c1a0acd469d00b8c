#include "games/english/naive.hpp"
#include "games/english/random_positions.hpp"
#include "games/english/rules.hpp"
#include "support/catch.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>

using crownd::english::Rules;

namespace {

const std::vector<std::string>& positions() {
  static const auto texts = crownd::testing::random_english_positions(16'000, 8'000);
  return texts;
}

}  // namespace

TEST_CASE("Legal moves and their results are those of a plain second generator") {
  for (const std::string& text : positions()) {
    const auto position = Rules::parse_position(text);
    std::map<std::string, std::string> moves;
    const auto legal = crownd::legal_moves<Rules>(position);
    for (const auto& move : legal)
      moves[Rules::format_move(position, move)] = Rules::format_position(Rules::after(position, move));
    INFO(text);
    REQUIRE(moves == naive::legal_moves(naive::Board(text)));
    REQUIRE(moves.size() == legal.size());
  }
}

TEST_CASE("The quick questions agree with the list of legal moves") {
  for (const std::string& text : positions()) {
    const auto position = Rules::parse_position(text);
    const auto legal = crownd::legal_moves<Rules>(position);
    Rules::Moves noisy;
    Rules::noisy_moves(position, noisy);
    const bool capture = !legal.empty() && legal[0].captured != 0;
    INFO(text);
    REQUIRE(Rules::count_moves(position) == legal.size());
    REQUIRE(Rules::has_moves(position) == !legal.empty());
    REQUIRE(Rules::result(position).over() == legal.empty());
    REQUIRE(noisy.size() == (capture ? legal.size() : 0));
    REQUIRE(std::equal(noisy.begin(), noisy.end(), legal.begin()));
  }
}

TEST_CASE("Every route of a capture is understood, and means the same move") {
  int long_captures = 0;
  int circles = 0;
  int several_routes = 0;
  for (const std::string& text : positions()) {
    const auto position = Rules::parse_position(text);
    std::vector<naive::Move> captures;
    static_cast<void>(naive::legal_moves(naive::Board(text), &captures));
    for (const naive::Move& capture : captures) {
      several_routes += capture.routes.size() > 1 ? 1 : 0;
      for (const std::string& route : capture.routes) {
        INFO(text << ' ' << route);
        const auto move = Rules::read_move(position, route);
        REQUIRE(Rules::format_move(position, move) == *capture.routes.begin());
        REQUIRE(Rules::format_position(Rules::after(position, move)) == capture.result);
        long_captures += std::count(route.begin(), route.end(), 'x') >= 4 ? 1 : 0;
        circles += move.from == move.to ? 1 : 0;
      }
    }
  }
  // Otherwise the positions would not have covered the difficult cases.
  CHECK(long_captures > 100);
  CHECK(circles > 20);
  CHECK(several_routes > 20);
}

TEST_CASE("Different positions have different keys, and different moves different numbers") {
  std::unordered_map<std::uint64_t, std::string> known;
  for (const std::string& text : positions()) {
    const auto position = Rules::parse_position(text);
    INFO(text);
    const auto [entry, fresh] = known.emplace(Rules::key(position), text);
    REQUIRE(entry->second == text);
    std::map<std::uint32_t, int> numbers;
    for (const auto& move : crownd::legal_moves<Rules>(position)) REQUIRE(++numbers[Rules::move_id(move)] == 1);
  }
}

TEST_CASE("Position texts come back as they went, in both forms") {
  for (const std::string& text : positions()) {
    const auto position = Rules::parse_position(text);
    REQUIRE(Rules::format_position(position) == text);
    REQUIRE(Rules::parse_position(Rules::standard_position(position)) == position);
  }
}
