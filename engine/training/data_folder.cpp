#include "training/data_folder.hpp"

#include "platform/system.hpp"

#include <algorithm>
#include <exception>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>

namespace crownd::training {
namespace {

constexpr std::size_t head_bytes = 4;

[[noreturn]] void refuse(const std::filesystem::path& path, const char* why) {
  throw std::runtime_error(path.string() + " " + why);
}

}  // namespace

void write_file(const std::filesystem::path& path, const std::string& bytes) {
  try {
    platform::replace_file(path, bytes, platform::Durability::none);
  } catch (const std::system_error& fault) {
    refuse(path, ("cannot be written: " + fault.code().message()).c_str());
  }
}

void write_chunk(const std::filesystem::path& path, const Chunk& chunk) {
  std::string bytes = chunk.made_by + '\n';
  for (const Sample& sample : chunk.samples) {
    const auto score = static_cast<std::uint16_t>(sample.score);
    bytes += static_cast<char>(score & 0xff);
    bytes += static_cast<char>(score >> 8);
    bytes += static_cast<char>(sample.outcome);
    bytes += static_cast<char>(sample.position.size());
    bytes += sample.position;
  }
  write_file(path, bytes);
}

std::optional<Chunk> read_chunk(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return {};
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  const auto end_of_line = bytes.find('\n');
  if (end_of_line == std::string::npos) refuse(path, "is no training data: its first line has no end");

  Chunk chunk{bytes.substr(0, end_of_line), {}};
  const auto byte_at = [&](std::size_t i) { return static_cast<std::uint8_t>(bytes[i]); };
  for (std::size_t at = end_of_line + 1; at < bytes.size();) {
    if (bytes.size() - at < head_bytes || bytes.size() - at - head_bytes < byte_at(at + 3))
      refuse(path, "is training data cut off in the middle; remove it to have it made again");
    chunk.samples.push_back({bytes.substr(at + head_bytes, byte_at(at + 3)),
                             static_cast<std::int16_t>(byte_at(at) | byte_at(at + 1) << 8),
                             static_cast<std::int8_t>(byte_at(at + 2))});
    at += head_bytes + byte_at(at + 3);
  }
  return chunk;
}

DataFolder::DataFolder(std::filesystem::path path) : path_(std::move(path)) {}

std::filesystem::path DataFolder::chunk_path(std::uint64_t number) const {
  const std::string digits = std::to_string(number);
  constexpr std::size_t width = 6;
  return path_ / ("chunk-" + std::string(width - std::min(width, digits.size()), '0') + digits);
}

void DataFolder::fill(Part part, std::size_t wanted, unsigned threads, const std::function<MakeChunk()>& make,
                      const std::function<std::string(std::uint64_t)>& made_by, const OnProgress& on_progress) const {
  std::filesystem::create_directories(path_);
  std::mutex mutex;
  std::uint64_t next = 0;                   // the next chunk to begin, counted in the part
  std::uint64_t counted = 0;                // chunks of the part on disk without a gap
  std::size_t samples = 0;                  // in these
  std::map<std::uint64_t, Chunk> finished;  // chunks that wait for one before them
  std::exception_ptr error;

  const auto existing = [&](std::uint64_t number) {
    auto chunk = read_chunk(chunk_path(number));
    if (chunk && chunk->made_by != made_by(number))
      throw std::runtime_error(chunk_path(number).string() + " was made by `" + chunk->made_by + "`, not by `" +
                               made_by(number) + "`; choose another folder");
    return chunk;
  };
  while (samples < wanted) {
    const auto chunk = existing(part.first + part.step * counted);
    if (!chunk) break;
    samples += chunk->samples.size();
    ++counted;
  }
  if (counted > 0) on_progress(counted, samples);
  if (samples >= wanted) return;
  next = counted;

  // Chunks are written in order, and none beyond the last one that is needed, so the number of threads changes nothing.
  const auto work = [&] {
    const MakeChunk make_chunk = make();
    while (true) {
      std::uint64_t index = 0;
      {
        const std::lock_guard lock(mutex);
        if (samples >= wanted || error) return;
        index = next++;
      }
      const std::uint64_t number = part.first + part.step * index;
      auto chunk = existing(number);
      if (!chunk) chunk = make_chunk(number);
      const std::lock_guard lock(mutex);
      finished.emplace(index, std::move(*chunk));
      while (!finished.empty() && finished.begin()->first == counted && samples < wanted) {
        const Chunk first = std::move(finished.extract(finished.begin()).mapped());
        write_chunk(chunk_path(part.first + part.step * counted), first);
        samples += first.samples.size();
        on_progress(++counted, samples);
      }
    }
  };
  const auto guarded = [&] {
    try {
      work();
    } catch (...) {
      const std::lock_guard lock(mutex);
      error = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> pool;
    for (unsigned i = 0; i < threads; ++i) pool.emplace_back(guarded);
  }
  if (error) std::rethrow_exception(error);
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

void save_checkpoint(const std::filesystem::path& path, const std::string& name,
                     const std::vector<std::span<std::byte>>& parts) {
  std::string bytes = name + '\n';
  for (const auto& part : parts) bytes.append(reinterpret_cast<const char*>(part.data()), part.size());  // NOLINT
  write_file(path, bytes);
}

bool load_checkpoint(const std::filesystem::path& path, const std::string& name,
                     const std::vector<std::span<std::byte>>& parts) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  const std::string first = name + '\n';
  std::size_t size = first.size();
  for (const auto& part : parts) size += part.size();
  if (bytes.size() != size || !bytes.starts_with(first)) return false;
  auto from = std::as_bytes(std::span(bytes)).begin() + static_cast<std::ptrdiff_t>(first.size());
  for (const auto& part : parts) {
    std::copy_n(from, part.size(), part.begin());
    from += static_cast<std::ptrdiff_t>(part.size());
  }
  return true;
}

}  // namespace crownd::training
