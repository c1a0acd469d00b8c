#pragma once

#include "book/book.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace crownd::testing {

inline book::BookMove move(std::string text, Score score) { return {std::move(text), score, 12, 300, 200, 7}; }

/// `count` sorted positions with one to three moves each.
inline std::vector<book::Entry> some_entries(int count) {
  std::vector<book::Entry> entries;
  for (int i = 0; i < count; ++i) {
    const std::string digits = std::to_string(1'000'000 + i).substr(1);
    book::Entry entry{"position " + digits, {move("best", Score::centipawns(i))}};
    if (i % 2 == 1) entry.moves.push_back(move("second", Score::centipawns(-i)));
    if (i % 3 == 2) entry.moves.push_back(move("third", Score::loss_in(i)));
    entries.push_back(std::move(entry));
  }
  return entries;
}

inline std::vector<std::uint8_t> book_of(const std::vector<book::Entry>& entries, const std::string& game = "a-game") {
  book::Writer writer(game);
  for (const auto& entry : entries) writer.add(entry.position, entry.moves);
  return std::move(writer).finish();
}

/// Corrects the checksum of a changed file.
inline void set_checksum(std::vector<std::uint8_t>& file) {
  const std::size_t from = book::form::facts_size_at;
  const auto sum = book::form::crc32(std::span(file).subspan(from));
  for (std::size_t i = 0; i < sizeof sum; ++i)
    file[book::form::checksum_at + i] = static_cast<std::uint8_t>(sum >> 8 * i);
}

}  // namespace crownd::testing
