#include "platform/files.hpp"

#include <windows.h>

#include <algorithm>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <system_error>
#include <thread>

namespace crownd::platform {

namespace {

// ReadFile counts in 32 bits.
constexpr std::size_t max_bytes_per_read = std::size_t{1} << 30;

/// Converts the error to a portable condition.
[[noreturn]] void fail(DWORD error, const std::string& path) {
  const auto condition = std::system_category().default_error_condition(static_cast<int>(error));
  throw std::system_error({condition.value(), condition.category()}, path);
}

HANDLE open_shared(const std::filesystem::path& path) {
  constexpr DWORD shared = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
  return CreateFileW(path.c_str(), GENERIC_READ, shared, nullptr, OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
}

std::uint64_t joined(DWORD high, DWORD low) { return std::uint64_t{high} << 32 | low; }

constexpr std::size_t chunk = std::size_t{64} << 10;

/// Errors of a pipe whose other end is closed.
bool is_end_of_input(DWORD error) {
  return error == ERROR_BROKEN_PIPE || error == ERROR_HANDLE_EOF || error == ERROR_NO_DATA ||
         error == ERROR_PIPE_NOT_CONNECTED;
}

}  // namespace

OpenFile::OpenFile(const std::string& path)
    : handle_(reinterpret_cast<std::intptr_t>(open_shared(std::filesystem::path(path)))) {
  const auto file = reinterpret_cast<HANDLE>(handle_);
  const DWORD error = GetLastError();
  const bool opened = file != INVALID_HANDLE_VALUE;
  if (opened && GetFileType(file) == FILE_TYPE_DISK) return;
  if (opened) CloseHandle(file);
  if (!opened && !std::filesystem::is_directory(path)) fail(error, path);
  throw std::system_error(std::make_error_code(std::errc::invalid_argument), path);
}

OpenFile::~OpenFile() { CloseHandle(reinterpret_cast<HANDLE>(handle_)); }

FileIdentity OpenFile::identity() const {
  BY_HANDLE_FILE_INFORMATION found{};
  if (GetFileInformationByHandle(reinterpret_cast<HANDLE>(handle_), &found) == 0) return {};
  return {found.dwVolumeSerialNumber, joined(found.nFileIndexHigh, found.nFileIndexLow),
          joined(found.nFileSizeHigh, found.nFileSizeLow),
          static_cast<std::int64_t>(joined(found.ftLastWriteTime.dwHighDateTime, found.ftLastWriteTime.dwLowDateTime))};
}

bool OpenFile::read(std::uint64_t offset, std::span<std::uint8_t> to) const {
  while (!to.empty()) {
    OVERLAPPED place{};
    place.Offset = static_cast<DWORD>(offset);
    place.OffsetHigh = static_cast<DWORD>(offset >> 32);
    DWORD count = 0;
    const auto wanted = static_cast<DWORD>(std::min(to.size(), max_bytes_per_read));
    if (ReadFile(reinterpret_cast<HANDLE>(handle_), to.data(), wanted, &count, &place) == 0 || count == 0) return false;
    to = to.subspan(count);
    offset += count;
  }
  return true;
}

MappedFile::MappedFile(const std::string& path) : file_(path), identity_(file_.identity()) {
  if (identity_.size == 0) return;
  const HANDLE mapping =
      CreateFileMappingW(reinterpret_cast<HANDLE>(file_.handle()), nullptr, PAGE_READONLY, 0, 0, nullptr);
  const void* const mapped = mapping == nullptr ? nullptr : MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0);
  const DWORD error = GetLastError();
  if (mapping != nullptr) CloseHandle(mapping);  // the view keeps it
  if (mapped == nullptr) throw std::system_error(static_cast<int>(error), std::system_category(), path);
  bytes_ = {static_cast<const std::uint8_t*>(mapped), static_cast<std::size_t>(identity_.size)};
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) UnmapViewOfFile(bytes_.data());
}

/// A thread reads, since Windows cannot wait for a pipe and an event at once. It may outlive the streams.
struct StandardStreams::State {
  std::mutex mutex;
  std::condition_variable changed;
  std::string bytes;  ///< read by the thread, and not yet taken
  bool ended = false;
  DWORD error = ERROR_SUCCESS;  ///< the reason if `ended` is not by the end of input
  bool interrupted = false;
};

StandardStreams::StandardStreams() : state_(std::make_shared<State>()) {
  SetConsoleCP(CP_UTF8);
  SetConsoleOutputCP(CP_UTF8);
  std::thread([state = state_] {
    const HANDLE input = GetStdHandle(STD_INPUT_HANDLE);
    std::string bytes;
    DWORD count = 0, error = ERROR_SUCCESS;
    do {
      bytes.resize(chunk);
      if (ReadFile(input, bytes.data(), static_cast<DWORD>(chunk), &count, nullptr) == 0) {
        error = GetLastError();
        count = 0;
      }
      bytes.resize(count);
      std::unique_lock lock(state->mutex);
      state->changed.wait(lock, [&] { return state->bytes.empty(); });
      state->bytes = std::move(bytes);
      state->ended = count == 0;
      if (!is_end_of_input(error)) state->error = error;
      state->changed.notify_all();
    } while (count > 0);
  }).detach();
}

StandardStreams::~StandardStreams() = default;

bool StandardStreams::wait(bool for_input) {
  std::unique_lock lock(state_->mutex);
  state_->changed.wait(lock,
                       [&] { return state_->interrupted || (for_input && (state_->ended || !state_->bytes.empty())); });
  return !state_->interrupted;
}

std::ptrdiff_t StandardStreams::read(std::span<char> to) {
  const std::lock_guard lock(state_->mutex);
  if (state_->bytes.empty() && state_->error != ERROR_SUCCESS)
    throw std::system_error(static_cast<int>(state_->error), std::system_category());
  if (state_->bytes.empty()) return state_->ended ? 0 : -1;
  const auto count = std::min(to.size(), state_->bytes.size());
  std::copy_n(state_->bytes.begin(), count, to.begin());
  state_->bytes.erase(0, count);
  state_->changed.notify_all();
  return static_cast<std::ptrdiff_t>(count);
}

void StandardStreams::interrupt() {
  const std::lock_guard lock(state_->mutex);
  state_->interrupted = true;
  state_->changed.notify_all();
}

void StandardStreams::write(std::string_view text) {
  const HANDLE output = GetStdHandle(STD_OUTPUT_HANDLE);
  while (!text.empty()) {
    DWORD count = 0;
    if (WriteFile(output, text.data(), static_cast<DWORD>(std::min(text.size(), chunk)), &count, nullptr) == 0) {
      const DWORD error = GetLastError();
      if (error == ERROR_NO_DATA || error == ERROR_BROKEN_PIPE)
        throw std::system_error(std::make_error_code(std::errc::broken_pipe));
      throw std::system_error(static_cast<int>(error), std::system_category());
    }
    text.remove_prefix(count);
  }
}

}  // namespace crownd::platform
