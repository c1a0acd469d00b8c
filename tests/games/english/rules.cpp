#include "games/english/rules.hpp"

#include "support/catch.hpp"

#include <algorithm>

using crownd::legal_moves;
using crownd::Reason;
using crownd::Result;
using crownd::Side;
using crownd::english::Rules;

namespace {

std::vector<std::string> texts_of_moves(const std::string& position_text) {
  const auto position = Rules::parse_position(position_text);
  std::vector<std::string> texts;
  for (const auto& move : legal_moves<Rules>(position)) texts.push_back(Rules::format_move(position, move));
  std::sort(texts.begin(), texts.end());
  return texts;
}

using Texts = std::vector<std::string>;

std::string after(const std::string& position_text, const std::string& move) {
  const auto position = Rules::parse_position(position_text);
  return Rules::standard_position(Rules::after(position, Rules::read_move(position, move)));
}

}  // namespace

TEST_CASE("The game begins with b and its seven first moves") {
  CHECK(Rules::format_position(Rules::start()) == "aaaaaaaaaaaa........bbbbbbbbbbbb:b");
  CHECK(texts_of_moves("aaaaaaaaaaaa........bbbbbbbbbbbb:b") ==
        Texts{"10-14", "10-15", "11-15", "11-16", "12-16", "9-13", "9-14"});
}

TEST_CASE("A man steps and captures forward only, a king both ways") {
  CHECK(texts_of_moves("W:W22:B1") == Texts{"22-17", "22-18"});
  CHECK(texts_of_moves("W:WK22:B1") == Texts{"22-17", "22-18", "22-25", "22-26"});
  CHECK(texts_of_moves("W:W18:B22,1") == Texts{"18-14", "18-15"});
  CHECK(texts_of_moves("W:WK18:B22,1") == Texts{"18x25"});
}

TEST_CASE("Who can capture must, but may choose the smaller capture") {
  CHECK(texts_of_moves("W:W22,24:B18,11,20,1") == Texts{"22x15x8"});
  CHECK(texts_of_moves("W:W22,25:B18,11,21,1") == Texts{"22x15x8"});
  CHECK(texts_of_moves("W:W22:B17,18,11") == Texts{"22x13", "22x15x8"});
}

TEST_CASE("A man that reaches the last row is crowned and stops there") {
  CHECK(texts_of_moves("W:W10:B7,8") == Texts{"10x3"});
  CHECK(after("W:W10:B7,8", "10x3") == "B:WK3:B8");
  CHECK(after("W:W5:B21", "5-1") == "B:WK1:B21");
  CHECK(texts_of_moves("W:WK10:B7,8") == Texts{"10x3x12"});
}

TEST_CASE("A king may jump in a circle, and both ways round are one move") {
  const std::string circle = "W:WK26:B14,15,22,23,1";
  CHECK(texts_of_moves(circle) == Texts{"26x17x10x19x26"});
  CHECK(after(circle, "26x19x10x17x26") == "B:WK26:B1");
  CHECK(after(circle, "26x26") == "B:WK26:B1");
}

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

TEST_CASE("Only a king's step can be taken back") {
  const auto position = Rules::parse_position("W:W22,K30:B1,K3");
  CHECK(Rules::is_reversible(position, Rules::read_move(position, "30-26")));
  CHECK_FALSE(Rules::is_reversible(position, Rules::read_move(position, "22-18")));
  const auto capture = Rules::parse_position("W:WK22:B18,1");
  CHECK_FALSE(Rules::is_reversible(capture, Rules::read_move(capture, "22x15")));
}

TEST_CASE("Captures and crowning promise something, in the order of what they win") {
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
