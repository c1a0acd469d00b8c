#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <string>

namespace crownd::net {

/// What speaks against a file where a regular one is needed, in words that follow its name: a pipe or a device may keep
/// its reader or writer waiting for ever. Empty for a regular file, and for /dev/null, where nobody waits.
[[nodiscard]] std::string why_not_regular(const struct stat& about);

struct FileBeginning {
  std::string bytes;
  mode_t mode = 0;
};

/// The first `most_bytes` of a regular file. Never waits for a writer. Throws std::runtime_error with words that follow
/// the file's name, such as "is a pipe; …".
[[nodiscard]] FileBeginning read_regular_file(const std::string& path, std::size_t most_bytes);

}  // namespace crownd::net
