#include "tables/index.hpp"

#include "support/catch.hpp"

#include <algorithm>
#include <bit>

using namespace crownd;
using namespace crownd::tables;

TEST_CASE("the classes follow each other without gaps and fill a table") {
  for (int most = 2; most <= most_pieces; ++most) {
    std::size_t next = 0;
    for (const Material& material : classes_up_to(most)) {
      CHECK(places_of(material).first == next);
      next += places_of(material).count;
    }
    CHECK(size_of_table(most) == next);
  }
  // Every square is empty or has one of four pieces; a side without pieces is left out.
  CHECK(size_of_table(2) == 496 * (16 - 8));
  CHECK(size_of_table(3) - size_of_table(2) == 4960 * (64 - 16));
  CHECK(size_of_table(4) - size_of_table(3) == 35960 * (256 - 32));
}

TEST_CASE("a class stands before all that have more pieces, or as many and more men") {
  const auto classes = classes_up_to(most_pieces);
  CHECK(std::is_sorted(classes.begin(), classes.end(), [](const Material& a, const Material& b) {
    return a.pieces() != b.pieces() ? a.pieces() < b.pieces() : a.men() < b.men();
  }));
}

TEST_CASE("every place has its own position, and the position its place") {
  for (const Material& material : classes_up_to(most_pieces)) {
    const Places places = places_of(material);
    const std::size_t stride = material.pieces() < most_pieces ? 1 : 11;
    std::size_t wrong = 0;
    for (std::size_t place = places.first; place < places.first + places.count; place += stride) {
      const TablePieces pieces = pieces_at(material, place);
      const auto all = pieces.own_men | pieces.own_kings | pieces.enemy_men | pieces.enemy_kings;
      const bool apart = std::popcount(all) == material.pieces();
      if (!apart || material_of(pieces) != material || place_of(pieces) != place) ++wrong;
    }
    INFO(material.own_men << ' ' << material.own_kings << ' ' << material.enemy_men << ' ' << material.enemy_kings);
    CHECK(wrong == 0);
  }
}
