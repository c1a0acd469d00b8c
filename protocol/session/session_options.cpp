#include "session/context.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace crownd::session {

namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;
constexpr int most_overhead = 5000;  // milliseconds
constexpr int most_seed = 1'000'000;
constexpr int most_quiet_plies = 10'000;
constexpr int most_variety = 100;  // centipawns

int megabytes(std::size_t bytes) {
  return static_cast<int>(std::min<std::size_t>(bytes / mebibyte, std::numeric_limits<int>::max()));
}

bool may_set(const Environment& environment, const std::string& option) {
  if (option == "TablePath" && environment.table_files == nullptr) return false;
  if (option == "BookFile" && !environment.may_open_books) return false;
  const auto& allowed = environment.settable;
  return !allowed || std::find(allowed->begin(), allowed->end(), option) != allowed->end();
}

void use_tables(Context& context, const std::string& path, Reply& reply) {
  if (path.empty()) return context.game.set_tables({});
  auto tables = context.environment.table_files->load(folders_in(path), context.environment.games);
  reply.say(wire::info_string_line(tables.summary()));
  context.game.set_tables(std::move(tables));
}

}  // namespace

std::vector<Option> make_options(Context& context) {
  const auto& environment = context.environment;
  auto& game = context.game;
  auto& book = context.book;
  const play::Settings preset = game.settings();
  const auto overhead = static_cast<int>(preset.move_overhead.count());
  const int most_threads = std::max(1, environment.limits.max_threads);
  const auto most_hash = std::max(1, static_cast<int>(environment.limits.max_hash_mb));
  const auto change = [&game](auto apply) {
    return [&game, apply](auto value) {
      auto settings = game.settings();
      apply(settings, value);
      game.set(settings);
    };
  };
  std::vector<Option> options = {
      combo_option(
          "UCI_Variant", names_of(environment.games), std::string(game->name()),
          [&game, games = environment.games](const std::string& name) { game.switch_to(*find_game(games, name)); }),
      check_option("UCI_ShowWDL", context.show_wdl, [&context](bool on) { context.show_wdl = on; }),
      spin_option("Hash", {1, most_hash, std::min(most_hash, megabytes(play::usual_hash_bytes)), "--session-hash"},
                  [&game](int mb) { game.set_hash(static_cast<std::size_t>(mb) * mebibyte); }),
      spin_option("Threads", {1, most_threads, std::min(most_threads, preset.threads), "--session-threads"},
                  change([](play::Settings& settings, int count) { settings.threads = count; })),
      spin_option("MultiPV", {1, most_multipv, preset.multipv},
                  change([](play::Settings& settings, int count) { settings.multipv = count; })),
      check_option("Ponder", false, [](bool) {}),  // required by UCI; only announces what the client intends
      spin_option("Move Overhead", {0, most_overhead, overhead}, change([](play::Settings& settings, int ms) {
                    settings.move_overhead = std::chrono::milliseconds(ms);
                  })),
      spin_option("Skill Level", {0, search::full_skill, preset.skill_level},
                  change([](play::Settings& settings, int level) { settings.skill_level = level; })),
      check_option("UCI_LimitStrength", preset.limit_strength,
                   change([](play::Settings& settings, bool on) { settings.limit_strength = on; })),
      spin_option("UCI_Elo", {search::least_elo, search::most_elo, preset.limited.elo},
                  change([](play::Settings& settings, int elo) { settings.limited.elo = elo; })),
      spin_option("Strength Seed", {0, most_seed, preset.limited.seed},
                  change([](play::Settings& settings, int seed) { settings.limited.seed = seed; })),
      spin_option("Draw Quiet Plies", {as_the_game_has_it, most_quiet_plies, as_the_game_has_it},
                  [&game](int plies) { game.set_quiet_draw(plies); }),
      spin_option("TableProbeLimit", {0, tables::most_pieces_in_tables, preset.table_probe_limit},
                  change([](play::Settings& settings, int pieces) { settings.table_probe_limit = pieces; })),
      button_option("Clear Hash", [&game] { game->forget(); }),
      string_option("TablePath", environment.tables.path(),
                    [&context](const std::string& path, Reply& reply) { use_tables(context, path, reply); }),
      check_option("OwnBook", book.plays, [&book](bool on) { book.plays = on; }),
      spin_option("BookVariety", {0, most_variety, book.variety}, [&book](int variety) { book.variety = variety; }),
      string_option(
          "BookFile", "",
          [&book](const std::string& path, Reply& reply) { reply.say(wire::info_string_line(book.open(path))); }),
  };
  for (auto& option : options) option.settable = may_set(environment, option.name);
  return options;
}

}  // namespace crownd::session
