#pragma once

#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace crownd::tables {

/// Calls work(first, last) for all parts of [0, count), on `threads` threads, this one included, until `stop` is
/// true. `work` must not throw.
template <class Work>
void in_parallel(std::size_t count, int threads, const std::atomic<bool>& stop, Work work) {
  constexpr std::size_t part = std::size_t{1} << 14;
  std::atomic<std::size_t> next{0};
  const auto take_parts = [&] {
    for (std::size_t first; !stop && (first = next.fetch_add(part)) < count;)
      work(first, first + part < count ? first + part : count);
  };
  struct Others {
    std::vector<std::thread> threads;
    ~Others() {
      for (auto& thread : threads) thread.join();
    }
  } others;
  const std::size_t parts = (count + part - 1) / part;
  for (std::size_t i = 1; i < static_cast<std::size_t>(threads) && i < parts; ++i)
    others.threads.emplace_back(take_parts);
  take_parts();
}

}  // namespace crownd::tables
