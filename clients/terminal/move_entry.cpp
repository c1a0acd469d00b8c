#include "terminal/move_entry.hpp"

#include "wire/words.hpp"
#include "wire/written.hpp"

#include <algorithm>
#include <cstddef>

namespace crownd::terminal {

namespace {

bool is_separator(char c) { return c == '-' || c == ':' || c == 'x' || c == 'X'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// One word for the protocol: blanks between squares become `-`, those beside commas go.
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

/// Whether the path begins with these squares.
bool begins(const std::vector<std::string>& path, const std::vector<std::string>& squares) {
  return path.size() >= squares.size() && std::equal(squares.begin(), squares.end(), path.begin());
}

/// Whether the engine asks for more squares of the same capture: only a part of it was named.
bool says_more_is_wanted(const Refused& refused) {
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

}  // namespace

bool MoveEntry::read(const std::string& line) {
  const auto plain = wire::plain_text(line);
  const auto first = wire::Words(plain).take();
  if (first.empty()) {
    let_go();
    return false;
  }
  if (std::none_of(first.begin(), first.end(), is_digit)) return read_word(first);
  auto text = one_word(plain);
  if (text.ends_with(',')) text.pop_back();
  if (text.find(',') != std::string::npos) return read_list(text);
  return game_.board().cell_named(text) ? read_square(text) : read_squares(text);
}

void MoveEntry::clear() {
  begun_.clear();
  touched_.reset();
}

/// Reads a word that names no square.
bool MoveEntry::read_word(std::string_view word) {
  try {
    game_.play(word);
    return true;
  } catch (const Refused&) {
    refuse(wire::quoted(word) + " is neither a move nor a command; help lists the commands.");
    return false;
  }
}

/// Plays moves that are separated by commas, if people play both sides.
bool MoveEntry::read_list(const std::string& moves) {
  if (!table_.players.only_people()) {
    refuse("Enter one move at a time, since the engine plays too.");
    return false;
  }
  if (is_barred(moves)) return false;
  try {
    game_.play(moves);
    return true;
  } catch (const Refused& refused) {
    refuse("None of these moves was played: " + std::string(refused.what()) + ".");
    return false;
  }
}

bool MoveEntry::read_square(const std::string& square) {
  if (begun_.empty()) return choose(square);
  const auto text = begun_ + '-' + square;
  const auto path = path_of(text);
  if (is_whole_move(path)) return play(text);
  if (!next_squares(path).empty()) {
    begun_ = text;
    ask_for_next();
    return false;
  }
  return next_squares(path_of(square)).empty() ? play(text) : choose(square);
}

/// What was begun can be continued: `22x15`, then `15x8`; a word that is no square is still a target. Any other text is
/// a new move.
bool MoveEntry::read_squares(const std::string& text) {
  const auto end = std::find_if(text.begin(), text.end(), is_separator);
  const auto last = begun_.substr(begun_.find_last_of("-:xX") + 1);
  const bool goes_on = !begun_.empty() && std::string(text.begin(), end) == last;
  const bool is_target = !begun_.empty() && end == text.end() && path_of(text).size() < 2;
  const auto whole = goes_on ? begun_ + std::string(end, text.end()) : is_target ? begun_ + '-' + text : text;
  if (is_barred(whole)) return false;
  if (first_square(whole) != first_square(begun_)) begun_.clear();
  return play(whole);
}

/// The engine says why a piece cannot be chosen.
bool MoveEntry::choose(const std::string& square) {
  if (is_barred(square)) return false;
  if (next_squares(path_of(square)).empty()) return play(square);
  if (table_.flags.touch_move.value_or(game_.info().touch_move)) touch(square);
  begun_ = square;
  ask_for_next();
  return false;
}

void MoveEntry::let_go() {
  if (begun_.empty()) return;
  begun_.clear();
  if (!touched_) return console_.say_line("No piece is chosen now.");
  begun_ = game_.board().name_of(*touched_);
  refuse("The piece on " + begun_ + " was touched, so it must be played.");
}

bool MoveEntry::play(const std::string& text) {
  try {
    game_.play(text);
    return true;
  } catch (const Refused& refused) {
    const std::string why = std::string(refused.what()) + ".";
    const auto path = path_of(text);
    const bool unfinished = says_more_is_wanted(refused) && path.size() > 1 && is_part_of_a_move(path);
    const bool begins_moves = unfinished && !next_squares(path).empty();
    if (begins_moves) begun_ = text;
    if (unfinished)
      console_.say_line("Not finished: " + why);
    else
      refuse("Invalid move: " + why);
    if (table_.flags.touch_move.value_or(unfinished && game_.info().touch_move)) touch(text);
    if (!begins_moves && !begun_.empty()) ask_for_next();
    return false;
  }
}

void MoveEntry::refuse(const std::string& why) {
  console_.say_line(why + (game_.info().asks_again ? " Try again." : ""));
}

/// Whether another piece has been touched; if so, prints that.
bool MoveEntry::is_barred(const std::string& text) {
  if (!touched_ || first_square(text) == touched_) return false;
  refuse("The piece on " + game_.board().name_of(*touched_) + " was touched, so it must be played.");
  return true;
}

/// Touch-move: a piece that was named is touched; if it can move, it must be played.
void MoveEntry::touch(const std::string& text) {
  const auto square = first_square(text);
  if (touched_ || !square || next_squares({game_.board().name_of(*square)}).empty()) return;
  touched_ = square;
  console_.say_line("The piece on " + game_.board().name_of(*touched_) + " is touched.");
}

MoveEntry::Path MoveEntry::path_of(const std::string& text) const {
  Path path;
  for (const Cell cell : game_.board().squares_of(text)) path.push_back(game_.board().name_of(cell));
  return path;
}

MoveEntry::Path MoveEntry::next_squares(const Path& path) const {
  Path squares;
  for (const auto& route : table_.engine.routes()) {
    if (route.path.size() <= path.size() || !begins(route.path, path)) continue;
    const auto& next = route.path[path.size()];
    if (std::find(squares.begin(), squares.end(), next) == squares.end()) squares.push_back(next);
  }
  return squares;
}

bool MoveEntry::is_whole_move(const Path& path) const {
  const auto routes = table_.engine.routes();
  return std::any_of(routes.begin(), routes.end(), [&](const auto& route) { return route.path == path; });
}

/// Whether a legal move starts where this path starts and passes its other squares in order.
bool MoveEntry::is_part_of_a_move(const Path& path) const {
  const auto routes = table_.engine.routes();
  return std::any_of(routes.begin(), routes.end(), [&](const auto& route) {
    auto next = path.begin();
    for (const auto& square : route.path)
      if (next != path.end() && square == *next) ++next;
    return route.path.front() == path.front() && next == path.end();
  });
}

std::optional<Cell> MoveEntry::first_square(const std::string& text) const {
  const auto squares = game_.board().squares_of(text);
  return squares.empty() ? std::nullopt : std::optional(squares.front());
}

/// The name of a square in the notation of what was begun: the engine's name, or the labels of row and column.
std::string MoveEntry::as_named(Cell cell) const {
  const Board& board = game_.board();
  const auto& first = board.name_of(*first_square(begun_));
  const bool by_name = wire::same_word(begun_.substr(0, first.size()), first) &&
                       (begun_.size() == first.size() || is_separator(begun_[first.size()]));
  if (by_name) return board.name_of(cell);
  const auto& row = board.row_labels()[static_cast<std::size_t>(cell.row)];
  const auto& column = board.column_labels()[static_cast<std::size_t>(cell.column)];
  return is_digit(begun_.front()) ? row + column : column + row;
}

/// Asks where the piece goes, and says where it can.
void MoveEntry::ask_for_next() {
  constexpr std::size_t worth_listing = 12;
  const auto squares = game_.board().squares_of(begun_);
  const auto from = as_named(squares.back());
  Path targets;
  for (const auto& name : next_squares(path_of(begun_))) targets.push_back(as_named(*game_.board().cell_named(name)));
  const std::string question =
      std::string(squares.size() > 1 ? "Not finished. " : "") + "From " + from + " to which square";
  if (targets.size() <= worth_listing) return console_.say_line(question + ": " + alternatives(targets) + "?");
  console_.say_line(question + "? There are " + std::to_string(targets.size()) + ": moves " + from + " shows them.");
}

}  // namespace crownd::terminal
