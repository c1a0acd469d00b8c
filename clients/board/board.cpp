#include "board/board.hpp"

#include "wire/words.hpp"

#include <algorithm>

namespace crownd::board {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::size_t longest(const std::vector<std::string>& words) {
  std::size_t size = 0;
  for (const auto& word : words) size = std::max(size, word.size());
  return size;
}

/// The index of a label, case-insensitive.
std::optional<int> place_of(const std::vector<std::string>& labels, std::string_view label) {
  const auto found =
      std::find_if(labels.begin(), labels.end(), [&](const auto& each) { return wire::same_word(each, label); });
  if (found == labels.end()) return std::nullopt;
  return static_cast<int>(found - labels.begin());
}

}  // namespace

Board::Board(const wire::Squares& squares)
    : cells_(squares.cells), row_labels_(squares.rows), column_labels_(squares.columns) {
  for (const auto& piece : squares.pieces) {
    const std::size_t side = piece.side == squares.sides.front().name ? 0 : 1;
    const auto& look = squares.sides[side];
    pieces_.push_back({piece.letter, side, look.light, look.paint == "red", piece.kind});
  }
  // Labels that do not fit the board would be drawn beside it.
  if (row_labels_.size() != cells_.size()) row_labels_.clear();
  if (column_labels_.size() != cells_.front().size()) column_labels_.clear();
  longest_name_ = longest(row_labels_) + longest(column_labels_);
  for (const auto& row : cells_)
    for (const auto& cell : row) {
      longest_name_ = std::max(longest_name_, cell.name.size());
      numbered_ = numbered_ && std::all_of(cell.name.begin(), cell.name.end(), is_digit);
    }
}

std::vector<Cell> Board::cells() const {
  std::vector<Cell> all;
  for (int row = 0; row < rows(); ++row)
    for (int column = 0; column < columns(); ++column) all.push_back({row, column});
  return all;
}

char Board::at(Cell cell) const { return in(cell).piece == 0 ? '.' : in(cell).piece; }

const Piece* Board::piece_at(Cell cell) const {
  const auto found =
      std::find_if(pieces_.begin(), pieces_.end(), [&](const Piece& piece) { return piece.letter == in(cell).piece; });
  return found == pieces_.end() ? nullptr : &*found;
}

int Board::count(char letter) const {
  const auto all = cells();
  return static_cast<int>(std::count_if(all.begin(), all.end(), [&](Cell cell) { return at(cell) == letter; }));
}

std::optional<Cell> Board::cell_named(std::string_view name) const {
  if (name.empty()) return std::nullopt;
  for (const Cell cell : cells())
    if (is_used(cell) && wire::same_word(name_of(cell), name)) return cell;
  for (std::size_t split = 1; split < name.size(); ++split) {
    const auto begin = name.substr(0, split), end = name.substr(split);
    for (const auto& [row_label, column_label] : {std::pair(begin, end), std::pair(end, begin)}) {
      const auto row = place_of(row_labels_, row_label);
      const auto column = place_of(column_labels_, column_label);
      if (row && column) return Cell{*row, *column};
    }
  }
  return std::nullopt;
}

std::vector<Cell> Board::squares_of(std::string_view move) const {
  std::vector<Cell> squares;
  for (std::size_t i = 0; i < move.size();) {
    std::size_t size = std::min(longest_name_, move.size() - i);
    std::optional<Cell> found;
    for (; size > 0; --size) {
      const bool splits_number = is_digit(move[i + size - 1]) && i + size < move.size() && is_digit(move[i + size]);
      if (!splits_number && (found = cell_named(move.substr(i, size)))) break;
    }
    if (found) squares.push_back(*found);
    i += std::max<std::size_t>(size, 1);
    if (!found)  // the rest of a longer number is not a name
      while (i < move.size() && is_digit(move[i - 1]) && is_digit(move[i])) ++i;
  }
  return squares;
}

}  // namespace crownd::board
