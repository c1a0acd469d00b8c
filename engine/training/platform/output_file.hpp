#pragma once

#include <cstdint>
#include <filesystem>
#include <span>

namespace crownd::training {

/// A file that this process alone writes, from its beginning on. All functions throw std::system_error.
class OutputFile {
 public:
  /// With std::errc::device_or_resource_busy if another process has it open as an OutputFile.
  explicit OutputFile(std::filesystem::path path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  /// Removes the file, unless it was kept.
  ~OutputFile();

  void write(std::span<const std::uint8_t> bytes);
  /// Gives the file this name, of the same folder, under which it survives even a crash of the system. The last call.
  void keep_as(const std::filesystem::path& path);

 private:
  std::filesystem::path path_;
  /// The system's own handle of it: a descriptor, or a HANDLE; -1: none any more.
  std::intptr_t handle_;
};

}  // namespace crownd::training
