#include "session/options.hpp"

#include "wire/words.hpp"

#include <algorithm>
#include <limits>

namespace crownd::session {

namespace {

const std::string empty_text = "<empty>";

[[noreturn]] void refuse(const std::string& name, const std::string& needs, const std::optional<std::string>& value) {
  throw BadInput(Fault::bad_argument,
                 "option " + name + " needs " + needs + ", not " + (value ? wire::quoted(*value) : "nothing"));
}

constexpr std::size_t mebibyte = std::size_t{1} << 20;
constexpr int max_overhead = 5000;  // milliseconds
constexpr int max_seed = 1'000'000;
constexpr int max_fifty_move_plies = 10'000;
constexpr int max_variety = 100;  // centipawns

int megabytes(std::size_t bytes) {
  return static_cast<int>(std::min<std::size_t>(bytes / mebibyte, std::numeric_limits<int>::max()));
}

bool may_set(const Environment& environment, const std::string& option) {
  if (option == "TablePath" && environment.table_files == nullptr) return false;
  if (option == "BookFile" && !environment.may_open_books) return false;
  const auto& allowed = environment.settable;
  return !allowed || std::find(allowed->begin(), allowed->end(), option) != allowed->end();
}

void use_tables(const Environment& environment, CurrentGame& game, const std::string& path, Reply& reply) {
  if (path.empty()) return game.set_tables({});
  auto tables = environment.table_files->load(folders_in(path), environment.games);
  reply.message(tables.summary(), Delivery::guaranteed);
  game.set_tables(std::move(tables));
}

struct Spin {
  int min;
  int max;
  int preset;
  /// If `max` is a limit of the operator: the flag that sets it.
  std::string_view flag{};
};

Option spin_option(const std::string& name, Spin spin, std::function<void(int)> set) {
  const auto min = std::to_string(spin.min);
  const auto max = std::to_string(spin.max);
  const auto line = name + " type spin default " + std::to_string(spin.preset) + " min " + min + " max " + max;
  return {name, line, [=, set = std::move(set)](const std::optional<std::string>& value, Reply&) {
            const auto number = wire::read_number(value.value_or(""));
            if (number && *number > spin.max && !spin.flag.empty())
              throw LimitReached(
                  "option", "option " + name + " may be at most " + max + " here (" + std::string(spin.flag) + ")");
            if (!number || *number < spin.min || *number > spin.max)
              refuse(name, "a whole number from " + min + " to " + max, value);
            set(static_cast<int>(*number));
          }};
}

Option check_option(const std::string& name, bool preset, std::function<void(bool)> set) {
  const auto line = name + " type check default " + (preset ? "true" : "false");
  return {name, line, [=, set = std::move(set)](const std::optional<std::string>& value, Reply&) {
            const bool on = wire::same_word(value.value_or(""), "true");
            if (!on && !wire::same_word(value.value_or(""), "false")) refuse(name, "true or false", value);
            set(on);
          }};
}

Option combo_option(const std::string& name, const std::vector<std::string>& choices, const std::string& preset,
                    std::function<void(const std::string&)> set) {
  std::string line = name + " type combo default " + preset, one_of = "one of";
  for (const auto& choice : choices) {
    line += " var " + choice;
    one_of += " " + choice;
  }
  return {name, line, [=, set = std::move(set)](const std::optional<std::string>& value, Reply&) {
            for (const auto& choice : choices)
              if (wire::same_word(choice, value.value_or(""))) return set(choice);
            refuse(name, one_of, value);
          }};
}

/// Any text; `<empty>`, as UCI writes it, and a missing value mean the empty string.
Option string_option(const std::string& name, const std::string& preset,
                     std::function<void(const std::string&, Reply&)> set) {
  return {name, name + " type string default " + (preset.empty() ? empty_text : preset),
          [set = std::move(set)](const std::optional<std::string>& value, Reply& reply) {
            set(!value || wire::same_word(*value, empty_text) ? "" : *value, reply);
          }};
}

}  // namespace

void set_option(const std::vector<Option>& options, std::string_view name, const std::optional<std::string>& value,
                Reply& reply) {
  const auto found = std::find_if(options.begin(), options.end(),
                                  [&](const auto& option) { return wire::same_word(option.name, name); });
  if (found != options.end() && !found->settable)
    throw LimitReached("option", "option " + found->name + " may not be set by this client (--remote-options)");
  if (found != options.end()) return found->set(value, reply);
  std::vector<std::string> known;
  for (const auto& option : options)
    if (option.settable) known.push_back(option.name);
  throw BadInput(Fault::bad_argument, wire::no_such("option", name, known));
}

std::vector<Option> make_options(const Environment& environment, CurrentGame& game, SessionBook& book, bool& show_wdl) {
  const play::Settings preset = game.settings();
  const auto overhead = static_cast<int>(preset.move_overhead.count());
  const int max_threads = std::max(1, environment.limits.max_threads);
  const auto max_hash = std::max(1, static_cast<int>(environment.limits.max_hash_mb));
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
      check_option("UCI_ShowWDL", show_wdl, [&show_wdl](bool on) { show_wdl = on; }),
      spin_option("Hash", {1, max_hash, std::min(max_hash, megabytes(play::default_hash_bytes)), "--session-hash"},
                  [&game](int mb) { game.set_hash(static_cast<std::size_t>(mb) * mebibyte); }),
      spin_option("Threads", {1, max_threads, std::min(max_threads, preset.threads), "--session-threads"},
                  change([](play::Settings& settings, int count) { settings.threads = count; })),
      spin_option("MultiPV", {1, max_multipv, preset.multipv},
                  change([](play::Settings& settings, int count) { settings.multipv = count; })),
      check_option("Ponder", false, [](bool) {}),  // required by UCI; only announces what the client intends
      spin_option("Move Overhead", {0, max_overhead, overhead}, change([](play::Settings& settings, int ms) {
                    settings.move_overhead = std::chrono::milliseconds(ms);
                  })),
      spin_option("Skill Level", {0, search::full_skill, preset.skill_level},
                  change([](play::Settings& settings, int level) { settings.skill_level = level; })),
      check_option("UCI_LimitStrength", preset.limit_strength,
                   change([](play::Settings& settings, bool on) { settings.limit_strength = on; })),
      spin_option("UCI_Elo", {search::min_elo, search::max_elo, preset.limited.elo},
                  change([](play::Settings& settings, int elo) { settings.limited.elo = elo; })),
      spin_option("Strength Seed", {0, max_seed, preset.limited.seed},
                  change([](play::Settings& settings, int seed) { settings.limited.seed = seed; })),
      spin_option("Draw Quiet Plies", {use_game_default, max_fifty_move_plies, use_game_default},
                  [&game](int plies) { game.set_fifty_move_plies(plies); }),
      spin_option("TableProbeLimit", {0, tables::max_table_pieces, preset.table_probe_limit},
                  change([](play::Settings& settings, int pieces) { settings.table_probe_limit = pieces; })),
      {"Clear Hash", "Clear Hash type button",
       [&game](const std::optional<std::string>&, Reply&) { game->clear_memory(); }},
      string_option(
          "TablePath", environment.tables.path(),
          [&environment, &game](const std::string& path, Reply& reply) { use_tables(environment, game, path, reply); }),
      check_option("OwnBook", book.plays, [&book](bool on) { book.plays = on; }),
      spin_option("BookVariety", {0, max_variety, book.variety}, [&book](int variety) { book.variety = variety; }),
      string_option(
          "BookFile", "",
          [&book](const std::string& path, Reply& reply) { reply.message(book.open(path), Delivery::guaranteed); }),
  };
  for (auto& option : options) option.settable = may_set(environment, option.name);
  return options;
}

}  // namespace crownd::session
