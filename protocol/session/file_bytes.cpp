#include "session/file_bytes.hpp"

#include "core/bad_input.hpp"

#include <system_error>
#include <utility>

namespace crownd::session {

FileBytes::FileBytes(std::string path) : path_(std::move(path)) {
  try {
    identity_ = platform::identify(path_);
  } catch (const std::system_error& fault) {
    throw BadInput(Fault::bad_argument, "it cannot be read: " + fault.code().message());
  }
}

bool FileBytes::read(std::uint64_t offset, std::span<std::uint8_t> to) const {
  const platform::OpenFile* const opened = file();
  return opened && opened->read(offset, to);
}

void FileBytes::release() const {
  const std::lock_guard lock(mutex_);
  ready_ = nullptr;
  open_.reset();
}

const platform::OpenFile* FileBytes::file() const {
  if (const auto* const opened = ready_.load(std::memory_order_acquire)) return opened;
  const std::lock_guard lock(mutex_);
  if (open_) return open_.get();
  try {
    auto opened = std::make_unique<const platform::OpenFile>(path_);
    if (opened->identity() != identity_) return nullptr;
    open_ = std::move(opened);
  } catch (const std::system_error&) {
    return nullptr;
  }
  ready_.store(open_.get(), std::memory_order_release);
  return open_.get();
}

}  // namespace crownd::session
