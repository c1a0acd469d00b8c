#pragma once

#include "core/score.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace crownd::book {

/// One move that a book knows in a position; its values are those of the side to move.
struct BookMove {
  std::string move;
  Score score;
  int depth = 0;             ///< plies
  int wins = 0;              ///< per mille
  int losses = 0;            ///< per mille; the rest are draws
  std::uint64_t visits = 0;  ///< how often the move was met: games or expansions

  friend bool operator==(const BookMove&, const BookMove&) = default;
};

/// A position, as `fen` gives it without the game's name, and its moves, best first.
struct Entry {
  std::string position;
  std::vector<BookMove> moves;

  friend bool operator==(const Entry&, const Entry&) = default;
};

/// What is known of a book as a whole: key and value, in the order of the file.
using Facts = std::vector<std::pair<std::string, std::string>>;

/// The layout of a file, as protocol/BOOK.md has it.
namespace form {

inline constexpr std::string_view magic{"crownbk\x01", 8};  ///< the last byte is the version
inline constexpr std::size_t checksum_at = 8;
inline constexpr std::size_t facts_size_at = 12;
inline constexpr std::size_t positions_at = 16;
inline constexpr std::size_t blocks_at = 24;
inline constexpr std::size_t index_at = 32;
inline constexpr std::size_t header_bytes = 40;
inline constexpr std::size_t offset_bytes = 8;  ///< of each number of the index
inline constexpr std::size_t entries_a_block = 32;

/// Far beyond what any game has; so a hostile file cannot ask for much memory.
inline constexpr std::size_t most_facts_bytes = std::size_t{1} << 16;
inline constexpr std::size_t most_position_bytes = 1'000;
inline constexpr std::size_t most_move_bytes = 250;
inline constexpr std::size_t most_moves = 1'000;
inline constexpr int most_depth = 10'000;
inline constexpr int most_raw_score = 32'000;  ///< Score::raw() of a game that is won already
inline constexpr int per_mille = 1'000;

/// The key of the first fact.
inline constexpr std::string_view game_key = "game";

/// Whether these bytes can stand in a line of the protocol: something, and no control characters.
[[nodiscard]] bool is_text(std::string_view bytes);

/// CRC-32 as zlib and PNG have it.
[[nodiscard]] std::uint32_t crc32(const std::uint8_t* bytes, std::size_t count);

}  // namespace form

}  // namespace crownd::book
