#include "games/reduced_chess/ending.hpp"

namespace crownd::reduced_chess {

namespace {

/// The contents of a code: the size of the board, then the rooks and bishops of each army.
struct Material {
  int size = 0;
  std::array<int, 2> rooks{};
  std::array<int, 2> bishops{};

  [[nodiscard]] std::uint64_t code() const {
    // Without a rook and with at most one bishop no mate is possible.
    if (rooks[0] + rooks[1] == 0 && bishops[0] + bishops[1] <= 1) return 0;
    std::uint64_t code = 0;
    for (const int part : {bishops[1], rooks[1], bishops[0], rooks[0]}) code = code << 8 | static_cast<unsigned>(part);
    return code << 8 | static_cast<unsigned>(size);
  }
  static Material of(std::uint64_t code) {
    const auto part = [&](int number) { return static_cast<int>(code >> 8 * number & 0xff); };
    return {part(0), {part(1), part(3)}, {part(2), part(4)}};
  }
  [[nodiscard]] auto strength(std::size_t army) const { return std::pair(rooks[army] + bishops[army], rooks[army]); }
};

/// The number of a square in the triangle, where row <= column.
std::uint64_t number_in_triangle(Place place) {
  return static_cast<std::uint64_t>(place.column * (place.column + 1) / 2 + place.row);
}

/// The squares (column, row) with 2 * column < board_size and row <= column.
std::uint64_t triangle_size(int board_size) { return number_in_triangle({(board_size + 1) / 2, 0}); }

}  // namespace

Ending::Ending(std::uint64_t code) : code_(code), size_(Material::of(code).size) {
  const auto material = Material::of(code);
  for (std::size_t army = 0; army < 2; ++army) {
    army_[army].first = count_;
    for (int i = 0; i < material.rooks[army]; ++i) kinds_[count_++] = Kind::rook;
    for (int i = 0; i < material.bishops[army]; ++i) kinds_[count_++] = Kind::bishop;
    army_[army].last = count_;
  }
  std::uint64_t stride = 1;
  for (std::size_t man = count_; man-- > 0;) {
    strides_[man] = stride;
    stride *= static_cast<std::uint64_t>(size_ * size_);
  }
  for (int row = 0; row < size_; ++row)
    for (int column = 0; column < size_; ++column) squares_.push_back({column, row});
  for (int column = 0; 2 * column < size_; ++column)
    for (int row = 0; row <= column; ++row) triangle_.push_back({column, row});
}

TableIndex Ending::spot_of(int size, std::span<const Man> men, int to_move) {
  Material given{size, {}, {}};
  for (const Man& man : men) {
    given.rooks[index(man.army)] += man.kind == Kind::rook;
    given.bishops[index(man.army)] += man.kind == Kind::bishop;
  }
  const auto one = given.strength(0), other = given.strength(1);
  const int first = one == other ? to_move : one > other ? 0 : 1;
  Material material = given;
  if (first == 1) {
    std::swap(material.rooks[0], material.rooks[1]);
    std::swap(material.bishops[0], material.bishops[1]);
  }
  const std::uint64_t code = material.code();
  if (code == 0) return {};

  const auto is_king = [](int army) { return [army](const Man& m) { return m.army == army && m.kind == Kind::king; }; };
  const Man& king = *std::find_if(men.begin(), men.end(), is_king(first));
  const Orientation orientation(king.place, size);
  const auto squares = static_cast<std::uint64_t>(size * size);
  std::uint64_t place = number_in_triangle(orientation.of(king.place));
  const auto add = [&](int army, Kind kind) {
    for (const Man& man : men) {
      if (man.army != army || man.kind != kind) continue;
      const Place seen = orientation.of(man.place);
      place = place * squares + static_cast<std::uint64_t>(seen.row * size + seen.column);
    }
  };
  const int second = 1 - first;
  add(second, Kind::king);
  for (const int army : {first, second})
    for (const Kind kind : {Kind::rook, Kind::bishop}) add(army, kind);
  if (to_move == first) return {code, place};
  std::uint64_t places = triangle_size(size);
  for (std::size_t i = 1; i < men.size(); ++i) places *= squares;
  return {code, places + place};
}

std::string Ending::name() const {
  std::string name;
  for (const Range& army : army_) {
    name += name.empty() ? "K" : "vK";
    for (std::size_t man = army.first; man < army.last; ++man) name += kinds_[man] == Kind::rook ? 'R' : 'B';
  }
  return name + "-" + std::to_string(size_);
}

std::vector<std::uint64_t> Ending::smaller() const {
  std::vector<std::uint64_t> codes;
  for (std::size_t taken = 2; taken < count_; ++taken) {
    const auto code = spot_without(Places{}, taken, 0).ending;
    if (code != 0 && std::find(codes.begin(), codes.end(), code) == codes.end()) codes.push_back(code);
  }
  return codes;
}

bool Ending::is_possible(int to_move, std::uint64_t place) const {
  const Places men = men_at(place);
  for (std::size_t a = 0; a < count_; ++a)
    for (std::size_t b = a + 1; b < count_; ++b)
      if (men[a] == men[b]) return false;
  return !is_in_check(men, 1 - to_move, count_);
}

bool Ending::may_leave(int to_move, std::uint64_t place) const {
  const Places men = men_at(place);
  if (is_in_check(men, to_move, count_)) return true;
  const auto [first, last] = army_[index(to_move)];
  const auto [first_enemy, last_enemy] = army_[index(1 - to_move)];
  const Place king = men[index(to_move)];
  for (std::size_t enemy = first_enemy; enemy < last_enemy; ++enemy) {
    if (std::max(std::abs(men[enemy].column - king.column), std::abs(men[enemy].row - king.row)) == 1) return true;
    for (std::size_t slider = first; slider < last; ++slider)
      if (sees(men, slider, enemy, count_)) return true;
  }
  return false;
}

Ending::Places Ending::men_at(std::uint64_t place) const {
  Places men{};
  const auto find = [&]<class Number>(Number rest) {
    const auto squares = static_cast<Number>(squares_.size());
    for (std::size_t man = count_; man-- > 1; rest /= squares)
      men[man] = squares_[static_cast<std::size_t>(rest % squares)];
    men[0] = triangle_[static_cast<std::size_t>(rest)];
  };
  // Divisions of 32 bits are faster, and nearly all tables are small enough.
  if (place <= UINT32_MAX)
    find(static_cast<std::uint32_t>(place));
  else
    find(place);
  return men;
}

std::uint64_t Ending::place_of(const Places& men) const {
  const Orientation orientation(men[0], size_);
  Places seen{};
  for (std::size_t man = 0; man < count_; ++man) seen[man] = orientation.of(men[man]);
  return place_as_it_is(seen);
}

bool Ending::is_in_check(const Places& men, int army, std::size_t absent) const {
  if (std::max(std::abs(men[0].column - men[1].column), std::abs(men[0].row - men[1].row)) <= 1) return true;
  const auto [first, last] = army_[index(1 - army)];
  for (std::size_t slider = first; slider < last; ++slider)
    if (slider != absent && sees(men, slider, index(army), absent)) return true;
  return false;
}

bool Ending::sees(const Places& men, std::size_t slider, std::size_t target, std::size_t absent) const {
  const int right = men[target].column - men[slider].column, up = men[target].row - men[slider].row;
  const bool rook = kinds_[slider] == Kind::rook;
  if (rook ? right != 0 && up != 0 : std::abs(right) != std::abs(up)) return false;
  const int far = std::max(std::abs(right), std::abs(up));
  for (std::size_t other = 0; other < count_; ++other) {
    if (other == slider || other == target || other == absent) continue;
    const int x = men[other].column - men[slider].column, y = men[other].row - men[slider].row;
    const int near = std::max(std::abs(x), std::abs(y));
    if (near < far && x * far == right * near && y * far == up * near) return false;
  }
  return true;
}

TableIndex Ending::spot_without(const Places& men, std::size_t taken, int to_move) const {
  std::array<Man, max_men> left{};
  std::size_t count = 0;
  for (std::size_t man = 0; man < count_; ++man) {
    if (man == taken) continue;
    const int army = man < 2 ? static_cast<int>(man) : army_of(man);
    left[count++] = {army, kinds_[man], men[man]};
  }
  return spot_of(size_, std::span(left).first(count), to_move);
}

}  // namespace crownd::reduced_chess
