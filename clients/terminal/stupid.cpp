#include "terminal/commands.hpp"
#include "terminal/table.hpp"

#include <algorithm>
#include <optional>
#include <string>

namespace crownd::terminal {

namespace {

/// The width of the board's picture, above which the score is centred.
constexpr std::size_t picture_width = 36;

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t");
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(" \t") + 1 - first);
}

/// The dialogue of the specification: two people at one terminal. There the commands of the other games are understood
/// as well.
class Stupid {
 public:
  explicit Stupid(Table& table) : table_(table), console_(table.console), game_(table.game) {}

  void play() {
    while (true) {
      show();
      if (game_.is_over()) break;
      if (!turn()) return;
    }
    console_.say_line(game_.status().side + " wins!!");
    console_.say_line("GAME OVER");
  }

 private:
  void show() {
    if (table_.flags.score || table_.flags.counter) {
      const auto heading = table_.flags.counter ? counter() : score();
      console_.say_line(std::string((picture_width - std::min(picture_width, heading.size())) / 2, ' ') + heading);
    }
    if (console_.is_terminal()) return show_board(table_);
    for (const auto& row : table_.engine.picture()) console_.say_line(row);
  }

  [[nodiscard]] std::string count(char letter) const {
    const auto& position = game_.position();
    const auto board = position.substr(0, position.find(' '));
    return std::to_string(std::count(board.begin(), board.end(), letter));
  }
  [[nodiscard]] std::string score() const { return "r: " + count('r') + "  b: " + count('b'); }
  /// Spaced as in the specification's example.
  [[nodiscard]] std::string counter() const {
    return "Move #" + std::to_string(game_.record().moves.size() + 1) + " -- r: " + count('r') + "  b:" + count('b');
  }

  /// False at the end of input.
  bool turn() {
    const std::string side = game_.status().side;
    while (true) {
      const auto from =
          console_.ask(side + " move from: ", [this](std::string_view typed) { return completions(table_, typed); });
      if (!from) return false;
      if (console_.is_terminal()) switch (carry_out(table_, *from)) {
          case Carried::quit: return false;
          case Carried::changed: return true;
          case Carried::out: continue;
          case Carried::not_a_command: break;
        }
      const auto to = console_.ask(side + " move to: ");
      if (!to) return false;
      if (moves(trimmed(*from), trimmed(*to))) return true;
      console_.say_line("INVALID MOVE");
      if (table_.flags.nice) continue;
      game_.play("pass");
      return true;
    }
  }

  /// Whether the squares make a move. They must be written as on the board, so `b2` is none.
  bool moves(const std::string& from, const std::string& to) {
    const auto is_square = [](const std::string& text) {
      return text.size() == 2 && text[0] >= 'A' && text[0] <= 'H' && text[1] >= '1' && text[1] <= '8';
    };
    if (!is_square(from) || !is_square(to)) return false;
    try {
      game_.play(from + to);
      return true;
    } catch (const Refused&) {
      return false;
    }
  }

  Table& table_;
  Console& console_;
  Game& game_;
};

}  // namespace

void play_stupid(Table& table) { Stupid(table).play(); }

}  // namespace crownd::terminal
