#include "platform/standard_streams.hpp"

#include <windows.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>

namespace crownd::platform {

namespace {

constexpr std::size_t chunk = std::size_t{64} << 10;

}  // namespace

/// A pipe cannot be waited for together with something else, so a thread of its own reads. It may be held up by a read
/// when the streams are no longer needed, and ends with the process.
struct StandardStreams::State {
  std::mutex mutex;
  std::condition_variable changed;
  std::string bytes;  ///< read by the thread, and not yet taken
  bool ended = false;
  bool interrupted = false;
};

StandardStreams::StandardStreams() : state_(std::make_shared<State>()) {
  SetConsoleCP(CP_UTF8);
  SetConsoleOutputCP(CP_UTF8);
  std::thread([state = state_] {
    const HANDLE input = GetStdHandle(STD_INPUT_HANDLE);
    std::string bytes;
    DWORD count = 0;
    do {
      bytes.resize(chunk);
      // A pipe whose other end is closed gives an error, a file zero bytes.
      if (ReadFile(input, bytes.data(), static_cast<DWORD>(chunk), &count, nullptr) == 0) count = 0;
      bytes.resize(count);
      std::unique_lock lock(state->mutex);
      state->changed.wait(lock, [&] { return state->bytes.empty(); });
      state->bytes = std::move(bytes);
      state->ended = count == 0;
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
