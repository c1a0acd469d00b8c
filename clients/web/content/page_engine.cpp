#include "web/content/page_engine.hpp"

#include "web/content/site.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <system_error>

namespace crownd::web {

namespace {

namespace fs = std::filesystem;

/// From the folder of the program: where it is installed, and where it is built.
constexpr std::array usual_folders{"../share/crownd/page-engine", "../../page/engine"};

std::invalid_argument cannot_read(const std::string& flag, const fs::path& path, const std::string& why = "") {
  return std::invalid_argument(flag + ": " + path.string() + " cannot be read" + (why.empty() ? "" : ": " + why));
}

std::string contents(const std::string& flag, const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(file), {}};
  if (!file) throw cannot_read(flag, path);
  return bytes;
}

/// `prefix`: what paths begin with before those in the folder.
PageFiles read_folder(const std::string& flag, const std::string& folder, std::string_view prefix) {
  PageFiles files;
  std::error_code error;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (!entry->is_regular_file()) continue;
    const auto path = entry->path().lexically_relative(folder).generic_string();
    files.emplace(std::string(prefix) + path, contents(flag, entry->path()));
  }
  if (error) throw cannot_read(flag, folder, error.message());
  return files;
}

/// What no version of the page keeps: its keeper, what is read once if ever, and what is for other programs.
bool is_kept(std::string_view path) {
  return path != "/sw.js" && path != "/engine/notices.txt" && !path.starts_with("/api/");
}

}  // namespace

PageFiles read_page(const std::string& folder) {
  auto files = read_folder("--page", folder, "");
  if (!files.contains("index.html"))
    throw std::invalid_argument("--page: " + folder +
                                " has no index.html: it must be a folder such as clients/web/page");
  return files;
}

PageFiles read_page_engine(const std::string& folder) {
  auto files = read_folder("--page-engine", folder, page_engine_prefix);
  if (!files.contains(std::string(page_engine_worker)))
    throw std::invalid_argument("--page-engine: " + folder +
                                " has no worker.js: it must be the folder engine that scripts/package page makes");
  return files;
}

std::string usual_page_engine() {
  std::error_code error;
  const auto program = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const auto* const folder : usual_folders)
    if (fs::is_regular_file(program / folder / "worker.js", error))
      return (program / folder).lexically_normal().string();
  return "";
}

std::string list_of_files(const Site& site, std::string_view program_version) {
  nlohmann::json page = nlohmann::json::object();
  nlohmann::json engine = nlohmann::json::object();
  std::string all(program_version);
  for (const auto& [path, file] : site.files()) {
    if (!is_kept(path)) continue;
    const auto name = path.substr(1);
    const auto hash = bare_tag(file.plain.tag);
    (name.starts_with(page_engine_prefix) ? engine : page)[name] = hash;
    all += name + hash;
  }
  return nlohmann::json{{"version", bare_tag(tag_of(all))}, {"page", page}, {"engine", engine}}.dump();
}

}  // namespace crownd::web
