#include "book/tools/loaded_book.hpp"

#include "core/bad_input.hpp"
#include "files/line_log.hpp"

#include <stdexcept>

namespace crownd::crown_book {

namespace {

std::vector<std::uint8_t> bytes_of(const std::string& file) {
  const auto text = files::read_file(file);
  return {text.begin(), text.end()};
}

book::Book book_in(const std::string& file, const std::vector<std::uint8_t>& bytes) {
  try {
    return book::Book(bytes);
  } catch (const BadInput& why) {
    throw std::runtime_error("'" + file + "': " + why.what());
  }
}

}  // namespace

LoadedBook::LoadedBook(const std::string& file) : bytes_(bytes_of(file)), book_(book_in(file, bytes_)) {}

}  // namespace crownd::crown_book
