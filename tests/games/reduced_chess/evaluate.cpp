#include "games/reduced_chess/rules.hpp"
#include "support/catch.hpp"

#include <string>
#include <vector>

namespace {

using namespace crownd;
using reduced_chess::Rules;
using R = Rules<11>;

int worth(const std::string& text) { return R::evaluate(R::parse_position(text)).raw(); }

const std::vector<std::string> samples{
    "5 Kc5,Ra2,Ra5,Ba1,Be2 Kb3,Rb4,Rd3,Re4 w",
    "8 Ke1,Ra1,Rh1,Bc1,Bf1 Ke8,Ra8,Bc8 w",
    "8 Kd5,Rb4 Kd7 b",
    "16 Kd5,Bb4,Bb5 Kd7 w",
    "26 Kz26,Ra1,Ra2,Ba3 Km13,Rz1,Bz2 b",
    "3 Ka1,Rb1 Kc3 w",
    "2 Ka1 Kb2 w",
};

/// Both sides' pieces changed over, and the other side to move.
std::string colours_swapped(const std::string& text) {
  const auto first = text.find(' ');
  const auto second = text.find(' ', first + 1);
  const auto third = text.find(' ', second + 1);
  return text.substr(0, first) + text.substr(second, third - second) + text.substr(first, second - first) +
         (text.back() == 'w' ? " b" : " w");
}

TEST_CASE("An evaluation is the sum of its terms", "[reduced-chess]") {
  for (const auto& text : samples) {
    const auto position = R::parse_position(text);
    int sum = 0;
    for (const auto& [name, value] : R::evaluation_terms(position)) sum += value;
    INFO(text);
    CHECK(sum == R::evaluate(position).raw());
  }
}

TEST_CASE("An evaluation does not depend on the colours", "[reduced-chess]") {
  for (const auto& text : samples) {
    INFO(text);
    CHECK(worth(text) == worth(colours_swapped(text)));
    CHECK(worth(text) == -R::evaluate(R::null_move(R::parse_position(text))).raw());
  }
}

TEST_CASE("Nobody can win with kings, or with bishops of one colour only", "[reduced-chess]") {
  CHECK(worth("8 Ka1 Kh8 w") == 0);
  CHECK(worth("8 Ka1,Bb1 Kh8 w") == 0);
  CHECK(worth("8 Ka1,Bb1,Bd1,Bh1 Kh8 b") == 0);
  CHECK(worth("8 Ka1,Bb1 Kh8,Be2 w") == 0);
  CHECK(worth("8 Ka1,Bb1,Bb2 Kh8 w") > 500);
}

TEST_CASE("More material is better, and what cannot mate is worth little", "[reduced-chess]") {
  CHECK(worth("8 Ka1,Rb1 Kh8,Bg8 w") > 0);
  CHECK(worth("8 Ka1,Rb1 Kh8,Bg8 b") < 0);
  CHECK(worth("8 Ka1,Rb1,Rc1 Kh8,Rg8 w") > 300);
  CHECK(worth("8 Ka1,Bb1,Bd1 Kh8,Bg7 w") < worth("8 Ka1,Bb1,Bc1 Kh8,Bg7 w") - 200);
}

TEST_CASE("A lone king is worse off at the edge, met and shut in, on every size", "[reduced-chess]") {
  for (const std::string size : {"8 ", "14 ", "26 "}) {
    INFO(size);
    CHECK(worth(size + "Kc4,Rh1 Ka4 w") > worth(size + "Kc4,Rh1 Ke4 w"));          // at the edge
    CHECK(worth(size + "Kd6,Rh1 Kd8 w") > worth(size + "Kd2,Rh1 Kd8 w"));          // met
    CHECK(worth(size + "Ka1,Rh2 Kd1 w") > worth(size + "Ka1,Rh8 Kd1 w"));          // shut in
    CHECK(worth(size + "Kc3,Bf2,Bf3 Ka1 w") > worth(size + "Kc3,Bf2,Bf3 Ka4 w"));  // bishops want a corner
  }
}

TEST_CASE("A board full of rooks is still no proven win", "[reduced-chess]") {
  std::string white = "Ka1";
  for (char column = 'b'; column <= 'z'; ++column)
    for (int row = 1; row <= 20; ++row) white += ",R" + std::string(1, column) + std::to_string(row);
  const auto position = R::parse_position("26 " + white + " Ka26 w");
  CHECK_FALSE(R::evaluate(position).is_decided());
  CHECK(R::evaluate(position).raw() == Score::max_centipawns);
  int sum = 0;
  for (const auto& [name, value] : R::evaluation_terms(position)) sum += value;
  CHECK(sum == Score::max_centipawns);
}

}  // namespace
