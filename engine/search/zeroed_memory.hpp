#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

namespace crownd::search {

struct Free {
  void operator()(void* memory) const { std::free(memory); }  // NOLINT: pairs with calloc
};

/// Memory whose bytes are zero. The system provides its pages when they are first touched, so large memory that is
/// hardly used is cheap. Throws std::bad_alloc.
[[nodiscard]] inline std::unique_ptr<void, Free> zeroed_memory(std::size_t bytes) {
  std::unique_ptr<void, Free> memory(std::calloc(1, bytes));
  if (!memory) throw std::bad_alloc();
  return memory;
}

/// The same for objects that zero bytes initialise.
template <class T>
requires(std::is_trivially_copyable_v<T> && alignof(T) <= alignof(std::max_align_t))
    [[nodiscard]] std::unique_ptr<T[], Free> zeroed_array(std::size_t count) {
  return std::unique_ptr<T[], Free>(static_cast<T*>(zeroed_memory(count * sizeof(T)).release()));
}

}  // namespace crownd::search
