#include "games/english/rules.hpp"
#include "games/english/naive.hpp"
#include "games/random_positions.hpp"
#include "support/catch.hpp"
#include "support/check_position.hpp"
#include "support/perft_file.hpp"

#include <unordered_map>

using crownd::legal_moves;
using crownd::Reason;
using crownd::Result;
using crownd::Side;
using crownd::english::Rules;

namespace {

const std::vector<std::string>& positions() {
  static const auto texts = [] {
    std::vector<std::string> all;
    for (const auto& position : crownd::testing::sample<Rules>(4'000, 1))
      all.push_back(Rules::format_position(position));
    return all;
  }();
  return texts;
}

}  // namespace

TEST_CASE("A side without pieces has lost, whoever is to move") {
  for (const std::string text : {"W:W22:B", "B:W22:B"}) {
    const auto position = Rules::parse_position(text);
    CHECK(Rules::result(position) == Result::win(Side::second, crownd::draughts_family::no_pieces));
    CHECK(legal_moves<Rules>(position).empty());
  }
  CHECK(Rules::result(Rules::parse_position("W:W:BK3")) ==
        Result::win(Side::first, crownd::draughts_family::no_pieces));
}

TEST_CASE("A side that cannot move has lost") {
  const auto locked = Rules::parse_position("....aaaaaaaaaaaabbbbbbbbbbbb....:b");
  CHECK(Rules::result(locked) == Result::win(Side::second, crownd::draughts_family::no_moves));
  CHECK(legal_moves<Rules>(locked).empty());
  const auto other_way = Rules::parse_position("....aaaaaaaaaaaabbbbbbbbbbbb....:a");
  CHECK(Rules::result(other_way) == Result::win(Side::first, crownd::draughts_family::no_moves));
}

TEST_CASE("Only a king's step is reversible") {
  const auto position = Rules::parse_position("W:W22,K30:B1,K3");
  CHECK(Rules::is_reversible(position, Rules::read_move(position, "30-26")));
  CHECK_FALSE(Rules::is_reversible(position, Rules::read_move(position, "22-18")));
  const auto capture = Rules::parse_position("W:WK22:B18,1");
  CHECK_FALSE(Rules::is_reversible(capture, Rules::read_move(capture, "22x15")));
}

TEST_CASE("Captures and crowning have order hints, by their gain") {
  const auto hint = [](const std::string& text, const std::string& move) {
    const auto position = Rules::parse_position(text);
    return Rules::order_hint(position, Rules::read_move(position, move));
  };
  CHECK(hint("W:W22:B1", "22-18") == 0);
  CHECK(hint("W:W5:B21", "5-1") > 0);
  CHECK(hint("W:W22:B18,1", "22x15") > hint("W:W5:B21", "5-1"));
  CHECK(hint("W:W22:BK18,1", "22x15") > hint("W:W22:B18,1", "22x15"));
  CHECK(hint("W:W22:B18,11", "22x15x8") > hint("W:W22:BK18,1", "22x15"));
}

TEST_CASE("Legal moves and their results equal those of a naive generator") {
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

TEST_CASE("Texts are read as written, and the fast queries agree with the list of legal moves") {
  for (const std::string& text : positions()) {
    const auto position = Rules::parse_position(text);
    REQUIRE(Rules::format_position(position) == text);
    REQUIRE(Rules::parse_position(Rules::standard_position(position)) == position);
    crownd::testing::check_position<Rules>(position, [](const auto& move) { return move.captured != 0; });
  }
}

TEST_CASE("Every route of a capture is read as the same move") {
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

TEST_CASE("Different positions have different keys") {
  std::unordered_map<std::uint64_t, std::string> known;
  for (const std::string& text : positions()) {
    INFO(text);
    REQUIRE(known.emplace(Rules::key(Rules::parse_position(text)), text).first->second == text);
  }
}

TEST_CASE("English draughts: perft counts") {
  crownd::testing::check_perft_file<Rules>(CROWND_SOURCE_DIR "/tests/games/english/perft.txt");
}
