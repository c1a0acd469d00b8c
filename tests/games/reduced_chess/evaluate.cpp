#include "games/reduced_chess/rules.hpp"
#include "network/network.hpp"
#include "support/catch.hpp"
#include "support/text.hpp"

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

TEST_CASE("An evaluation is the sum of its terms, and each is sometimes non-zero", "[reduced-chess]") {
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

TEST_CASE("An evaluation depends neither on the board's orientation nor on the width of its bitboards",
          "[reduced-chess]") {
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

TEST_CASE("A lone king is worse at the edge, confronted and confined, on every size", "[reduced-chess]") {
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

TEST_CASE("The embedded weights file is valid", "[reduced-chess]") {
  const auto bytes = testing::read_file(CROWND_SOURCE_DIR "/engine/games/reduced_chess/weights.bin");
  CHECK(network::linear_file(R::weights()) == std::vector<std::uint8_t>(bytes.begin(), bytes.end()));
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
    CHECK(*fixed + sum / (R::feature_unit * R::weights_per_centipawn) == R::handcrafted(R::parse_position(text)));
  }
}

TEST_CASE("Known endings are not learned", "[reduced-chess]") {
  for (const std::string text : {"8 Ka1,Rb1 Kh8 w", "8 Ka1,Rb1 Kh8 b", "8 Ka1,Bb1 Kh8 w", "26 Ka1 Kz26 w"}) {
    std::vector<Feature> list;
    CHECK_FALSE(R::features(R::parse_position(text), list).has_value());
  }
}

using namespace crownd::reduced_chess;

/// How often each pattern is there, the side to move's less the other's.
std::map<std::size_t, int> patterns(const std::string& text) {
  const auto p = R::parse_position(text);
  std::map<std::size_t, int> counts;
  each_pattern(p, Overview{army_of(p, p.side), army_of(p, opponent(p.side)), find_attacks(p)},
               [&](std::size_t number, int sign) {
                 REQUIRE(number < pattern_count);
                 counts[number] += sign;
               });
  return counts;
}

TEST_CASE("Pairs of distances have numbers without gaps, in any order", "[reduced-chess]") {
  std::set<std::size_t> numbers;
  for (std::size_t a = 0; a <= farthest; ++a)
    for (std::size_t b = 0; b <= farthest; ++b) {
      CHECK(number_of_pair(a, b) == number_of_pair(b, a));
      numbers.insert(number_of_pair(a, b));
    }
  CHECK(numbers.size() == offsets);
  CHECK(*numbers.rbegin() == offsets - 1);
}

TEST_CASE("A pattern describes a piece's place relative to both kings, anywhere on the board", "[reduced-chess]") {
  const auto rook = first_pattern::rook_and_enemy, bishop = first_pattern::bishop_and_own;
  CHECK(patterns("8 Kd4,Rb2 Ke8 w").at(rook + number_of_pair(3, 6)) == 1);
  CHECK(patterns("20 Kk10,Rh5 Kk11 b").at(rook + number_of_pair(3, 6)) == -1);
  CHECK(patterns("8 Kd4,Bd5 Ke8 w").at(bishop + number_of_pair(0, 1)) == 1);
  CHECK(patterns("8 Kd4,Bd5 Ke8,Be7 w").at(bishop + number_of_pair(0, 1)) == 0);
  // From `farthest` on all distances are the same.
  CHECK(patterns("26 Ka1,Rz26 Ka3 w").at(rook + number_of_pair(7, 7)) == 1);
}

TEST_CASE("A king is described by its distance from the edges up to the middle", "[reduced-chess]") {
  const auto king = first_pattern::king;
  CHECK(patterns("8 Ka1,Rc3 Kd5 w").at(king + number_of_pair(0, 0)) == 1);
  CHECK(patterns("8 Ka1,Rc3 Kd5 w").at(king + number_of_pair(3, 3)) == -1);
  CHECK(patterns("8 Kh3,Rc3 Kh8 w").at(king + number_of_pair(0, 2)) == 1);
  CHECK(patterns("26 Km13,Rc3 Ka1 w").at(king + number_of_pair(4, 4)) == 1);
}

TEST_CASE("Attacks on the king of the side to move are distinguished from those on the other", "[reduced-chess]") {
  // The rook sees a7 and b7; the king in the corner can step to b8 alone.
  const auto threatened = patterns("8 Kh1,Rh7 Ka8 b");
  const auto number = danger_number({.flights = 1}, {.king_zone_attacks = 2, .rook_checks = 1});
  CHECK(threatened.at(first_pattern::danger_to_mover + number) == 1);
  CHECK(patterns("8 Kh1,Rh7 Ka8 w").at(first_pattern::danger_to_other + number) == -1);
  CHECK(danger_number({.flights = 8}, {}) == danger_number({.flights = max_flights}, {}));
  CHECK(danger_number({.flights = 8}, {.king_zone_attacks = 30}) == dangers - 1);
}

using R1 = Rules<1>;

/// A position, a move and its gain in centipawns: a rook is 500, a bishop 300.
using Exchanges = std::vector<std::tuple<std::string, std::string, int>>;

void check_gains(int (*gain_of)(const R1::Position&, R1::Move), const Exchanges& cases) {
  for (const auto& [text, move, gain] : cases) {
    const auto position = R1::parse_position(text);
    INFO(text << ' ' << move);
    CHECK(gain_of(position, R1::read_move(position, move)) == gain);
  }
}

TEST_CASE("The order hint of a capture is the gain of the exchange on its target", "[reduced-chess]") {
  check_gains(R1::order_hint,
              {
                  {"8 Ka1,Rd1 Kh8,Rd8 w", "d1d8", 500},          // nobody takes back
                  {"8 Ka1,Rd1 Kh8,Bd8,Rf8 w", "d1d8", -200},     // a rook for a bishop
                  {"8 Ka1,Bd4 Kh8,Rf6,Rf8 w", "d4f6", 200},      // a bishop for a rook
                  {"8 Ka1,Rd1 Kh8,Rd8,Rf8 w", "d1d8", 1},        // rook for rook: nothing won, but still a capture
                  {"8 Ka1,Rd1,Rd2 Kh8,Bd8,Rf8 w", "d2d8", 300},  // a second rook defends: recapturing would lose more
                  {"8 Ka2,Rd1,Rd2 Kh7,Bd8,Bf6 w", "d2d8", 100},  // a rook for two bishops
                  {"8 Ka1,Rd1 Ke7,Bd8 w", "d1d8", -200},         // the king takes back
                  {"8 Ka1,Rd1,Rd2 Ke7,Bd8 w", "d2d8", 300},      // but not where a second rook guards
                  {"8 Kc7,Rd1 Kh8,Bd8 w", "c7d8", 300},          // a king takes only unguarded pieces
                  {"8 Ka1,Rd1 Kh8,Rd8 w", "d1d4", 0},            // not a capture
              });
}

TEST_CASE("A quiet move's gain is minus the cost of the exchange on its target", "[reduced-chess]") {
  check_gains(R1::exchange_gain, {
                                     {"8 Ka2,Rd1 Kh8,Rf8 w", "d1d8", -500},      // simply lost
                                     {"8 Ka2,Rd1,Rd2 Kh8,Rf8 w", "d2d8", 0},     // taken back by the rook behind
                                     {"8 Ka2,Rd1,Bb2 Kh8,Bf6 w", "d1d4", -200},  // taken back, but a rook for a bishop
                                     {"8 Ka2,Rd1 Kh8,Bf6 w", "d1d2", 0},         // nobody attacks it there
                                 });
}

TEST_CASE("Passing is for a side that has pieces and room to choose from", "[reduced-chess]") {
  CHECK(R1::may_pass(R1::parse_position("8 Ka1,Rb2,Bc3 Kh8 w")));
  CHECK_FALSE(R1::may_pass(R1::parse_position("8 Ka1,Rb2,Bc3 Kh8 b")));
  CHECK_FALSE(R1::may_pass(R1::parse_position("8 Ka1,Rb2 Kh8 w")));
  CHECK_FALSE(R1::may_pass(R1::parse_position("4 Ka1,Rb2,Bc3 Kd4 w")));
  const auto position = R1::parse_position("8 Ka1,Rb2,Bc3 Kh8 w");
  CHECK(R1::null_move(position) == R1::parse_position("8 Ka1,Rb2,Bc3 Kh8 b"));
}

}  // namespace
