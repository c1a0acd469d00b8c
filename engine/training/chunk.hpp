#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace crownd::training {

/// A position from a game and the game's result; all for the side to move.
struct Sample {
  std::string position;     ///< as position_code.hpp writes it, at most 255 bytes
  std::int16_t score = 0;   ///< of the search, centipawns
  std::int8_t outcome = 0;  ///< 1 won, 0 drawn, -1 lost

  friend bool operator==(const Sample&, const Sample&) = default;
};

/// The samples of one unit of work, which depends on nothing but what `made_by` says.
///
/// As a file: `made_by` and a line feed; then for each sample its score (two bytes, little-endian), outcome,
/// length of the position, and position.
struct Chunk {
  std::string made_by;
  std::vector<Sample> samples;

  friend bool operator==(const Chunk&, const Chunk&) = default;
};

/// Atomic. Throws std::runtime_error.
void write_chunk(const std::filesystem::path& path, const Chunk& chunk);
/// None if there is no such file. Throws std::runtime_error for a file that is not a chunk.
[[nodiscard]] std::optional<Chunk> read_chunk(const std::filesystem::path& path);

/// Atomic: a concurrent reader sees the old file or the new one. Throws std::runtime_error.
void write_file(const std::filesystem::path& path, const std::string& bytes);

}  // namespace crownd::training
