#include "files/write_all.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstddef>

namespace crownd::files {

bool write_all(const connection::Descriptor& descriptor, std::string_view text) {
  while (!text.empty()) {
    const auto count = ::write(descriptor.get(), text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

}  // namespace crownd::files
