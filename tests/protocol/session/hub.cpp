#include "protocol/session/talk.hpp"
#include "session/hub_board.hpp"

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
  /// The error that a line gets.
  std::string refusal(const std::string& line) {
    say(line);
    return client.until("error").back();
  }
  std::vector<std::string> introduction;
};

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

constexpr auto start = "Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww";

}  // namespace

TEST_CASE("hub: the letters of a position are the squares in the order of their numbers") {
  const HubBoard board(game("english"), start, "11-15 22-18 15x22x18", HubOrder::plain);
  CHECK(board.protocol_text() == "english aaaaaaaaaaaa........bbbbbbbbbbbb:b moves 11-15 22-18 15x22");
  CHECK(board.to_hub(std::vector<std::string>{"25x18", "8-11"}) == "25x18x22 8-11");
  CHECK(board.to_hub(std::vector<std::string>{"8-11"}).empty());
  const HubBoard spanish(game("spanish"), "Wwwwwwwwwwwwweeeeeeeebbbbbbbbbbbb", "", HubOrder::plain);
  CHECK(spanish.protocol_text() == "spanish W:W1,2,3,4,5,6,7,8,9,10,11,12:B21,22,23,24,25,26,27,28,29,30,31,32 moves");
}

TEST_CASE("hub: a capture names all captured pieces, in any order") {
  const HubBoard board(game("english"), "Beeeeeeeeebeeewweeeeeewweeeeeeeee", "", HubOrder::plain);
  CHECK(board.to_hub(std::vector<std::string>{"10x19x26"}) == "10x26x15x23");
  CHECK_NOTHROW(HubBoard(game("english"), "Beeeeeeeeebeeewweeeeeewweeeeeeeee", "10x26x23x15", HubOrder::plain));
  CHECK_THROWS_AS(HubBoard(game("english"), "Beeeeeeeeebeeewweeeeeewweeeeeeeee", "10x26", HubOrder::plain), BadInput);
}

TEST_CASE("hub: turned positions are read as pydraughts 0.6 writes them") {
  const HubBoard board(game("english"), "BbeeeeeeeeeeeeeBeewweeeeeewweeeew", "", HubOrder::turned);
  auto expected = game("english").make();
  expected->set_position("W:WK18,32:B1,6,7,14,15", {});
  CHECK(board.protocol_text() == "english " + expected->position_text() + " moves");
}

TEST_CASE("hub: what is no position says what would be one") {
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

TEST_CASE("hub: it introduces itself and its parameters") {
  HubTalk talk;
  REQUIRE(talk.introduction.size() == 7);
  CHECK(talk.introduction[0] == "id name=crownd version=1.2.3 author=\"the crownd authors\"");
  CHECK(talk.introduction[1] == "param name=variant value=english type=enum values=\"english spanish\"");
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

TEST_CASE("hub: analysis goes on until stop, and nothing else may begin meanwhile") {
  HubTalk talk;
  talk.say(std::string("pos pos=") + start);
  talk.say("level infinite");
  talk.say("go analyze");
  CHECK(contains(talk.refusal("go think"), "send stop first"));
  talk.say("ping");
  talk.client.until("pong");
  talk.say("stop");
  talk.client.until("done move=");
  talk.say("level nodes=500");
  talk.say("go think");
  talk.client.until("done move=");
}

TEST_CASE("hub: pondering waits for ponder-hit") {
  HubTalk talk;
  talk.say(std::string("pos pos=") + start);
  talk.say("level depth=2");
  talk.say("go ponder");
  talk.say("ponder-hit");
  talk.client.until("done move=");
}

TEST_CASE("hub: what cannot be used is told, and changes nothing") {
  HubTalk talk;
  CHECK(contains(talk.refusal("fly"), "'fly' is no command of HUB"));
  CHECK(contains(talk.refusal("go think"), "needs a level before it"));
  CHECK(contains(talk.refusal("go"), "needs think, ponder or analyze"));
  CHECK(contains(talk.refusal("level depth=x"), "depth needs a whole number"));
  CHECK(contains(talk.refusal("level time=soon"), "time needs seconds"));
  CHECK(contains(talk.refusal("set-param name=variant value=frisian"), "variant needs one of"));
  CHECK(contains(talk.refusal("set-param name=book value=true"), "no parameter 'book'"));
  CHECK(contains(talk.refusal("set-param name=threads value=0"), "threads needs a whole number"));
  CHECK(contains(talk.refusal("pos"), "pos needs pos"));
  CHECK(contains(talk.refusal(std::string("pos pos=") + start + " moves=1-5"), "'1-5' cannot be played"));
}

TEST_CASE("hub: it is the first command or none") {
  Talk talk;
  CHECK(talk.ask("status").size() == 1);
  const auto answer = talk.ask("hub");
  REQUIRE(answer.size() == 1);
  CHECK(answer[0] == "error bad-argument hub can only be the first command of a session");
}
