#pragma once

#include "annotate/settings.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace crownd::annotate {

/// The files that are written, each as a whole at the end: an unfinished run leaves none. Every function throws
/// std::runtime_error if a file cannot be written.
class OutputFiles {
 public:
  /// Refuses files that are there (unless --force is given) before hours are spent on the analysis, and always the
  /// inputs themselves. Makes the folder.
  explicit OutputFiles(const Settings& settings);

  /// The annotated games of an input file.
  void write_games(std::size_t file, const std::string& text);
  /// `ending`: `.pdn` for example.
  void write_puzzles(const std::string& ending, const std::string& text);
  void write(const std::string& file, const std::string& text);

 private:
  [[nodiscard]] std::string file_of(std::size_t input) const;
  [[nodiscard]] std::string puzzles_of(const std::string& ending) const;

  const Settings& settings_;
};

}  // namespace crownd::annotate
