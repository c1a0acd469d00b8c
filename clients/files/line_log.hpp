#pragma once

#include "connection/descriptor.hpp"

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string>

namespace crownd::files {

/// A file that cannot be used: a sentence for people.
class FileError : public std::runtime_error {
 public:
  enum class Reason : std::uint8_t { exists, in_use, other };
  FileError(Reason reason, const std::string& sentence) : std::runtime_error(sentence), reason_(reason) {}

  [[nodiscard]] Reason reason() const { return reason_; }

 private:
  Reason reason_;
};

/// A file, or a pipe, for reading; throws FileError.
[[nodiscard]] std::ifstream open_file(const std::string& file);
/// All its bytes; throws FileError.
[[nodiscard]] std::string read_file(const std::string& file);

/// A file that grows by lines. When add returns, its line is on disk (fsync), so a kill loses no more than the line
/// that is being written. The file is locked: no other LineLog can have it. Every function throws FileError.
class LineLog {
 public:
  /// Makes the file, which must not exist.
  explicit LineLog(const std::string& file);
  /// Goes on with a file of which `bytes` bytes are whole lines, and cuts off the rest.
  LineLog(const std::string& file, std::size_t bytes);

  void add(const std::string& line);

 private:
  void open(int flags);

  std::string file_;
  connection::Descriptor descriptor_;
};

}  // namespace crownd::files
