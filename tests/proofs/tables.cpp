// How long it takes to generate endgame tables in memory, and that their longest wins are the known ones.
// `prove_tables [THREADS]`; exit code 1 if one is not.

#include "games/reduced_chess/rules.hpp"
#include "tables/small_tables.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <string_view>
#include <thread>

namespace {

using namespace crownd;

/// An ending, given by one of its positions, and the number of moves of its longest win.
struct Row {
  std::string_view position;
  int longest;
};
constexpr Row rows[] = {{"8 Ka1,Rb1 Kc3 w", 16},   {"16 Ka1,Rb1 Kc3 w", 35},    {"20 Ka1,Rb1 Kc3 w", 44},
                        {"26 Ka1,Rb1 Kc3 w", 58},  {"8 Ka1,Bb1,Bb2 Kd4 w", 19}, {"8 Ka1,Rb1 Kc3,Bd4 w", 29},
                        {"8 Ka1,Rb1,Rb2 Kc3 w", 7}};

}  // namespace

int main(int argc, char** argv) {
  using R = reduced_chess::Rules<11>;
  const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  const int threads = argc > 1 ? std::max(1, std::atoi(argv[1])) : cores;
  const std::atomic<bool> stop{false};
  bool wrong = false;
  for (const Row& row : rows) {
    const auto ending = R::table_index(R::parse_position(row.position)).ending;
    const auto begun = std::chrono::steady_clock::now();
    const auto values = tables::solve_ending<R::Ending>(ending, threads, stop);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begun;
    const int longest = testing::longest_win(values);
    std::cout << row.position << ": " << values.size() << " positions, " << seconds.count() << " s with " << threads
              << " threads, longest win " << longest << (longest == row.longest ? "" : ", which is wrong") << std::endl;
    wrong = wrong || longest != row.longest;
  }
  return wrong ? 1 : 0;
}
