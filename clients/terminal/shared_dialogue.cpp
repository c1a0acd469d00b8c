#include "terminal/commands.hpp"
#include "terminal/dialogue.hpp"
#include "terminal/move_entry.hpp"
#include "terminal/table.hpp"

#include <string>

namespace crownd::terminal {

namespace {

/// The specifications have no draw by repetition, so two engines could play forever. A person may end the game.
constexpr int too_many_repetitions = 3;
constexpr int too_many_quiet_plies = 100;

class SharedDialogue {
 public:
  explicit SharedDialogue(Table& table) : table_(table), console_(table.console), game_(table.game), entry_(table) {}

  void play() {
    if (console_.is_interactive()) {
      if (table_.flags.seats_are_open() && !ask_who_plays(table_)) return;
      greet();
    }
    show();
    while (true) {
      if (game_.is_over()) {
        if (!go_on_after_end()) return;
      } else if (is_endless()) {
        return console_.say_line("The game is stopped without a winner: " + why_endless() + ".");
      } else if (table_.engine_to_move()) {
        if (!engine_plays()) return;
      } else if (!person_plays()) {
        return;
      }
    }
  }

 private:
  /// For who sits at a terminal: who plays, how a move is entered, and where there is more to know.
  void greet() {
    const auto& game = game_.info();
    const bool at_start = game_.record().start == "startpos" && game_.record().moves.empty();
    console_.say_line(who_plays(game, table_.players));
    if (const auto routes = table_.engine.routes(); !routes.empty()) {
      std::string squares;
      for (const auto& square : routes.front().path) squares += (squares.empty() ? "" : ", then ") + square;
      console_.say_line((at_start ? game.words[0] + " moves first. " : "") + "Enter a move as " + routes.front().move +
                        ", or square by square: " + squares + ".");
      say_further_notations(table_);
    }
    const auto* const dialogue = dialogue_of(game.name);
    if (dialogue != nullptr && !dialogue->greeting.empty()) console_.say_line(dialogue->greeting);
    console_.say_line("Type help for the commands, quit to leave.");
  }

  /// The board and who is to move, or who has won. At a terminal the prompt says who is to move, and the board after a
  /// person's move waits for the engine's answer, so that a turn shows it once.
  void show(bool after_person = false) {
    if (game_.position() != shown_) {  // otherwise the board was only flipped, or a resignation taken back
      entry_.clear();
      shown_ = game_.position();
    }
    const bool answer_follows = !game_.is_over() && table_.engine_to_move();
    if (console_.is_interactive() && after_person && answer_follows) return;
    show_board(table_);
    if (game_.is_over())
      return console_.say_line(ending(game_.info(), game_.status(), table_.players, console_.is_interactive()));
    if (!console_.is_interactive()) console_.say_line(to_move() + ".");
  }

  /// "White to move, in check"
  [[nodiscard]] std::string to_move() const {
    return game_.info().words[game_.side()] + " to move" + (game_.status().check ? ", in check" : "");
  }

  [[nodiscard]] bool is_endless() const {
    const auto& status = game_.status();
    return table_.players.only_engines() &&
           (status.repetition >= too_many_repetitions || status.quiet >= too_many_quiet_plies);
  }

  [[nodiscard]] std::string why_endless() const {
    const auto& status = game_.status();
    if (status.repetition >= too_many_repetitions)
      return "the same position has come up " + std::to_string(status.repetition) + " times";
    return std::to_string(status.quiet) + " plies in a row were " + std::string(game_.info().fact("quiet"));
  }

  /// False if the person leaves. Between engines' moves Ctrl-C opens a prompt, for example for `engine off`.
  bool engine_plays() {
    const auto side = game_.info().words[game_.side()];
    const auto thought = think(table_, table_.players.strength);
    const bool breaks_in = thought.interrupted && table_.players.only_engines();
    if (breaks_in) console_.offer_to_leave();
    game_.play(thought.move);
    console_.say_line(std::string(side) + " plays " + game_.record().moves.back() + ".");
    show();
    return !breaks_in || game_.is_over() || person_plays();
  }

  std::optional<std::string> ask(const std::string& prompt) {
    return console_.ask(console_.is_interactive() ? prompt : "",
                        [this](std::string_view typed) { return completions(table_, typed); });
  }

  /// At a prompt, a finished game can still be saved, or moves taken back.
  bool go_on_after_end() {
    if (!console_.is_interactive()) return false;
    const auto line = ask("The game is over: undo, save FILE, or Enter to leave> ");
    if (!line || line->empty()) return false;
    switch (carry_out(table_, *line)) {
      case Carried::quit: return false;
      case Carried::changed: show(); break;
      case Carried::not_a_command: console_.say_line("No more moves can be made."); break;
      case Carried::out: break;
    }
    return true;
  }

  /// Reads one line of input; false at its end.
  bool person_plays() {
    const auto line = ask(to_move() + "> ");
    if (!line) return !may_leave(table_);
    switch (carry_out(table_, *line)) {
      case Carried::quit: return false;
      case Carried::changed: show(); break;
      case Carried::out: break;
      case Carried::not_a_command:
        if (entry_.read(*line)) show(true);
        break;
    }
    return true;
  }

  Table& table_;
  Console& console_;
  Game& game_;
  MoveEntry entry_;
  std::string shown_;  ///< the position
};

}  // namespace

void play_shared_dialogue(Table& table) { SharedDialogue(table).play(); }

// Each is in a file of its own, the only one that depends on its game.
extern const Dialogue reduced_chess_dialogue;
extern const Dialogue stupid_dialogue;
extern const Dialogue towers_dialogue;

const Dialogue* dialogue_of(std::string_view game) {
  for (const Dialogue* dialogue : {&reduced_chess_dialogue, &stupid_dialogue, &towers_dialogue})
    if (dialogue->game == game) return dialogue;
  return nullptr;
}

}  // namespace crownd::terminal
