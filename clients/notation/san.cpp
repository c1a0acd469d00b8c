#include "notation/san.hpp"

#include <cctype>
#include <map>

namespace crownd::notation {

namespace {

/// The pieces of a FEN's board by square, as upper case letters.
std::map<std::string, char, std::less<>> pieces_by_square(std::string_view fen) {
  std::map<std::string, char, std::less<>> pieces;
  char column = 'a';
  char row = '8';
  for (const char letter : fen.substr(0, fen.find(' '))) {
    if (letter == '/') {
      --row;
      column = 'a';
    } else if (letter >= '1' && letter <= '8') {
      column = static_cast<char>(column + (letter - '0'));
    } else {
      pieces[{column, row}] = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
      ++column;
    }
  }
  return pieces;
}

}  // namespace

std::string to_san(std::string_view fen, std::string_view move, const std::vector<std::string>& legal) {
  if (move.size() != 4) return std::string(move);
  const auto from = move.substr(0, 2);
  const auto to = move.substr(2, 2);
  const auto pieces = pieces_by_square(fen);
  const auto piece = pieces.find(from);
  if (piece == pieces.end()) return std::string(move);

  // Other pieces of the same kind that can go there: disambiguate by column if possible, else by row, else by both.
  bool rivals = false;
  bool same_column = false;
  bool same_row = false;
  for (const auto& other : legal) {
    if (other.size() != 4 || other == move || other.substr(2, 2) != to) continue;
    const auto rival = pieces.find(std::string_view(other).substr(0, 2));
    if (rival == pieces.end() || rival->second != piece->second) continue;
    rivals = true;
    same_column = same_column || other[0] == from[0];
    same_row = same_row || other[1] == from[1];
  }
  std::string san(1, piece->second);
  if (rivals && (!same_column || same_row)) san += from[0];
  if (rivals && same_column) san += from[1];
  if (pieces.contains(to)) san += 'x';
  return san.append(to);
}

}  // namespace crownd::notation
