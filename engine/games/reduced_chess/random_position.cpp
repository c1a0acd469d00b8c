#include "games/reduced_chess/random_position.hpp"

#include <algorithm>
#include <array>

namespace crownd::reduced_chess {

std::string random_position_text(Random& random, int largest_size) {
  constexpr int smallest_size = 4;
  constexpr std::array common_sizes{8, 10};
  constexpr int common_percent = 65;
  constexpr int fewest_pieces = 2, most_pieces = 7;  // a side, besides the king
  constexpr int squares_a_piece = 4;                 // at least, so that the smallest board is no fuller than half
  constexpr int same_number_percent = 50, same_kinds_percent = 70;

  const int common_size = common_sizes[static_cast<std::size_t>(random.below(common_sizes.size()))];
  const int size = random.percent(common_percent) && largest_size >= common_size
                       ? common_size
                       : random.between(smallest_size, largest_size);
  std::string taken;
  const auto piece = [&](char kind) {
    std::string square;
    do {
      square = std::string(1, static_cast<char>('a' + random.between(0, size - 1))) +
               std::to_string(random.between(1, size)) + ' ';
    } while (taken.find(' ' + square) != std::string::npos);
    taken += ' ' + square;
    square.pop_back();
    return kind + square;
  };
  const auto army = [&](int number, int number_of_rooks) {
    std::string list = piece('K');
    for (int i = 0; i < number; ++i) list += ',' + piece(i < number_of_rooks ? 'R' : 'B');
    return list;
  };
  const int count = random.between(fewest_pieces, std::min(most_pieces, size * size / squares_a_piece));
  const int rooks = random.between(0, count);
  const int shift = random.percent(same_number_percent) ? 0 : random.between(-1, 1);
  const std::string white = army(count, rooks);
  const std::string black =
      army(std::max(0, count + shift), rooks + (random.percent(same_kinds_percent) ? 0 : random.between(-1, 1)));
  return std::to_string(size) + ' ' + white + ' ' + black + (random.percent(50) ? " w" : " b");
}

}  // namespace crownd::reduced_chess
