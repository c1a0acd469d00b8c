#pragma once

#include "training/chunk.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace crownd::training {

/// The chunks first, first + step, first + 2 step, …: the share of one of `step` machines.
struct Part {
  std::uint64_t first = 0;
  std::uint64_t step = 1;
};

/// A folder of chunks, which several threads generate until they hold enough samples; existing chunks are kept.
class DataFolder {
 public:
  /// Creates the folder if it does not exist.
  explicit DataFolder(std::filesystem::path path);

  /// Generates the chunk of that number. Called by several threads at once.
  using MakeChunk = std::function<Chunk(std::uint64_t number)>;
  /// Called after each chunk with the number of chunks and samples. Called by one thread at a time.
  using OnProgress = std::function<void(std::uint64_t chunks, std::size_t samples)>;

  /// Generates the missing chunks of the part until it holds `wanted` samples. `make` creates one generator for each
  /// thread. `made_by(n)` is what chunk n must say: throws std::runtime_error for a folder of data that was made in
  /// another way.
  void fill(Part part, std::size_t wanted, unsigned threads, const std::function<MakeChunk()>& make,
            const std::function<std::string(std::uint64_t)>& made_by, const OnProgress& on_progress) const;

  /// The chunks 0, 1, 2, … up to the first gap, or until they hold `wanted` samples.
  [[nodiscard]] std::vector<Chunk> read(std::size_t wanted) const;

 private:
  [[nodiscard]] std::filesystem::path chunk_path(std::uint64_t number) const;

  std::filesystem::path path_;
};

}  // namespace crownd::training
