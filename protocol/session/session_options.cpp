#include "session/handlers.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace crownd::session {

namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;
constexpr int most_multipv = 256;
constexpr int most_overhead = 5000;  // milliseconds
constexpr int most_seed = 1'000'000;
constexpr int most_quiet_plies = 10'000;

int megabytes(std::size_t bytes) {
  return static_cast<int>(std::min<std::size_t>(bytes / mebibyte, std::numeric_limits<int>::max()));
}

std::vector<std::string> variants(std::span<const games::Entry> games) {
  std::vector<std::string> names;
  for (const auto& entry : games) names.emplace_back(entry.name);
  names.emplace_back(uci_name_of_reduced_chess);
  return names;
}

}  // namespace

/// The options, one a row.
std::vector<Option> Handlers::make_options() {
  const play::Settings preset = game_.settings();
  const auto overhead = static_cast<int>(preset.move_overhead.count());
  const int most_threads = std::max(1, environment_.limits.max_threads);
  const auto most_hash = std::max(1, static_cast<int>(environment_.limits.max_hash_mb));
  const auto change = [this](auto apply) {
    return [this, apply](auto value) {
      auto settings = game_.settings();
      apply(settings, value);
      game_.set(settings);
    };
  };
  std::vector<Option> options = {
      combo_option("UCI_Variant", variants(environment_.games), std::string(game_->name()),
                   [this](const std::string& name) {
                     game_.switch_to(*find_game(environment_.games, name));
                     named_chess_ = name == uci_name_of_reduced_chess;
                     game_.follow_chess(*named_chess_);
                   }),
      check_option("UCI_ShowWDL", show_wdl_, [this](bool on) { show_wdl_ = on; }),
      spin_option("Hash", {1, most_hash, std::min(most_hash, megabytes(preset.hash_bytes)), "--session-hash"},
                  [this](int mb) { game_.set_hash(static_cast<std::size_t>(mb) * mebibyte); }),
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
                  [this](int plies) { game_.set_quiet_draw(plies); }),
      spin_option("TableProbeLimit", {0, tables::most_pieces_in_tables, preset.table_probe_limit},
                  change([](play::Settings& settings, int pieces) { settings.table_probe_limit = pieces; })),
      button_option("Clear Hash", [this] { game_->forget(); }),
      string_option("TablePath", environment_.tables.path(), [this](const std::string& path) { use_tables(path); }),
  };
  for (auto& option : options) option.settable = may_set(option.name);
  return options;
}

bool Handlers::may_set(const std::string& option) const {
  if (option == "TablePath" && environment_.table_files == nullptr) return false;
  const auto& allowed = environment_.settable;
  return !allowed || std::find(allowed->begin(), allowed->end(), option) != allowed->end();
}

void Handlers::use_tables(const std::string& path) {
  if (path.empty()) return game_.set_tables({});
  auto tables = environment_.table_files->load(folders_in(path), environment_.games);
  say(wire::info_string_line(tables.summary()));
  game_.set_tables(std::move(tables));
}

}  // namespace crownd::session
