#pragma once

#include "core/rules.hpp"
#include "tables/index.hpp"
#include "tables/retrograde.hpp"
#include "tables/value.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace crownd::tables {

/// Works out the values of all positions of at most `pieces` pieces, class by class: a capture leads to fewer pieces, a
/// crowning to fewer men, any other move to the turned class, so that two classes are solved together.
template <HasTablePieces R>
class Generator {
 public:
  explicit Generator(int pieces) : pieces_(pieces), values_(size_of_table(pieces), draw) {}

  [[nodiscard]] std::vector<Value> run() {
    for (const Material& material : classes_up_to(pieces_)) {
      const auto own = places_of(material).first;
      const auto others = places_of(material.turned()).first;
      if (own <= others) solve(material);
    }
    return std::move(values_);
  }

 private:
  using Position = typename R::Position;

  void solve(const Material& material) {
    const Places one = places_of(material), other = places_of(material.turned());
    const bool same = one.first == other.first;
    Retrograde graph(one.count + (same ? 0 : other.count));

    // Numbers within the graph: first the places of one class, then those of the other.
    const auto describe_move = [&](const Position& next) {
      if (R::result(next).over()) return graph.add_move_to_known(value_of_plies(0));
      const std::size_t place = place_of(R::table_pieces(next));
      if (place - one.first < one.count)
        graph.add_move_to(static_cast<std::uint32_t>(place - one.first));
      else if (place - other.first < other.count)
        graph.add_move_to(static_cast<std::uint32_t>(place - other.first + one.count));
      else
        graph.add_move_to_known(values_[place]);
    };
    const auto describe = [&](const Material& part, const Places& places) {
      for (std::size_t place = places.first; place < places.first + places.count; ++place) {
        const auto position = R::table_position(pieces_at(part, place));
        if (!position) {
          graph.end_impossible_position();
          continue;
        }
        for (const auto& move : legal_moves<R>(*position)) describe_move(R::after(*position, move));
        graph.end_position();
      }
    };
    describe(material, one);
    if (!same) describe(material.turned(), other);
    keep(graph.solve(), one, other);
  }

  void keep(const std::vector<Value>& found, const Places& one, const Places& other) {
    const auto at = [&](std::size_t place) { return values_.begin() + static_cast<std::ptrdiff_t>(place); };
    const auto middle = found.begin() + static_cast<std::ptrdiff_t>(one.count);
    std::copy(found.begin(), middle, at(one.first));
    std::copy(middle, found.end(), at(other.first));
  }

  int pieces_;
  std::vector<Value> values_;
};

}  // namespace crownd::tables
