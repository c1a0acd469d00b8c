// The reader in protocol/BOOK.md prints what the writer has written, for every game of the daemon.

#include "book/writer.hpp"
#include "connection/child_process.hpp"
#include "connection/engine.hpp"
#include "connection/source.hpp"
#include "support/catch.hpp"
#include "support/page_program.hpp"
#include "support/temporary_folder.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

using namespace crownd::testing;
using namespace crownd::connection;
namespace book = crownd::book;

namespace {

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

std::string contents_of(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

TEST_CASE("the reader of BOOK.md, at most 40 lines, reads books of every game") {
  const auto program = program_in("protocol/BOOK.md", "## A reader");
  REQUIRE(program.find("class Book") != std::string::npos);
  CHECK(std::count(program.begin(), program.end(), '\n') <= 40);
  const TemporaryFolder folder;
  const auto reader = folder.path("reader.py"), file = folder.path("a.cbk"), out = folder.path("out");
  std::ofstream(reader) << program;
  Source source_of_games(std::vector<std::string>{CROWND_BIN_DIR "/crownd"}, Errors::captured);
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
      return contents_of(out);
    };
    const std::string facts = "game " + game + "\nnodes 1000\n";
    CHECK(run("") == facts + printed(positions));
    const auto last = std::prev(positions.end());
    CHECK(run(" '" + last->first + "'") == facts + printed({*last}));
  }
}
