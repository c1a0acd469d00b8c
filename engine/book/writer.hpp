#pragma once

#include "book/form.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::book {

/// Makes the bytes of a book.
class Writer {
 public:
  /// `facts` come behind the game: the program, the nodes a move, the date. BadInput for what cannot be a line.
  explicit Writer(std::string_view game, const Facts& facts = {});

  /// Positions in the order of their bytes, each once, with at least one move. Moves are sorted, best first; those of
  /// the same score stay in their order. BadInput for whatever a reader would refuse.
  void add(std::string_view position, std::vector<BookMove> moves);
  [[nodiscard]] std::uint64_t positions() const { return positions_; }

  /// The file, after the last position.
  [[nodiscard]] std::vector<std::uint8_t> finish() &&;

 private:
  void put_varint(std::uint64_t number);
  void put_text(std::string_view text);
  void put_number(std::uint64_t number, std::size_t count);
  void set_number(std::size_t at, std::uint64_t number, std::size_t count);

  std::vector<std::uint8_t> bytes_;
  std::vector<std::uint64_t> offsets_;
  std::uint64_t positions_ = 0;
  std::string before_;
};

}  // namespace crownd::book
