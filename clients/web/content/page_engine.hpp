#pragma once

#include <map>
#include <string>
#include <string_view>

namespace crownd::web {

class Site;

/// Where the page asks for the engine that runs in it, and for its worker.
inline constexpr std::string_view page_engine_prefix = "engine/";
inline constexpr std::string_view page_engine_worker = "engine/worker.js";

/// Files by path relative to the page, with their bytes.
using PageFiles = std::map<std::string, std::string>;

/// The page's files in this folder. Throws std::invalid_argument if there is no page.
[[nodiscard]] PageFiles read_page(const std::string& folder);

/// The files of a folder that `scripts/package page` has filled. Throws std::invalid_argument if there is no engine.
[[nodiscard]] PageFiles read_page_engine(const std::string& folder);

/// The folder of an engine that stands beside this program, installed or built; empty if there is none.
[[nodiscard]] std::string usual_page_engine();

/// The body of `/files.json`, from which the page's service worker knows what to keep: `version`, and in `page` and
/// `engine` the hash of each file.
[[nodiscard]] std::string list_of_files(const Site& site, std::string_view program_version);

}  // namespace crownd::web
