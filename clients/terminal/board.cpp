#include "terminal/board.hpp"

#include "wire/words.hpp"

#include <algorithm>
#include <cctype>

namespace crownd::terminal {

namespace {

constexpr int draughts_squares = 32;
constexpr int most_rows = 26;

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }
char upper(char c) { return static_cast<char>(std::toupper(static_cast<unsigned char>(c))); }

int number(std::string_view digits) { return static_cast<int>(wire::read_number(digits).value_or(0)); }

/// The text up to the separator, which is taken off `text` with it.
std::string_view take_until(std::string_view& text, char separator) {
  const auto end = std::min(text.find(separator), text.size());
  const auto part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

/// The piece letters of a game that has them only as `K`ing and man: of the side that begins with this letter.
char draughts_letter(char side, bool is_king) { return is_king ? upper(side) : lower(side); }

}  // namespace

bool take_square(std::string_view& text) {
  if (text.empty() || text.front() < 'a' || text.front() > 'z') return false;
  const auto end = std::min(text.find_first_not_of("0123456789", 1), text.size());
  const auto row = text.substr(1, end - 1);
  if (row.empty() || row.size() > 2 || row.front() == '0' || number(row) > most_rows) return false;
  text.remove_prefix(end);
  return true;
}

Board::Board(const GameInfo& game, std::string_view position) : game_(&game), squares_(64, '.') {
  if (game.name == "reduced-chess")
    read_chess(position);
  else if (game.name == "stupid")
    read_rows(position);
  else if (game.name == "spanish")
    read_pdn(position);
  else
    read_letters(position);
}

char Board::at(Cell cell) const { return squares_[static_cast<std::size_t>(cell.row * size_ + cell.column)]; }

void Board::put(Cell cell, char letter) { squares_[static_cast<std::size_t>(cell.row * size_ + cell.column)] = letter; }

const Piece* Board::piece_at(Cell cell) const {
  const auto& pieces = game_->pieces;
  const auto found = std::find_if(pieces.begin(), pieces.end(), [&](const Piece& p) { return p.letter == at(cell); });
  return found == pieces.end() ? nullptr : &*found;
}

std::vector<Cell> Board::cells() const {
  std::vector<Cell> all;
  for (int row = 0; row < size_; ++row)
    for (int column = 0; column < size_; ++column) all.push_back({row, column});
  return all;
}

bool Board::is_dark(Cell cell) const {
  // The lower left corner of a chess board is dark, whatever its size.
  if (game_->naming == Naming::cells_up) return (size_ - 1 - cell.row + cell.column) % 2 == 0;
  return ((cell.row + cell.column) % 2 == 0) == game_->corner_is_dark;
}

bool Board::is_used(Cell cell) const {
  const bool all = game_->name == "reduced-chess" || game_->name == "stupid";
  return all || is_dark(cell) == game_->plays_on_dark;
}

/// 32 letters for the dark squares, row by row, then a colon and the side to move.
void Board::read_letters(std::string_view letters) {
  std::size_t next = 0;
  for (const Cell cell : cells())
    if (is_used(cell) && next < letters.size()) put(cell, letters[next++]);
}

/// `W:WK4,10:B21,K30`
void Board::read_pdn(std::string_view text) {
  take_until(text, ':');
  while (!text.empty()) {
    auto list = take_until(text, ':');
    if (list.empty()) continue;
    const char side = list.front();
    list.remove_prefix(1);
    while (!list.empty()) {
      auto square = take_until(list, ',');
      const bool is_king = !square.empty() && square.front() == 'K';
      if (is_king) square.remove_prefix(1);
      if (const auto cell = cell_named(square)) put(*cell, draughts_letter(side, is_king));
    }
  }
}

/// Eight rows of eight letters from the top, joined by slashes, then the side to move.
void Board::read_rows(std::string_view text) {
  for (int row = 0; row < size_; ++row) {
    const auto letters = take_until(text, '/');
    for (int column = 0; column < size_ && column < static_cast<int>(letters.size()); ++column)
      put({row, column}, letters[static_cast<std::size_t>(column)]);
  }
}

/// `5 Kc5,Ra2 Kb3,Re4 w`
void Board::read_chess(std::string_view text) {
  wire::Words words(text);
  size_ = number(words.take());
  squares_.assign(static_cast<std::size_t>(size_ * size_), '.');
  for (const bool white : {true, false}) {
    auto list = words.take();
    while (!list.empty()) {
      const auto piece = take_until(list, ',');
      if (const auto cell = cell_named(piece.substr(1))) put(*cell, white ? piece.front() : lower(piece.front()));
    }
  }
}

std::optional<Cell> Board::cell_named(std::string_view name) const {
  if (name.empty()) return std::nullopt;
  std::optional<Cell> cell;
  if (game_->naming == Naming::both && is_letter(name.back())) {  // 6c
    cell = Cell{number(name.substr(0, name.size() - 1)) - 1, lower(name.back()) - 'a'};
  } else if (game_->numbered()) {
    const int place = draughts_squares - number(name);  // from the upper left corner, four in a row
    const int row = place / 4, pair = place % 4 * 2;
    if (number(name) < 1 || place < 0) return std::nullopt;
    cell = is_used({row, pair}) ? Cell{row, pair} : Cell{row, pair + 1};
  } else {
    const int row = number(name.substr(1));
    cell = Cell{game_->naming == Naming::cells_up ? size_ - row : row - 1, lower(name.front()) - 'a'};
  }
  const auto on_board = [&](int line) { return line >= 0 && line < size_; };
  return on_board(cell->row) && on_board(cell->column) ? cell : std::nullopt;
}

std::string Board::name_of(Cell cell) const {
  const char column = static_cast<char>('a' + cell.column);
  switch (game_->naming) {
    case Naming::numbers:
    case Naming::both: return std::to_string(draughts_squares - cell.row * 4 - cell.column / 2);
    case Naming::cells_down: return upper(column) + std::to_string(cell.row + 1);
    case Naming::cells_up: break;
  }
  return column + std::to_string(size_ - cell.row);
}

std::vector<Cell> Board::squares_of(std::string_view move) const {
  const bool numbers = game_->numbered();
  std::vector<Cell> squares;
  for (std::size_t i = 0; i < move.size();) {
    const auto begin = i;
    const auto skip_digits = [&] {
      while (i < move.size() && is_digit(move[i])) ++i;
    };
    const bool starts_here =
        numbers ? is_digit(move[i]) : is_letter(move[i]) && i + 1 < move.size() && is_digit(move[i + 1]);
    ++i;
    if (!starts_here) continue;
    skip_digits();
    if (game_->naming == Naming::both && i < move.size() && lower(move[i]) >= 'a' && lower(move[i]) <= 'h') ++i;
    if (const auto cell = cell_named(move.substr(begin, i - begin))) squares.push_back(*cell);
  }
  return squares;
}

}  // namespace crownd::terminal
