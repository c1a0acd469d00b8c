#pragma once

#include "core/types.hpp"

#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace crownd::book {

/// A move in a position of the book, with values for the side to move.
struct BookMove {
  std::string move;
  Score score;
  int depth = 0;             ///< plies
  int wins = 0;              ///< per mille
  int losses = 0;            ///< per mille; the rest are draws
  std::uint64_t visits = 0;  ///< games or expansions with this move

  friend bool operator==(const BookMove&, const BookMove&) = default;
};

/// A position, as `fen` prints it without the game's name, and its moves, best first.
struct Entry {
  std::string position;
  std::vector<BookMove> moves;

  friend bool operator==(const Entry&, const Entry&) = default;
};

/// Keys and values of facts about the whole book, in the order of the file.
using Facts = std::vector<std::pair<std::string, std::string>>;

/// The layout of a file, see protocol/BOOK.md.
namespace form {

inline constexpr std::string_view magic{"crownbk\x01", 8};  ///< the last byte is the version
inline constexpr std::size_t checksum_at = 8;
inline constexpr std::size_t facts_size_at = 12;
inline constexpr std::size_t positions_at = 16;
inline constexpr std::size_t blocks_at = 24;
inline constexpr std::size_t index_at = 32;
inline constexpr std::size_t header_bytes = 40;
inline constexpr std::size_t offset_bytes = 8;  ///< of each number of the index
inline constexpr std::size_t entries_per_block = 32;

/// Limits far beyond any game, so that a hostile file cannot make a reader allocate much memory.
inline constexpr std::size_t max_facts_bytes = std::size_t{1} << 16;
inline constexpr std::size_t max_position_bytes = 1'000;
inline constexpr std::size_t max_move_bytes = 250;
inline constexpr std::size_t max_moves = 1'000;
inline constexpr int max_depth = 10'000;
inline constexpr int max_raw_score = 32'000;  ///< Score::raw() of a won game
inline constexpr int per_mille = 1'000;

/// The key of the first fact.
inline constexpr std::string_view game_key = "game";

/// Whether these bytes fit in a line of the protocol: not empty, no control characters.
[[nodiscard]] bool is_text(std::string_view bytes);

/// CRC-32 as in zlib and PNG.
[[nodiscard]] std::uint32_t crc32(std::span<const std::uint8_t> bytes);

}  // namespace form

/// An opening book. The bytes belong to the caller and must outlive it. Thread-safe. The constructor checks all bytes;
/// if they change later, reads stay within them.
class Book {
 public:
  /// Throws BadInput with the reason if this is no book or is damaged. A million positions take a fraction of a second.
  explicit Book(std::span<const std::uint8_t> bytes);

  [[nodiscard]] std::string_view game() const { return facts_.front().second; }
  /// The game first.
  [[nodiscard]] const Facts& facts() const { return facts_; }
  [[nodiscard]] std::uint64_t positions() const { return positions_; }

  /// The moves of the position of this canonical text, best first; none if it is unknown.
  [[nodiscard]] std::vector<BookMove> find(std::string_view position) const;
  /// The entry number `number` in the order of positions. Throws BadInput if there is none.
  [[nodiscard]] Entry at(std::uint64_t number) const;
  /// In the order of positions.
  void for_each(const std::function<void(const Entry&)>& visit) const;

 private:
  [[nodiscard]] std::size_t entries_in(std::uint64_t block) const;
  /// The bytes from the beginning of a block to the index.
  [[nodiscard]] std::span<const std::uint8_t> block(std::uint64_t number) const;
  /// Calls visit(entry) for each entry of a block. Returns the bytes of the block.
  template <class Visit>
  std::size_t read_block(std::uint64_t number, Visit visit) const;

  std::span<const std::uint8_t> bytes_;
  std::uint64_t positions_ = 0;
  std::uint64_t blocks_ = 0;
  std::uint64_t index_ = 0;  ///< offset of the index, the end of the last block
  Facts facts_;
};

/// Chooses one of `moves`, sorted best first; null if there are none. With variety 0 it is the best; otherwise one of
/// those at most `variety` centipawns below it, weighted by visits. `random` is any number.
[[nodiscard]] const BookMove* choose(std::span<const BookMove> moves, int variety, std::uint64_t random);

class Writer {
 public:
  /// `facts` follow the game: program, nodes per move, date. Throws BadInput for facts that do not fit in a line.
  explicit Writer(std::string_view game, const Facts& facts = {});

  /// Positions in the order of their bytes, each once, with at least one move. Sorts the moves best first; those of the
  /// same score stay in their order. Throws BadInput for an entry that a reader would refuse.
  void add(std::string_view position, std::vector<BookMove> moves);
  [[nodiscard]] std::uint64_t positions() const { return positions_; }

  /// The file. Call it after the last position.
  [[nodiscard]] std::vector<std::uint8_t> finish() &&;

 private:
  void put_varint(std::uint64_t number);
  void put_text(std::string_view text);
  void set_number(std::size_t at, std::uint64_t number, std::size_t count);

  std::vector<std::uint8_t> bytes_;
  std::vector<std::uint64_t> offsets_;
  std::uint64_t positions_ = 0;
  std::string before_;
};

}  // namespace crownd::book
