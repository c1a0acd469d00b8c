#include "games/english/rules.hpp"
#include "support/catch.hpp"

using crownd::english::Rules;

namespace {

int value(const std::string& text) { return Rules::evaluate(Rules::parse_position(text)).raw(); }

/// The hand-written part of the evaluation.
int driving(const std::string& text) {
  for (const auto& [name, part] : Rules::evaluation_terms(Rules::parse_position(text)))
    if (name == "driving") return part;
  return 0;
}

}  // namespace

TEST_CASE("The start is even, more men are better, and a king is better than a man") {
  CHECK(std::abs(Rules::evaluate(Rules::start()).raw()) < 20);  // only the bonus for the side to move
  CHECK(value("B:W22-32:B1-12") > 80);
  CHECK(value("W:WK15,24:B5,6") > value("W:W15,24:B5,6"));
}

TEST_CASE("The side ahead gains by exchanges and by approaching the last king") {
  CHECK(value("W:WK14,K15:BK1") > value("W:WK14,K15,K18,K19,K22:BK1,K2,K3,K4") + 20);
  CHECK(driving("W:WK14,K15,K18:BK1") > driving("W:WK29,K30,K31:BK1"));
  CHECK(driving("W:WK14,K15,K18:BK3") > driving("W:WK14,K15,K18:BK1"));
}
