#include "book/expansion.hpp"
#include "support/catch.hpp"

namespace crownd::book {

namespace {

using Id = Graph::Id;

Graph::Leaf leaf(int centipawns) { return {{Score::centipawns(centipawns), 10, 200, 100}, {}, false}; }
Graph::Leaf exact(Score score) { return {{score, 0, 0, 0}, {}, true}; }

Score value_of(const Graph& graph, const std::string& text) { return graph.at(graph.find(text).value()).value.score; }
bool always_free(Id) { return false; }

const Costs usual{5, 300};

}  // namespace

TEST_CASE("a position has the value of its best move") {
  Graph graph;
  const auto root = graph.add("root", leaf(0));
  const auto good = graph.add("good", leaf(-40)), bad = graph.add("bad", leaf(10));
  graph.expand(root, {{"b", bad}, {"g", good}});
  graph.back_up();
  CHECK(graph.at(root).value == Value{Score::centipawns(40), 11, 100, 200});

  SECTION("also after a better reply is found") {
    const auto reply = graph.add("reply", leaf(-90));
    graph.expand(good, {{"r", reply}});
    graph.back_up();
    CHECK(value_of(graph, "good") == Score::centipawns(90));
    CHECK(value_of(graph, "root") == Score::centipawns(-10));
  }
}

TEST_CASE("position_value is the inverse of move_value") {
  for (const auto score :
       {Score::draw(), Score::centipawns(35), Score::centipawns(-29'000), Score::win_in(4), Score::loss_in(0)}) {
    const Value value{score, 7, 300, 200};
    CHECK(position_value(move_value(value)) == value);
  }
  CHECK(position_value(Value{Score::win_in(1), 1, 1000, 0}) == Value{Score::loss_in(0), 0, 0, 1000});
}

TEST_CASE("transpositions share one position") {
  Graph graph;
  const auto root = graph.add("root", leaf(0));
  const auto left = graph.add("left", leaf(0)), right = graph.add("right", leaf(0)), both = graph.add("both", leaf(30));
  CHECK(graph.add("both", leaf(99)) == both);
  graph.expand(root, {{"l", left}, {"r", right}});
  graph.expand(left, {{"x", both}});
  graph.expand(right, {{"y", both}});
  graph.back_up();
  CHECK(graph.size() == 4);
  CHECK(value_of(graph, "left") == Score::centipawns(-30));
  CHECK(value_of(graph, "right") == Score::centipawns(-30));
  CHECK(value_of(graph, "root") == Score::centipawns(30));
}

TEST_CASE("a losing side repeats positions for a draw") {
  Graph graph;
  const auto a = graph.add("a", leaf(0)), b = graph.add("b", leaf(0));
  const auto loss = graph.add("loss for a", leaf(200)), gain = graph.add("gain for b's opponent", leaf(150));
  graph.expand(a, {{"round", b}, {"out", loss}});
  graph.expand(b, {{"back", a}, {"out", gain}});
  graph.back_up();
  CHECK(value_of(graph, "a") == Score::draw());
  CHECK(value_of(graph, "b") == Score::draw());
  CHECK(graph.at(a).value.wins == 0);
}

TEST_CASE("a side leaves a repetition for a better line") {
  Graph graph;
  const auto a = graph.add("a", leaf(0)), b = graph.add("b", leaf(0));
  const auto gain = graph.add("gain for a", leaf(-70)), loss = graph.add("loss for b", leaf(150));
  graph.expand(b, {{"back", a}, {"out", loss}});
  graph.expand(a, {{"round", b}, {"out", gain}});
  graph.back_up();
  CHECK(value_of(graph, "a") == Score::centipawns(70));
  CHECK(value_of(graph, "b") == Score::centipawns(-70));
}

TEST_CASE("values in a cycle do not support each other after their source is gone") {
  Graph graph;
  const auto a = graph.add("a", leaf(0)), b = graph.add("b", leaf(0)), exit = graph.add("exit", leaf(-70));
  graph.expand(a, {{"round", b}, {"out", exit}});
  graph.expand(b, {{"back", a}});
  graph.back_up();
  REQUIRE(value_of(graph, "b") == Score::centipawns(-70));
  const auto after = graph.add("after", leaf(-500));  // the exit was a blunder
  graph.expand(exit, {{"refutation", after}});
  graph.back_up();
  CHECK(value_of(graph, "a") == Score::draw());
  CHECK(value_of(graph, "b") == Score::draw());
}

TEST_CASE("a forced win gets longer by one ply per ply, and the shortest one is chosen") {
  Graph graph;
  const auto root = graph.add("root", leaf(0));
  const auto slow = graph.add("slow", exact(Score::loss_in(6))), quick = graph.add("quick", exact(Score::loss_in(2)));
  graph.expand(root, {{"s", slow}, {"q", quick}});
  graph.back_up();
  CHECK(value_of(graph, "root") == Score::win_in(3));
}

TEST_CASE("the leaf with the cheapest line is expanded next; each ply has a cost") {
  Graph graph;
  const auto root = graph.add("root", leaf(0));
  const auto best = graph.add("best", leaf(-20)), near = graph.add("near", leaf(-17)), far = graph.add("far", leaf(40));
  graph.expand(root, {{"f", far}, {"n", near}, {"b", best}});
  graph.back_up();
  const std::array roots{root};
  CHECK(DropOutExpansion(graph, roots, usual).leaves(9, always_free) == std::vector<Id>{best, near, far});
  CHECK(DropOutExpansion(graph, roots, usual).leaves(1, [&](Id id) { return id == best; }) == std::vector<Id>{near});

  const auto next = graph.add("next", leaf(20));
  graph.expand(best, {{"x", next}});
  graph.back_up();
  CHECK(DropOutExpansion(graph, roots, usual).leaves(9, always_free) == std::vector<Id>{near, next, far});
  CHECK(DropOutExpansion(graph, roots, {0, 300}).leaves(9, always_free) == std::vector<Id>{next, near, far});
}

TEST_CASE("decided and hopeless positions are not expanded, nor their successors") {
  Graph graph;
  const auto root = graph.add("root", leaf(0));
  const auto won = graph.add("won", {{Score::win_in(9), 9, 1000, 0}, {}, false});
  const auto drawn = graph.add("drawn", exact(Score::draw())), lost = graph.add("lost", leaf(400));
  const auto behind = graph.add("behind", leaf(-400)), open = graph.add("open", leaf(20));
  graph.expand(root, {{"w", won}, {"d", drawn}, {"l", lost}, {"o", open}});
  graph.expand(lost, {{"x", behind}});
  graph.back_up();
  const std::array roots{root};
  CHECK(DropOutExpansion(graph, roots, usual).leaves(9, always_free) == std::vector<Id>{open});
}

TEST_CASE("a root is expanded whatever its value") {
  Graph graph;
  const std::array roots{graph.add("root", {{Score::win_in(1), 1, 1000, 0}, {}, false})};
  graph.back_up();
  CHECK(DropOutExpansion(graph, roots, usual).leaves(9, always_free) == std::vector<Id>{roots.front()});
}

TEST_CASE("visits count expansions at and below a position, along the cheapest lines") {
  Graph graph;
  const auto root = graph.add("root", leaf(0));
  const auto main = graph.add("main", leaf(0)), side = graph.add("side", leaf(30)), reply = graph.add("reply", leaf(0));
  graph.expand(root, {{"m", main}, {"s", side}});
  graph.expand(main, {{"r", reply}});
  graph.back_up();
  const std::array roots{root};
  CHECK(DropOutExpansion(graph, roots, usual).visits() == std::vector<std::uint64_t>{3, 2, 1, 1});
}

}  // namespace crownd::book
