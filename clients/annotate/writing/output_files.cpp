#include "annotate/writing/output_files.hpp"

#include "files/separate.hpp"
#include "program/replace_file.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <system_error>

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
  auto all = files;
  all.push_back(settings.state);
  files::refuse_shared(all, settings.inputs);
  for (const auto& file : files) {
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
  try {
    program::replace_file(file, text, program::Durability::none);
  } catch (const std::system_error& fault) {
    fail(file, "cannot be written: " + fault.code().message());
  }
}

}  // namespace crownd::annotate
