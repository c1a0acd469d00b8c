#include "annotate/writing/output_files.hpp"

#include "files/write_all.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <set>
#include <stdexcept>

namespace crownd::annotate {

namespace {

namespace fs = std::filesystem;

/// The name in --out for the games of standard input.
constexpr auto standard_input = "games.txt";

[[noreturn]] void fail(const std::string& file, const std::string& what) {
  throw std::runtime_error("'" + file + "' " + what);
}

}  // namespace

OutputFiles::OutputFiles(const Settings& settings) : settings_(settings) {
  const auto& outputs = settings.outputs;
  std::vector<std::string> files;
  if (!outputs.folder.empty()) {
    std::error_code error;
    fs::create_directories(outputs.folder, error);
    if (error || !fs::is_directory(outputs.folder)) fail(outputs.folder, "cannot be made a folder: " + error.message());
    for (std::size_t i = 0; i < settings.inputs.size(); ++i) files.push_back(file_of(i));
    if (settings.puzzles > 0)
      for (const auto* const ending : {".pdn", ".pgn", ".txt"}) files.push_back(puzzles_of(ending));
  }
  for (const auto& file : {outputs.html, outputs.json})
    if (!file.empty()) files.push_back(file);
  std::set<fs::path> taken;
  for (const auto& file : files) {
    if (!taken.insert(fs::weakly_canonical(file)).second)
      fail(file, "would be written twice; rename one of the files, or annotate them one after the other");
    std::error_code error;
    for (const auto& input : settings.inputs)
      if (input != "-" && fs::equivalent(input, file, error))
        fail(file, "is one of the files that are read; name another file or folder to write to");
    if (!outputs.force && fs::exists(file) && !(fs::is_regular_file(file) && fs::file_size(file) == 0) &&
        !fs::is_character_file(file) && !fs::is_fifo(file))
      fail(file, "is there already; --force replaces it");
    const auto folder = fs::absolute(file).parent_path();
    if (::access(folder.c_str(), W_OK) != 0) fail(file, "cannot be written: " + std::string(std::strerror(errno)));
  }
}

std::string OutputFiles::file_of(std::size_t input) const {
  const auto& name = settings_.inputs[input];
  return fs::path(settings_.outputs.folder) / (name == "-" ? fs::path(standard_input) : fs::path(name).filename());
}

std::string OutputFiles::puzzles_of(const std::string& ending) const {
  return fs::path(settings_.outputs.folder) / ("puzzles" + ending);
}

void OutputFiles::write_games(std::size_t file, const std::string& text) {
  if (settings_.outputs.folder.empty()) {
    std::cout << text << std::flush;
    if (!std::cout) fail("standard output", "cannot be written");
  } else {
    write(file_of(file), text);
  }
}

void OutputFiles::write_puzzles(const std::string& ending, const std::string& text) { write(puzzles_of(ending), text); }

void OutputFiles::write(const std::string& file, const std::string& text) {
  constexpr int permissions = 0666;  // before the umask
  const bool special = fs::exists(file) && !fs::is_regular_file(file);
  const auto beside = special ? file : file + ".part";
  const connection::Descriptor descriptor(
      ::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, permissions));
  if (!descriptor || !files::write_all(descriptor, text))
    fail(file, "cannot be written: " + std::string(std::strerror(errno)));
  if (!special && std::rename(beside.c_str(), file.c_str()) != 0)
    fail(file, "cannot be written: " + std::string(std::strerror(errno)));
}

}  // namespace crownd::annotate
