#include "wire/hub_line.hpp"

#include "support/catch.hpp"

using crownd::wire::hub_line;
using crownd::wire::HubLine;
using crownd::wire::read_hub_line;

TEST_CASE("a line of HUB is a word and arguments, quoted where they have blanks") {
  const auto line = read_hub_line("  pos pos=Wbbe  moves=\"22-18 9x14\" flag empty=\"\"\r\n");
  CHECK(line == HubLine{"pos", {{"pos", "Wbbe"}, {"moves", "22-18 9x14"}, {"flag", ""}, {"empty", ""}}});
  CHECK(line.value("moves") == "22-18 9x14");
  CHECK(line.has("flag"));
  CHECK_FALSE(line.has("other"));
  CHECK(line.value("other").empty());
}

TEST_CASE("blanks around the equals sign are allowed, and a quote that is not closed ends with the line") {
  CHECK(read_hub_line("level move-time = 1.5") == HubLine{"level", {{"move-time", "1.5"}}});
  CHECK(read_hub_line("pos moves=\"1-2 3-4") == HubLine{"pos", {{"moves", "1-2 3-4"}}});
  CHECK(read_hub_line("level depth=") == HubLine{"level", {{"depth", ""}}});
  CHECK(read_hub_line("=x") == HubLine{"=x", {}});
  CHECK(read_hub_line("").word.empty());
  CHECK(read_hub_line(" \t ").word.empty());
}

TEST_CASE("what is written can be read again") {
  const HubLine line{"param", {{"name", "variant"}, {"values", "english spanish"}, {"none", ""}}};
  CHECK(hub_line(line) == "param name=variant values=\"english spanish\" none=\"\"");
  CHECK(read_hub_line(hub_line(line)) == line);
}

TEST_CASE("no quote and no equals sign gets into a value, for clients split lines at them") {
  CHECK(hub_line({"error", {{"message", "x=1 is \"bad\""}}}) == "error message=\"x:1 is 'bad'\"");
}
