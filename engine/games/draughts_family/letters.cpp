#include "games/draughts_family/letters.hpp"

#include "core/bad_input.hpp"

#include <algorithm>
#include <cstddef>

namespace crownd::draughts_family {
namespace {

constexpr std::array<Side, 2> both_sides{Side::first, Side::second};

std::size_t index(Side side) { return static_cast<std::size_t>(side); }

std::string in_quotes(char letter) { return crownd::in_quotes({&letter, 1}); }

std::string known_letters(const Letters& letters) {
  return in_quotes(letters.men[0]) + ", " + in_quotes(letters.kings[0]) + ", " + in_quotes(letters.men[1]) + ", " +
         in_quotes(letters.kings[1]) + " and '.'";
}

void put(Position& position, const Letters& letters, SquareName square_name, int place, char letter) {
  if (letter == '.') return;
  for (const Side side : both_sides) {
    if (letter == letters.men[index(side)]) {
      position.pieces[index(side)] |= bit(square_of_place(place));
      return;
    }
    if (letter == letters.kings[index(side)]) {
      position.pieces[index(side)] |= bit(square_of_place(place));
      position.kings |= bit(square_of_place(place));
      return;
    }
  }
  throw bad_position("letter " + std::to_string(place + 1) + ", which stands for square " + square_name(place) +
                     ", is " + in_quotes(letter) + ": the letters are " + known_letters(letters));
}

Side read_side(std::string_view text, const Letters& letters) {
  for (const Side side : both_sides)
    if (text.size() == 1 && text.front() == letters.men[index(side)]) return side;
  throw bad_position("the side to move is " + in_quotes(letters.men[0]) + " or " + in_quotes(letters.men[1]) +
                     ", not " + crownd::in_quotes(text));
}

void refuse_uncrowned_men(const Position& position, const Letters& letters, SquareName square_name) {
  for (const Side side : both_sides)
    if (const Bits uncrowned = uncrowned_men(position, side); uncrowned != 0)
      throw bad_position("the man " + in_quotes(letters.men[index(side)]) + " on " +
                         square_name(places_by_square[lowest(uncrowned)]) +
                         " stands on its last row and must be a king: write " + letters.kings[index(side)]);
}

/// Twelve men a side.
std::string initial_position(const Letters& letters) {
  constexpr std::size_t men = 12;
  return std::string(men, letters.men[1]) + std::string(places - 2 * men, '.') + std::string(men, letters.men[0]) +
         ':' + letters.men[0];
}

}  // namespace

Position read_letters(std::string_view text, const Letters& letters, SquareName square_name) {
  const auto colon = std::min(text.find(':'), text.size());
  const auto squares = text.substr(0, colon);
  Position position;
  for (std::size_t i = 0; i < squares.size() && i < places; ++i)
    put(position, letters, square_name, static_cast<int>(i), squares[i]);
  if (squares.size() != places)
    throw bad_position("the board has 32 dark squares, the text has " + std::to_string(squares.size()));
  if (colon == text.size())
    throw bad_position("the 32 squares are followed by a colon and the side to move, for example " +
                       initial_position(letters));
  position.to_move = read_side(text.substr(colon + 1), letters);
  refuse_uncrowned_men(position, letters, square_name);
  return position;
}

std::string write_letters(const Position& position, const Letters& letters) {
  std::string text(places, '.');
  for (int place = 0; place < places; ++place)
    text[static_cast<std::size_t>(place)] = letter_on(position, bit(square_of_place(place)), letters, '.');
  return text + ':' + letters.men[index(position.to_move)];
}

}  // namespace crownd::draughts_family
