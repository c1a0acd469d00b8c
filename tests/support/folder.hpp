#pragma once

#include <chrono>
#include <filesystem>
#include <system_error>
#include <thread>

namespace crownd::testing {

/// Removes a folder and its contents. A process of the test that is just ending may add a file meanwhile, so this is
/// retried for some seconds; then the folder stays, since a destructor must not throw.
inline void remove_folder(const std::filesystem::path& path) {
  constexpr int tries = 100;
  constexpr std::chrono::milliseconds pause{100};
  for (int done = 0; done < tries; ++done) {
    std::error_code failed;
    std::filesystem::remove_all(path, failed);
    if (!failed) return;
    std::this_thread::sleep_for(pause);
  }
}

}  // namespace crownd::testing
