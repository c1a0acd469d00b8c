#include "files/separate.hpp"

#include "files/line_log.hpp"

#include <filesystem>
#include <set>

namespace crownd::files {

namespace {

namespace fs = std::filesystem;

bool counts(const std::string& file) {
  std::error_code error;
  return !file.empty() && file != "-" && !fs::is_character_file(file, error);
}

}  // namespace

void refuse_shared(const std::vector<std::string>& written, const std::vector<std::string>& read) {
  const auto refuse = [](const std::string& file, const std::string& what) {
    throw FileError(FileError::Reason::other, "'" + file + "' " + what);
  };
  std::set<fs::path> taken;
  for (const auto& file : written) {
    if (!counts(file)) continue;
    std::error_code error;
    if (!taken.insert(fs::weakly_canonical(file, error)).second)
      refuse(file, "would be written twice; give each output a file of its own");
    for (const auto& input : read)
      if (counts(input) && fs::equivalent(input, file, error))
        refuse(file, "is one of the files that are read; name another file or folder to write to");
  }
}

}  // namespace crownd::files
