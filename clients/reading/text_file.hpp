#pragma once

#include <fstream>
#include <istream>
#include <string>

namespace crownd::reading {

/// A text file, read in blocks. UTF-16 with a byte order mark becomes UTF-8; other bytes stay as they are.
class TextFile {
 public:
  /// "-" is standard input. Throws files::FileError.
  explicit TextFile(std::string name);
  TextFile(const TextFile&) = delete;
  TextFile& operator=(const TextFile&) = delete;
  ~TextFile();

  /// The next block, of about a megabyte; empty at the end. Throws files::FileError.
  [[nodiscard]] std::string next();

 private:
  [[nodiscard]] std::string converted(std::string bytes);

  std::string name_;
  std::ifstream file_;
  std::istream& stream_;
  void* converter_ = nullptr;  ///< iconv_t, if the text is UTF-16
  std::string rest_;           ///< bytes of a character that is not complete
  bool begun_ = false;
};

}  // namespace crownd::reading
