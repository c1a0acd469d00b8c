#include "core/random.hpp"
#include "games/catalogue.hpp"
#include "support/catch.hpp"

namespace crownd {
namespace {

// Requirements of UCI_LimitStrength on every game, including those without an Elo scale of their own.

using Moves = std::vector<std::string>;

void give_hash(play::AnyGame& game, std::size_t megabytes) {
  game.share_memory(std::make_shared<search::Memory>(megabytes << 20));
}

std::unique_ptr<play::AnyGame> small_game(const games::Entry& row) {
  auto game = row.make();
  give_hash(*game, 1);
  return game;
}

/// The move of a player with that Elo; all other limits are out of reach.
std::string choose(play::AnyGame& game, int elo, int seed = 0, play::Settings settings = {}) {
  settings.limit_strength = true;
  settings.limited = {elo, seed};
  game.configure(settings);
  play::Limits limits;
  limits.depth = 30;
  play::Control control;
  return game.search(limits, {}, control, [](const play::Info&) {}).move.value_or("");
}

/// Positions of random games of a row.
std::vector<std::string> random_positions(const games::Entry& row, int games, int longest) {
  std::vector<std::string> positions;
  for (int number = 0; number < games; ++number) {
    const auto game = small_game(row);
    for (int ply = 0; ply < longest; ++ply) {
      const Moves legal = game->legal_moves();
      if (legal.empty()) break;
      positions.push_back(game->position_text());
      game->play(Moves{legal[mix(static_cast<std::uint64_t>(number * 1000 + ply + 77)) % legal.size()]});
    }
  }
  return positions;
}

Moves wins_in_one(play::AnyGame& game) {
  Moves wins;
  const std::string side = game.status().side;
  for (const auto& move : game.legal_moves()) {
    game.play(Moves{move});
    if (const auto status = game.status(); status.result.outcome == Outcome::win && status.side == side)
      wins.push_back(move);
    game.undo(1);
  }
  return wins;
}

TEST_CASE("at every Elo the move is legal, and independent of earlier searches, threads and hash") {
  for (const auto& row : games::catalogue())
    for (const auto& position : random_positions(row, 1, 12))
      for (int elo = search::min_elo; elo <= search::max_elo; elo += 3 * search::elo_per_step / 2) {
        INFO(row.name << " " << position << " " << elo);
        const auto fresh = small_game(row);
        fresh->set_position(position, {});
        const Moves legal = fresh->legal_moves();
        const auto move = choose(*fresh, elo);
        CHECK(std::find(legal.begin(), legal.end(), move) != legal.end());
        const auto used = small_game(row);
        used->set_position(position, {});
        choose(*used, search::max_elo, 5);
        play::Settings other;
        other.threads = 2;
        other.skill_level = 0;
        CHECK(choose(*used, elo, 0, other) == move);
        choose(*used, search::max_elo, 5);
        give_hash(*used, 2);
        CHECK(choose(*used, elo) == move);
      }
}

TEST_CASE("a skill level plays like its Elo, and the highest one at full strength") {
  const auto move_of = [](const games::Entry& row, const std::string& position, play::Settings settings) {
    const auto game = small_game(row);
    game->set_position(position, {});
    game->configure(settings);
    play::Limits limits;
    limits.nodes = 10'000;
    play::Control control;
    return game->search(limits, {}, control, [](const play::Info&) {}).move.value_or("");
  };
  int other_moves = 0;
  for (const auto& row : games::catalogue())
    for (const auto& position : random_positions(row, 1, 8)) {
      play::Settings full;
      for (const int level : {0, 7, 19}) {
        INFO(row.name << " " << position << " " << level);
        play::Settings skill, elo;
        skill.skill_level = level;
        elo.limit_strength = true;
        elo.limited.elo = search::elo_of_skill(level);
        const auto move = move_of(row, position, skill);
        CHECK(move == move_of(row, position, elo));
        other_moves += move == move_of(row, position, full) ? 0 : 1;
      }
      full.skill_level = search::full_skill;
      CHECK_FALSE(full.weaker_player());
    }
  CHECK(other_moves > 0);
}

TEST_CASE("the upper steps of the scale miss no win in one move, the lower ones do") {
  int missed = 0, chances = 0;
  for (const auto& row : games::catalogue())
    for (const auto& position : random_positions(row, 30, 200)) {
      const auto game = small_game(row);
      game->set_position(position, {});
      const Moves wins = wins_in_one(*game);
      if (wins.empty()) continue;
      INFO(row.name << " " << position);
      const auto seed = ++chances;
      const auto is_win = [&](int elo) {
        return std::find(wins.begin(), wins.end(), choose(*game, elo, seed)) != wins.end();
      };
      for (int elo = search::sees_wins_from_elo; elo <= search::max_elo; elo += search::elo_per_step)
        CHECK(is_win(elo));
      missed += is_win(search::min_elo) ? 0 : 1;
    }
  CHECK(chances >= 20);
  CHECK(missed > 0);
}

TEST_CASE("the strongest step of every game beats the weakest") {
  constexpr int games = 6, longest = 300;
  for (const auto& row : games::catalogue()) {
    int won = 0, lost = 0;
    for (int number = 0; number < games; ++number) {
      const auto game = small_game(row);
      for (int ply = 0; ply < longest && !game->legal_moves().empty(); ++ply) {
        const bool is_strong = (ply % 2 == 0) == (number % 2 == 0);
        game->play(Moves{choose(*game, is_strong ? search::max_elo : search::min_elo, number)});
      }
      const auto status = game->status();
      if (status.result.outcome != Outcome::win) continue;
      const bool first_won = status.result.winner == Side::first;
      ++(first_won == (number % 2 == 0) ? won : lost);
    }
    INFO(row.name << ": " << won << " won, " << lost << " lost of " << games);
    CHECK(won > lost);
  }
}

}  // namespace
}  // namespace crownd
