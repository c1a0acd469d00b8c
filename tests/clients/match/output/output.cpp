#include "clients/match/program.hpp"
#include "match/output/output_files.hpp"
#include "support/catch.hpp"

using namespace crownd::match::test;
using namespace crownd::match;
using namespace std::chrono_literals;

namespace {

void write_file(const std::string& name, const std::string& text) { std::ofstream(name, std::ios::binary) << text; }

using Notation = crownd::board::GameInfo::Notation;

const Notation english_pdn{Notation::Form::pdn, "21,B,8,8,N1,0", 1},
    spanish_pdn{Notation::Form::pdn, "24,W,8,8,N1,1", 0};

GameRecord record(const std::vector<std::string>& moves, const Notation& notation = {}) {
  GameRecord game;
  game.notation = notation;
  game.index = 5;
  game.sides = {1, 0};
  game.start = "start";
  game.start_fen = "B:W21,22:B1,2";
  for (const auto& text : moves) {
    MoveRecord move;
    move.move = text;
    move.info.score = crownd::wire::Score{false, 12, crownd::wire::Bound::exact};
    move.info.depth = 9;
    move.time = 34ms;
    game.moves.push_back(move);
  }
  game.moves.front().book = true;
  game.moves.front().time = Microseconds{0};
  game.moves.back().info.score = crownd::wire::Score{true, -3, crownd::wire::Bound::lower};
  game.ending = {Termination::illegal_move, 0, "why {so}", "bestmove x", "end"};
  return game;
}

const std::vector<std::string> names{"A", "B \"b\""};

}  // namespace

// Existing output files.

TEST_CASE("LineSet contains whole lines, and a prefix at the end") {
  LineSet lines;
  lines.add("one\ntwo\n\n");
  CHECK(lines.contains(""));
  CHECK(lines.contains("two\none\n"));
  CHECK(lines.contains("two\n\non"));
  CHECK(!lines.contains("three\n"));
  CHECK(!lines.contains("on\ntwo\n"));
  CHECK(!lines.contains("two\nones"));
}

TEST_CASE_METHOD(InFolder, "an existing games file is not overwritten; --append appends to it") {
  const auto flag = GENERATE(as<std::string>(), "--games-file", "--json");
  const auto file = directory.path("file");
  write_file(file, "mine\n");
  check_errors(run_match("--games 2 " + flag + " " + file + " --state " + state), 1,
               {flag + ": '" + file + "' exists"});
  CHECK(read_file(file) == "mine\n");
  CHECK(!std::filesystem::exists(state));

  CHECK(run_match("--games 2 " + flag + " " + file + " --append").code == 0);
  const auto text = read_file(file);
  CHECK(text.starts_with("mine\n"));
  const std::string game = flag == "--json" ? R"("type":"game")" : "[Round ";
  CHECK(count(text, game) == 2);
  CHECK(run_match("--games 2 --seed 2 " + flag + " " + file + " --append").code == 0);
  CHECK(read_file(file).starts_with(text));
  CHECK(count(read_file(file), game) == 4);

  write_file(file, "");
  CHECK(run_match("--games 2 " + flag + " " + file).code == 0);
  CHECK(count(read_file(file), game) == 2);
}

TEST_CASE_METHOD(InFolder, "a resumed match rewrites its files; --append repeats no game") {
  const auto games = directory.path("games");
  REQUIRE(run_match("--games 4 --state " + state + " --games-file " + games + " --json " + json).code == 0);
  const auto all_games = read_file(games);
  const auto all_json = read_file(json);
  // As after a kill.
  write_file(games, all_games.substr(0, all_games.size() * 2 / 3));
  write_file(json, all_json.substr(0, all_json.size() / 2));
  REQUIRE(resume(state).code == 0);
  CHECK(read_file(games) == all_games);
  CHECK(read_file(json) == all_json);
  REQUIRE(resume(state).code == 0);
  CHECK(read_file(json) == all_json);

  write_file(games, "mine\n" + all_games.substr(0, all_games.find("[Round \"2.1\"]")));
  check_errors(resume(state), 1, {"--games-file: '" + games + "' exists"});
  REQUIRE(resume(state + " --append").code == 0);
  CHECK(read_file(games).starts_with("mine\n"));
  for (const std::string round : {"1.1", "1.2", "2.2"})
    CHECK(count(read_file(games), "[Round \"" + round + "\"]") == 1);
  CHECK(count(read_file(json), R"("type":"game")") == 4);
}

TEST_CASE_METHOD(InFolder, "--append begins a record on a new line, a game after an empty line") {
  const auto file = directory.path("file");
  const auto appended = [&](const std::string& text, Separator separator) {
    write_file(file, text);
    OutputFile(file, "", true, separator).write("new\n");
    return read_file(file);
  };
  CHECK(appended("", Separator::empty_line) == "new\n");
  CHECK(appended("cut", Separator::line_end) == "cut\nnew\n");
  CHECK(appended("cut", Separator::empty_line) == "cut\n\nnew\n");
  CHECK(appended("whole\n", Separator::line_end) == "whole\nnew\n");
  CHECK(appended("whole\r\n", Separator::empty_line) == "whole\r\n\nnew\n");
  CHECK(appended("whole\r\n\r\n", Separator::empty_line) == "whole\r\n\r\nnew\n");
}

TEST_CASE_METHOD(InFolder, "a match resumed with --append cuts off an incomplete record") {
  const auto flag = GENERATE(as<std::string>(), "--games-file", "--json", "--epdout");
  const auto file = directory.path("file");
  REQUIRE(run_match("--games 4 --state " + state + ' ' + flag + ' ' + file).code == 0);
  const auto whole = read_file(file);
  const auto games = whole.substr(0, whole.find(R"({"type":"match")"));
  for (const auto cut : {games.size() - 1, games.size() - 9, games.size() / 2, std::size_t{9}}) {
    write_file(file, games.substr(0, cut));
    REQUIRE(resume(state + " --append").code == 0);
    CHECK(read_file(file) == whole);
  }
  write_file(file, "mine\n\nmy las");
  REQUIRE(resume(state + " --append").code == 0);
  CHECK(read_file(file) == "mine\n\nmy las\n" + (flag == "--games-file" ? '\n' + whole : whole));
}

TEST_CASE_METHOD(InFolder, "a resumed match replaces an incomplete last line of its JSON") {
  REQUIRE(run_match("--games 2 --state " + state + " --json " + json).code == 0);
  const auto whole = read_file(json);
  const auto summary = whole.find(R"({"type":"match")");
  for (const auto end : {whole.size() - 2, summary + 40, summary + 10}) {
    write_file(json, whole.substr(0, end));
    REQUIRE(resume(state + " --json " + json).code == 0);
    CHECK(read_file(json) == whole);
  }
  write_file(json, whole.substr(0, summary) + R"({"type":"match","game":"spanish",)");
  check_errors(resume(state + " --json " + json), 1, {"--json: '" + json + "' exists"});
}

TEST_CASE_METHOD(InFolder, "merge overwrites no games by its JSON line") {
  REQUIRE(run_match("--games 2 --state " + state + " --json " + json).code == 0);
  const auto games = read_file(json);
  check_errors(merge(state + " --json " + json), 1, {"--json: '" + json + "' exists"});
  CHECK(read_file(json) == games);
  CHECK(merge(state + " --append --json " + json).code == 0);
  CHECK(lines_of(read_file(json)).size() == 4);
}

TEST_CASE_METHOD(InFolder, "a file named - does not prevent JSON on standard output") {
  const auto command = match_arguments("--games 2 --json -");
  directory.write("-", "mine\n");
  const auto outcome = run(Arguments{"sh", "-c", "cd \"$0\" && exec \"$@\"", directory.path("")} + command);
  CHECK(outcome.code == 0);
  CHECK(lines_of(outcome.output).size() == 3);
}

TEST_CASE_METHOD(InFolder, "merge writes JSON to a file, but not to a state file") {
  REQUIRE(run_match("--games 4 --state " + state).code == 0);
  for (int time = 0; time < 2; ++time) {  // a merge may be repeated when there are more games
    check_output(merge(state + " --json " + json), 0, {"english: 4 of 4 games"});
    CHECK(read_file(json) == merge(state + " --json").output);
  }
  CHECK(lines_of(read_file(json)).back()["games"] == 4);
  const auto before = read_file(state);
  check_errors(merge(state + " --json " + state), 1, {"'" + state + "' is one of the files that are read"});
  CHECK(read_file(state) == before);
  CHECK(merge("--json - " + state).output == read_file(json));
}

TEST_CASE("english is written as PDN, where Black is the side that moves first") {
  CHECK(to_text(record({"9-13", "22-18", "13-17"}, english_pdn), {"english", names}) ==
        "[Event \"crown-match\"]\n[Site \"?\"]\n[Date \"1970.01.01\"]\n[Round \"3.2\"]\n"
        "[White \"A\"]\n[Black \"B \\\"b\\\"\"]\n[Result \"1-0\"]\n[GameType \"21,B,8,8,N1,0\"]\n[SetUp \"1\"]\n"
        "[FEN \"B:W21,22:B1,2\"]\n[PlyCount \"3\"]\n[Termination \"rules infraction\"]\n\n"
        "1. 9-13 {book} 22-18 {+0.12/9 0.034s} 2. 13-17 {-M3/9 0.034s}\n; illegal-move: why {so}\n*\n\n");
  auto other = record({"9-13"}, english_pdn);
  other.ending = {Termination::max_plies};
  CHECK_THAT(to_text(other, {"english", names}), has_text("[Result \"1/2-1/2\"]"));
  other.ending = {Termination::no_move, 1};
  CHECK_THAT(to_text(other, {"english", names}), has_text("[Result \"0-1\"]"));
}

TEST_CASE("spanish is written as PDN, where White moves first") {
  const auto text = to_text(record({"9-13", "21-18"}, spanish_pdn), {"spanish", names});
  CHECK(text.find("[White \"B \\\"b\\\"\"]\n[Black \"A\"]\n[Result \"1-0\"]\n[GameType \"24,W,8,8,N1,1\"]") !=
        std::string::npos);
}

TEST_CASE("other games are written in the plain form") {
  auto game = record({"G6-F5", "D3-C4"});
  game.to_move = 1;
  CHECK(to_text(game, {"towers", names}) ==
        "[Game \"towers\"]\n[Event \"crown-match\"]\n[Site \"?\"]\n[Date \"1970.01.01\"]\n[Round \"3.2\"]\n[First \"B "
        "\\\"b\\\"\"]\n[Second \"A\"]\n"
        "[Result \"1-0\"]\n[Verdict \"illegal-move\"]\n[Detail \"why {so}\"]\n[Start \"start\"]\n[End \"end\"]\n\n"
        "1 second G6-F5 book\n2 first D3-C4 -M3/9 0.034s\n\n");
}

TEST_CASE("reduced chess on 8x8 is written as PGN with SAN") {
  const Opening opening{"k7/7R/8/8/8/8/8/K5R1 w - - 0 1", {"g1g8"}};
  const auto game = EngineMatch(good_engine(), good_engine(), "reduced-chess").play(opening);
  CHECK(word(game.ending.termination) == "checkmate");
  const auto text = to_text(game, {"reduced-chess", names});
  check_texts(text, {"[FEN \"k7/7R/8/8/8/8/8/K5R1 w - - 0 1\"]", "\n1. Rg8# {book} {checkmate} 1-0\n"});
}

TEST_CASE("move numbers of a PGN begin with the number of the FEN") {
  auto game = record({"a1a2", "a8a7"}, {Notation::Form::pgn, "", 0});
  game.start_fen = "k7/8/8/8/8/8/8/K7 w - - 12 30";
  const auto text = to_text(game, {"reduced-chess", names});
  CHECK_THAT(text, has_text("\n30. a1a2 {book} 30... a8a7 "));
}

TEST_CASE("a game survives conversion to JSON and back") {
  auto game = record({"9-13", "22-18", "13-17"}, english_pdn);
  game.moves[1].info.nodes = 12345;
  game.moves[1].san = "x";
  game.opening = 17;
  game.began = 1'700'000'000;
  game.to_move = 1;
  CHECK(game_from_json(Json::parse(to_line(to_json(game, names)))) == game);
  game.ending.winner.reset();
  game.ending.termination = Termination::repetition_adjudication;
  CHECK(game_from_json(Json::parse(to_line(to_json(game, names)))) == game);
  game.ending.termination = {Termination::by_the_rules, "a-reason-of-a-game-to-come"};
  CHECK(game_from_json(Json::parse(to_line(to_json(game, names)))) == game);
}

TEST_CASE_METHOD(InFolder, "games are written in the order of the schedule") {
  const auto file = directory.path("games");
  const auto number = [](std::size_t index) {
    GameRecord game;
    game.index = index;
    return game;
  };
  {
    GamesFile games({"", "", file, [](const GameRecord& game) { return std::to_string(game.index) + ' '; }},
                    [](std::size_t index) { return index / 2 != 1; });
    for (const std::size_t index : {5U, 1U, 0U, 8U}) games.add(number(index));
    CHECK(read_file(file) == "0 1 ");
    games.add(number(4));
    CHECK(read_file(file) == "0 1 4 5 ");
    games.discard(8);
    games.add(number(6));
  }
  CHECK(read_file(file) == "0 1 4 5 6 ");
}
