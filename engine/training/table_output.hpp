#pragma once

#include "tables/table_form.hpp"
#include "training/platform/output_file.hpp"

#include <filesystem>
#include <optional>

namespace crownd::training {

/// A file that is written atomically, even if this process or the system crashes: it is written under another name
/// and renamed when it is finished. What a killed process has left is overwritten by the next.
class TableOutput {
 public:
  /// Throws std::runtime_error if it cannot be written, or another process is writing it.
  explicit TableOutput(std::filesystem::path path);

  /// Throws std::runtime_error, on a full disk for example.
  void write(tables::Bytes bytes);
  /// Renames the file to its final name. One that is not finished is removed.
  void finish();

 private:
  /// Throws what `work` throws as std::runtime_error with a message for people.
  template <class Work>
  void attempt(Work work);

  std::filesystem::path path_;
  std::optional<OutputFile> file_;
};

}  // namespace crownd::training
