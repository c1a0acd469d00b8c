#pragma once

#include "tables/table_form.hpp"

#include <filesystem>

namespace crownd::training {

/// A file that appears whole or not at all, also after a crash of this process or of the system: it is written beside
/// its place and moved there when it is finished. What is left of one that was killed is written over by the next.
class TableOutput {
 public:
  /// Throws std::runtime_error where it cannot be written, or another process is writing it.
  explicit TableOutput(std::filesystem::path path);
  TableOutput(const TableOutput&) = delete;
  TableOutput& operator=(const TableOutput&) = delete;
  /// Leaves nothing behind unless it was finished.
  ~TableOutput();

  /// Throws std::runtime_error, on a full disk for example.
  void write(tables::Bytes bytes);
  /// Puts the file in its place.
  void finish();

 private:
  [[noreturn]] void refuse(int error) const;

  std::filesystem::path path_;
  std::filesystem::path unfinished_;
  int file_ = -1;
};

}  // namespace crownd::training
