#include "terminal/dialogue.hpp"
#include "wire/words.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cctype>

namespace crownd::terminal {

namespace {

/// The score is centred above the board.
constexpr std::size_t picture_width = 36;

// With --nice there are commands.
constexpr std::array<std::string_view, 3> commands{"help", "undo", "quit"};
constexpr std::string_view help_text =
    "Name a square with a piece of yours, then a square without one: B2, then B6.\n"
    "At both questions there are other commands:\n"
    "  help   this list\n"
    "  undo   take back the last move\n"
    "  quit   leave\n"
    "More commands, and a board with colours, come with the flag --board.\n";

bool is_square(std::string_view text) {
  return text.size() == 2 && text[0] >= 'A' && text[0] <= 'H' && text[1] >= '1' && text[1] <= '8';
}

/// Trimmed, and in capital letters.
std::string normalized(const std::string& line) {
  std::string text(wire::Words(line).take_rest());
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

/// The dialogue of the specification: two people at one terminal. An invalid square costs the turn. With --nice it does
/// not, squares are case-insensitive, and there are commands.
class Stupid {
 public:
  explicit Stupid(Table& table) : table_(table), console_(table.console), game_(table.game) {}

  void play() {
    while (true) {
      show();
      if (game_.is_over()) break;
      if (!turn()) return;
    }
    console_.print_line(game_.status().side + " wins!!");
    console_.print_line("GAME OVER");
  }

 private:
  void show() {
    if (table_.flags.score || table_.flags.counter) {
      const auto heading = table_.flags.counter ? counter() : score();
      console_.print_line(std::string((picture_width - std::min(picture_width, heading.size())) / 2, ' ') + heading);
    }
    for (const auto& row : table_.engine.picture()) console_.print_line(with_weight(row, console_.style()));
  }

  [[nodiscard]] std::string count(char letter) const { return std::to_string(game_.board().count(letter)); }
  [[nodiscard]] std::string score() const { return "r: " + count('r') + "  b: " + count('b'); }
  /// Spaced as in the specification's example.
  [[nodiscard]] std::string counter() const {
    return "Move #" + std::to_string(game_.record().moves.size() + 1) + " -- r: " + count('r') + "  b:" + count('b');
  }

  /// Asks for a move until the position changes; false if the game is left.
  bool turn() {
    const std::string side = game_.status().side;
    while (true) {
      const auto from = ask(side + " move from: ", std::nullopt);
      const auto to = !from || is_undo(*from) ? from : ask(side + " move to: ", from);
      if (!to) return false;
      if (is_undo(*to)) {
        if (game_.record().moves.empty()) {
          console_.print_line("There is no move to take back.");
          continue;
        }
        game_.undo(1);
        return true;
      }
      if (is_square(*from) && is_square(*to) && game_.play_if_legal(*from + *to)) return true;
      console_.print_line("INVALID MOVE");
      if (table_.flags.nice) continue;
      game_.play("pass");
      return true;
    }
  }

  [[nodiscard]] bool is_undo(std::string_view answer) const { return table_.flags.nice && answer == "UNDO"; }

  /// Asks for the square to move to if `from` is given, else for the square to move from. Returns any other text, too;
  /// none if the game is left.
  std::optional<std::string> ask(const std::string& prompt, const std::optional<std::string>& from) {
    while (const auto line = console_.ask(prompt, [&](std::string_view) { return completions(from); })) {
      if (!table_.flags.nice) return line;
      const auto text = normalized(*line);
      if (text == "QUIT" || text == "EXIT" || text == "Q") break;
      if (text != "HELP" && text != "?" && text != "H") return text;
      console_.print(help_text);
    }
    return std::nullopt;
  }

  /// The squares that do not forfeit the turn, then the commands, if there are any.
  [[nodiscard]] std::vector<std::string> completions(const std::optional<std::string>& from) const {
    std::vector<std::string> words;
    for (const auto& move : table_.engine.legal_moves()) {
      if (!from) words.push_back(move.substr(0, 2));
      if (from == move.substr(0, 2)) words.push_back(move.substr(2));
    }
    words.erase(std::unique(words.begin(), words.end()), words.end());
    if (table_.flags.nice) words.insert(words.end(), commands.begin(), commands.end());
    return words;
  }

  Table& table_;
  Console& console_;
  Game& game_;
};

void add_stupid_flags(CLI::App& sub, Flags& flags) {
  sub.add_flag("--score", flags.score, "show how many pieces there are above the board");
  sub.add_flag("--counter", flags.counter, "show the number of the move as well");
  sub.add_flag("--nice", flags.nice, "ask again after an invalid move, read b2 as B2, and have help, undo and quit");
}

}  // namespace

extern const Dialogue stupid_dialogue;
const Dialogue stupid_dialogue{.game = "stupid",
                               .play = [](Table& table) { Stupid(table).play(); },
                               .add_flags = add_stupid_flags,
                               .takes_position = true};

}  // namespace crownd::terminal
