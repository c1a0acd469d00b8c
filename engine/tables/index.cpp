#include "tables/index.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace crownd::tables {

namespace {

using Bits = std::uint32_t;

/// binomials[n][k]: the sets of k squares out of n.
constexpr auto binomials = [] {
  std::array<std::array<std::uint32_t, most_pieces + 1>, squares + 1> table{};
  for (std::size_t n = 0; n <= squares; ++n) {
    table[n][0] = 1;
    for (std::size_t k = 1; k <= most_pieces && n > 0; ++k) table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
  }
  return table;
}();

constexpr std::uint32_t binomial(int n, int k) {
  return binomials[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)];
}

constexpr std::size_t count_of(const Material& m) {
  int free = squares;
  std::size_t count = 1;
  for (const int pieces : {m.own_men, m.own_kings, m.enemy_men, m.enemy_kings}) {
    count *= binomial(free, pieces);
    free -= pieces;
  }
  return count;
}

/// Calls visit for each class, in the order of places.
template <class Visit>
constexpr void for_each_class(Visit visit) {
  for (int pieces = 2; pieces <= most_pieces; ++pieces)
    for (int men = 0; men <= pieces; ++men)
      for (int own = 1; own < pieces; ++own)
        for (int own_men = std::max(0, men - (pieces - own)); own_men <= std::min(own, men); ++own_men)
          visit(Material{own_men, own - own_men, men - own_men, pieces - own - (men - own_men)});
}

constexpr int counts = most_pieces + 1;

constexpr std::size_t slot(const Material& m) {
  return static_cast<std::size_t>(((m.own_men * counts + m.own_kings) * counts + m.enemy_men) * counts + m.enemy_kings);
}

/// The first place of each class, by slot.
constexpr auto first_places = [] {
  std::array<std::uint32_t, counts * counts * counts * counts> table{};
  std::size_t next = 0;
  for_each_class([&](const Material& material) {
    table[slot(material)] = static_cast<std::uint32_t>(next);
    next += count_of(material);
  });
  return table;
}();

/// Numbers the set among the sets of as many squares, without those that are taken.
std::uint32_t number_of(Bits set, Bits taken) {
  std::uint32_t number = 0;
  for (int k = 1; set != 0; set &= set - 1, ++k) {
    const int square = std::countr_zero(set);
    const Bits below = (Bits{1} << square) - 1;
    number += binomial(square - std::popcount(taken & below), k);
  }
  return number;
}

Bits set_of(std::uint32_t number, int pieces, Bits taken) {
  Bits set = 0;
  int rank = squares - std::popcount(taken);  // of the square among the free ones
  for (int square = squares - 1; pieces > 0; --square) {
    const Bits bit = Bits{1} << square;
    if ((taken & bit) != 0) continue;
    --rank;
    if (binomial(rank, pieces) > number) continue;
    set |= bit;
    number -= binomial(rank, pieces--);
  }
  return set;
}

}  // namespace

Material material_of(const TablePieces& pieces) {
  return {std::popcount(pieces.own_men), std::popcount(pieces.own_kings), std::popcount(pieces.enemy_men),
          std::popcount(pieces.enemy_kings)};
}

std::vector<Material> classes_up_to(int most) {
  std::vector<Material> classes;
  for_each_class([&](const Material& material) {
    if (material.pieces() <= most) classes.push_back(material);
  });
  return classes;
}

Places places_of(const Material& material) { return {first_places[slot(material)], count_of(material)}; }

std::size_t size_of_table(int most) {
  std::size_t size = 0;
  for_each_class([&](const Material& material) {
    if (material.pieces() <= most) size += count_of(material);
  });
  return size;
}

std::size_t place_of(const TablePieces& pieces) {
  const Material material = material_of(pieces);
  std::size_t place = 0;
  Bits taken = 0;
  int free = squares;
  const auto add = [&](Bits set, int count) {
    place = place * binomial(free, count) + number_of(set, taken);
    taken |= set;
    free -= count;
  };
  add(pieces.own_men, material.own_men);
  add(pieces.own_kings, material.own_kings);
  add(pieces.enemy_men, material.enemy_men);
  add(pieces.enemy_kings, material.enemy_kings);
  return first_places[slot(material)] + place;
}

TablePieces pieces_at(const Material& material, std::size_t place) {
  std::size_t rest = place - first_places[slot(material)];
  const std::array<int, 4> pieces{material.own_men, material.own_kings, material.enemy_men, material.enemy_kings};
  std::array<std::uint32_t, 4> numbers{};
  int free = squares - material.pieces();
  for (std::size_t i = pieces.size(); i-- > 0;) {
    free += pieces[i];
    const std::size_t sets = binomial(free, pieces[i]);
    numbers[i] = static_cast<std::uint32_t>(rest % sets);
    rest /= sets;
  }
  std::array<Bits, 4> sets{};
  Bits taken = 0;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    sets[i] = set_of(numbers[i], pieces[i], taken);
    taken |= sets[i];
  }
  return {sets[0], sets[1], sets[2], sets[3]};
}

}  // namespace crownd::tables
