#pragma once

#include "tables/table_file.hpp"

#include <filesystem>

namespace crownd::training {

/// A new or overwritten file that only this process writes. All functions throw std::system_error.
class OutputFile {
 public:
  /// With std::errc::device_or_resource_busy if another process has it open as an OutputFile.
  explicit OutputFile(std::filesystem::path path);
  OutputFile(const OutputFile&) = delete;
  /// Removes the file, unless it was kept.
  ~OutputFile();

  void write(std::span<const std::uint8_t> bytes);
  /// Gives the file this name in the same folder; the name survives a system crash. The last call.
  void keep_as(const std::filesystem::path& path);

 private:
  std::filesystem::path path_;
  /// A descriptor or a HANDLE; -1 after keep_as.
  std::intptr_t handle_;
};

/// A file that appears only when it is complete, even if this process or the system crashes: it is written under
/// another name and then renamed. The next process overwrites the unfinished file of a killed one.
class TableOutput {
 public:
  /// Throws std::runtime_error if it cannot be written, or another process is writing it.
  explicit TableOutput(std::filesystem::path path);

  /// Throws std::runtime_error, on a full disk for example.
  void write(tables::Bytes bytes);
  /// Renames the file to its final name. An unfinished one is removed.
  void finish();

 private:
  /// Throws what `work` throws as std::runtime_error with a message for people.
  template <class Work>
  void attempt(Work work);

  std::filesystem::path path_;
  std::optional<OutputFile> file_;
};

/// Caches no blocks, and has memory for the index of any table.
struct NoCache : tables::BlockCache {
  NoCache() : BlockCache(0, {[](std::size_t) { return true; }, [](std::size_t) {}}) {}
};

/// A table file, read as a whole. Throws BadInput if it is none, or damaged.
[[nodiscard]] std::unique_ptr<tables::TableFile> read_table(const std::filesystem::path& path, NoCache& cache);

}  // namespace crownd::training
