#include "checkerboard/settings_file.hpp"

#include "checkerboard/system.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

namespace crownd::checkerboard {

namespace {

namespace fs = std::filesystem;

constexpr const char* extension = ".ini";

fs::path beside(fs::path library) { return library.replace_extension(extension); }

/// Empty where the system has no such folder.
fs::path of_player(const fs::path& library) {
  const auto folder = system::settings_folder();
  return folder.empty() ? folder : folder / beside(library).filename();
}

bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

bool write(const fs::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text;
  return file.flush().good();
}

}  // namespace

Settings load_settings(const fs::path& library) {
  const auto own = of_player(library);
  std::ifstream file(is_there(own) ? own : beside(library), std::ios::binary);
  return read_settings(std::string(std::istreambuf_iterator<char>(file), {}));
}

bool keep(const Settings& settings, const fs::path& library) {
  const auto text = text_of(settings);
  const auto own = of_player(library);
  if (!is_there(own) && write(beside(library), text)) return true;
  return !own.empty() && write(own, text);
}

}  // namespace crownd::checkerboard
