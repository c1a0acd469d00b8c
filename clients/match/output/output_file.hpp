#pragma once

#include "connection/descriptor.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

namespace crownd::match {

/// A set of lines, to test whether another text consists of these only.
class LineSet {
 public:
  void add(std::string_view text);
  /// Whether each line of the text is in the set. A last line without its end may be a prefix of one of them.
  [[nodiscard]] bool holds(std::string_view text) const;

 private:
  std::set<std::string, std::less<>> lines_;
};

/// An output file that is not essential. A failed write is reported on standard error, and ends writing, but not the
/// match.
class OutputFile {
 public:
  enum class Begin : std::uint8_t { anew, at_the_end };
  /// `name` is what messages call the file. Throws std::runtime_error if the file cannot be opened.
  OutputFile(const std::string& file, std::string name, Begin begin = Begin::anew);
  static OutputFile standard_output();

  void write(std::string_view text);
  /// Whether something was not written.
  [[nodiscard]] bool failed() const { return failed_; }

 private:
  OutputFile(int fd, std::string name);
  [[nodiscard]] std::string complaint() const;

  std::string name_;
  connection::Descriptor descriptor_;
  bool failed_ = false;
};

}  // namespace crownd::match
