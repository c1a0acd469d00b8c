#include "session/book_file.hpp"

#include "core/bad_input.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

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

MappedFile::MappedFile(const std::string& path) : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
  const auto fail = [&](const std::string& why) {
    if (descriptor_ >= 0) ::close(descriptor_);
    refuse(path, why);
  };
  if (descriptor_ < 0 || ::fstat(descriptor_, &status_) != 0) fail(std::strerror(errno));
  if (!S_ISREG(status_.st_mode)) fail("it is no regular file");
  if (status_.st_size == 0) return;
  const auto size = static_cast<std::size_t>(status_.st_size);
  const void* const mapped = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor_, 0);
  if (mapped == MAP_FAILED) fail(std::strerror(errno));
  bytes_ = {static_cast<const std::uint8_t*>(mapped), size};
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) ::munmap(const_cast<std::uint8_t*>(bytes_.data()), bytes_.size());
  ::close(descriptor_);
}

bool MappedFile::unchanged() const {
  struct stat now {};
  return ::fstat(descriptor_, &now) == 0 && now.st_size == status_.st_size &&
         now.st_mtim.tv_sec == status_.st_mtim.tv_sec && now.st_mtim.tv_nsec == status_.st_mtim.tv_nsec;
}

BookFile::BookFile(const std::string& path) : path_(path), file_(path), book_(open_book(path, file_.bytes())) {}

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
