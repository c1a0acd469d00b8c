// How long Engine waits for an answer.
#include "connection/engine.hpp"

#include "support/catch.hpp"

#include <chrono>
#include <string>

using namespace std::chrono_literals;
using namespace crownd::connection;

namespace {

/// So long that a shell answers in time on a busy machine.
constexpr auto patience = 2s;

/// A shell script that answers.
Source engine_of(const std::string& text) { return {{"sh", "-c", text}, Errors::passed}; }

}  // namespace

TEST_CASE("an engine that gives signs of life may take longer for its answer than the patience") {
  // The answer comes after the second sign of life.
  auto source = engine_of(
      "while read -r line; do case $line in"
      " probe) asked=2;;"
      " isready) echo readyok; asked=$((asked - 1)); [ $asked -ne 0 ] || echo probe draw;;"
      " fen) echo fen english a-position;;"
      "esac; done");
  Engine engine(source, patience);
  const auto begin = Clock::now();
  CHECK(engine.probe().position.verdict == crownd::wire::Verdict::draw);
  CHECK(Clock::now() - begin >= 2 * patience);
  CHECK(engine.position() == "a-position");
  engine.set_option("Hash", 1);
  CHECK(engine.position() == "a-position");
}

TEST_CASE("a sign of life that comes behind the answer is taken for no other one") {
  auto source = engine_of(
      "while read -r line; do case $line in"
      " probe) late=1;;"
      " isready) [ -z $late ] || echo probe draw; late=; echo readyok;;"
      " position*) echo error bad-position it is wrong;;"
      "esac; done");
  Engine engine(source, patience);
  CHECK(engine.probe().position.verdict == crownd::wire::Verdict::draw);
  CHECK_THROWS_AS(engine.set_position("english", "a-position"), Refused);
  engine.new_game();
}

TEST_CASE("an engine without a sign of life is given up, and one that ends at once") {
  auto silent = engine_of("exec sleep 300");
  CHECK_THROWS_WITH(Engine(silent, 100ms).probe(), "the engine does not answer");
  auto dead = engine_of("read -r line");
  CHECK_THROWS_WITH(Engine(dead, 1h).probe(), "the engine is gone");
}
