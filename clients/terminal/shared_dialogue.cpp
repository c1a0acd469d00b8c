#include "terminal/commands.hpp"
#include "terminal/table.hpp"
#include "wire/words.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace crownd::terminal {

namespace {

/// The specifications have no draw by repetition, so two engines could play forever. A person may end the game.
constexpr int too_many_repetitions = 3;
constexpr int too_many_quiet_plies = 100;

bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool is_separator(char c) { return c == '-' || c == 'x' || c == 'X'; }

bool has_digit(std::string_view word) { return word.find_first_of("0123456789") != std::string_view::npos; }

/// One word for the protocol: blanks between squares become `-`.
std::string one_word(std::string_view line) {
  std::string word;
  bool gap = false;
  for (const char c : line) {
    if (is_blank(c)) {
      gap = !word.empty();
      continue;
    }
    const bool needs_separator = gap && !is_separator(c) && !is_separator(word.back());
    if (needs_separator) word += '-';
    word += c;
    gap = false;
  }
  return word;
}

class SharedDialogue {
 public:
  explicit SharedDialogue(Table& table) : table_(table), console_(table.console), game_(table.game) {}

  void play() {
    if (console_.is_interactive())
      console_.say_line(who_plays(game_.info(), table_.players) + " Type help for the commands.");
    show();
    while (true) {
      if (game_.is_over()) {
        if (!go_on_after_end()) return;
      } else if (is_endless()) {
        return console_.say_line("The game is stopped: it does not get on.");
      } else if (table_.engine_to_move()) {
        if (!engine_plays()) return;
      } else if (!person_plays()) {
        return;
      }
    }
  }

 private:
  void show() {
    if (game_.position() != shown_) {  // otherwise the board was only flipped, or a resignation taken back
      begun_.clear();
      touched_.reset();
      shown_ = game_.position();
    }
    show_board(table_);
    if (game_.is_over()) return console_.say_line(ending(game_.info(), game_.status()));
    const auto side = std::string(game_.info().words[game_.side()]);
    console_.say_line(side + " to move" + (game_.status().check ? ", in check." : "."));
  }

  [[nodiscard]] bool is_endless() const {
    const auto& status = game_.status();
    return table_.players.only_engines() &&
           (status.repetition >= too_many_repetitions || status.quiet >= too_many_quiet_plies);
  }

  /// False if the person leaves. Between engines' moves Ctrl-C opens a prompt, for example for `engine off`.
  bool engine_plays() {
    const auto side = game_.info().words[game_.side()];
    const auto thought = think(table_);
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
    const auto line = ask(std::string(game_.info().words[game_.side()]) + "> ");
    if (!line) return !may_leave(table_);
    switch (carry_out(table_, *line)) {
      case Carried::quit: return false;
      case Carried::changed: show(); break;
      case Carried::out: break;
      case Carried::not_a_command: read_move(*line); break;
    }
    return true;
  }

  void read_move(const std::string& line) {
    const auto first = wire::Words(line).take();
    if (first.empty()) return;
    if (!has_digit(first)) return read_word(first);
    auto text = one_word(line);
    const bool is_square = game_.board().cell_named(text).has_value();
    if (!begun_.empty())
      text = continued(text, is_square);
    else if (is_square)
      return begin_with(text);
    begun_.clear();
    if (is_barred(text)) return;
    try {
      game_.play(text);
      show();
    } catch (const Refused& refused) {
      explain(text, refused);
    }
  }

  /// Handles a word that names no square.
  void read_word(std::string_view word) {
    try {
      game_.play(word);
      show();
    } catch (const Refused&) {
      refuse(wire::quoted(word) + " is neither a move nor a command; help lists the commands.");
    }
  }

  /// A capture can be entered jump by jump: `22x15`, then `8` or `15x8`. Other input starts a new move.
  [[nodiscard]] std::string continued(const std::string& text, bool is_square) const {
    if (is_square) return begun_ + '-' + text;
    const auto end = std::find_if(text.begin(), text.end(), is_separator);
    const auto last = begun_.substr(begun_.find_last_of("-xX") + 1);
    return std::string(text.begin(), end) == last ? begun_ + std::string(end, text.end()) : text;
  }

  void begin_with(const std::string& square) {
    if (is_barred(square)) return;
    if (!can_move(game_.board().cell_named(square))) return refuse("There is no legal move from " + square + ".");
    if (table_.flags.touch_move.value_or(game_.info().touch_move)) touch(square);
    begun_ = square;
    console_.say_line("From " + square + " to which square?");
  }

  /// Whether another piece has been touched; if so, prints that.
  bool is_barred(const std::string& text) {
    if (!touched_ || first_square(text) == touched_) return false;
    refuse("The piece on " + game_.board().name_of(*touched_) + " was touched, so it must be played.");
    return true;
  }

  void refuse(const std::string& why) { console_.say_line(why + (game_.info().asks_again ? " Try again." : "")); }

  void explain(const std::string& text, const Refused& refused) {
    const std::string why = std::string(refused.what()) + ".";
    if (refused.reason() == "jump-unfinished" || begins_a_move(text)) {
      begun_ = text;
      console_.say_line("Not finished: " + why);
    } else {
      refuse("Invalid move: " + why);
    }
    if (table_.flags.touch_move.value_or(false)) touch(text);
  }

  [[nodiscard]] bool begins_a_move(const std::string& text) const {
    std::vector<std::string> begun;
    for (const Cell cell : game_.board().squares_of(text)) begun.push_back(game_.board().name_of(cell));
    const auto routes = table_.engine.routes();
    return begun.size() > 1 && std::any_of(routes.begin(), routes.end(), [&](const auto& route) {
             return route.path.size() > begun.size() && std::equal(begun.begin(), begun.end(), route.path.begin());
           });
  }

  [[nodiscard]] std::optional<Cell> first_square(const std::string& text) const {
    const auto squares = game_.board().squares_of(text);
    return squares.empty() ? std::nullopt : std::optional(squares.front());
  }

  [[nodiscard]] bool can_move(std::optional<Cell> from) const {
    if (!from) return false;
    const auto routes = table_.engine.routes();
    return std::any_of(routes.begin(), routes.end(),
                       [&](const auto& route) { return route.path.front() == game_.board().name_of(*from); });
  }

  /// Touch-move: a piece that was named is touched; if it can move, it must.
  void touch(const std::string& text) {
    if (touched_ || !can_move(first_square(text))) return;
    touched_ = first_square(text);
    console_.say_line("The piece on " + game_.board().name_of(*touched_) + " is touched.");
  }

  Table& table_;
  Console& console_;
  Game& game_;
  std::string shown_;            ///< the position
  std::string begun_;            ///< the squares of a move that is not complete
  std::optional<Cell> touched_;  ///< for touch-move
};

}  // namespace

void play_shared_dialogue(Table& table) { SharedDialogue(table).play(); }

}  // namespace crownd::terminal
