#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

namespace towers_test {

/// An input of the folder batch/: its name, its text, and the output that stands beside some of them, else an empty
/// text.
struct BatchFile {
  std::string name, input, output;
};

inline std::vector<BatchFile> batch_files() {
  const std::filesystem::path folder = CROWND_SOURCE_DIR "/tests/games/towers/batch";
  const auto text_of = [](const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  std::vector<BatchFile> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".in") continue;
    const auto output = folder / entry.path().stem().concat(".out");
    files.push_back({entry.path().stem().string(), text_of(entry.path()),
                     std::filesystem::exists(output) ? text_of(output) : std::string()});
  }
  std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  return files;
}

inline BatchFile batch_file(const std::string& name) {
  for (const auto& file : batch_files())
    if (file.name == name) return file;
  throw std::logic_error("there is no input " + name);
}

}  // namespace towers_test
