#include "reading/text_file.hpp"

#include "files/line_log.hpp"

#include <iconv.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iostream>
#include <utility>

namespace crownd::reading {

namespace {

constexpr std::size_t block = std::size_t{1} << 20;

[[noreturn]] void refuse(const std::string& file, const std::string& why) {
  throw files::FileError(files::FileError::Reason::other, "'" + file + "' " + why);
}

}  // namespace

TextFile::TextFile(std::string name)
    : name_(std::move(name)),
      file_(name_ == "-" ? std::ifstream() : files::open_file(name_)),
      stream_(name_ == "-" ? std::cin : file_) {}

TextFile::~TextFile() {
  if (converter_ != nullptr) ::iconv_close(converter_);
}

std::string TextFile::next() {
  std::string bytes(block, '\0');
  stream_.read(bytes.data(), static_cast<std::streamsize>(block));
  bytes.resize(static_cast<std::size_t>(stream_.gcount()));
  if (stream_.bad()) refuse(name_, std::string("cannot be read: ") + std::strerror(errno));
  if (!std::exchange(begun_, true) && (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")))
    converter_ = ::iconv_open("UTF-8", "UTF-16");
  if (converter_ != nullptr) bytes = converted(std::move(bytes));
  if (bytes.find('\0') != std::string::npos)
    refuse(name_, "is binary; PDN, PGN, plain games and lists of moves are text");
  return bytes;
}

std::string TextFile::converted(std::string bytes) {
  bytes.insert(0, std::exchange(rest_, {}));
  std::string text(2 * bytes.size() + 4, '\0');  // two bytes become three at most
  char* in = bytes.data();
  char* out = text.data();
  std::size_t in_left = bytes.size();
  std::size_t out_left = text.size();
  while (in_left > 0 && ::iconv(converter_, &in, &in_left, &out, &out_left) == static_cast<std::size_t>(-1)) {
    if (errno == EINVAL) break;  // the rest comes with the next block
    in += std::min<std::size_t>(2, in_left);
    in_left -= std::min<std::size_t>(2, in_left);
    *out++ = '?';
    --out_left;
  }
  rest_.assign(in, in_left);
  text.resize(text.size() - out_left);
  return text;
}

}  // namespace crownd::reading
