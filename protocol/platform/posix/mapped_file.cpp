#include "platform/mapped_file.hpp"

#include <sys/mman.h>

#include <cerrno>
#include <system_error>

namespace crownd::platform {

MappedFile::MappedFile(const std::string& path) : file_(path), identity_(file_.identity()) {
  if (identity_.size == 0) return;
  const auto size = static_cast<std::size_t>(identity_.size);
  const void* const mapped = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, static_cast<int>(file_.handle()), 0);
  if (mapped == MAP_FAILED) throw std::system_error(errno, std::generic_category(), path);
  bytes_ = {static_cast<const std::uint8_t*>(mapped), size};
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) ::munmap(const_cast<std::uint8_t*>(bytes_.data()), bytes_.size());
}

}  // namespace crownd::platform
