#include "training/data_folder.hpp"

#include <exception>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>

namespace crownd::training {

DataFolder::DataFolder(std::filesystem::path path) : path_(std::move(path)) {
  std::filesystem::create_directories(path_);
}

std::filesystem::path DataFolder::chunk_path(std::uint64_t number) const {
  const std::string digits = std::to_string(number);
  constexpr std::size_t width = 6;
  return path_ / ("chunk-" + std::string(width - std::min(width, digits.size()), '0') + digits);
}

void DataFolder::fill(Part part, std::size_t wanted, unsigned threads, const std::function<MakeChunk()>& make,
                      const std::function<std::string(std::uint64_t)>& made_by, const OnProgress& on_progress) const {
  std::mutex mutex;
  std::uint64_t next = 0;
  std::uint64_t finished = 0;
  std::size_t samples = 0;
  std::exception_ptr trouble;

  const auto work = [&] {
    const MakeChunk make_chunk = make();
    while (true) {
      std::uint64_t number = 0;
      {
        const std::lock_guard lock(mutex);
        if (samples >= wanted || trouble) return;
        number = part.first + part.step * next++;
      }
      auto chunk = read_chunk(chunk_path(number));
      if (chunk && chunk->made_by != made_by(number))
        throw std::runtime_error(chunk_path(number).string() + " was made by `" + chunk->made_by + "`, not by `" +
                                 made_by(number) + "`; choose another folder");
      if (!chunk) {
        chunk = make_chunk(number);
        write_chunk(chunk_path(number), *chunk);
      }
      const std::lock_guard lock(mutex);
      samples += chunk->samples.size();
      on_progress(++finished, samples);
    }
  };
  const auto guarded = [&] {
    try {
      work();
    } catch (...) {
      const std::lock_guard lock(mutex);
      trouble = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> pool;
    for (unsigned i = 0; i < threads; ++i) pool.emplace_back(guarded);
  }
  if (trouble) std::rethrow_exception(trouble);
}

std::vector<Chunk> DataFolder::read(std::size_t wanted) const {
  std::vector<Chunk> chunks;
  std::size_t samples = 0;
  while (samples < wanted) {
    auto chunk = read_chunk(chunk_path(chunks.size()));
    if (!chunk) break;
    samples += chunk->samples.size();
    chunks.push_back(std::move(*chunk));
  }
  return chunks;
}

}  // namespace crownd::training
