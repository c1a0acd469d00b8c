#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace crownd::training {

/// A position from a game and the game's result; all for the side to move.
struct Sample {
  std::string position;     ///< as samples.hpp writes it, at most 255 bytes
  std::int16_t score = 0;   ///< of the search, centipawns
  std::int8_t outcome = 0;  ///< 1 won, 0 drawn, -1 lost

  friend bool operator==(const Sample&, const Sample&) = default;
};

/// The samples of one unit of work, determined by `made_by`.
///
/// File format: `made_by` and a line feed; then for each sample its score (two bytes, little-endian), outcome, length
/// of the position, and position.
struct Chunk {
  std::string made_by;
  std::vector<Sample> samples;

  friend bool operator==(const Chunk&, const Chunk&) = default;
};

/// Atomic. Throws std::runtime_error.
void write_chunk(const std::filesystem::path& path, const Chunk& chunk);
/// None if the file does not exist. Throws std::runtime_error if it is not a chunk.
[[nodiscard]] std::optional<Chunk> read_chunk(const std::filesystem::path& path);

/// Atomic: a concurrent reader sees the old file or the new one. Throws std::runtime_error.
void write_file(const std::filesystem::path& path, const std::string& bytes);

/// The chunks first, first + step, first + 2 step, …: the share of one of `step` machines.
struct Part {
  std::uint64_t first = 0;
  std::uint64_t step = 1;
};

/// A folder of chunks, which several threads generate until they hold enough samples; existing chunks are kept.
class DataFolder {
 public:
  explicit DataFolder(std::filesystem::path path);

  /// Generates the chunk of that number. Called by several threads at once.
  using MakeChunk = std::function<Chunk(std::uint64_t number)>;
  /// Called for all existing chunks once, then after each new one, with the number of chunks and samples. Called by one
  /// thread at a time.
  using OnProgress = std::function<void(std::uint64_t chunks, std::size_t samples)>;

  /// Generates the missing chunks of the part until it has `wanted` samples; the number of threads does not change the
  /// result. Creates the folder if it does not exist. `make` creates one generator for each thread. `made_by(n)` is the
  /// first line of chunk n: throws std::runtime_error if the folder has other data.
  void fill(Part part, std::size_t wanted, unsigned threads, const std::function<MakeChunk()>& make,
            const std::function<std::string(std::uint64_t)>& made_by, const OnProgress& on_progress) const;

  /// The chunks 0, 1, 2, … up to the first gap, or until they hold `wanted` samples.
  [[nodiscard]] std::vector<Chunk> read(std::size_t wanted) const;

 private:
  [[nodiscard]] std::filesystem::path chunk_path(std::uint64_t number) const;

  std::filesystem::path path_;
};

/// Saves the state of a fit, to resume it after an interruption. `parts` are blocks of memory; `name` identifies the
/// settings and data.
void save_checkpoint(const std::filesystem::path& path, const std::string& name,
                     const std::vector<std::span<std::byte>>& parts);
/// Returns false, and changes nothing, if there is no state of that name with blocks of these sizes.
bool load_checkpoint(const std::filesystem::path& path, const std::string& name,
                     const std::vector<std::span<std::byte>>& parts);

}  // namespace crownd::training
