#include "terminal/dialogue.hpp"
#include "wire/words.hpp"

#include <algorithm>

namespace crownd::terminal {

namespace {

bool is_separator(char c) { return c == '-' || c == ':' || c == 'x' || c == 'X'; }

}  // namespace

std::string one_word(std::string_view line) {
  std::string word;
  bool gap = false;
  for (const char c : line) {
    if (is_blank(c)) {
      gap = !word.empty();
      continue;
    }
    const auto separates = [](char sign) { return is_separator(sign) || sign == ','; };
    if (gap && !separates(c) && !separates(word.back())) word += '-';
    word += c;
    gap = false;
  }
  return word;
}

namespace {

/// Whether the text named only a part of a capture.
bool needs_more_squares(const Refused& refused) {
  return refused.code() == "ambiguous-move" || refused.reason() == "jump-unfinished" ||
         refused.reason() == "capture-more";
}

/// "13, 14 or 15".
std::string alternatives(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
  return text;
}

/// Reads moves that a person enters as a whole or square by square. A chosen piece, with the jumps entered so far,
/// stays chosen until a move is played, another piece is chosen, or an empty line deselects it.
class MoveEntry {
 public:
  explicit MoveEntry(Table& table) : table_(table), console_(table.console), game_(table.game) {}

  /// Handles a typed line that is no command: a move, part of one, or a piece. True if a move was played.
  bool read(const std::string& line) {
    const auto plain = wire::plain_text(line);
    const auto first = wire::Words(plain).take();
    if (first.empty()) {
      deselect();
      return false;
    }
    if (std::none_of(first.begin(), first.end(), is_digit)) return read_word(first);
    auto text = one_word(plain);
    if (text.ends_with(',')) text.pop_back();
    if (text.find(',') != std::string::npos) return read_list(text);
    return game_.board().cell_named(text) ? read_square(text) : read_squares(text);
  }

  /// Call after the position has changed.
  void clear() {
    entered_.clear();
    touched_.reset();
  }

 private:
  using Path = std::vector<std::string>;

  bool read_word(std::string_view word) {
    if (game_.play_if_legal(word)) return true;
    refuse(wire::quoted(word) + " is neither a move nor a command; help lists the commands.");
    return false;
  }

  /// Plays a list of moves with commas, if people play both sides.
  bool read_list(const std::string& moves) {
    if (!table_.players.only_people()) {
      refuse("Enter one move at a time, since the engine plays too.");
      return false;
    }
    if (is_forbidden_by_touch(moves)) return false;
    try {
      game_.play(moves);
      return true;
    } catch (const Refused& refused) {
      refuse("None of these moves was played: " + std::string(refused.what()) + ".");
      return false;
    }
  }

  bool read_square(const std::string& square) {
    if (entered_.empty()) return choose(square);
    const auto text = entered_ + '-' + square;
    const auto path = path_of(text);
    const auto routes = table_.engine.routes();
    if (std::any_of(routes.begin(), routes.end(), [&](const auto& route) { return route.path == path; }))
      return play(text);
    if (!next_squares(path).empty()) {
      entered_ = text;
      ask_for_next();
      return false;
    }
    return next_squares(path_of(square)).empty() ? play(text) : choose(square);
  }

  /// Continues an entered move (`22x15`, then `15x8`) or adds a word as its target. Any other text is a new move.
  bool read_squares(const std::string& text) {
    const auto end = std::find_if(text.begin(), text.end(), is_separator);
    const auto last = entered_.substr(entered_.find_last_of("-:xX") + 1);
    const bool continues = !entered_.empty() && std::string(text.begin(), end) == last;
    const bool is_target = !entered_.empty() && end == text.end() && path_of(text).size() < 2;
    const auto whole = continues ? entered_ + std::string(end, text.end()) : is_target ? entered_ + '-' + text : text;
    if (is_forbidden_by_touch(whole)) return false;
    if (first_square(whole) != first_square(entered_)) entered_.clear();
    return play(whole);
  }

  bool choose(const std::string& square) {
    if (is_forbidden_by_touch(square)) return false;
    if (next_squares(path_of(square)).empty()) return play(square);
    if (table_.flags.touch_move.value_or(game_.info().touch_move)) touch(square);
    entered_ = square;
    ask_for_next();
    return false;
  }

  void deselect() {
    if (entered_.empty()) return;
    entered_.clear();
    if (!touched_) return console_.print_line("No piece is chosen now.");
    entered_ = game_.board().name_of(*touched_);
    refuse("The piece on " + entered_ + " was touched, so it must be played.");
  }

  bool play(const std::string& text) {
    try {
      game_.play(text);
      return true;
    } catch (const Refused& refused) {
      const std::string why = std::string(refused.what()) + ".";
      const auto path = path_of(text);
      const bool unfinished = needs_more_squares(refused) && path.size() > 1 && is_part_of_a_move(path);
      const bool begins_moves = unfinished && !next_squares(path).empty();
      if (begins_moves) entered_ = text;
      if (unfinished)
        console_.print_line("Not finished: " + why);
      else
        refuse("Invalid move: " + why);
      if (table_.flags.touch_move.value_or(unfinished && game_.info().touch_move)) touch(text);
      if (!begins_moves && !entered_.empty()) ask_for_next();
      return false;
    }
  }

  void refuse(const std::string& why) { console_.print_line(why + (game_.info().asks_again ? " Try again." : "")); }

  /// If another piece was touched, prints that and returns true.
  bool is_forbidden_by_touch(const std::string& text) {
    if (!touched_ || first_square(text) == touched_) return false;
    refuse("The piece on " + game_.board().name_of(*touched_) + " was touched, so it must be played.");
    return true;
  }

  /// Touch-move: marks a named piece that can move.
  void touch(const std::string& text) {
    const auto square = first_square(text);
    if (touched_ || !square || next_squares({game_.board().name_of(*square)}).empty()) return;
    touched_ = square;
    console_.print_line("The piece on " + game_.board().name_of(*touched_) + " is touched.");
  }

  /// The engine's names of the squares in a text.
  [[nodiscard]] Path path_of(const std::string& text) const {
    Path path;
    for (const Cell cell : game_.board().squares_of(text)) path.push_back(game_.board().name_of(cell));
    return path;
  }

  /// The next squares of legal moves that begin with this path, each once.
  [[nodiscard]] Path next_squares(const Path& path) const {
    Path squares;
    for (const auto& route : table_.engine.routes()) {
      if (route.path.size() <= path.size() || !std::equal(path.begin(), path.end(), route.path.begin())) continue;
      const auto& next = route.path[path.size()];
      if (std::find(squares.begin(), squares.end(), next) == squares.end()) squares.push_back(next);
    }
    return squares;
  }

  /// Whether a legal move starts at the first square of this path and passes the others in order.
  [[nodiscard]] bool is_part_of_a_move(const Path& path) const {
    const auto routes = table_.engine.routes();
    return std::any_of(routes.begin(), routes.end(), [&](const auto& route) {
      auto next = path.begin();
      for (const auto& square : route.path)
        if (next != path.end() && square == *next) ++next;
      return route.path.front() == path.front() && next == path.end();
    });
  }

  [[nodiscard]] std::optional<Cell> first_square(const std::string& text) const {
    const auto squares = game_.board().squares_of(text);
    return squares.empty() ? std::nullopt : std::optional(squares.front());
  }

  /// The name of a square in the notation that the person uses: the engine's name, or the labels of row and column.
  [[nodiscard]] std::string as_named(Cell cell) const {
    const Board& board = game_.board();
    const auto& first = board.name_of(*first_square(entered_));
    const bool by_name = wire::same_word(entered_.substr(0, first.size()), first) &&
                         (entered_.size() == first.size() || is_separator(entered_[first.size()]));
    if (by_name) return board.name_of(cell);
    const auto& row = board.row_labels()[static_cast<std::size_t>(cell.row)];
    const auto& column = board.column_labels()[static_cast<std::size_t>(cell.column)];
    return is_digit(entered_.front()) ? row + column : column + row;
  }

  /// Asks for the next square and lists the choices.
  void ask_for_next() {
    constexpr std::size_t worth_listing = 12;
    const auto squares = game_.board().squares_of(entered_);
    const auto from = as_named(squares.back());
    Path targets;
    for (const auto& name : next_squares(path_of(entered_)))
      targets.push_back(as_named(*game_.board().cell_named(name)));
    const std::string question =
        std::string(squares.size() > 1 ? "Not finished. " : "") + "From " + from + " to which square";
    if (targets.size() <= worth_listing) return console_.print_line(question + ": " + alternatives(targets) + "?");
    console_.print_line(question + "? There are " + std::to_string(targets.size()) + ": moves " + from +
                        " shows them.");
  }

  Table& table_;
  Console& console_;
  Game& game_;
  std::string entered_;          ///< the chosen piece's square and the jumps so far
  std::optional<Cell> touched_;  ///< for touch-move
};

/// Limits for games between engines: the specifications have no draw by repetition.
constexpr int too_many_repetitions = 3;
constexpr int too_many_quiet_plies = 100;

class SharedDialogue {
 public:
  explicit SharedDialogue(Table& table) : table_(table), console_(table.console), game_(table.game), entry_(table) {}

  void play() {
    if (console_.is_interactive()) {
      if (table_.flags.has_no_players() && !ask_who_plays(table_)) return;
      greet();
    }
    show();
    while (true) {
      if (game_.is_over()) {
        if (!continue_after_end()) return;
      } else if (const auto why = why_endless(); !why.empty()) {
        return console_.print_line("The game is stopped without a winner: " + why + ".");
      } else if (table_.engine_to_move()) {
        if (!engine_plays()) return;
      } else if (!person_plays()) {
        return;
      }
    }
  }

 private:
  void greet() {
    const auto& game = game_.info();
    const bool at_start = game_.record().start == "startpos" && game_.record().moves.empty();
    console_.print_line(who_plays(game, table_.players));
    if (const auto routes = table_.engine.routes(); !routes.empty()) {
      std::string squares;
      for (const auto& square : routes.front().path) squares += (squares.empty() ? "" : ", then ") + square;
      console_.print_line((at_start ? game.titles[0] + " moves first. " : "") + "Enter a move as " +
                          routes.front().move + ", or square by square: " + squares + ".");
      print_more_notations(table_);
    }
    if (const auto& greeting = dialogue_of(game.name).greeting; !greeting.empty()) console_.print_line(greeting);
    console_.print_line("Type help for the commands, quit to leave.");
  }

  /// Shows the board and the side to move or the result. At a terminal the prompt names the side to move, and the board
  /// is shown once per turn, after the engine's answer.
  void show(bool after_person = false) {
    if (game_.position() != shown_) {  // unless the board was flipped or a resignation undone
      entry_.clear();
      shown_ = game_.position();
    }
    const bool answer_follows = !game_.is_over() && table_.engine_to_move();
    if (console_.is_interactive() && after_person && answer_follows) return;
    show_board(table_);
    if (game_.is_over())
      return console_.print_line(ending(game_.info(), game_.status(), table_.players, console_.is_interactive()));
    if (!console_.is_interactive()) console_.print_line(to_move() + ".");
  }

  /// "White to move, in check"
  [[nodiscard]] std::string to_move() const {
    return game_.info().titles[game_.side()] + " to move" + (game_.status().check ? ", in check" : "");
  }

  /// Why a game between engines might not end; empty if it may still end.
  [[nodiscard]] std::string why_endless() const {
    const auto& status = game_.status();
    if (!table_.players.only_engines()) return "";
    if (status.repetition >= too_many_repetitions)
      return "the same position has come up " + std::to_string(status.repetition) + " times";
    if (status.quiet < too_many_quiet_plies) return "";
    return std::to_string(status.quiet) + " plies in a row were " + std::string(game_.info().fact("quiet"));
  }

  /// False if the person leaves. In a game between engines Ctrl-C opens a prompt.
  bool engine_plays() {
    const auto side = game_.info().titles[game_.side()];
    const auto found = search(table_, table_.players.strength);
    const bool breaks_in = found.interrupted && table_.players.only_engines();
    if (breaks_in) console_.offer_to_leave();
    game_.play(found.move);
    console_.print_line(std::string(side) + " plays " + game_.record().moves.back() + ".");
    show();
    return !breaks_in || game_.is_over() || person_plays();
  }

  std::optional<std::string> ask(const std::string& prompt) {
    return console_.ask(console_.is_interactive() ? prompt : "",
                        [this](std::string_view typed) { return completions(table_, typed); });
  }

  bool continue_after_end() {
    if (!console_.is_interactive()) return false;
    const auto line = ask("The game is over: undo, save FILE, or Enter to leave> ");
    if (!line || line->empty()) return false;
    switch (execute(table_, *line)) {
      case CommandResult::quit: return false;
      case CommandResult::changed: show(); break;
      case CommandResult::not_a_command: console_.print_line("No more moves can be made."); break;
      case CommandResult::done: break;
    }
    return true;
  }

  /// Reads one line of input; false at its end.
  bool person_plays() {
    const auto line = ask(to_move() + "> ");
    if (!line) return !may_leave(table_);
    switch (execute(table_, *line)) {
      case CommandResult::quit: return false;
      case CommandResult::changed: show(); break;
      case CommandResult::done: break;
      case CommandResult::not_a_command:
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

// Each is defined in a file of its own.
extern const Dialogue reduced_chess_dialogue;
extern const Dialogue stupid_dialogue;
extern const Dialogue towers_dialogue;

const Dialogue& dialogue_of(std::string_view game) {
  static constexpr Dialogue none{};
  for (const Dialogue* dialogue : {&reduced_chess_dialogue, &stupid_dialogue, &towers_dialogue})
    if (dialogue->game == game) return *dialogue;
  return none;
}

}  // namespace crownd::terminal
