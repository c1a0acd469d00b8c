#include "games/draughts_family/endings.hpp"

#include <tuple>

namespace crownd::draughts_family {

namespace {

using Count = std::uint32_t;

constexpr int row_squares = 4;
constexpr int rows = 8;

/// binomials[n][k]: the sets of k squares out of n.
constexpr auto binomials = [] {
  std::array<std::array<Count, max_table_pieces + 1>, places + 1> table{};
  for (std::size_t n = 0; n <= places; ++n) {
    table[n][0] = 1;
    for (std::size_t k = 1; k <= max_table_pieces && n > 0; ++k) table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
  }
  return table;
}();

Count binomial(int n, int k) { return binomials[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)]; }

/// A permutation of the squares' bit numbers, by lookup tables for each byte.
using Order = std::array<std::array<Bits, 256>, 4>;

template <class NumberOf>
constexpr Order order_of(NumberOf number_of) {
  Order order{};
  for (std::size_t byte = 0; byte < order.size(); ++byte)
    for (std::size_t bits = 0; bits < order[byte].size(); ++bits)
      for (std::size_t i = 0; i < 8; ++i)
        if ((bits >> i & 1) != 0) order[byte][bits] |= Bits{1} << number_of(8 * byte + i);
  return order;
}

Bits reordered(const Order& order, Bits set) {
  return order[0][set & 0xff] | order[1][set >> 8 & 0xff] | order[2][set >> 16 & 0xff] | order[3][set >> 24];
}

/// Squares in the order of an advancing man, row by row, upwards and downwards; and back.
constexpr Order going_up = order_of([](std::size_t square) { return places - 1 - places_by_square[square]; });
constexpr Order going_down = order_of([](std::size_t square) { return places_by_square[square]; });
constexpr Order from_going_up = order_of([](std::size_t number) { return squares_by_place[places - 1 - number]; });
constexpr Order from_going_down = order_of([](std::size_t number) { return squares_by_place[number]; });

/// The index of a set among the sets of as many bits, in the combinatorial number system.
Count number_of(Bits set) {
  Count number = 0;
  for (int k = 1; set != 0; set &= set - 1, ++k) number += binomial(std::countr_zero(set), k);
  return number;
}

Bits set_of(Count number, int count) {
  Bits set = 0;
  for (int bit = places - 1; count > 0; --bit) {
    if (count == 1) return set | Bits{1} << number;
    if (binomial(bit, count) > number) continue;
    set |= Bits{1} << bit;
    number -= binomial(bit, count--);
  }
  return set;
}

constexpr Bits lowest_bits(int count) { return count == places ? ~Bits{0} : (Bits{1} << count) - 1; }

int row_of_highest(Bits ordered) { return (std::bit_width(ordered) - 1) / row_squares; }

auto strength(const SideMaterial& troops) { return std::tuple(troops.pieces(), troops.kings, troops.lead); }

/// A code has a byte for each of these, the lowest first.
constexpr int byte_bits = 8;
std::uint64_t half_code(const SideMaterial& troops) {
  return static_cast<std::uint64_t>(troops.men) | static_cast<std::uint64_t>(troops.kings) << byte_bits |
         static_cast<std::uint64_t>(troops.lead + 1) << 2 * byte_bits;
}
constexpr int half_code_bits = 3 * byte_bits;

SideMaterial side_material_in(Bits men, const Order& order, Bits kings, bool divided) {
  return {std::popcount(men), std::popcount(kings),
          divided && men != 0 ? row_of_highest(reordered(order, men)) : SideMaterial::any_row};
}

/// Calls visit(lead) for each possible row of the leading man, from `from` to `to`.
template <class Visit>
void for_each_lead(int men, bool divided, int from, int to, Visit visit) {
  if (men == 0 || !divided)
    visit(SideMaterial::any_row);
  else
    for (int lead = from; lead <= to; ++lead) visit(lead);
}

/// Adds the slices that captures of this many men and kings may lead to.
void add_moves(const SideMaterial& mover, const SideMaterial& other, int men, int kings, bool crowns,
               std::vector<std::uint64_t>& to) {
  const SideMaterial left{other.men - men, other.kings - kings, other.lead};
  const bool captures = men + kings > 0;
  if (left.pieces() == 0 || !(captures || crowns || mover.is_divided())) return;
  const int men_of_mover = mover.men - (crowns ? 1 : 0), kings_of_mover = mover.kings + (crowns ? 1 : 0);
  const bool divided = (mover.is_divided() || other.is_divided()) &&
                       (!captures || mover.pieces() + left.pieces() > max_undivided_pieces);
  const int last = captures || crowns ? SideMaterial::last_lead : std::min(mover.lead + 1, SideMaterial::last_lead);
  for_each_lead(men_of_mover, divided, crowns ? 0 : mover.lead, last, [&](int lead) {
    for_each_lead(left.men, divided, men > 0 ? 0 : other.lead, other.lead, [&](int other_lead) {
      to.push_back(Slice::code_of({men_of_mover, kings_of_mover, lead}, {left.men, left.kings, other_lead}));
    });
  });
}

}  // namespace

int Slice::piece_count(const MoverView& pieces) { return std::popcount(draughts_family::pieces_of(pieces)); }

std::uint64_t Slice::code_of(const SideMaterial& one, const SideMaterial& other) {
  const bool in_order = strength(one) >= strength(other);
  return half_code(in_order ? one : other) | half_code(in_order ? other : one) << half_code_bits;
}

SideMaterial Slice::troops_of(std::uint64_t code, int army) {
  const auto part = [&](int number) {
    return static_cast<int>(code >> (army * half_code_bits + number * byte_bits) & 0xff);
  };
  return {part(0), part(1), part(2) - 1};
}

Slice::Slice(const SideMaterial& first, const SideMaterial& second) : troops_{first, second} {
  const auto rows_of = [](const SideMaterial& troops) {
    return troops.men == 0 ? 0 : (troops.is_divided() ? troops.lead : SideMaterial::last_lead) + 1;
  };
  const int reach = row_squares * rows_of(first);
  zone_ = row_squares * rows_of(second);
  squares_[in_front] = std::min(reach, row_squares * rows - zone_);
  squares_[on_row] = second.is_divided() ? std::min(reach - squares_[in_front], row_squares) : 0;
  squares_[behind] = reach - squares_[in_front] - squares_[on_row];
  while (lead_region_ > in_front && squares_[lead_region_] == 0) --lead_region_;

  list_blocks();
  const int free = row_squares * rows - first.men - second.men;
  king_sets_ = {binomial(free, first.kings), binomial(free - first.kings, second.kings)};
  men_stride_ = std::uint64_t{king_sets_[0]} * king_sets_[1];
  places_ = blocks_[block_count_].first * men_stride_;
}

/// The number of sets of that many men in a region that do not belong to the slice: none is on the leading row.
Slice::Count Slice::base(std::size_t region, int men) const {
  if (region != lead_region_ || !troops_[0].is_divided()) return 0;
  return binomial(squares_[region] - row_squares, men);
}

void Slice::list_blocks() {
  const SideMaterial& enemy = troops_[1];
  const int men = troops_[0].men;
  std::uint64_t next = 0;
  for (int lead = 0; lead <= std::min(men, squares_[on_row]); ++lead)
    for (int rest = 0; rest + lead <= men; ++rest) {
      Block block{next, {men - lead - rest, lead, rest}, {}, 0, 0};
      std::uint64_t count = 1;
      for (std::size_t region = 0; region < regions; ++region) {
        block.sets[region] = binomial(squares_[region], block.men[region]) - base(region, block.men[region]);
        count *= block.sets[region];
      }
      if (count == 0) continue;
      const int free = zone_ - lead - rest;
      if (enemy.is_divided()) block.enemy_base = binomial(zone_ - row_squares - rest, enemy.men);
      block.enemy_sets = binomial(std::max(free, 0), enemy.men) - block.enemy_base;
      next += count * block.enemy_sets;
      block_numbers_[static_cast<std::size_t>(lead)][static_cast<std::size_t>(rest)] =
          static_cast<std::uint8_t>(block_count_);
      blocks_[block_count_++] = block;
    }
  blocks_[block_count_].first = next;
}

TableIndex Slice::spot_of(const MoverView& pieces, bool divided) {
  const SideMaterial own = side_material_in(pieces.own_men, going_up, pieces.own_kings, divided);
  const SideMaterial enemy = side_material_in(pieces.enemy_men, going_down, pieces.enemy_kings, divided);
  if (strength(own) >= strength(enemy)) {
    const Slice slice(own, enemy);
    return {slice.code(), slice.place_of(pieces)};
  }
  const Slice slice(enemy, own);
  return {slice.code(), slice.places() + slice.place_of(other_view(pieces))};
}

bool Slice::has(const MoverView& pieces) const {
  const bool divided = is_divided();
  return side_material_in(pieces.own_men, going_up, pieces.own_kings, divided) == troops_[0] &&
         side_material_in(pieces.enemy_men, going_down, pieces.enemy_kings, divided) == troops_[1];
}

std::uint64_t Slice::place_of(const MoverView& pieces) const {
  const Bits men = reordered(going_up, pieces.own_men);
  std::array<Bits, regions> parts{};
  parts[in_front] = men & lowest_bits(squares_[in_front]);
  parts[on_row] = men >> squares_[in_front] & lowest_bits(squares_[on_row]);
  parts[behind] = men >> (squares_[in_front] + squares_[on_row]) & lowest_bits(squares_[behind]);
  const auto men_on_row = static_cast<std::size_t>(std::popcount(parts[on_row]));
  const auto men_behind = static_cast<std::size_t>(std::popcount(parts[behind]));
  const Block& block = blocks_[block_numbers_[men_on_row][men_behind]];

  std::uint64_t number = 0;
  for (std::size_t region = 0; region < regions; ++region)
    number = number * block.sets[region] + number_of(parts[region]) - base(region, block.men[region]);
  if (troops_[1].men > 0) {
    const Bits taken = reordered(going_down, pieces.own_men);
    const Bits enemies = extract(reordered(going_down, pieces.enemy_men), ~taken);
    number = number * block.enemy_sets + number_of(enemies) - block.enemy_base;
  }
  return (number + block.first) * men_stride_ + number_of_kings(pieces);
}

std::uint64_t Slice::number_of_kings(const MoverView& pieces) const {
  const Bits free = ~(pieces.own_men | pieces.enemy_men);
  const std::uint64_t number = draughts_family::number_of(extract(pieces.own_kings, free));
  return number * king_sets_[1] + draughts_family::number_of(extract(pieces.enemy_kings, free & ~pieces.own_kings));
}

MoverView Slice::pieces_at(std::uint64_t place) const {
  const auto next_digit = [&](Count base) {
    const auto digit = static_cast<Count>(place % base);
    place /= base;
    return digit;
  };
  const Count enemy_kings = next_digit(king_sets_[1]), own_kings = next_digit(king_sets_[0]);
  const Block* block = blocks_.data();
  while (place >= block[1].first) ++block;
  place -= block->first;
  const Count enemies = next_digit(block->enemy_sets) + block->enemy_base;
  Bits men = 0;
  for (std::size_t region = regions; region-- > 0;) {
    const Bits part = set_of(next_digit(block->sets[region]) + base(region, block->men[region]), block->men[region]);
    men = men << squares_[region] | part;
  }
  MoverView pieces;
  pieces.own_men = reordered(from_going_up, men);
  const Bits taken = reordered(going_down, pieces.own_men);
  pieces.enemy_men = reordered(from_going_down, deposit(set_of(enemies, troops_[1].men), ~taken));
  const Bits free = ~(pieces.own_men | pieces.enemy_men);
  pieces.own_kings = deposit(set_of(own_kings, troops_[0].kings), free);
  pieces.enemy_kings = deposit(set_of(enemy_kings, troops_[1].kings), free & ~pieces.own_kings);
  return pieces;
}

std::string Slice::name() const {
  std::string name;
  for (const SideMaterial& troops : troops_) {
    if (!name.empty()) name += 'v';
    name += std::string(static_cast<std::size_t>(troops.men), 'm');
    if (troops.is_divided()) name += std::to_string(troops.lead + 1);
    name += std::string(static_cast<std::size_t>(troops.kings), 'k');
  }
  return name;
}

std::vector<std::uint64_t> Slice::smaller() const {
  std::vector<std::uint64_t> codes;
  for (std::size_t army = 0; army < troops_.size(); ++army) {
    const SideMaterial& mover = troops_[army];
    const SideMaterial& other = troops_[1 - army];
    for (const bool crowns : {false, true}) {
      if (crowns && mover.men == 0) continue;
      for (int men = 0; men <= other.men; ++men)
        for (int kings = 0; kings <= other.kings; ++kings) add_moves(mover, other, men, kings, crowns, codes);
    }
  }
  std::sort(codes.begin(), codes.end());
  codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
  const auto is_not_there = [&](std::uint64_t other) { return other == code() || Slice(other).places() == 0; };
  codes.erase(std::remove_if(codes.begin(), codes.end(), is_not_there), codes.end());
  return codes;
}

std::vector<std::uint64_t> slices_of(int pieces, bool divided) {
  struct Entry {
    int men;
    int leads;
    std::uint64_t code;
  };
  std::vector<Entry> entries;
  for (int own = 1; own < pieces; ++own)
    for (int own_men = 0; own_men <= own; ++own_men)
      for (int enemy_men = 0; enemy_men <= pieces - own; ++enemy_men)
        for_each_lead(own_men, divided, 0, SideMaterial::last_lead, [&](int lead) {
          for_each_lead(enemy_men, divided, 0, SideMaterial::last_lead, [&](int enemy_lead) {
            const SideMaterial one{own_men, own - own_men, lead},
                other{enemy_men, pieces - own - enemy_men, enemy_lead};
            if (strength(one) >= strength(other) && Slice(one, other).places() > 0)
              entries.push_back({own_men + enemy_men, lead + enemy_lead, Slice::code_of(one, other)});
          });
        });
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::tuple(a.men, -a.leads, a.code) < std::tuple(b.men, -b.leads, b.code);
  });
  std::vector<std::uint64_t> codes;
  for (const Entry& entry : entries) codes.push_back(entry.code);
  return codes;
}

}  // namespace crownd::draughts_family
