// Measures a large opening book: bytes, the time to open it, and the time of a look-up. The positions
// are made up, as varied as those of a game: rows of 32 squares with twelve men a side or fewer. bench_books
// [POSITIONS]

#include "book/book.hpp"
#include "core/random.hpp"

#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace crownd;

constexpr std::size_t usual_positions = 1'000'000;
constexpr int look_ups = 200'000;

/// A start position some random steps of men later.
std::string position(Random& random) {
  std::string squares = "aaaaaaaaaaaa........bbbbbbbbbbbb";
  for (int step = random.between(1, 12); step > 0; --step) {
    const auto from = random.below(squares.size()), to = random.below(squares.size());
    if (squares[to] == '.') std::swap(squares[from], squares[to]);
    if (random.percent(30)) squares[random.below(squares.size())] = '.';
  }
  return squares + (random.percent(50) ? ":a" : ":b");
}

/// Processor time, so that a busy machine gives the same result.
double microseconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_nsec) / 1e3;
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t count = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : usual_positions;
  Random random(1);
  std::set<std::string> positions;
  while (positions.size() < count) positions.insert(position(random));
  book::Writer writer("english");
  for (const auto& text : positions)
    writer.add(text, {{"11-15", Score::centipawns(random.between(-200, 200)), random.between(8, 20),
                       random.between(0, 500), random.between(0, 500), random.below(1000)}});
  const auto bytes = std::move(writer).finish();

  double begin = microseconds();
  const book::Book book(bytes);
  const double opening = microseconds() - begin;

  const std::vector<std::string> all(positions.begin(), positions.end());
  std::vector<const std::string*> wanted;
  for (int i = 0; i < look_ups; ++i) wanted.push_back(&all[random.below(all.size())]);
  std::size_t found = 0;
  begin = microseconds();
  for (const auto* text : wanted) found += book.find(*text).size();
  const double looking = microseconds() - begin;
  std::cout << "positions " << book.positions() << " bytes " << bytes.size() << " opened in ms " << opening / 1000
            << " microseconds a look-up " << looking / look_ups << '\n';
  return found == wanted.size() ? EXIT_SUCCESS : EXIT_FAILURE;
}
