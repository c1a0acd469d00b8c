#include "session/hub.hpp"
#include "protocol/session/scripted_session.hpp"
#include "support/text.hpp"

using namespace crownd;
using namespace crownd::session;
using namespace crownd::testing;

namespace {

const games::Entry& game(std::string_view name) {
  const auto* const entry = games::find(name);
  REQUIRE(entry != nullptr);
  return *entry;
}

std::string joined(const std::vector<std::string>& moves) {
  std::string text;
  for (const auto& move : moves) text += (text.empty() ? "" : " ") + move;
  return text;
}

std::string joined(const HubBoard& board) {
  const auto moves = joined(board.moves());
  return std::string(board.entry().name) + " " + board.start() + " moves" + (moves.empty() ? "" : " ") + moves;
}

constexpr auto start = "Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";

/// A session with the real games, which begins with english.
struct HubTalk : Talk {
  explicit HubTalk(Access access = Access::open) : Talk(access) {
    environment.games = games::catalogue();
    environment.first_game = "english";
    session = std::make_unique<Session>(environment, client, access);
  }
};

}  // namespace

TEST_CASE("hub: the letters of a position are the squares in the order of their numbers") {
  const HubBoard board(game("english"), start, "11-15 22-18 15x22x18", HubOrder::plain);
  CHECK(joined(board) == "english aaaaaaaaaaaa........bbbbbbbbbbbb:b moves 11-15 22-18 15x22");
  CHECK(board.to_hub(std::vector<std::string>{"25x18", "8-11"}) == "25x18x22 8-11");
  CHECK(board.to_hub(std::vector<std::string>{"8-11"}).empty());
  const HubBoard spanish(game("spanish"), "Wwwwwwwwwwwwweeeeeeeebbbbbbbbbbbb", "", HubOrder::plain);
  CHECK(joined(spanish) == "spanish W:W1,2,3,4,5,6,7,8,9,10,11,12:B21,22,23,24,25,26,27,28,29,30,31,32 moves");
}

TEST_CASE("hub: a capture names all captured pieces, in any order") {
  const HubBoard board(game("english"), "Beeeeeeeeebeeewweeeeeewweeeeeeeee", "", HubOrder::plain);
  CHECK(board.to_hub(std::vector<std::string>{"10x19x26"}) == "10x26x15x23");
  CHECK_NOTHROW(HubBoard(game("english"), "Beeeeeeeeebeeewweeeeeewweeeeeeeee", "10x26x23x15", HubOrder::plain));
  CHECK_THROWS_AS(HubBoard(game("english"), "Beeeeeeeeebeeewweeeeeewweeeeeeeee", "10x26", HubOrder::plain), BadInput);
}

TEST_CASE("hub: if two captures have the same ends, the text names one of them") {
  const std::string circle = "WeeeeeWeBeebeeeeebeBeeeeeeeBBeeeB";
  const auto played = [&](const std::string& move) {
    const HubBoard board(game("spanish"), circle, move, HubOrder::plain);
    return joined(board.moves());
  };
  CHECK(played("6x15x11x19x27x28") == "6x24x31x22x15");
  CHECK(played("6x24x11x19x27x28") == "6x15x22x31x24");
  CHECK_THROWS_AS(played("6x15"), BadInput);
  CHECK_THROWS_AS(played("6x15x11"), BadInput);
}

TEST_CASE("hub: turned positions are read as pydraughts 0.6 writes them") {
  const HubBoard board(game("english"), "BbeeeeeeeeeeeeeBeewweeeeeewweeeew", "", HubOrder::turned);
  auto expected = game("english").make();
  expected->set_position("W:WK18,32:B1,6,7,14,15", {});
  CHECK(joined(board) == "english " + expected->position_text() + " moves");
}

TEST_CASE("hub: scores are in men, and no evaluation looks like a win") {
  HubTalk talk;
  HubReader reader(talk.environment);
  (void)reader.read("level nodes=1");
  const auto search = reader.read("go think");
  REQUIRE(search);
  const auto score = [&](const wire::Score& given) {
    wire::Info info;
    info.depth = 1;
    info.score = given;
    const auto line = read_hub_line(search->dialect->info(info).value_or(""));
    return std::string(line.value("score"));
  };
  CHECK(score({.value = 7999}) == "79.99");
  CHECK(score({.value = 8001}) == "80.00");
  CHECK(score({.value = -20000}) == "-80.00");
  CHECK(score({.mate = true, .value = 1}) == "99.99");
}

TEST_CASE("hub: auth may come before hub, no other command") {
  HubTalk talk(Access::token_required);
  talk.say("auth secret");
  if (GENERATE(false, true)) {
    talk.say("hub");
    (void)talk.client.until("wait");
  } else {
    talk.say("d");
    talk.say("hub");
    (void)talk.client.until("error bad-argument hub can only be the first command");
  }
}

TEST_CASE("hub: lines that begin with # are ignored") {
  HubTalk talk;
  talk.say("hub");
  (void)talk.client.until("wait");
  talk.say("# name=\"open");
  talk.say("ping");
  CHECK(talk.client.until("pong").size() == 1);
}

TEST_CASE("hub: a parameter accepts the numbers of its announced range, and no others") {
  HubTalk talk;
  talk.say("hub");
  int parameters = 0;
  for (const auto& line : talk.client.until("wait")) {
    const auto parameter = read_hub_line(line);
    if (parameter.value("type") != "int") continue;
    ++parameters;
    const auto answers = [&](int value) {
      talk.say("set-param name=" + std::string(parameter.value("name")) + " value=" + std::to_string(value));
      return talk.client.all();
    };
    INFO(line);
    const int min = std::stoi(std::string(parameter.value("min")));
    const int max = std::stoi(std::string(parameter.value("max")));
    CHECK(answers(min).empty());
    CHECK(answers(max).empty());
    CHECK(answers(min - 1).size() == 1);
    CHECK(answers(max + 1).size() == 1);
  }
  CHECK(parameters == 3);
}

TEST_CASE("hub: a go that exceeds the queue has an error and a done") {
  HubTalk talk;
  for (const auto* line : {"hub", "level nodes=100000000", "go think"}) talk.say(line);
  (void)talk.client.until("wait");
  Lines heard;
  for (int sent = 0; heard.empty() && sent < 100000; ++sent) {
    talk.say("go think");
    heard = without_info(talk.client.all());
  }
  REQUIRE(heard.size() == 2);
  CHECK(contains(heard[0], "error message=\"limit: too many commands wait behind the search; this one is dropped"));
  CHECK(heard[1] == "done move=none");
}

TEST_CASE("a line of HUB is a word and arguments, quoted if they have blanks") {
  const auto line = read_hub_line("  pos pos=Wbbe  moves=\"22-18 9x14\" flag empty=\"\"\r\n");
  CHECK(line == HubLine{"pos", {{"pos", "Wbbe"}, {"moves", "22-18 9x14"}, {"flag", ""}, {"empty", ""}}});
  CHECK(line.value("moves") == "22-18 9x14");
  CHECK(line.has("flag"));
  CHECK_FALSE(line.has("other"));
  CHECK(line.value("other").empty());
}

TEST_CASE("blanks around the equals sign are allowed, and an unclosed quote ends with the line") {
  CHECK(read_hub_line("level move-time = 1.5") == HubLine{"level", {{"move-time", "1.5"}}});
  CHECK(read_hub_line("pos moves=\"1-2 3-4") == HubLine{"pos", {{"moves", "1-2 3-4"}}});
  CHECK(read_hub_line("level depth=") == HubLine{"level", {{"depth", ""}}});
  CHECK(read_hub_line("=x") == HubLine{"=x", {}});
  CHECK(read_hub_line("").word.empty());
  CHECK(read_hub_line(" \t ").word.empty());
}

TEST_CASE("written lines of HUB are read back") {
  const HubLine line{"param", {{"name", "variant"}, {"values", "english spanish"}, {"none", ""}}};
  CHECK(hub_line(line) == "param name=variant values=\"english spanish\" none=\"\"");
  CHECK(read_hub_line(hub_line(line)) == line);
}

TEST_CASE("values contain no quotes and equals signs, since clients split lines at them") {
  CHECK(hub_line({"error", {{"message", "x=1 is \"bad\""}}}) == "error message=\"x:1 is 'bad'\"");
}
