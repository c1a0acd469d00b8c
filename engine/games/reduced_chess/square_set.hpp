#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace crownd::reduced_chess {

/// A set of squares as `Words` 64-bit words; square n is bit n % 64 of word n / 64.
template <std::size_t Words>
struct SquareSet {
  std::array<std::uint64_t, Words> words{};

  [[nodiscard]] static constexpr SquareSet of(unsigned square) {
    SquareSet set;
    set.add(square);
    return set;
  }
  [[nodiscard]] static constexpr SquareSet everything() {
    SquareSet set;
    for (auto& word : set.words) word = ~std::uint64_t{0};
    return set;
  }

  constexpr void add(unsigned square) { words[square / 64] |= std::uint64_t{1} << square % 64; }
  constexpr void remove(unsigned square) { words[square / 64] &= ~(std::uint64_t{1} << square % 64); }
  [[nodiscard]] constexpr bool has(unsigned square) const { return words[square / 64] >> square % 64 & 1; }

  [[nodiscard]] constexpr bool empty() const {
    std::uint64_t any = 0;
    for (const auto word : words) any |= word;
    return any == 0;
  }
  [[nodiscard]] constexpr unsigned size() const {
    unsigned count = 0;
    for (const auto word : words) count += static_cast<unsigned>(std::popcount(word));
    return count;
  }
  /// The set must not be empty.
  [[nodiscard]] constexpr unsigned lowest() const {
    unsigned base = 0;
    for (const auto word : words) {
      if (word != 0) return base + static_cast<unsigned>(std::countr_zero(word));
      base += 64;
    }
    return base;
  }

  // Operands are taken by reference on purpose: g++ 12 copies them otherwise, at half the speed for wide sets.
  constexpr SquareSet& operator&=(const SquareSet& other) {
    for (std::size_t i = 0; i < Words; ++i) words[i] &= other.words[i];
    return *this;
  }
  constexpr SquareSet& operator|=(const SquareSet& other) {
    for (std::size_t i = 0; i < Words; ++i) words[i] |= other.words[i];
    return *this;
  }
  constexpr SquareSet& operator^=(const SquareSet& other) {
    for (std::size_t i = 0; i < Words; ++i) words[i] ^= other.words[i];
    return *this;
  }
  [[nodiscard]] constexpr SquareSet operator~() const {
    SquareSet result;
    for (std::size_t i = 0; i < Words; ++i) result.words[i] = ~words[i];
    return result;
  }
  friend constexpr SquareSet operator&(const SquareSet& a, const SquareSet& b) {
    SquareSet result;
    for (std::size_t i = 0; i < Words; ++i) result.words[i] = a.words[i] & b.words[i];
    return result;
  }
  friend constexpr SquareSet operator|(const SquareSet& a, const SquareSet& b) {
    SquareSet result;
    for (std::size_t i = 0; i < Words; ++i) result.words[i] = a.words[i] | b.words[i];
    return result;
  }
  friend constexpr SquareSet operator^(const SquareSet& a, const SquareSet& b) {
    SquareSet result;
    for (std::size_t i = 0; i < Words; ++i) result.words[i] = a.words[i] ^ b.words[i];
    return result;
  }
  friend constexpr bool operator==(const SquareSet&, const SquareSet&) = default;

  /// Calls visit(square) for each square, the lowest first, until one call returns true; returns whether one did.
  template <class Visit>
  constexpr bool any_of(Visit visit) const {
    unsigned base = 0;
    for (auto word : words) {
      for (; word != 0; word &= word - 1)
        if (visit(base + static_cast<unsigned>(std::countr_zero(word)))) return true;
      base += 64;
    }
    return false;
  }
  template <class Visit>
  constexpr void for_each(Visit visit) const {
    any_of([&](unsigned square) {
      visit(square);
      return false;
    });
  }
};

}  // namespace crownd::reduced_chess
