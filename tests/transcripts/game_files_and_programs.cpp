#include "book/book.hpp"
#include "connection/child_process.hpp"
#include "connection/engine.hpp"
#include "connection/link.hpp"
#include "support/catch.hpp"
#include "support/game_files.hpp"
#include "support/pages.hpp"
#include "support/program_path.hpp"
#include "support/temporary_folder.hpp"
#include "support/timeouts.hpp"

using namespace crownd::connection;
using namespace crownd::testing;
using crownd::testing::answers_to;
using crownd::testing::bytes_of;
using crownd::testing::game_files;
namespace book = crownd::book;

namespace {

using Lines = std::vector<std::string>;

Lines split_lines(const std::string& text) {
  Lines lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// The answers of crownd to the texts of several files, each up to its `readok`.
std::vector<Lines> answers_per_file(const std::string& commands) {
  const crownd::testing::TemporaryFolder temporary;
  const auto input = temporary.write("commands", commands);
  const auto output = temporary.path("answers");
  const auto command = "'" + program_path("crownd") + "' --no-tables --no-books <'" + input + "' >'" + output + "'";
  REQUIRE(std::system(command.c_str()) == 0);
  std::vector<Lines> answers(1);
  for (const auto& line : split_lines(bytes_of(output))) {
    answers.back().push_back(line);
    if (line.starts_with("readok")) answers.emplace_back();
  }
  answers.pop_back();
  return answers;
}

/// The file in lines, or in parts of this many bytes, cut where there are no blanks.
std::string commands_for(const std::string& text, std::size_t part) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  std::string commands = "read begin\n";
  for (const auto& line : split_lines(text)) {
    std::size_t begin = 0;
    if (part > 0)
      for (std::size_t end = part; end < line.size(); ++end) {
        if (end - begin < part || is_blank(line[end - 1]) || is_blank(line[end])) continue;
        commands += "read part " + line.substr(begin, end - begin) + '\n';
        begin = end;
      }
    commands += "read line " + line.substr(begin) + '\n';
  }
  return commands + "read end\n";
}

/// The start position and all that one move leads to, with each legal move and scores of every kind.
std::map<std::string, std::vector<book::BookMove>> beginnings(Engine& engine, const std::string& game) {
  std::map<std::string, std::vector<book::BookMove>> positions;
  const auto add = [&] {
    const auto legal = engine.legal_moves();
    if (legal.empty()) return;
    auto& moves = positions[engine.position()];
    const crownd::Score scores[] = {crownd::Score::win_in(9), crownd::Score::centipawns(150), crownd::Score::draw(),
                                    crownd::Score::centipawns(-150), crownd::Score::loss_in(8)};
    for (const auto& text : legal)
      moves.push_back({text, scores[std::min(moves.size(), std::size(scores) - 1)], 12, 400, 100, 1000 - moves.size()});
  };
  engine.set_position(game, "startpos");
  add();
  for (const auto& move : engine.legal_moves()) {
    engine.move(move);
    add();
    engine.undo(1);
  }
  return positions;
}

std::string printed(const std::map<std::string, std::vector<book::BookMove>>& positions) {
  std::string text;
  for (const auto& [position, moves] : positions) {
    text += position + '\n';
    for (const auto& move : moves) {
      text += "  " + move.move;
      for (const auto number : {move.score.raw(), move.depth, move.wins, move.losses, static_cast<int>(move.visits)})
        text += ' ' + std::to_string(number);
      text += '\n';
    }
  }
  return text;
}

}  // namespace

// Every file of tests/game_files, read by the command `read`, gives the lines of the file beside it: NAME.pdn those of
// NAME.pdn.read.

TEST_CASE("reading game files gives the expected answers") {
  const auto files = game_files();
  CHECK(files.size() >= 150);
  for (const std::size_t part : {0, 1, 5}) {
    std::string commands;
    for (const auto& file : files) commands += commands_for(bytes_of(file), part);
    const auto answers = answers_per_file(commands);
    REQUIRE(answers.size() == files.size());
    for (std::size_t i = 0; i < files.size(); ++i) {
      INFO(files[i].filename().string() << " in parts of " << part);
      CHECK(answers[i] == split_lines(answers_to(files[i])));
    }
  }
}

TEST_CASE("the games of a long line are answered while it is read") {
  const std::string game = "[Event \"a ] b\"] 1. 11-15 {a comment} 23-19 (1... 22-18 $1) /FEN \"W:W21:B12\"/ * ";
  constexpr int games = 400;
  std::string text;
  for (int i = 0; i < games; ++i) text += game;
  const auto whole = answers_per_file(commands_for(text, 0)).at(0);
  CHECK(whole.size() > games);
  for (const std::size_t part : {7, 1000, 5000}) CHECK(answers_per_file(commands_for(text, part)).at(0) == whole);

  auto commands = commands_for(text, 1000);
  const auto last = commands.rfind("read line ");
  commands.insert(last, "isready\n");
  const auto answers = answers_per_file(commands).at(0);
  const auto ready = std::find(answers.begin(), answers.end(), "readyok");
  REQUIRE(ready != answers.end());
  const auto is_game = [](const std::string& line) { return line.starts_with("readgame "); };
  CHECK(std::count_if(answers.begin(), ready, is_game) > games / 2);
}

TEST_CASE("jumps without end, which are no capture, are read in linear time") {
  std::string text = "[GameType \"21\"]\n\n1.";
  for (int i = 0; i < 20'000; ++i) text += " 9x18 18x9";  // quadratic work would take minutes
  const auto answers = answers_per_file(commands_for(text, 1000)).at(0);
  CHECK(std::count(answers.begin(), answers.end(), "readtext 18x9") == 20'000);
  CHECK(std::count(answers.begin(), answers.end(), "readdone 1 plies 0") == 1);
}

// The reader in protocol/BOOK.md prints what the writer has written, for every game of the daemon.

TEST_CASE("the reader of BOOK.md, at most 40 lines, reads books of every game") {
  const auto program = program_in("protocol/BOOK.md", "## A reader");
  REQUIRE(program.find("class Book") != std::string::npos);
  CHECK(std::count(program.begin(), program.end(), '\n') <= 40);
  const TemporaryFolder folder;
  const auto reader = folder.path("reader.py"), file = folder.path("a.cbk"), out = folder.path("out");
  std::ofstream(reader) << program;
  Link source_of_games(std::vector<std::string>{program_path("crownd")}, Errors::captured);
  Engine engine(source_of_games);
  const auto games = engine.games();
  REQUIRE(games.size() >= 5);
  for (const auto& [game, title] : games) {
    INFO(game);
    const auto positions = beginnings(engine, game);
    book::Writer writer(game, {{"nodes", "1000"}});
    for (const auto& [position, moves] : positions) writer.add(position, moves);
    const auto bytes = std::move(writer).finish();
    std::ofstream(file, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    const auto run = [&](const std::string& more) {
      REQUIRE(std::system(("timeout 300 python3 " + reader + " " + file + more + " >" + out + " 2>&1").c_str()) == 0);
      return bytes_of(out);
    };
    const std::string facts = "game " + game + "\nnodes 1000\n";
    CHECK(run("") == facts + printed(positions));
    const auto last = std::prev(positions.end());
    CHECK(run(" '" + last->first + "'") == facts + printed({*last}));
  }
}

// The program in PROTOCOL.md that draws games and clicks their moves works with every game of the daemon.

TEST_CASE("the program of PROTOCOL.md draws every game and clicks through it") {
  const auto program = program_in("PROTOCOL.md", "### Drawing a board");
  REQUIRE(program.find("legalmoves squares") != std::string::npos);
  const TemporaryFolder folder;
  const auto script = folder.write("draw.py", program), out = folder.path("out");
  const auto names = game_names();
  REQUIRE(names.size() >= 5);
  for (const auto& name : names) {
    const auto command =
        "timeout 300 python3 '" + script + "' '" + program_path("crownd") + "' " + name + " >'" + out + "' 2>&1";
    const int status = std::system(command.c_str());
    const auto text = bytes_of(out);
    INFO(name << ":\n" << text);
    CHECK(status == 0);
    CHECK(text.find("which is moved ") != std::string::npos);
  }
}
