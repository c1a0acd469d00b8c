#include "training/checkpoint.hpp"

#include "training/chunk.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

namespace crownd::training {

void save_checkpoint(const std::filesystem::path& path, const std::string& name,
                     const std::vector<std::span<const std::byte>>& parts) {
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
