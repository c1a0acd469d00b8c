#include "wire/reply.hpp"
#include "support/catch.hpp"
#include "wire/words.hpp"

using namespace crownd::wire;
using crownd::wire::moves_in;
using crownd::wire::plain_text;
using crownd::wire::position_in;

namespace {

Info full_info() {
  Info info;
  info.depth = 12;
  info.seldepth = 20;
  info.multipv = 1;
  info.score = Score{false, -35, Bound::lower};
  info.wdl = WinDrawLoss{100, 600, 300};
  info.nodes = 123456;
  info.nps = 2000000;
  info.hashfull = 12;
  info.tbhits = 0;
  info.time = 61;
  info.pv = {"11-15", "22x18"};
  return info;
}

using Moves = std::vector<std::string>;

}  // namespace

TEST_CASE("an info line has its parts in the words of UCI") {
  CHECK(info_line(full_info()) ==
        "info depth 12 seldepth 20 multipv 1 score cp -35 lowerbound wdl 100 600 300 nodes 123456 nps 2000000 "
        "hashfull 12 tbhits 0 time 61 pv 11-15 22x18");
  Info over;
  over.depth = 0;
  over.score = Score{true, 0};
  CHECK(info_line(over) == "info depth 0 score mate 0");
  over.score->bound = Bound::upper;
  CHECK(info_line(over) == "info depth 0 score mate 0 upperbound");
}

TEST_CASE("an info line with the current move is written and read") {
  Info info;
  info.depth = 4;
  info.current_move = "a10z26";
  info.current_move_number = 17;
  CHECK(info_line(info) == "info depth 4 currmove a10z26 currmovenumber 17");
  CHECK(read_info(info_line(info)) == info);
  CHECK_FALSE(read_info("info currmove").has_value());
}

TEST_CASE("bestmove reports the move, the expected answer, or that there is none") {
  CHECK(best_move_line({"a1b2", "c3d4"}) == "bestmove a1b2 ponder c3d4");
  CHECK(best_move_line({"a1b2", std::nullopt}) == "bestmove a1b2");
  CHECK(best_move_line({}) == "bestmove (none)");
  CHECK(best_move_line({std::nullopt, "c3d4"}) == "bestmove (none)");
}

TEST_CASE("a status omits default values, and is read back, also after moves") {
  const std::vector<std::string> moves{"11-15", "22-18"};
  const std::pair<Status, std::string> rows[] = {
      {{Outcome::ongoing, "b", "", false, 1, 0}, "ongoing b"},
      {{Outcome::ongoing, "w", "", true, 3, 14}, "ongoing w check repetition 3 quiet 14"},
      {{Outcome::win, "a", "no-moves", false, 1, 0}, "win a no-moves"},
      {{Outcome::draw, "", "stalemate", false, 1, 0}, "draw stalemate"}};
  for (const auto& [status, text] : rows) {
    INFO(text);
    CHECK(line_of("status", status) == "status " + text);
    CHECK(read_status("status " + text) == status);
    CHECK(line_of("moved", moves, status) == "moved 11-15 22-18 " + text);
    const auto moved = read_moved("moved 11-15 22-18 " + text);
    REQUIRE(moved);
    CHECK(moved->moves == moves);
    CHECK(moved->status == status);
    const auto undone = read_undone(line_of("undone", 4, status));
    REQUIRE(undone);
    CHECK(undone->count == 4);
    CHECK(undone->status == status);
  }
  CHECK(line_of("status", Status{Outcome::win, "a", "no-moves", false, 1, 3}) == "status win a no-moves");
  CHECK(line_of("legalmoves", moves.size(), moves) == "legalmoves 2 11-15 22-18");
  CHECK(read_legal_moves("legalmoves 2 11-15 22-18") == moves);
  CHECK(read_legal_moves("legalmoves 0") == std::vector<std::string>{});
}

TEST_CASE("a line has its parts with spaces in between") {
  CHECK(line_of("fen", "towers", "x:b") == "fen towers x:b");
  CHECK(line_of("board", "  1 . r") == "board   1 . r");
  CHECK(line_of("limit", std::string("max-line"), 262144U) == "limit max-line 262144");
  CHECK(line_of("legalmoves", 0, std::vector<std::string>{}) == "legalmoves 0");
  CHECK(line_of("eval", Score{false, -12}) == "eval cp -12");
  CHECK(line_of("eval", Score{true, 0}) == "eval mate 0");
  CHECK(line_of("probe", Exact{Verdict::win, 27}) == "probe win 27");
  CHECK(line_of("probe", Exact{}) == "probe unknown");
  CHECK(line_of("probe", Exact{Verdict::loss}) == "probe loss");
  CHECK(line_of("value", "a1a2", Exact{Verdict::loss, 4}) == "value a1a2 loss 4");
  CHECK(line_of("value", "a1a2", Exact{Verdict::draw, 0}) == "value a1a2 draw");
}

TEST_CASE("nodes per second do not overflow") {
  CHECK(nodes_per_second(3000, 1500) == 2000);
  CHECK(nodes_per_second(7, 0) == 7000);
  CHECK(nodes_per_second(18'000'000'000'000'000'000U, 1000) == 18'000'000'000'000'000'000U);
}

TEST_CASE("errors are one printable line") {
  CHECK(error_line(ErrorCode::bad_argument, "a\nb\x07") == "error bad-argument a?b?");
  CHECK(error_line(ErrorCode::busy, "caf\xc3\xa9") == "error busy caf\xc3\xa9");
  CHECK(error_line(ErrorCode::busy, "caf\xc3") == "error busy caf?");
}

TEST_CASE("invalid UTF-8 is printed as question marks") {
  const auto reported = [](const std::string& text) { return error_line(ErrorCode::busy, text).substr(11); };
  // The first and the last code point of each length (RFC 3629), and those around the surrogates.
  for (const auto* text : {"\xc2\xa0", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80", "\xef\xbf\xbf",
                           "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"})
    CHECK(reported(text) == text);
  // Overlong, surrogates, above U+10FFFF, truncated, stray continuation bytes.
  for (const auto* text :
       {"\xc1\xbf", "\xe0\x9f\xbf", "\xe0\x80\x80", "\xed\xa0\x80", "\xed\xbf\xbf", "\xf0\x8f\xbf\xbf",
        "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xe2\x82", "\x80", "\xe2\x28\xa1"})
    CHECK(reported(text).find_first_not_of("?(") == std::string::npos);
}

TEST_CASE("control and format characters are printed as question marks") {
  const auto reported = [](const std::string& text) { return error_line(ErrorCode::busy, text).substr(11); };
  // C1 controls, soft hyphen, Arabic letter mark, zero-width space, marks, overrides and isolates of direction, line
  // and paragraph separators, word joiner, byte order mark, tags: the first and the last of each run.
  for (const auto* text :
       {"\xc2\x80", "\xc2\x9b", "\xc2\x9f", "\xc2\xad", "\xd8\x9c", "\xe2\x80\x8b", "\xe2\x80\x8f", "\xe2\x80\xa8",
        "\xe2\x80\xa9", "\xe2\x80\xaa", "\xe2\x80\xae", "\xe2\x81\xa0", "\xe2\x81\xa6", "\xe2\x81\xaf", "\xef\xbb\xbf",
        "\xef\xbf\xb9", "\xf0\x9d\x85\xb3", "\xf3\xa0\x80\x81", "\xf3\xa0\x81\xbf"})
    CHECK(reported("a" + std::string(text) + "b") == "a?b");
  CHECK(reported("\xc2\x9b\x33\x31m\xe2\x80\xa8\xe2\x80\xae") == "?31m??");
  // Their neighbours stay: a space that does not break, the per mille sign, a hyphen, a letter, an emoji.
  for (const auto* text :
       {"\xc2\xa0", "\xc2\xae", "\xe2\x80\x90", "\xe2\x80\xb0", "\xe2\x80\xa7", "\xc3\xbc", "\xf0\x9f\x98\x80"})
    CHECK(reported(text) == text);
}

TEST_CASE("comments keep invisible characters, except those that change lines or the direction of text") {
  // The zero-width joiner and non-joiner, a soft hyphen, a zero-width space, tags of flags.
  for (const auto* text : {"\xe2\x80\x8d", "\xe2\x80\x8c", "\xc2\xad", "\xe2\x80\x8b", "\xf3\xa0\x81\xa7"})
    CHECK(printable_comment("a" + std::string(text) + "b") == "a" + std::string(text) + "b");
  for (const auto* text : {"\x1b", "\xc2\x9b", "\xe2\x80\xa8", "\xe2\x80\xae", "\xe2\x81\xa6", "\xe2\x80\x8f", "\x80"})
    CHECK(printable_comment("a" + std::string(text) + "b") == "a?b");
}

TEST_CASE("every error code has its word") {
  std::string words;
  for (int code = 0; code <= static_cast<int>(ErrorCode::auth); ++code)
    words += std::string(word(static_cast<ErrorCode>(code))) + " ";
  CHECK(words == "unknown-command bad-argument bad-position illegal-move ambiguous-move busy too-long limit auth ");
}

TEST_CASE("written lines are read back") {
  CHECK(read_info(info_line(full_info())) == full_info());
  const BestMove best{"a1b2", "c3d4"};
  CHECK(read_best_move(best_move_line(best)) == best);
  CHECK(read_best_move(best_move_line({})) == BestMove{});
  const auto fen = read_fen("fen reduced-chess 5 Kc5 Kb3 w");
  REQUIRE(fen);
  CHECK(fen->game == "reduced-chess");
  CHECK(fen->text == "5 Kc5 Kb3 w");
  const auto error = read_error(error_line(ErrorCode::illegal_move, "blocked: no way"));
  REQUIRE(error);
  CHECK(error->code == "illegal-move");
  CHECK(error->message == "blocked: no way");
}

TEST_CASE("lines of other UCI engines are read") {
  const auto info = read_info("info depth 1 currmove e2e4 currmovenumber 3 cpuload 900 score mate -2 nodes 5 pv e2e4");
  REQUIRE(info);
  CHECK(info->score == Score{true, -2});
  CHECK(info->nodes == 5U);
  CHECK(info->pv == std::vector<std::string>{"e2e4"});
  CHECK(read_best_move("bestmove 0000") == BestMove{});
  CHECK(read_best_move("bestmove NONE") == BestMove{});
}

TEST_CASE("malformed lines are refused") {
  for (const auto* line : {"", "info string depth 5", "info depth", "info depth x", "info score 5", "info score cp",
                           "info wdl 1 2", "info lowerbound", "info pv", "infos depth 1", "info depth 99999999999"}) {
    INFO(line);
    CHECK_FALSE(read_info(line).has_value());
  }
  for (const auto* line : {"", "bestmove", "best a1b2"}) CHECK_FALSE(read_best_move(line).has_value());
  for (const auto* line : {"", "status", "status ongoing", "status win", "status win a", "status draw", "status lost b",
                           "status ongoing b quiet", "status ongoing b quiet x", "status ongoing b foo"}) {
    INFO(line);
    CHECK_FALSE(read_status(line).has_value());
  }
  CHECK_FALSE(read_moved("moved a1b2").has_value());
  CHECK_FALSE(read_undone("undone ongoing b").has_value());
  CHECK_FALSE(read_legal_moves("legalmoves 3 a b").has_value());
  CHECK_FALSE(read_legal_moves("legalmoves a b").has_value());
  CHECK_FALSE(read_fen("fen english").has_value());
  CHECK_FALSE(read_error("error").has_value());
}

TEST_CASE("the answer to squares is read, and unknown parts are skipped") {
  Squares squares;
  squares.sides = {{"b", false, true, true, "Black side"}, {"w", true, false, false, "Ivory", "ivory"}};
  squares.pieces = {{'b', "b", "man"}, {'W', "w", "tower"}};
  squares.facts = {{"title", "Some game"}, {"pass", "no"}};
  squares.reasons = {{"no-moves", "LOSER has no moves left"}};
  squares.columns = {"a", "b"};
  squares.cells = {{{"", false, 0}, {"1", true, 'W'}}, {{"2", true, 0}, {"", false, 0}}};
  squares.game = "some";
  squares.turn = "w";
  const std::vector<std::string> lines{"side b colour dark end bottom player human title Black side",
                                       "side w colour light end top player engine paint ivory title Ivory",
                                       "piece b side b kind man",
                                       "piece W side w kind tower",
                                       "fact title Some game",
                                       "fact pass no",
                                       "weather fine",
                                       "reason no-moves LOSER has no moves left",
                                       "columns a b",
                                       "rows",
                                       "row - light - 1 dark W",
                                       "row 2 dark - - light -",
                                       "squares some columns 2 rows 2 turn w"};
  SquaresReader reader;
  for (std::size_t i = 0; i < lines.size(); ++i) CHECK(reader.read(lines[i]) == (i + 1 == lines.size()));
  CHECK(reader.result() == squares);

  SquaresReader uneven;
  for (const auto& line : lines) {
    uneven.read(line);
    if (line.starts_with("row ")) uneven.read("row 7 dark -");
  }
  CHECK_FALSE(uneven.result().has_value());
  CHECK_FALSE(SquaresReader().result().has_value());
}

TEST_CASE("routes are read") {
  CHECK(read_route("route 1x10 path 1 10 takes 6 becomes K") == Route{"1x10", {"1", "10"}, {"6"}, 'K'});
  CHECK(read_route("route 1x10 path 1 10 takes 6") == Route{"1x10", {"1", "10"}, {"6"}, 0});
  CHECK(read_route("route 1-5 path 1 5 becomes K") == Route{"1-5", {"1", "5"}, {}, 'K'});
  CHECK(read_route("route 1-5 path 1 5") == Route{"1-5", {"1", "5"}, {}, 0});
  for (const auto* line : {"", "route", "route 1-5", "route 1-5 path", "route 1-5 squares 1 5", "legalmoves 0"})
    CHECK_FALSE(read_route(line).has_value());
}

TEST_CASE("the answer to probe is written and read") {
  for (const Exact& exact : {Exact{}, Exact{Verdict::draw}, Exact{Verdict::loss}, Exact{Verdict::win, 27}}) {
    const auto value = read_value(line_of("value", "11-15", exact));
    REQUIRE(value);
    CHECK(value->move == "11-15");
    CHECK(value->exact.verdict == exact.verdict);
    CHECK(value->exact.plies == exact.plies);
    const auto position = read_probe(line_of("probe", exact));
    REQUIRE(position);
    CHECK(position->verdict == exact.verdict);
    CHECK(position->plies == exact.plies);
  }
  for (const auto* const line : {"", "probe", "probe maybe", "probe win x", "value 11-15 win 3"})
    CHECK(!read_probe(line));
  for (const auto* const line : {"", "value", "value 11-15", "value 11-15 lost", "probe draw"})
    CHECK(!read_value(line));
}

TEST_CASE("typographic characters become ASCII, others stay") {
  for (const char* dash : {"‐", "‑", "‒", "–", "—", "―", "−", "－"})
    CHECK(plain_text(std::string("11") + dash + "15") == "11-15");
  CHECK(plain_text("11×18") == "11x18");
  CHECK(plain_text("“W:W18” 11\u00a0–\u202f15") == "\"W:W18\" 11 - 15");
  CHECK(plain_text("é \xff\xe2\x80") == "é \xff\xe2\x80");
  CHECK(plain_text("").empty());
}

TEST_CASE("a list of moves is read with any separators") {
  const Moves two{"11-15", "23-19"};
  for (const char* text :
       {"11-15 23-19", "11-15, 23-19", "11-15,23-19", "11-15 , 23-19", "11-15 ,23-19", " 11 - 15  23 - 19 ",
        "11- 15 23 -19", "11 -15, 23- 19,", "11–15 23—19", "11 – 15, 23 − 19", "11\t-\t15\t23-19"}) {
    INFO(text);
    CHECK(moves_in(text) == two);
  }
  CHECK(moves_in("11 : 15") == Moves{"11:15"});
  CHECK(moves_in("11 x 18 x 25") == Moves{"11x18x25"});
  CHECK(moves_in("11 X18 x25") == Moves{"11X18x25"});
  CHECK(moves_in("6c x4e") == Moves{"6cx4e"});
  CHECK(moves_in("c6 x4e") == Moves{"c6", "x4e"});  // x4 may be a square
  CHECK(moves_in("24-20* x") == Moves{"24-20*", "x"});
  CHECK(moves_in("a1 - b2 x1x2 x3-x4") == Moves{"a1-b2", "x1x2", "x3-x4"});
  CHECK(moves_in("11-15 pass").size() == 2);
  CHECK(moves_in("").empty());
}

TEST_CASE("other text is left for the game to refuse") {
  CHECK(moves_in("11 15") == Moves{"11", "15"});
  CHECK(moves_in("11-") == Moves{"11-"});
  CHECK(moves_in("- 15") == Moves{"-15"});
  CHECK(moves_in("11 - - 15") == Moves{"11--15"});
  CHECK(moves_in("11-15 - 18") == Moves{"11-15-18"});
  CHECK(moves_in(",") == Moves{","});
  CHECK(moves_in(", 11-15") == Moves{",", "11-15"});
  CHECK(moves_in("11-15,,23-19") == Moves{"11-15,,23-19"});
  CHECK(moves_in("11-15,, 23-19") == Moves{"11-15,,", "23-19"});
  CHECK(moves_in("11-15, , 23-19") == Moves{"11-15", ",", "23-19"});
  CHECK(moves_in("11-15, - 23-19") == Moves{"11-15", "-23-19"});
  CHECK(moves_in("11-15 ,") == Moves{"11-15"});
}

TEST_CASE("quotes and the tag around a position are removed") {
  for (const char* text : {"W:W18:B12", " W:W18:B12 ", "\"W:W18:B12\"", "'W:W18:B12'", "[FEN \"W:W18:B12\"]",
                           "W:W18:B12;", "W:W18:B12 ;", "[FEN \"W:W18:B12;\"]", "[fen 'W:W18:B12']", "[FEN W:W18:B12]",
                           "“W:W18:B12”", "\"W:W18:B12\";", "[FEN \"W:W18:B12\"];", "[ FEN  \" W:W18:B12 \" ]"}) {
    INFO(text);
    CHECK(position_in(text) == "W:W18:B12");
  }
  CHECK(position_in("k7/8/8/8/8/8/8/K6R_w_-_-_0_1") == "k7/8/8/8/8/8/8/K6R w - - 0 1");
  for (const char* text : {"\"W:W18:B12", "[FEN \"W:W18:B12\"", "[Event \"W:W18:B12\"]", "\"", "[]", "\"\""})
    CHECK(position_in(text) == text);
}

TEST_CASE("a long list is read in one pass") {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "11 - 15, ";
  CHECK(moves_in(text).size() == 100'000);
}
