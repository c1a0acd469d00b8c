#pragma once

#include "tables/table_form.hpp"

#include <filesystem>

namespace crownd::training {

/// A file that is written atomically, even if this process or the system crashes: it is written under another name
/// and renamed when it is finished. What a killed process has left is overwritten by the next.
class TableOutput {
 public:
  /// Throws std::runtime_error if it cannot be written, or another process is writing it.
  explicit TableOutput(std::filesystem::path path);
  TableOutput(const TableOutput&) = delete;
  TableOutput& operator=(const TableOutput&) = delete;
  /// Removes the unfinished file.
  ~TableOutput();

  /// Throws std::runtime_error, on a full disk for example.
  void write(tables::Bytes bytes);
  /// Renames the file to its final name.
  void finish();

 private:
  [[noreturn]] void refuse(int error) const;

  std::filesystem::path path_;
  std::filesystem::path unfinished_;
  int file_ = -1;
};

}  // namespace crownd::training
