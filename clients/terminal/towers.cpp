#include "terminal/dialogue.hpp"
#include "wire/words.hpp"

#include <CLI/CLI.hpp>

namespace crownd::terminal {

namespace {

// Commands that let the machine play.
constexpr std::string_view one_action = "A", ten_actions = "P";
constexpr int max_actions = 10;
/// "G6F5"; shorter texts are no actions.
constexpr std::size_t min_action_size = 4;
constexpr Strength machine{.level = {}, .depth = {}, .movetime = {}, .specification_machine = true};

constexpr std::pair<std::string_view, std::string_view> errors[] = {
    {"source-outside", "Source cell is outside of the board."},
    {"target-outside", "Target cell is outside of the board."},
    {"source-empty", "Source cell is empty."},
    {"target-occupied", "Target cell is not empty."},
    {"not-your-piece", "Source cell holds opponent's piece/tower."},
};

std::string_view error_for(const std::string& reason) {
  for (const auto& [word, sentence] : errors)
    if (word == reason) return sentence;
  return "Illegal action.";
}

std::string upper_case(std::string_view word) {
  std::string text(word);
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 32);
  return text;
}

class TowersBatch {
 public:
  explicit TowersBatch(Table& table) : table_(table), console_(table.console), game_(table.game) {}

  void run() {
    console_.print_line("BOARD SIZE: " + std::to_string(game_.board().columns()) + "x" +
                        std::to_string(game_.board().rows()));
    console_.print_line("#BLACK PIECES: " + std::to_string(count('b')));
    console_.print_line("#WHITE PIECES: " + std::to_string(count('w')));
    show_cells();
    while (const auto line = console_.ask("", [this](std::string_view) { return completions(); })) {
      const std::string word(wire::Words(*line).take_rest());
      if (word.empty()) continue;
      if (word == one_action) return let_machine_play(1);
      if (word == ten_actions) return let_machine_play(max_actions);
      if (!play(word)) return;
    }
  }

 private:
  [[nodiscard]] std::vector<std::string> completions() const {
    auto words = table_.engine.legal_moves();
    words.insert(words.end(), {std::string(one_action), std::string(ten_actions)});
    return words;
  }

  [[nodiscard]] int count(char letter) const { return game_.board().count(letter); }

  void show_cells() {
    for (const auto& row : table_.engine.picture()) console_.print_line(with_weight(row, console_.style()));
  }

  [[nodiscard]] std::string side() const { return upper_case(game_.info().titles[game_.side()]); }

  /// Prints an error and returns false if the action is illegal.
  bool play(const std::string& action) {
    std::string reason;
    try {
      const bool is_list = action.find(',') != std::string::npos;
      if (action.size() >= min_action_size && !is_list) {
        take(action, "");
        return true;
      }
    } catch (const Refused& refused) {
      reason = refused.reason();
    }
    console_.print_line("ERROR: " + std::string(error_for(reason)));
    return false;
  }

  void let_machine_play(int actions) {
    for (; actions > 0; --actions) {
      if (game_.is_over()) return console_.print_line(side() + " WIN!");
      take(search(table_, machine).move, "*** ");
    }
  }

  void take(const std::string& action, std::string_view sign) {
    const auto mover = side();
    game_.play(action);
    const auto& moves = game_.record().moves;
    console_.print_line("=====================================");
    console_.print_line(std::string(sign) + mover + " ACTION #" + std::to_string(moves.size()) + ": " + moves.back());
    console_.print_line("BOARD COST: " + std::to_string(count('b') + 3 * count('B') - count('w') - 3 * count('W')));
    show_cells();
  }

  Table& table_;
  Console& console_;
  Game& game_;
};

/// A command of the shared dialogue.
template <int actions>
void play_by_machine(Table& table) {
  Game& game = table.game;
  if (game.is_over()) throw BadCommand("The game is over.");
  for (int played = 0; played < actions && !game.is_over(); ++played) {
    if (played > 0) show_board(table);
    const std::string side(game.info().titles[game.side()]);
    const auto found = search(table, machine);
    game.play(found.move);
    table.console.print_line(side + " plays " + game.record().moves.back() + ".");
    if (found.interrupted) return;
  }
}

constexpr Dialogue::Command machine_commands[] = {
    {one_action, "the specification's machine plays one action", play_by_machine<1>},
    {ten_actions, "it plays ten actions, or to the end", play_by_machine<max_actions>},
};

void add_towers_flags(CLI::App& sub, Flags& flags) {
  sub.add_flag("--specification-machine", flags.strength.specification_machine,
               "the specification's own machine plays: minimax, three plies deep; a batch always has it");
}

}  // namespace

extern const Dialogue towers_dialogue;
const Dialogue towers_dialogue{.game = "towers",
                               .play = [](Table& table) { TowersBatch(table).run(); },
                               .for_batches = true,
                               .add_flags = add_towers_flags,
                               .commands = machine_commands,
                               .greeting =
                                   "A: the specification's machine plays one action; P: ten actions. With\n"
                                   "--specification-machine it plays for the engine."};

}  // namespace crownd::terminal
