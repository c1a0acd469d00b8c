#include "tables/table_file.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <exception>
#include <fstream>
#include <iterator>
#include <memory>
#include <random>
#include <vector>

// bench_table_probes FILE...: the cost of a probe at a random index, next to a read from an array of the same values.
// Measured in processor time, so that a busy machine gives the same result.

namespace {

using namespace crownd::tables;

std::vector<std::uint8_t> bytes_of(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// Nanoseconds that this thread needs for each of the places.
template <class Look>
double time_of(const std::vector<std::uint64_t>& places, Look look) {
  const auto now = [] {
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
  };
  const double begin = now();
  unsigned sum = 0;
  for (const auto place : places) sum += look(place);
  const double end = now();
  volatile unsigned used = sum;
  (void)used;
  return (end - begin) / static_cast<double>(places.size());
}

void measure(const char* path) {
  const Memory any{[](std::size_t) { return true; }, [](std::size_t) {}};
  BlockCache all(std::size_t{4} << 30, any), none(0, any);
  const TableFile cached(std::make_unique<BytesInMemory>(bytes_of(path)), all, nullptr);
  const TableFile uncached(std::make_unique<BytesInMemory>(bytes_of(path)), none, nullptr);
  const auto values = cached.read_all();
  std::mt19937_64 random(1);
  std::vector<std::uint64_t> places(2'000'000);
  for (auto& place : places) place = random() % values.size();
  const std::vector<std::uint64_t> few(places.begin(), places.begin() + 50'000);

  const double unpacking = time_of(few, [&](std::uint64_t place) { return *uncached.at(place); });
  (void)time_of(places, [&](std::uint64_t place) { return *cached.at(place); });
  const double in_cache = time_of(places, [&](std::uint64_t place) { return *cached.at(place); });
  const double in_array = time_of(places, [&](std::uint64_t place) { return values[place]; });
  std::printf(
      "%s: %.1f million places, %.1f %% of a byte each; ns a probe: in the cache %.0f, unpacked %.0f, array %.0f\n",
      cached.about().name.c_str(), static_cast<double>(values.size()) / 1e6,
      static_cast<double>(cached.bytes()) * 100 / static_cast<double>(values.size()), in_cache, unpacking, in_array);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    for (int i = 1; i < argc; ++i) measure(argv[i]);
  } catch (const std::exception& fault) {
    std::fprintf(stderr, "bench_table_probes: %s\n", fault.what());
    return 1;
  }
  return 0;
}
