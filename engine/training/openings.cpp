#include "training/openings.hpp"

namespace crownd::training {

std::optional<draughts_family::MoverView> random_view(Random& random) {
  constexpr int max_pieces = 7;  // for each side
  constexpr int equal_percent = 60;
  constexpr int king_percent = 45;

  const int own = random.between(1, max_pieces);
  const int enemy = own + (random.percent(equal_percent) ? 0 : random.between(-1, 1));
  if (enemy < 1) return {};
  draughts_family::MoverView view;
  draughts_family::Bits taken = 0;
  const auto put = [&](int count, draughts_family::Bits& men, draughts_family::Bits& kings) {
    for (; count > 0; --count) {
      draughts_family::Bits square = 0;
      do square = draughts_family::Bits{1} << random.below(draughts_family::places);
      while ((taken & square) != 0);
      taken |= square;
      (random.percent(king_percent) ? kings : men) |= square;
    }
  };
  put(own, view.own_men, view.own_kings);
  put(enemy, view.enemy_men, view.enemy_kings);
  return view;
}

reduced_chess::Diagram random_diagram(Random& random, int max_size) {
  constexpr int min_size = 4;
  constexpr std::array common_sizes{8, 10};
  constexpr int common_percent = 65;
  constexpr int min_pieces = 2, max_pieces = 7;  // a side, besides the king
  constexpr int squares_per_piece = 4;           // at least, so that the smallest board is no fuller than half
  constexpr int same_number_percent = 50, same_kinds_percent = 70;

  const int common_size = common_sizes[static_cast<std::size_t>(random.below(common_sizes.size()))];
  const int size =
      random.percent(common_percent) && max_size >= common_size ? common_size : random.between(min_size, max_size);
  reduced_chess::Diagram diagram(size, Side::first);
  const auto put = [&](char kind, Side side) {
    reduced_chess::Place place;
    do place = {random.between(0, size - 1), random.between(0, size - 1)};
    while (diagram.at(place) != reduced_chess::Diagram::nothing);
    diagram.put(place, reduced_chess::letter_of(kind, side));
  };
  const auto put_army = [&](Side side, int number, int number_of_rooks) {
    put('K', side);
    for (int i = 0; i < number; ++i) put(i < number_of_rooks ? 'R' : 'B', side);
  };
  const int count = random.between(min_pieces, std::min(max_pieces, size * size / squares_per_piece));
  const int rooks = random.between(0, count);
  const int shift = random.percent(same_number_percent) ? 0 : random.between(-1, 1);
  put_army(Side::first, count, rooks);
  put_army(Side::second, std::max(0, count + shift),
           rooks + (random.percent(same_kinds_percent) ? 0 : random.between(-1, 1)));
  diagram.side = random.percent(50) ? Side::first : Side::second;
  return diagram;
}

}  // namespace crownd::training
