// Searches without tables, on positions of few pieces whose exact scores are known: decided scores must be
// right, no shorter than the truth, with a complete PV. `prove_mates [POSITIONS-A-GAME [GAME]]`; exit code 1 if
// anything was wrong.

#include "tables/examination.hpp"
#include "tables/known_positions.hpp"
#include "tables/small_tables.hpp"

#include <cstddef>
#include <cstdlib>
#include <iostream>
#include <string_view>
#include <vector>

namespace {

using namespace crownd;
using namespace crownd::testing;

struct Resources {
  std::size_t hash_mb;
  int threads;
};
constexpr Resources all_resources[] = {{1, 1}, {1, 2}, {64, 1}, {64, 2}};

/// Prints all faults; returns their number.
template <Rules R, class Exact>
std::size_t examine_all(const std::vector<typename R::Position>& positions, Exact exact, int depth) {
  std::size_t faults = 0;
  for (const auto& [hash_mb, threads] : all_resources) {
    Examination<R> examination(exact, hash_mb << 20, threads);
    for (const auto& position : positions) examination.examine(position, depth);
    std::cout << R::name << ", " << hash_mb << " MB, threads " << threads << ": " << positions.size() << " positions, "
              << examination.searches() << " searches, " << examination.decided() << " decided lines, "
              << examination.faults().size() << " faults" << std::endl;
    for (const auto& fault : examination.faults()) std::cout << "  " << fault << '\n';
    faults += examination.faults().size();
  }
  return faults;
}

template <draughts_family::HasMoverView R>
std::size_t examine_draughts(std::size_t positions) {
  constexpr int pieces = 4, depth = 10;
  const testing::SmallTables<R> tables(pieces);
  auto chosen = random_positions<R>(pieces, positions / 2);
  for (const auto& position : random_positions<R>(pieces - 1, positions - positions / 2)) chosen.push_back(position);
  return examine_all<R>(
      chosen, [&](const auto& position) { return exact_score<R>(tables, position); }, depth);
}

std::size_t examine_chess(std::size_t positions) {
  constexpr int depth = 8;
  const KnownChess<> small({"8 Ka1,Rb1 Kc3 w", "5 Ka1,Bb1,Bb2 Kd4 w", "5 Ka1,Rb1 Kc3,Bd4 w", "5 Ka1,Rb1 Kc3,Rd4 w"});
  const KnownChess<2> wide({"9 Ka1,Rb1 Kc3 w"});
  const std::size_t in_wide = positions / 5;
  return examine_all<KnownChess<>::R>(
             small.some(positions - in_wide), [&](const auto& position) { return small.exact(position); }, depth) +
         examine_all<KnownChess<2>::R>(
             wide.some(in_wide), [&](const auto& position) { return wide.exact(position); }, depth);
}

struct Row {
  std::string_view game;
  std::size_t (*examine)(std::size_t positions);
};
constexpr Row rows[] = {{english::Rules::name, examine_draughts<english::Rules>},
                        {spanish::Rules::name, examine_draughts<spanish::Rules>},
                        {towers::Rules::name, examine_draughts<towers::Rules>},
                        {KnownChess<>::R::name, examine_chess}};

}  // namespace

int main(int argc, char** argv) {
  const int positions = argc > 1 ? std::atoi(argv[1]) : 10'000;
  std::size_t faults = 0, games = 0;
  for (const Row& row : rows) {
    if (argc > 2 && row.game != argv[2]) continue;
    faults += row.examine(static_cast<std::size_t>(positions));
    ++games;
  }
  if (positions < 1 || games == 0) {
    std::cerr << "usage: prove_mates [POSITIONS-A-GAME [GAME]]; GAME is";
    for (const Row& row : rows) std::cerr << ' ' << row.game;
    std::cerr << '\n';
    return 2;
  }
  return faults == 0 ? 0 : 1;
}
