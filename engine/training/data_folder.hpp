#pragma once

#include "training/chunk.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace crownd::training {

/// The chunks first, first + step, first + 2 step, …: those that one of `step` machines makes.
struct Part {
  std::uint64_t first = 0;
  std::uint64_t step = 1;
};

/// A folder of chunks that are made one by one, by several threads, until they hold enough; what is there is kept.
class DataFolder {
 public:
  /// Creates the folder where it is not there yet.
  explicit DataFolder(std::filesystem::path path);

  /// Gives the whole chunk of that number. Called by several threads at once.
  using MakeChunk = std::function<Chunk(std::uint64_t number)>;
  /// Told after each chunk: how many chunks and samples there are. Called by one thread at a time.
  using OnProgress = std::function<void(std::uint64_t chunks, std::size_t samples)>;

  /// Makes those chunks of the part that are missing until it holds `wanted` samples. `make` gives for each of the
  /// threads what makes its chunks. `made_by(n)` is what chunk n must say: a folder of data made otherwise is refused
  /// with std::runtime_error.
  void fill(Part part, std::size_t wanted, unsigned threads, const std::function<MakeChunk()>& make,
            const std::function<std::string(std::uint64_t)>& made_by, const OnProgress& on_progress) const;

  /// The chunks 0, 1, 2, … as far as they go without a gap and until they hold `wanted` samples.
  [[nodiscard]] std::vector<Chunk> read(std::size_t wanted) const;

 private:
  [[nodiscard]] std::filesystem::path chunk_path(std::uint64_t number) const;

  std::filesystem::path path_;
};

}  // namespace crownd::training
