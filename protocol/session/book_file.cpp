#include "session/book_file.hpp"

#include "core/bad_input.hpp"

#include <cstdint>
#include <span>
#include <system_error>

namespace crownd::session {

namespace {

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw BadInput(Fault::bad_argument, "the book " + path + " cannot be used: " + why);
}

book::Book open_book(const std::string& path, std::span<const std::uint8_t> bytes) {
  try {
    return book::Book(bytes);
  } catch (const BadInput& fault) {
    refuse(path, fault.what());
  }
}

}  // namespace

BookFile::BookFile(const std::string& path) try : path_(path), file_(path), book_(open_book(path, file_.bytes())) {
} catch (const std::system_error& fault) {
  refuse(path, fault.code() == std::errc::invalid_argument ? "it is no regular file" : fault.code().message());
}

std::string BookFile::summary() const {
  std::string text = "book " + path_ + ": " + std::to_string(book_.positions()) + " positions";
  for (const auto& [key, value] : book_.facts()) text += ", " + key + " " + value;
  return text;
}

std::vector<book::BookMove> BookFile::find(std::string_view position) const {
  if (!file_.unchanged()) return {};
  try {
    return book_.find(position);
  } catch (const BadInput&) {
    return {};  // it is being changed at this moment
  }
}

}  // namespace crownd::session
