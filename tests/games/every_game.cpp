#include "core/random.hpp"
#include "games/all_rules.hpp"
#include "games/catalogue.hpp"
#include "support/catch.hpp"
#include "support/stop_latency.hpp"
#include "tables/access.hpp"
#include "tables/computed_tables.hpp"

namespace crownd {
namespace {

// Requirements on each row of the catalogue. A new game is tested as soon as it has its row.

using Moves = std::vector<std::string>;
using Visit = std::function<void(play::AnyGame&)>;

constexpr int plies_limit = 300;  // plies; a random game need not end

/// Random games of every row, calling `visit` in each position.
void in_random_games(int games_per_row, int longest, const Visit& visit) {
  for (const auto& row : games::catalogue())
    for (int number = 0; number < games_per_row; ++number) {
      const auto game = row.make();
      for (int ply = 0; ply < longest; ++ply) {
        INFO(row.name << " game " << number << " ply " << ply << ": " << game->position_text());
        visit(*game);
        const Moves legal = game->legal_moves();
        if (legal.empty()) break;
        const auto choice = mix(static_cast<std::uint64_t>(number * 1000 + ply)) % legal.size();
        game->play(Moves{legal[choice]});
      }
    }
}

std::vector<play::Info> search(play::AnyGame& game, int depth, play::BestMove* best = nullptr) {
  std::vector<play::Info> infos;
  play::Limits limits;
  limits.depth = depth;
  play::Control control;
  const auto answer = game.search(limits, {}, control, [&](const play::Info& info) { infos.push_back(info); });
  if (best) *best = answer;
  return infos;
}

TEST_CASE("every game has a unique name, is found by it, and starts") {
  std::set<std::string_view> names;
  for (const auto& row : games::catalogue()) {
    INFO(row.name);
    CHECK(names.insert(row.name).second);
    CHECK(games::find(row.name) == &row);
    CHECK(row.make()->name() == row.name);
    CHECK_FALSE(row.make()->status().result.over());
  }
  CHECK(games::find("chess-960") == nullptr);
}

TEST_CASE("the text of a position is read as the same position, which has no legal moves exactly if it is over") {
  in_random_games(10, plies_limit, [](play::AnyGame& game) {
    const auto copy = games::find(game.name())->make();
    copy->set_position(game.position_text(), {});
    CHECK(copy->position_text() == game.position_text());
    CHECK(copy->legal_moves() == game.legal_moves());
    CHECK(copy->status().result == game.status().result);
    CHECK(game.legal_moves().empty() == game.status().result.over());
  });
}

TEST_CASE("move texts are unique, and each is read back as itself") {
  in_random_games(3, plies_limit, [](play::AnyGame& game) {
    const Moves legal = game.legal_moves();
    CHECK(std::set<std::string>(legal.begin(), legal.end()).size() == legal.size());
    for (std::size_t i = 0; i < legal.size(); i += 1 + legal.size() / 8) {
      CHECK(game.play(Moves{legal[i]}) == Moves{legal[i]});
      game.undo(1);
    }
  });
}

TEST_CASE("the side to move has won only in games with loser_may_move_last") {
  games::AllRules::for_each([]<Rules R>() {
    INFO(R::name);
    int ended = 0;
    for (std::uint64_t number = 0; number < 100; ++number) {
      auto position = R::start();
      for (std::uint64_t ply = 0; ply < plies_limit && !R::result(position).over(); ++ply) {
        const auto moves = legal_moves<R>(position);
        position = R::after(position, moves[mix(number * 1000 + ply) % moves.size()]);
      }
      const Result result = R::result(position);
      const bool loser_moved = result.outcome == Outcome::win && result.winner == R::side_to_move(position);
      CHECK((!loser_moved || loser_may_move_last<R>));
      ended += result.over() ? 1 : 0;
    }
    CHECK(ended > 10);
  });
}

/// The score of a game-ending move for its mover.
Score score_of_end(const Result& result, Side mover) {
  if (result.outcome == Outcome::draw) return Score::draw();
  return result.winner == mover ? Score::win_in(1) : Score::loss_in(1);
}

TEST_CASE("the score of a probe follows from those of its moves, and finally from the result") {
  tables::ComputedTables computed_tables({[](std::size_t) { return true; }, [](std::size_t) {}});
  play::Settings settings;
  settings.computed_tables = &computed_tables;
  std::map<std::string_view, int> known;
  in_random_games(8, plies_limit, [&](play::AnyGame& game) {
    game.configure(settings);
    play::Control control;
    const auto truth = game.probe(control);
    if (game.status().result.over() || !truth->position) return;
    constexpr std::size_t many_moves = 100, plies_between = 8;
    if (truth->moves.size() > many_moves && game.plies_played() % plies_between != 0) return;
    ++known[game.name()];
    const auto& names = game.squares().side_names;
    const Side mover = game.squares().turn == names[0] ? Side::first : Side::second;
    std::optional<Score> best;
    bool all_known = true;
    for (const auto& [text, score] : truth->moves) {
      all_known = all_known && score;
      if (!score) continue;
      game.play(Moves{text});
      const Result result = game.status().result;
      const auto after = result.over() ? score_of_end(result, mover) : -*game.probe(control)->position;
      game.undo(1);
      CHECK(score == (result.over() ? after : after.at_parent()));
      if (!best || *score > *best) best = score;
    }
    const bool is_known = all_known || best == Score::win_in(1);
    CHECK((is_known || best->is_win() || best == tables::known_win));
    CHECK(truth->position == (is_known ? best : tables::known_win));
  });
  games::AllRules::for_each([&]<Rules R>() {
    INFO(R::name);
    if (HasEndings<R> || HasSolution<R>) CHECK(known[R::name] > 10);
  });
}

TEST_CASE("a game sent as a whole is the same as one played move by move") {
  for (const auto& row : games::catalogue()) {
    INFO(row.name);
    const auto played = row.make();
    const auto sent = row.make();
    Moves moves;
    for (int ply = 0; ply < 40 && !played->legal_moves().empty(); ++ply) {
      const Moves legal = played->legal_moves();
      moves.push_back(legal[mix(static_cast<std::uint64_t>(ply)) % legal.size()]);
      played->play(Moves{moves.back()});
      sent->set_position("startpos", moves);
      CHECK(sent->position_text() == played->position_text());
      CHECK(sent->status().reversible_plies == played->status().reversible_plies);
    }
    moves.resize(moves.size() / 2);
    sent->set_position("startpos", moves);
    const auto fresh = row.make();
    fresh->set_position("startpos", moves);
    CHECK(sent->position_text() == fresh->position_text());
    CHECK(sent->status().repetition == fresh->status().repetition);
  }
}

TEST_CASE("perft of depth one and two agrees with the lists of legal moves") {
  in_random_games(2, 60, [](play::AnyGame& game) {
    play::Control control;
    const Moves legal = game.legal_moves();
    CHECK(game.perft(1, control)->total == legal.size());
    const auto two = game.perft(2, control);
    REQUIRE(two->moves.size() == legal.size());
    if (legal.empty()) return;
    game.play(Moves{legal[0]});
    CHECK(two->moves[0].second == game.legal_moves().size());
    game.undo(1);
  });
}

TEST_CASE("the terms of an evaluation add up to it; only finished games have decided ones") {
  in_random_games(3, plies_limit, [](play::AnyGame& game) {
    const auto evaluation = game.evaluate();
    CHECK(evaluation.score.is_decided() == (game.status().result.outcome == Outcome::win));
    if (game.status().result.over()) CHECK(evaluation.terms.empty());
    if (evaluation.terms.empty()) return;  // a game need not have terms
    int sum = 0;
    for (const auto& term : evaluation.terms) sum += term.second;
    CHECK(sum == evaluation.score.raw());
  });
}

TEST_CASE("the same depth with one thread and a cleared table gives the same nodes, line and score") {
  in_random_games(1, 30, [](play::AnyGame& game) {
    const auto once = search(game, 5);
    game.clear_memory();
    const auto again = search(game, 5);
    game.clear_memory();
    REQUIRE(!once.empty());
    CHECK(once.back().nodes == again.back().nodes);
    CHECK(once.back().pv == again.back().pv);
    CHECK(once.back().score == again.back().score);
  });
}

TEST_CASE("memory used by another game gives the same search as new memory") {
  const auto make = [] { return std::make_shared<search::Memory>(std::size_t{1} << 20); };
  const auto used = make();
  for (const auto& row : games::catalogue()) {
    INFO(row.name);
    const auto nodes = [&](const std::shared_ptr<search::Memory>& memory) {
      const auto game = row.make();
      game->share_memory(memory);
      return search(*game, 6).back().nodes;
    };
    const auto expected = nodes(make());
    CHECK(nodes(used) == expected);
    CHECK(nodes(used) == expected);
  }
}

TEST_CASE("every line is legal, begins with the best move, and has the length of a decided score") {
  in_random_games(2, 120, [](play::AnyGame& game) {
    play::BestMove best;
    const auto infos = search(game, 4, &best);
    REQUIRE(!infos.empty());
    CHECK(best.move.has_value() == !game.status().result.over());
    if (!best.move) return;
    CHECK(infos.back().pv.front() == *best.move);
    for (const auto& info : infos) {
      const auto copy = games::find(game.name())->make();
      copy->set_position(game.position_text(), {});
      REQUIRE_NOTHROW(copy->play(info.pv));
      if (info.score.is_decided() && info.bound == play::Bound::exact) {
        CHECK(static_cast<int>(info.pv.size()) == info.score.plies_to_end());
        CHECK(copy->status().result.over());
      }
    }
  });
}

TEST_CASE("a running search reports the nodes of all threads") {
  for (const int threads : {1, 2}) {
    const auto game = games::find("english")->make();
    play::Settings settings;
    settings.threads = threads;
    game->configure(settings);
    play::Limits limits;
    limits.infinite = true;
    play::Control control;
    std::vector<std::uint64_t> reported;
    bool stopped = false;
    control.on_progress = [&](std::uint64_t nodes) {
      reported.push_back(nodes);
      if (nodes > 100'000) {
        control.stop();
        stopped = true;
      }
    };
    (void)game->search(limits, {}, control, [&](const play::Info& info) { reported.push_back(info.nodes); });
    CHECK(stopped);
    CHECK(std::is_sorted(reported.begin(), reported.end()));
  }
}

TEST_CASE("iterations of draughts deepen by two plies, but by one in analysis and with a limit of depth") {
  const auto depths = [](play::Limits limits) {
    const auto game = games::find("english")->make();
    play::Control control;
    std::vector<int> found;
    (void)game->search(limits, {}, control, [&](const play::Info& info) {
      found.push_back(info.depth);
      if (limits.infinite && info.depth == 8) control.stop();
    });
    const auto repeated = std::unique(found.begin(), found.end());
    return std::vector<int>(found.begin(), std::min(repeated, found.begin() + 6));
  };
  play::Limits nodes, depth, infinite;
  nodes.nodes = 20'000;
  depth.depth = 6;
  infinite.infinite = true;
  CHECK(depths(nodes) == std::vector{1, 2, 3, 5, 7, 9});
  CHECK(depths(depth) == std::vector{1, 2, 3, 4, 5, 6});
  CHECK(depths(infinite) == std::vector{1, 2, 3, 4, 5, 6});
}

TEST_CASE("a search without time finishes its first depth") {
  for (const auto& row : games::catalogue()) {
    INFO(row.name);
    const auto game = row.make();
    play::Limits limits;
    limits.movetime = std::chrono::milliseconds(0);
    search::Control control;
    std::vector<play::Info> infos;
    const auto best = game->search(limits, {}, control, [&](const play::Info& info) { infos.push_back(info); });
    testing::check_legal(*game, best);
    REQUIRE(!infos.empty());
    CHECK(infos.back().has_score);
    CHECK(infos.back().pv.front() == *best.move);
  }
}

TEST_CASE("a search stopped before its first depth reports no score") {
  const auto answer_of_stopped = [](play::AnyGame& game, int multipv) {
    play::Settings settings;
    settings.multipv = multipv;
    game.configure(settings);
    search::Control control;
    control.stop();
    std::vector<play::Info> infos;
    play::Limits limits;
    limits.infinite = true;
    const auto best = game.search(limits, {}, control, [&](const play::Info& info) { infos.push_back(info); });
    testing::check_legal(game, best);
    REQUIRE(!infos.empty());
    return infos;
  };
  for (const auto& row : games::catalogue()) {
    INFO(row.name);
    for (const int multipv : {1, 3}) {
      const auto game = row.make();
      search::Control control;
      const auto moves = game->probe(control)->moves;
      const bool is_solved = std::ranges::all_of(moves, [](const auto& move) { return move.second.has_value(); });
      for (const auto& info : answer_of_stopped(*game, multipv)) CHECK(info.has_score == is_solved);
    }
  }
}

TEST_CASE("a stopped search returns a legal move, and changes nothing") {
  for (const auto& row : games::catalogue())
    for (const int looks : {1, 2, 10, 100}) {
      INFO(row.name << " stopped after " << looks << " looks");
      const auto game = row.make();
      testing::check_stops_at(*game, looks);
      CHECK(testing::stop_latency(*game, looks) < testing::max_stop_latency);
    }
}

// The stored moves of a game: after any moves and undos it equals a fresh game.

/// More than two intervals between stored positions.
constexpr int plies_of_random_game = 150;

Moves random_game(const games::Entry& row, std::uint64_t number) {
  const auto game = row.make();
  Moves moves;
  while (moves.size() < plies_of_random_game) {
    const auto legal = game->legal_moves();
    if (legal.empty()) break;
    moves.push_back(legal[mix(number * 1000 + moves.size()) % legal.size()]);
    game->play(std::array{moves.back()});
  }
  return moves;
}

void check_same(const play::AnyGame& game, const Moves& moves, const games::Entry& row) {
  const auto fresh = row.make();
  fresh->set_position("startpos", moves);
  CHECK(game.position_text() == fresh->position_text());
  CHECK(game.moves_played() == moves);
  CHECK(game.plies_played() == moves.size());
  CHECK(game.status().repetition == fresh->status().repetition);
  CHECK(game.status().reversible_plies == fresh->status().reversible_plies);
}

Moves first_of(const Moves& moves, std::size_t count) {
  return {moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(std::min(count, moves.size()))};
}

/// A game of any length: the kings walk to and fro.
constexpr std::string_view two_kings = "26 Ka1 Kz26 w";

Moves walk_of_kings(std::size_t plies) {
  static const std::array<std::string, 4> steps{"a1a2", "z26z25", "a2a1", "z25z26"};
  Moves moves;
  while (moves.size() < plies) moves.push_back(steps[moves.size() % steps.size()]);
  return moves;
}

TEST_CASE("any number of moves is taken back") {
  for (const auto& row : games::catalogue())
    for (std::uint64_t number = 0; number < 3; ++number) {
      INFO(row.name << " game " << number);
      const auto moves = random_game(row, number);
      const auto game = row.make();
      for (std::size_t count = 0; count <= moves.size(); count += 1 + count / 4) {
        game->set_position("startpos", moves);
        game->undo(static_cast<int>(count));
        check_same(*game, first_of(moves, moves.size() - count), row);
        CHECK_THROWS_AS(game->undo(static_cast<int>(moves.size() - count) + 1), BadInput);
      }
    }
}

TEST_CASE("a position that is refused leaves the game as it was, wherever it differs") {
  for (const auto& row : games::catalogue()) {
    INFO(row.name);
    const auto moves = random_game(row, 1);
    const auto game = row.make();
    game->set_position("startpos", moves);
    for (std::size_t kept = 0; kept <= moves.size(); kept += 1 + kept / 3) {
      auto other = first_of(moves, kept);
      // First moves that can be played, but are not those of the game.
      const auto trial = row.make();
      trial->set_position("startpos", other);
      for (int i = 0; i < 70; ++i) {
        const auto legal = trial->legal_moves();
        if (legal.empty()) break;
        other.push_back(legal.back());
        trial->play(std::array{legal.back()});
      }
      other.emplace_back("nonsense");
      CHECK_THROWS_AS(game->set_position("startpos", other), BadInput);
      check_same(*game, moves, row);
    }
    CHECK_THROWS_AS(game->set_position("no position", {}), BadInput);
    CHECK_THROWS_AS(game->play(Moves{"nonsense"}), BadInput);
    check_same(*game, moves, row);
    game->undo(static_cast<int>(moves.size()));
    CHECK_THROWS_AS(game->play(Moves{moves[0], "nonsense"}), BadInput);
    check_same(*game, {}, row);
  }
}

TEST_CASE("a long game takes little memory on the largest board") {
  constexpr std::size_t plies = 10'000;
  constexpr std::size_t max_bytes_per_ply = 128;  // with what vectors reserve
  const auto game = games::find("reduced-chess")->make();
  game->set_position(two_kings, walk_of_kings(plies));
  CHECK(game->plies_played() == plies);
  CHECK(game->bytes() < plies * max_bytes_per_ply);
  CHECK(game->status().repetition == 1 + static_cast<int>(plies / 4));
}

TEST_CASE("texts of moves take little memory, however long they are") {
  // Leading zeros change no number.
  const std::string zeros(100'000, '0');
  const Moves long_texts{zeros + "11-15", "22-18", zeros + "15x22"};
  const auto game = games::find("english")->make();
  game->set_position("startpos", long_texts);
  CHECK(game->bytes() < 4'000);
  auto more = long_texts;
  more.emplace_back("25x18");
  game->set_position("startpos", more);
  CHECK(game->moves_played() == Moves{"11-15", "22-18", "15x22", "25x18"});
}

}  // namespace
}  // namespace crownd
