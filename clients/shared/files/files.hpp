#pragma once

#include "net/descriptor.hpp"

#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace crownd::files {

/// A file that cannot be used; what() is a message for people.
class FileError : public std::runtime_error {
 public:
  enum class Reason : std::uint8_t { exists, in_use, other };
  FileError(Reason reason, const std::string& sentence) : std::runtime_error(sentence), reason_(reason) {}

  [[nodiscard]] Reason reason() const { return reason_; }

 private:
  Reason reason_;
};

/// Opens a file or pipe for reading; throws FileError.
[[nodiscard]] std::ifstream open_file(const std::string& file);
/// Throws FileError.
[[nodiscard]] std::string read_file(const std::string& file);

/// A hash of a text (FNV-1a by Fowler, Noll and Vo, 64 bits), for state files; `hash` is that of the text before it.
[[nodiscard]] constexpr std::uint64_t digest(std::string_view text, std::uint64_t hash = 0xcbf29ce484222325U) {
  for (const char letter : text) hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3U;
  return hash;
}

/// A locked file that grows by lines. When add returns, the line is on disk (fsync). Every function throws FileError.
class LineLog {
 public:
  /// Creates the file, which must not exist.
  explicit LineLog(const std::string& file);
  /// Continues a file after its first `bytes` bytes, which are whole lines, and cuts off the rest.
  LineLog(const std::string& file, std::size_t bytes);

  void add(const std::string& line);

 private:
  void open(int flags);

  std::string file_;
  net::Descriptor descriptor_;
};

/// Throws FileError if a file of `written` is also in `read`, or twice in `written`, under any name. Ignores empty
/// names, `-` and devices.
void refuse_shared(const std::vector<std::string>& written, const std::vector<std::string>& read);

/// Writes all of the text with write(2); returns false and sets errno on failure.
[[nodiscard]] bool write_all(const net::Descriptor& descriptor, std::string_view text);

}  // namespace crownd::files
