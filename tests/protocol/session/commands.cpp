#include "protocol/session/scripted_session.hpp"
#include "session/command_table.hpp"
#include "support/refusals.hpp"

using namespace crownd::session;
using namespace crownd::testing;
using namespace crownd;
using std::chrono::milliseconds;

namespace {

/// Why a line of a known command is refused when it is read; "accepted" if it is not.
std::string why(std::string_view line) {
  wire::Words words(line);
  const CommandEntry* const row = find_command(words.take());
  INFO(line);
  REQUIRE(row != nullptr);
  return error_of(Fault::bad_argument, [&] { (void)row->read(words); });
}

/// The parameters of a `go`, without that word.
Go go(std::string_view parameters) {
  wire::Words words(parameters);
  return read_go(words);
}

std::string protocol_page() { return read_file(CROWND_SOURCE_DIR "/PROTOCOL.md"); }

/// The text between the first `begin` and the next `end`.
std::string between(const std::string& text, const std::string& from, const std::string& to) {
  const auto begin = text.find(from);
  REQUIRE(begin != std::string::npos);
  const auto end = text.find(to, begin + from.size());
  REQUIRE(end != std::string::npos);
  return text.substr(begin + from.size(), end - begin - from.size());
}

/// The first words of the texts in `marks`.
std::set<std::string> words_in(const std::string& text, char mark) {
  std::set<std::string> words;
  for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 1)) {
    const auto end = text.find(mark, at + 1);
    REQUIRE(end != std::string::npos);
    words.insert(text.substr(at + 1, std::min(end, text.find(' ', at)) - at - 1));
    at = end;
  }
  return words;
}

/// The shortest valid line of a command.
std::string shortest_line(const CommandEntry& row) {
  const std::map<std::string_view, std::string> needed{{"setoption", " name Hash"},
                                                       {"position", " startpos"},
                                                       {"move", " 1"},
                                                       {"go", " depth 1"},
                                                       {"perft", " 1"},
                                                       {"why", " 1"},
                                                       {"debug", " on"},
                                                       {"auth", " x"}};
  const auto found = needed.find(row.word);
  return std::string(row.word) + (found == needed.end() ? "" : found->second);
}

}  // namespace

TEST_CASE("a token keeps its spaces") {
  const auto command = read_command(" auth two  words \r");
  REQUIRE(command.has_value());
  CHECK(command->token == "two  words");
}

TEST_CASE("go reads every parameter, in any order") {
  CHECK(go("depth 7").limits.depth == 7);
  CHECK(go("nodes 5000000000").limits.nodes == 5'000'000'000U);
  CHECK(go("movetime 1500").limits.movetime == milliseconds(1500));
  CHECK(go("mate 3").limits.mate == 3);
  CHECK(go("infinite").limits.infinite);
  CHECK(go("Ponder").limits.ponder);
  const auto clocks = go("binc 20 wtime 1000 movestogo 4 btime 2000 winc 10").limits;
  CHECK(clocks.clock[0]->left == milliseconds(1000));
  CHECK(clocks.clock[0]->increment == milliseconds(10));
  CHECK(clocks.clock[1]->left == milliseconds(2000));
  CHECK(clocks.clock[1]->increment == milliseconds(20));
  CHECK(clocks.moves_to_go == 4);
}

TEST_CASE("a clock of one side counts for both, and no clock means none") {
  const auto alone = go("winc 7 btime 5000 binc 50").limits;
  for (const auto& clock : alone.clock) {
    REQUIRE(clock.has_value());
    CHECK(clock->left == milliseconds(5000));
    CHECK(clock->increment == milliseconds(50));
  }
  const auto none = go("winc 100 binc 100 movestogo 5");
  CHECK_FALSE(none.limits.clock[0].has_value());
  CHECK_FALSE(none.limited());
}

TEST_CASE("searchmoves ends at the next parameter") {
  const auto found = go("searchmoves a1a2 b1b2 depth 5");
  CHECK(found.search_moves == std::vector<std::string>{"a1a2", "b1b2"});
  CHECK(found.limits.depth == 5);
  CHECK(go("searchmoves a b searchmoves c").search_moves == std::vector<std::string>{"a", "b", "c"});
  std::string many = "searchmoves";
  for (int i = 0; i < 10'000; ++i) many += " a";
  CHECK(go(many).search_moves.size() == 10'000);
  CHECK(contains(why("go " + many + " a depth 5"), "searchmoves takes at most 10000 moves"));
}

TEST_CASE("go has a policy that says whether its search ends by itself") {
  for (const auto* line : {"", "infinite depth 5", "ponder wtime 100 btime 100", "searchmoves a1a2", "winc 5"}) {
    INFO(line);
    CHECK(go(line).policy() == Policy::unbounded_search);
  }
  for (const auto* line : {"depth 1", "nodes 1", "movetime 1", "mate 1", "wtime 5", "btime 5"}) {
    INFO(line);
    CHECK(go(line).policy() == Policy::bounded_search);
  }
  CHECK(go("ponder").on_ponderhit() == OnPonderhit::stops);
  CHECK(go("ponder winc 5").on_ponderhit() == OnPonderhit::stops);
  CHECK(go("ponder depth 5").on_ponderhit() == OnPonderhit::bounds);
  CHECK(go("ponder infinite depth 5").on_ponderhit() == OnPonderhit::starts_clock);
  CHECK(go("infinite").on_ponderhit() == OnPonderhit::nothing);
}

TEST_CASE("a negative time means no time left, and movestogo 0 means none") {
  CHECK(go("movetime 0").limits.movetime == milliseconds(0));
  CHECK(go("movetime -100").limits.movetime == milliseconds(0));
  CHECK(go("movetime 0").limited());
  CHECK(go("wtime -35 btime 100").limits.clock[0]->left == milliseconds(0));
  CHECK(go("wtime 100 winc -5").limits.clock[0]->increment == milliseconds(0));
  CHECK_FALSE(go("wtime 100 movestogo 0").limits.moves_to_go.has_value());
  CHECK_FALSE(go("wtime 100 movestogo 5 movestogo 0").limits.moves_to_go.has_value());
  CHECK(go("depth 3 depth 5").limits.depth == 5);
}

TEST_CASE("error messages quote no control characters and no long words") {
  CHECK(contains(why("go depth \x1b[31m"), "'?[31m'"));
  CHECK(contains(why("go depth \xff"), "'?'"));
  CHECK(why("go depth " + std::string(100'000, '9')).size() < 200);
}

TEST_CASE("help lists every command once, in the order of PROTOCOL.md") {
  const auto table = between(protocol_page(), "\n| command | answer |\n", "\n\n");
  std::set<std::string> seen;
  std::size_t at = 0;
  for (const CommandEntry& row : all_commands()) {
    INFO(row.word);
    CHECK(seen.emplace(row.word).second);
    CHECK_FALSE(row.summary.empty());
    if (row.word == "show" || row.word == "perft" || row.word == "ponderhit") continue;  // in the row of another one
    const auto found =
        std::min(table.find("`" + std::string(row.word) + "`", at), table.find("`" + std::string(row.word) + " ", at));
    CHECK(found != std::string::npos);
    at = std::min(found, table.size());
  }
}

TEST_CASE("the grammar of PROTOCOL.md has every command and no other") {
  const auto grammar = between(protocol_page(), "\ncommand     = ", "\nsetoption ");
  auto words = words_in(grammar, '"');
  words.erase("all");      // of tables
  words.erase("squares");  // of legalmoves, and a command
  std::istringstream rules(grammar);
  for (std::string word; rules >> word;)
    if (std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; })) words.insert(word);
  std::set<std::string> expected;
  for (const CommandEntry& row : all_commands()) expected.emplace(row.word);
  expected.erase("squares");
  CHECK(words == expected);
}

TEST_CASE("the policy of each command is the one in PROTOCOL.md") {
  const auto page = protocol_page();
  const auto reading = words_in(between(page, "- These commands only read: ", "These need the search to end:"), '`');
  const auto changing =
      words_in(between(page, "These need the search to end: ", "\n- These are executed at once"), '`');
  const auto at_once = words_in(between(page, "- These are executed at once in every state: ", ". So "), '`');
  for (const CommandEntry& row : all_commands()) {
    if (row.word == "hub") continue;  // the first command or none
    const auto command = read_command(shortest_line(row));
    INFO(row.word);
    REQUIRE(command.has_value());
    const auto& list = command->policy < Policy::read_only    ? at_once
                       : command->policy == Policy::read_only ? reading
                                                              : changing;
    CHECK(list.contains(std::string(row.word)));
  }
}

TEST_CASE("only info lines may be dropped") {
  Talk talk;
  for (const auto* line : {"uci", "games", "help", "d", "eval", "move 1", "undo", "fen", "status", "debug on", "fly"})
    (void)talk.ask(line);
  talk.say("go depth 1");
  (void)talk.client.until("bestmove");
  CHECK(talk.client.only_info_dropped());
}
