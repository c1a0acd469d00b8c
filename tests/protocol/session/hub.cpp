#include "protocol/session/talk.hpp"
#include "session/hub_dialect.hpp"
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

/// A session with the real games that uses HUB.
struct HubTalk : Talk {
  HubTalk() {
    environment.games = games::catalogue();
    environment.first_game = "english";
    session = std::make_unique<Session>(environment, client, Access::open);
    say("hub");
    introduction = client.until("wait");
  }
  /// The error in answer to a line.
  std::string refusal(const std::string& line) {
    say(line);
    return client.until("error").back();
  }
  /// Sends the lines at once. Returns all output to the end of the session, without `info` lines.
  Lines answers(const Lines& lines) {
    for (const auto& line : lines) say(line);
    session->end_of_input();
    client.wait_closed();
    return without_info(client.all());
  }
  std::vector<std::string> introduction;
};

/// Whether each line begins with its expected text.
void check_lines(const Lines& heard, const Lines& beginnings) {
  INFO(Catch::StringMaker<Lines>::convert(heard));
  REQUIRE(heard.size() == beginnings.size());
  for (std::size_t i = 0; i < heard.size(); ++i) CHECK(heard[i].substr(0, beginnings[i].size()) == beginnings[i]);
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

TEST_CASE("hub: an invalid position is answered with the expected form") {
  const auto why = [](std::string_view position) -> std::string {
    try {
      (void)HubBoard(game("english"), position, "", HubOrder::plain);
    } catch (const BadInput& bad) {
      return bad.what();
    }
    return {};
  };
  CHECK(contains(why("Bb"), "32 squares, not 2 letters"));
  CHECK(contains(why("xbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"), "W or B, not with 'x'"));
  CHECK(contains(why("Bbbbbbbbbbbbbeeexeeeewwwwwwwwwwww"), "square 16 is w, b, W, B or e, not 'x'"));
}

TEST_CASE("hub: the answer to hub lists the parameters") {
  HubTalk talk;
  REQUIRE(talk.introduction.size() == 8);
  CHECK(talk.introduction[0] == "id name=crownd version=1.2.3 author=\"the crownd authors\"");
  CHECK(talk.introduction[1].starts_with("param name=variant value=english type=enum values=\"english spanish"));
  talk.say("set-param name=variant value=spanish");
  talk.say("init");
  CHECK(talk.client.until("ready") == std::vector<std::string>{"ready"});
  talk.say("ping");
  CHECK(talk.client.until("pong") == std::vector<std::string>{"pong"});
}

TEST_CASE("hub: a search ends with its move, in HUB's words") {
  HubTalk talk;
  talk.say(std::string("pos pos=") + start + " moves=\"11-15 22-18\"");
  talk.say("level depth=3");
  talk.say("go think");
  const auto lines = talk.client.until("done");
  CHECK(lines.back().starts_with("done move=15x22x18"));
  REQUIRE(lines.size() >= 2);
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    INFO(lines[i]);
    CHECK(lines[i].starts_with("info depth="));
    CHECK(contains(lines[i], " score="));
    CHECK((contains(lines[i], " pv=15x22x18") || contains(lines[i], " pv=\"15x22x18 ")));
  }
}

TEST_CASE("hub: a win counts down from 100 men by its plies") {
  HubTalk talk;
  // Black jumps the last white man.
  talk.say("pos pos=Beeeeeeeeebeeeweeeeeeeeeeeeeeeeee");
  talk.say("level depth=2");
  talk.say("go think");
  const auto lines = talk.client.until("done");
  CHECK(contains(lines.front(), " score=99.99 "));
  CHECK(lines.back() == "done move=10x17x14");
}

TEST_CASE("hub: pondering waits for ponder-hit") {
  HubTalk talk;
  talk.say(std::string("pos pos=") + start);
  talk.say("level depth=2");
  talk.say("go ponder");
  talk.say("ponder-hit");
  talk.client.until("done move=");
}

TEST_CASE("hub: a go that exceeds the queue has an error and a done") {
  HubTalk talk;
  talk.say(std::string("pos pos=") + start);
  talk.say("level nodes=100000000");
  talk.say("go think");
  Lines heard;
  for (int sent = 0; heard.empty() && sent < 100000; ++sent) {
    talk.say("go think");
    heard = without_info(talk.client.all());
  }
  check_lines(heard, {"error message=\"limit: too many commands wait behind the search; this one is dropped",
                      "done move=none"});
}

TEST_CASE("hub: a search has the position and the level of the lines before it") {
  // Each search ends before the next begins, and each move is written as it is in its own position.
  check_lines(
      HubTalk().answers({"pos pos=Beeeeeeeeebeeeweeeeeeeeeeeeeeeeee", "level depth=2", "go think",
                         "pos pos=Beeeeeeeeebeeeeweeeeeewweeeeeeeee moves=10x26x15x23", "go think", "pos pos=Bb",
                         "pos pos=Weeeeeeeeebeeeweeeeeeeeeeeeeeeeee", "level depth=0", "go think"}),
      {"done move=10x17x14", "done move=22-",
       "error message=\"bad-position: ", "error message=\"bad-argument: depth needs", "done move=14x7x10"});
}

TEST_CASE("hub: the command may be in capitals") {
  Talk talk;
  talk.environment.games = games::catalogue();
  talk.session = std::make_unique<Session>(talk.environment, talk.client, Access::open);
  talk.say(" HUB ");
  CHECK(talk.client.until("wait").size() == 8);
}

TEST_CASE("hub: invalid values are reported and change nothing") {
  HubTalk talk;
  CHECK(contains(talk.refusal("fly"), "'fly' is no command of HUB"));
  CHECK(contains(talk.refusal("go think"), "needs a level before it"));
  CHECK(contains(talk.refusal("go"), "needs think, ponder or analyze"));
  CHECK(contains(talk.refusal("level depth=3000000000"), "depth needs a whole number from 1 to 2147483647"));
  CHECK(contains(talk.refusal("level depth=x"), "depth needs a whole number"));
  CHECK(contains(talk.refusal("level time=soon"), "time needs seconds"));
  CHECK(contains(talk.refusal("set-param name=variant value=frisian"), "variant needs one of"));
  CHECK(contains(talk.refusal("set-param name=book value=yes"), "book needs true or false"));
  CHECK(contains(talk.refusal("set-param name=threads value=0"), "threads needs a whole number"));
  CHECK(contains(talk.refusal("pos"), "pos needs the argument pos"));
  CHECK(contains(talk.refusal(std::string("pos pos=") + start + " moves=1-5"), "'1-5' cannot be played"));
}

TEST_CASE("hub: only the first command may switch to HUB") {
  Talk talk;
  CHECK(talk.ask("status").size() == 1);
  const auto answer = talk.ask("hub");
  REQUIRE(answer.size() == 1);
  CHECK(answer[0] == "error bad-argument hub can only be the first command of a session");
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
