#pragma once

#include <chrono>
#include <filesystem>
#include <system_error>
#include <thread>

namespace crownd::testing {

/// Removes a folder and all in it. A process of the test that is just ending may put a file there meanwhile, so this is
/// tried again, some seconds long; then the folder stays, for a destructor must not throw.
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
