#include "notation/game_file_reader.hpp"

#include "notation/game.hpp"
#include "support/catch.hpp"
#include "support/game_files.hpp"
#include "support/game_names.hpp"
#include "support/read_games.hpp"

#include <random>

using namespace crownd::notation;
using crownd::testing::answers_to;
using crownd::testing::bytes_of;
using crownd::testing::game_files;
using crownd::testing::ReadingDaemon;

namespace {

using Texts = std::vector<std::string>;

/// The daemon's answers that make up a game, in the order of its members.
void add_answers(const Line& line, Texts& answers) {
  for (const auto& comment : line.comments) answers.push_back("readcomment " + comment);
  for (const auto& move : line.moves) {
    answers.push_back("readmove " + move.text);
    for (const int nag : move.nags) answers.push_back("readnag " + std::to_string(nag));
    if (!move.sign.empty()) answers.push_back("readnag " + move.sign);
    for (const auto& comment : move.comments) answers.push_back("readcomment " + comment);
    for (const auto& variation : move.variations) {
      answers.push_back("readvariation begin");
      add_answers(variation, answers);
      answers.push_back("readvariation end");
    }
  }
}

Texts answers_of(const ReadGame& game) {
  Texts answers;
  for (const auto& tag : game.record.tags)
    answers.push_back("readtag " + tag.name + (tag.value.empty() ? "" : ' ' + tag.value));
  if (!game.start.empty()) answers.push_back("readstart " + game.start);
  add_answers(game.record.line, answers);
  const auto winner = !game.winner ? "unknown" : game.winner->empty() ? "draw" : "win " + *game.winner;
  answers.push_back("readresult " + winner + ' ' + (game.record.result.empty() ? "*" : game.record.result));
  for (const auto& error : game.errors) answers.push_back("readerror " + error.text());
  for (const auto& warning : game.warnings) answers.push_back("readwarning " + warning.text());
  answers.push_back("plies " + std::to_string(game.plies));
  return answers;
}

/// The same of the daemon's answers: errors go to the end, and numeric NAGs before comments.
std::vector<Texts> expected_in(const std::string& text) {
  std::vector<Texts> games;
  Texts errors;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string word, number, rest;
    words >> word;
    if (word == "readgame") games.emplace_back();
    if (word == "readgame" || word == "readok") continue;
    auto& game = games.back();
    if (word == "readtext") line.replace(0, word.size(), "readmove");
    if (word == "readerror" || word == "readwarning") {
      words >> number;
      if (word == "readerror") words >> rest;
      std::getline(words >> std::ws, rest);
      line.assign(word).append(" line ").append(number).append(": ").append(rest);
    }
    if (word == "readerror") {
      errors.push_back(line);
      continue;
    }
    if (std::string nag; word == "readnag" && words >> nag && nag.size() > 3 &&
                         nag.find_first_not_of("0123456789") == std::string::npos && std::stoull(nag) > 255) {
      game.push_back("readcomment $" + nag);
      continue;
    }
    if (word == "readnag") {
      auto place = game.end();
      while (std::prev(place)->starts_with("readcomment")) --place;
      game.insert(place, line);
      continue;
    }
    if (line == "readvariation end" && game.back() == "readvariation begin") {
      game.pop_back();
      continue;
    }
    if (word == "readdone") line = line.substr(line.find("plies"));
    game.push_back(line);
    if (word == "readresult") {
      game.insert(game.end(), errors.begin(), errors.end());
      errors.clear();
    }
  }
  return games;
}

std::string written_text(const Game& game, const Layout& layout) {
  std::ostringstream out;
  write_game(out, game, layout);
  return out.str();
}

/// All layouts of written games.
const std::vector<Layout> layouts{{}, {.numbers_second = false, .writes_signs = true}, {.breaks_comments = false}};

/// Words with the signs that mean something outside of comments.
std::string random_comment(std::mt19937& random) {
  static const Texts words{"a", "(b",     "c)",      "$1", ";",  "%",     "1.",        "1-0",
                           "*", "[%eval", "0.1]",    "\"", "\\", "11-15", "<b>",       "[White \"x\"]",
                           "é", "–",      "1/2-1/2", "!?", "#",  "-",     "long-word", "{",
                           "}"};
  std::string text;
  for (auto count = 1 + random() % 30; count > 0; --count)
    text += (text.empty() ? "" : " ") + words[random() % words.size()];
  return text;
}

void add_random_comments(Line& line, std::mt19937& random) {
  if (random() % 4 == 0) line.comments.push_back(random_comment(random));
  for (auto& move : line.moves) {
    if (random() % 4 == 0) move.nags.push_back(static_cast<int>(1 + random() % 255));
    for (auto count = random() % 3; count > 0; --count) move.comments.push_back(random_comment(random));
  }
}

/// Random games of a few moves.
std::vector<Game> random_games(crownd::connection::Engine& engine, const std::string& name, int count) {
  std::mt19937 random(7);
  std::vector<Game> games;
  for (int number = 0; number < count; ++number) {
    engine.set_position(name, "startpos");
    Game game;
    game.tags = {{"Game", name}, {"Event", random_comment(random)}};
    for (auto plies = random() % 8; plies > 0; --plies) {
      const auto legal = engine.legal_moves();
      if (legal.empty()) break;
      Move move{legal[random() % legal.size()], {}, {}, {}};
      if (random() % 3 == 0) move.variations.push_back({{}, {{legal[random() % legal.size()], {}, {}, {}}}});
      (void)engine.move(move.text);
      for (auto& variation : move.variations) add_random_comments(variation, random);
      game.line.moves.push_back(std::move(move));
    }
    add_random_comments(game.line, random);
    games.push_back(std::move(game));
  }
  return games;
}

void check_written_games(ReadingDaemon& daemon, const std::vector<Game>& games, const std::string& usual = "") {
  for (const auto& layout : layouts) {
    std::string text;
    for (const auto& game : games) text += written_text(game, layout) + '\n';
    const auto again = daemon.read(text, usual);
    REQUIRE(again.size() == games.size());
    for (std::size_t i = 0; i < games.size(); ++i) {
      INFO(written_text(games[i], layout) << written_text(again[i].record, layout));
      CHECK(again[i].errors.empty());
      CHECK(again[i].record.tags == games[i].tags);
      CHECK((again[i].record.line == games[i].line));
      CHECK(again[i].record.result == games[i].result);
    }
  }
}

/// The result of a game without a known winner.
std::string unknown_in(const Texts& answers) {
  const auto found = std::find_if(answers.begin(), answers.end(),
                                  [](const auto& answer) { return answer.starts_with("readresult unknown"); });
  return found == answers.end() ? "" : *found;
}

}  // namespace

TEST_CASE("game files are read with all their content") {
  ReadingDaemon daemon;
  for (const auto& file : game_files()) {
    if (file.filename() == "variations-first.pdn") continue;  // the variation goes to its move, see below
    INFO(file.filename().string());
    const auto expected = expected_in(answers_to(file));
    const auto games = daemon.read(bytes_of(file));
    REQUIRE(games.size() == expected.size());
    for (std::size_t i = 0; i < games.size(); ++i) {
      auto answers = answers_of(games[i]);
      // The position among the moves becomes a tag, and words in a tag Result are no result.
      for (const auto& added : {std::string("readtag SetUp 1"), "readtag FEN " + games[i].start})
        if (std::count(expected[i].begin(), expected[i].end(), added) == 0) std::erase(answers, added);
      std::replace(answers.begin(), answers.end(), std::string("readresult unknown *"), unknown_in(expected[i]));
      CHECK(answers == expected[i]);
    }
  }
}

TEST_CASE("a variation before the first move replaces it") {
  const auto games = crownd::testing::games_of("(1. 9-14 {good}) 1. 11-15 23-19 *", "english");
  REQUIRE(games.size() == 1);
  REQUIRE(games[0].moves() == Texts{"11-15", "23-19"});
  CHECK((games[0].line.moves[0].variations == std::vector<Line>{{{}, {{"9-14", {}, {"good"}, {}}}}}));
}

TEST_CASE("variations nest, at any place") {
  const auto games = crownd::testing::games_of(
      "((9-14) (9-13) () ((10-14))) 1. 11-15 (((9-14)) 22-18) 23-19 *\n\n(((((((( ()()() 1. 11-15 ))))) 23-19 *",
      "english");
  REQUIRE(games.size() == 2);
  CHECK(games[0].moves() == Texts{"11-15", "23-19"});
  CHECK(games[0].line.moves[0].variations.size() == 2);
}

TEST_CASE("the game files are written and read again without loss") {
  ReadingDaemon daemon;
  for (const auto& file : game_files())
    for (const auto& game : daemon.read(bytes_of(file))) {
      if (!game.errors.empty()) continue;
      INFO(file.filename().string());
      check_written_games(daemon, {game.record}, game.game_name);
    }
}

TEST_CASE("random games with random comments are written and read again without loss") {
  ReadingDaemon daemon;
  for (const auto& game : crownd::testing::game_names()) {
    INFO(game);
    check_written_games(daemon, random_games(daemon.engine(), game, 400));
  }
}

TEST_CASE("a line of a list is a position, moves, or both") {
  ReadingDaemon daemon;
  const auto read = [&](const std::string& line) { return read_list_line(daemon.exchange(), "english", line); };
  CHECK(read("11-15 23-19").record.moves() == Texts{"11-15", "23-19"});
  CHECK(read("W:W21:B9;").start == "W:W21:B9");
  CHECK(read("B:W21-32:B1-12 moves 9-14").record.moves() == Texts{"9-14"});
  CHECK_THROWS_WITH(read("11-18"), crownd::testing::has_text("as a position: "));
  CHECK_THROWS_WITH(read("11-18"), crownd::testing::has_text("; as moves: 11-18: "));
  const std::string epd = "k7/8/8/8/8/8/8/K6R w - - hmvc 97; fmvn 60; id \"x [y]\"";
  CHECK(read_list_line(daemon.exchange(), "reduced-chess", epd + ";").start == epd);
}

TEST_CASE("illegal moves after the wanted plies are ignored") {
  ReadingDaemon daemon;
  const auto games = daemon.read("[GameType \"21\"]\n\n1. 11-15 23-19 2. 8-11 1-2 *\n");
  REQUIRE(games.size() == 1);
  CHECK_FALSE(games[0].is_readable());
  CHECK(games[0].is_readable(3));
  CHECK_FALSE(games[0].is_readable(4));
}

TEST_CASE("long lines of any content are read") {
  ReadingDaemon daemon;
  std::string comment;
  while (comment.size() < 300'000) comment += "word ";
  comment.pop_back();
  const auto games = daemon.read("1. 11-15 {" + comment + "} 23-19" + std::string(100'000, ' ') + "2. 8-11 *");
  REQUIRE(games.size() == 1);
  CHECK(games[0].record.line.moves[0].comments == Texts{comment});
  CHECK(games[0].record.moves() == Texts{"11-15", "23-19", "8-11"});
}

TEST_CASE("an unknown game is refused") {
  ReadingDaemon daemon;
  CHECK_THROWS_WITH(daemon.read("1. 11-15 *", "draughts"), crownd::testing::has_text("draughts"));
  CHECK(daemon.read("1. 11-15 *").size() == 1);
}
