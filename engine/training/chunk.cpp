#include "training/chunk.hpp"

#include "program/replace_file.hpp"

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <system_error>

namespace crownd::training {
namespace {

constexpr std::size_t head_bytes = 4;

[[noreturn]] void refuse(const std::filesystem::path& path, const char* why) {
  throw std::runtime_error(path.string() + " " + why);
}

}  // namespace

void write_file(const std::filesystem::path& path, const std::string& bytes) {
  try {
    program::replace_file(path, bytes, program::Durability::none);
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

}  // namespace crownd::training
