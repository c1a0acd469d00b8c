// Requirements on each row of the catalogue. A new game is tested as soon as it has its row.

#include "core/mix.hpp"
#include "games/all_rules.hpp"
#include "games/catalogue.hpp"
#include "support/catch.hpp"
#include "support/time_to_obey.hpp"
#include "tables/access.hpp"
#include "tables/library.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace crownd {
namespace {

using Moves = std::vector<std::string>;
using Visit = std::function<void(play::AnyGame&)>;

constexpr int longest_game = 300;  // plies; a random game need not end

/// Random games of every row, calling `visit` in each position.
void in_random_games(int games_a_row, int longest, const Visit& visit) {
  for (const auto& row : games::catalogue())
    for (int number = 0; number < games_a_row; ++number) {
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

TEST_CASE("every game has a name of its own, finds it, and starts") {
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

TEST_CASE("a position's text gives the same position back") {
  in_random_games(6, longest_game, [](play::AnyGame& game) {
    const auto copy = games::find(game.name())->make();
    copy->set_position(game.position_text(), {});
    CHECK(copy->position_text() == game.position_text());
    CHECK(copy->legal_moves() == game.legal_moves());
    CHECK(copy->status().result == game.status().result);
  });
}

TEST_CASE("move texts are unique, and each is read back as itself") {
  in_random_games(3, longest_game, [](play::AnyGame& game) {
    const Moves legal = game.legal_moves();
    CHECK(std::set<std::string>(legal.begin(), legal.end()).size() == legal.size());
    for (std::size_t i = 0; i < legal.size(); i += 1 + legal.size() / 8) {
      CHECK(game.play(Moves{legal[i]}) == Moves{legal[i]});
      game.undo(1);
    }
  });
}

TEST_CASE("there are no legal moves exactly when the game is over") {
  in_random_games(10, longest_game,
                  [](play::AnyGame& game) { CHECK(game.legal_moves().empty() == game.status().result.over()); });
}

TEST_CASE("only in a game that says so the side to move may have won") {
  games::AllRules::for_each([]<Rules R>() {
    INFO(R::name);
    for (std::uint64_t number = 0; number < 100; ++number) {
      auto position = R::start();
      for (std::uint64_t ply = 0; ply < longest_game && !R::result(position).over(); ++ply) {
        const auto moves = legal_moves<R>(position);
        position = R::after(position, moves[mix(number * 1000 + ply) % moves.size()]);
      }
      const Result result = R::result(position);
      if (result.outcome == Outcome::win && result.winner == R::side_to_move(position)) CHECK(loser_may_move_last<R>);
    }
  });
}

/// The score of a move that has just ended the game, for the side that made it.
Score score_of_end(const Result& result, Side mover) {
  if (result.outcome == Outcome::draw) return Score::draw();
  return result.winner == mover ? Score::win_in(1) : Score::loss_in(1);
}

TEST_CASE("what a probe finds follows from what it finds after each move, and in the end from the result") {
  tables::Library library({[](std::size_t) { return true; }, [](std::size_t) {}});
  play::Settings settings;
  settings.library = &library;
  std::map<std::string_view, int> known;
  in_random_games(8, longest_game, [&](play::AnyGame& game) {
    game.configure(settings);
    play::Control control;
    const auto truth = game.probe(control);
    if (game.status().result.over() || !truth->position) return;
    ++known[game.name()];
    const auto& names = game.squares().side_names;
    const Side mover = game.squares().turn == names[0] ? Side::first : Side::second;
    std::optional<Score> best;
    for (const auto& [text, score] : truth->moves) {
      game.play(Moves{text});
      const Result result = game.status().result;
      const auto after = result.over() ? score_of_end(result, mover) : -*game.probe(control)->position;
      game.undo(1);
      CHECK(score == (result.over() ? after : after.one_ply_later()));
      if (!best || *score > *best) best = score;
    }
    CHECK(truth->position == best);
  });
  games::AllRules::for_each([&]<Rules R>() {
    INFO(R::name);
    if (HasEndings<R> || HasSolution<R>) CHECK(known[R::name] > 10);
  });
}

TEST_CASE("an illegal move changes nothing, not even where legal ones come before it") {
  in_random_games(2, 60, [](play::AnyGame& game) {
    const std::string before = game.position_text();
    const Moves legal = game.legal_moves();
    CHECK_THROWS_AS(game.play(Moves{"nonsense"}), BadInput);
    if (!legal.empty()) CHECK_THROWS_AS(game.play(Moves{legal[0], "nonsense"}), BadInput);
    CHECK_THROWS_AS(game.set_position("startpos", Moves{"nonsense"}), BadInput);
    CHECK_THROWS_AS(game.set_position("no position", {}), BadInput);
    CHECK(game.position_text() == before);
    CHECK(game.legal_moves() == legal);
  });
}

TEST_CASE("what was played is taken back, and no more than that") {
  in_random_games(2, 80, [](play::AnyGame& game) {
    const Moves legal = game.legal_moves();
    const std::string before = game.position_text();
    if (legal.empty()) return;
    game.play(Moves{legal.back()});
    game.undo(1);
    CHECK(game.position_text() == before);
    CHECK(game.status().repetition >= 1);
    CHECK_THROWS_AS(game.undo(longest_game + 1), BadInput);
  });
}

TEST_CASE("a game sent whole again, longer or shorter or another one, is the same as played move by move") {
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

TEST_CASE("the terms of an evaluation add up to it, and only a finished game has a decided one") {
  in_random_games(3, longest_game, [](play::AnyGame& game) {
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
    game.forget();
    const auto again = search(game, 5);
    game.forget();
    REQUIRE(!once.empty());
    CHECK(once.back().nodes == again.back().nodes);
    CHECK(once.back().pv == again.back().pv);
    CHECK(once.back().score == again.back().score);
  });
}

TEST_CASE("memory in which another game has searched is as good as new") {
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

TEST_CASE("every line is legal, begins with the best move, and ends where a decided score says") {
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

TEST_CASE("a search that is stopped before it finished a depth claims no score") {
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
      const bool is_solved = game->probe(control)->position.has_value();
      for (const auto& info : answer_of_stopped(*game, multipv)) CHECK(info.has_score == is_solved);
    }
  }
}

TEST_CASE("a search stopped at once, or in the middle, still gives a legal move, and does nothing else") {
  for (const auto& row : games::catalogue())
    for (const int looks : {1, 2, 10, 100}) {
      INFO(row.name << " stopped after " << looks << " looks");
      const auto game = row.make();
      testing::check_that_it_ends_at(*game, looks);
      CHECK(testing::time_to_obey(*game, looks) < testing::disobedience);
    }
}

}  // namespace
}  // namespace crownd
