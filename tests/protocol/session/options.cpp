#include "session/options.hpp"

#include "protocol/session/talk.hpp"

#include <algorithm>

using namespace crownd;
using namespace crownd::testing;

namespace {

void search_once(Talk& talk) {
  talk.say("go depth 1");
  (void)talk.client.until("bestmove");
}

}  // namespace

TEST_CASE("the options are listed with their ranges") {
  Talk talk;
  auto uci = talk.ask("uci");
  constexpr int id_lines = 3;  // name, author and protocol
  uci.erase(uci.begin(), uci.begin() + id_lines);
  CHECK(uci ==
        Lines{"option name UCI_Variant type combo default first var first var second",
              "option name UCI_ShowWDL type check default false", "option name Hash type spin default 16 min 1 max 512",
              "option name Threads type spin default 1 min 1 max 64",
              "option name MultiPV type spin default 1 min 1 max 256", "option name Ponder type check default false",
              "option name Move Overhead type spin default 20 min 0 max 5000",
              "option name Skill Level type spin default 20 min 0 max 20",
              "option name UCI_LimitStrength type check default false",
              "option name UCI_Elo type spin default 2600 min -400 max 2600",
              "option name Strength Seed type spin default 0 min 0 max 1000000",
              "option name Draw Quiet Plies type spin default -1 min -1 max 10000",
              "option name TableProbeLimit type spin default 7 min 0 max 7", "option name Clear Hash type button",
              "option name OwnBook type check default false",
              "option name BookVariety type spin default 0 min 0 max 100", "uciok"});
}

TEST_CASE("a value that does not fit is refused with what would") {
  Talk talk;
  CHECK(talk.ask("setoption name Hash value 0") ==
        Lines{"error bad-argument option Hash needs a whole number from 1 to 512, not '0'"});
  CHECK(talk.ask("setoption name Hash value 64x").size() == 1);
  CHECK(talk.ask("setoption name Hash") ==
        Lines{"error bad-argument option Hash needs a whole number from 1 to 512, not nothing"});
  CHECK(talk.ask("setoption name UCI_ShowWDL value yes") ==
        Lines{"error bad-argument option UCI_ShowWDL needs true or false, not 'yes'"});
  CHECK(talk.ask("setoption name UCI_Variant value third") ==
        Lines{"error bad-argument option UCI_Variant needs one of first second, not 'third'"});
  CHECK(talk.ask("setoption name Contempt value 3").front().substr(0, 53) ==
        "error bad-argument there is no option 'Contempt'; the");
}

TEST_CASE("names and values are read in any case") {
  Talk talk;
  CHECK(talk.ask("setoption name uci_variant value SECOND").empty());
  CHECK(talk.ask("fen") == Lines{"fen second 0"});
  CHECK(talk.ask("setoption name move overhead value 0").empty());
  CHECK(talk.ask("setoption name ponder value TRUE").empty());
}

TEST_CASE("naming the game that is played keeps its position") {
  Talk talk;
  (void)talk.ask("position 5");
  CHECK(talk.ask("setoption name UCI_Variant value first").empty());
  CHECK(talk.ask("fen") == Lines{"fen first 5"});
}

TEST_CASE("nothing is reserved before the first search or new game") {
  Talk talk;
  (void)talk.ask("setoption name Hash value 32");
  CHECK(notes().taken().empty());
  CHECK(talk.hash.reserve(std::size_t{64} << 20) == std::size_t{64} << 20);
  talk.hash.release(std::size_t{64} << 20);
  search_once(talk);
  CHECK(notes().taken() == Lines{"hash 33554432", "multipv 1"});
  search_once(talk);
  CHECK(notes().taken().empty());
}

TEST_CASE("ucinewgame reserves, and the first search says what was missing") {
  Talk talk(session::Access::open, {}, std::size_t{4} << 20);
  CHECK(talk.ask("ucinewgame").empty());
  CHECK(notes().taken() == Lines{"hash 4194304", "forget"});
  CHECK(talk.hash.reserve(1 << 20) == 0);
  talk.say("go depth 1");
  CHECK(talk.client.until("bestmove").front().starts_with("info string memory is short: the hash table gets 4096 KiB"));
  CHECK(notes().taken() == Lines{"multipv 1"});
}

TEST_CASE("settings go along to another game") {
  Talk talk;
  (void)talk.ask("setoption name MultiPV value 3");
  search_once(talk);
  (void)talk.ask("position second startpos");
  search_once(talk);
  CHECK(notes().taken() == Lines{"hash 16777216", "multipv 3", "hash 16777216", "multipv 3"});
}

TEST_CASE("a new size of the hash table gives the old memory back at once") {
  Talk talk(session::Access::open, {}, std::size_t{16} << 20);
  search_once(talk);
  CHECK(talk.hash.reserve(1 << 20) == 0);
  (void)talk.ask("setoption name Hash value 4");
  CHECK(notes().taken() == Lines{"hash 16777216", "multipv 1", "hash 65536"});
  const auto free = talk.hash.reserve(std::size_t{16} << 20);
  CHECK(free == std::size_t{16} << 20);
  talk.hash.release(free);
  search_once(talk);
  CHECK(notes().taken() == Lines{"hash 4194304"});
}

TEST_CASE("the memory goes back when the session ends") {
  Talk talk(session::Access::open, {}, std::size_t{16} << 20);
  search_once(talk);
  talk.session.reset();
  CHECK(talk.hash.reserve(std::size_t{16} << 20) == std::size_t{16} << 20);
}

TEST_CASE("where memory is short the client gets an error") {
  Talk talk(session::Access::open, {}, std::size_t{4} << 20);
  talk.say("go depth 1");
  const auto lines = talk.client.until("bestmove");
  CHECK(lines.front() ==
        "info string memory is short: the hash table gets 4096 KiB, not the size of the option Hash (--max-hash)");
  CHECK(notes().taken() == Lines{"hash 4194304", "multipv 1"});
  talk.say("go depth 1");
  CHECK(talk.client.until("bestmove").size() == 2);
}

TEST_CASE("Clear Hash and ucinewgame make the game forget, and keep the position") {
  Talk talk;
  (void)talk.ask("position 5");
  (void)talk.ask("setoption name Clear Hash");
  (void)talk.ask("ucinewgame");
  CHECK(notes().taken() == Lines{"forget", "hash 16777216", "forget"});
  CHECK(talk.ask("fen") == Lines{"fen first 5"});
}

TEST_CASE("UCI_ShowWDL adds the chances") {
  Talk talk;
  (void)talk.ask("setoption name UCI_ShowWDL value true");
  talk.say("go depth 1");
  CHECK(talk.client.until("bestmove").front().substr(0, 59) ==
        "info depth 1 seldepth 0 multipv 1 score cp 7 wdl 500 300 20");
}
