#include "core/weights_file.hpp"
#include "games/reduced_chess/rules.hpp"
#include "support/catch.hpp"

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>
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

/// The sides' pieces swapped, and the other side to move.
std::string colours_swapped(const std::string& text) {
  const auto first = text.find(' ');
  const auto second = text.find(' ', first + 1);
  const auto third = text.find(' ', second + 1);
  return text.substr(0, first) + text.substr(second, third - second) + text.substr(first, second - first) +
         (text.back() == 'w' ? " b" : " w");
}

TEST_CASE("An evaluation is the sum of its terms, and each says something somewhere", "[reduced-chess]") {
  std::set<std::string> names, speaking;
  for (const auto& text : samples) {
    INFO(text);
    const auto position = R::parse_position(text);
    int sum = 0;
    const auto terms = R::evaluation_terms(position);
    for (const auto& [name, value] : terms) {
      sum += value;
      names.insert(name);
      if (value != 0) speaking.insert(name);
      if (name == "rounding") CHECK(std::abs(value) < static_cast<int>(terms.size()));
    }
    CHECK(sum == R::evaluate(position).raw());
  }
  CHECK(speaking == names);
  CHECK_FALSE(names.contains("limit"));
}

TEST_CASE("An evaluation does not depend on the colours", "[reduced-chess]") {
  for (const auto& text : samples) {
    INFO(text);
    CHECK(worth(text) == worth(colours_swapped(text)));
  }
}

TEST_CASE("An evaluation depends neither on how the board lies nor on the width of its sets", "[reduced-chess]") {
  const std::vector<std::vector<std::string>> laid{
      {"8 Kb1,Rc4,Bd2 Kg5,Ra8,Bh3 w", "8 Kg1,Rf4,Be2 Kb5,Rh8,Ba3 w", "8 Kb8,Rc5,Bd7 Kg4,Ra1,Bh6 w",
       "8 Ka2,Rd3,Bb4 Ke7,Rh1,Bc8 w"},
      {"8 Kb2,Rc4,Bd2 Kg5,Ra8,Bh3 w", "8 Kb2,Rd3,Bb4 Ke7,Rh1,Bc8 w"},  // a king on the diagonal
      {"5 Kc1,Ra2,Bd3 Ke5,Rb4 b", "5 Kc1,Re2,Bb3 Ka5,Rd4 b"},          // and on the middle column
      {"10 Kb1,Rc4,Bd2 Kg5,Ra9,Bj3 w", "10 Ki1,Rh4,Bg2 Kd5,Rj9,Ba3 w", "10 Ka2,Rd3,Bb4 Ke7,Ri1,Bc10 w"}};
  for (const auto& same : laid)
    for (const std::string& text : same) {
      INFO(text);
      CHECK(worth(text) == worth(same.front()));
      CHECK(Rules<4>::evaluate(Rules<4>::parse_position(text)).raw() == worth(text));
    }
}

TEST_CASE("Nobody can win with kings, or with bishops of one colour only", "[reduced-chess]") {
  CHECK(worth("8 Ka1 Kh8 w") == 0);
  CHECK(worth("8 Ka1,Bb1 Kh8 w") == 0);
  CHECK(worth("8 Ka1,Bb1,Bd1,Bh1 Kh8 b") == 0);
  CHECK(worth("8 Ka1,Bb1 Kh8,Be2 w") == 0);
  CHECK(worth("8 Ka1,Bb1,Bb2 Kh8 w") > 500);
}

TEST_CASE("More material is better", "[reduced-chess]") {
  CHECK(worth("8 Ka1,Rb1,Rc1 Kh8,Rg8 w") > 100);
  CHECK(worth("8 Ka1,Rb1,Rc1 Kh8,Bg8 w") > worth("8 Ka1,Rb1 Kh8,Bg8 w") + 100);
  CHECK(worth("8 Ka1,Rb1,Rc1,Bc3 Kh8,Rg8 b") < -200);
  CHECK(worth("8 Ka1,Rb1 Kh8 w") > worth("8 Ka1,Rb1,Rc1,Bd1 Kh8,Bg8 w"));  // a sure win
}

TEST_CASE("Material that seldom wins is worth little", "[reduced-chess]") {
  // A rook against a bishop, two bishops against one or a rook, a rook and a bishop against a rook: mostly drawn.
  for (const auto& drawish : {"8 Ka1,Rb1 Kg8,Bg7 w", "8 Ka1,Bb1,Bc1 Kg8,Bg7 w", "8 Ka1,Bb1,Bc1 Kg8,Rg7 w",
                              "8 Ka1,Rb1,Bc1 Kg8,Rg7 w", "10 Ka1,Rb1,Bc1 Kg8,Bg7,Bh8 w"}) {
    INFO(drawish);
    CHECK(std::abs(worth(drawish)) < 250);
  }
  CHECK(worth("8 Kb2,Rb1,Bc1 Kg8,Bg7 w") > worth("8 Kb2,Rb1,Bc1 Kg8,Bf7 w"));  // like bishops can be traded
  CHECK(worth("8 Ka1,Rb1,Rc1 Kg8,Rg7,Bh7 w") > worth("8 Ka1,Rb1 Kg8,Rg7 w"));
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
  const auto terms = R::evaluation_terms(position);
  for (const auto& [name, value] : terms) sum += value;
  CHECK(sum == Score::max_centipawns);
  CHECK(terms.back().first == "limit");
  CHECK(terms.back().second < 0);
}

TEST_CASE("The file of weights that is built in is whole", "[reduced-chess]") {
  std::ifstream stream(CROWND_SOURCE_DIR "/engine/games/reduced_chess/weights.bin", std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(stream), {}};
  CHECK(WeightsFile::is_undamaged({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()}));
}

TEST_CASE("The learned features and their weights are the evaluation", "[reduced-chess]") {
  for (const std::string text :
       {"8 Ke1,Ra1,Rh1,Bc1,Bf1 Ke8,Ra8,Bc8 w", "5 Kc5,Ra2,Ra5,Ba1,Be2 Kb3,Rb4,Rd3,Re4 w",
        "10 Kd5,Rb4,Be4 Kd7,Rf7,Bf8 b", "26 Kz26,Ra1,Ra2,Ba3 Km13,Rz1,Bz2 b", "8 Ka1,Rb1,Rc1,Rd1,Re1 Kg8,Rg7,Bh7 w"}) {
    INFO(text);
    std::vector<Feature> list;
    const auto fixed = R::features(R::parse_position(text), list);
    REQUIRE(fixed.has_value());
    std::int64_t sum = 0;
    for (const auto& [number, value] : list) {
      REQUIRE(number < R::feature_count);
      sum += std::int64_t{R::weights()[number]} * value;
    }
    CHECK(*fixed + sum / (R::feature_unit * R::weights_a_centipawn) == R::unlearned(R::parse_position(text)));
  }
}

TEST_CASE("Known endings are not learned", "[reduced-chess]") {
  for (const std::string text : {"8 Ka1,Rb1 Kh8 w", "8 Ka1,Rb1 Kh8 b", "8 Ka1,Bb1 Kh8 w", "26 Ka1 Kz26 w"}) {
    std::vector<Feature> list;
    CHECK_FALSE(R::features(R::parse_position(text), list).has_value());
  }
}

}  // namespace
