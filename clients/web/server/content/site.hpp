#pragma once

#include <deque>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace crownd::web {

/// zlib levels for files and for single responses.
inline constexpr int best_compression = 9, quick_compression = 1;

/// The bytes compressed as gzip (RFC 1952), for `Content-Encoding: gzip`.
[[nodiscard]] std::string gzipped(std::string_view bytes, int level);

class Site;

/// Paths of the engine that runs in the page.
inline constexpr std::string_view page_engine_prefix = "engine/";
inline constexpr std::string_view page_engine_worker = "engine/worker.js";

/// Files by path relative to the page, with their bytes.
using PageFiles = std::map<std::string, std::string>;

/// Reads the page from a folder. Throws std::invalid_argument if it has no index.html.
[[nodiscard]] PageFiles read_page(const std::string& folder);

/// Reads the engine that `scripts/package page` made. Throws std::invalid_argument if it has no worker.js.
[[nodiscard]] PageFiles read_page_engine(const std::string& folder);

/// The folder of the page's engine, installed or built with this program; empty if there is none.
[[nodiscard]] std::string default_page_engine();

/// The body of `/files.json` for the page's service worker: a version, and the hash of each file in `page` and
/// `engine`.
[[nodiscard]] std::string list_of_files(const Site& site, std::string_view program_version);

/// A file of page/, embedded in the program by the build. Views of static data.
struct EmbeddedFile {
  std::string_view path;  ///< relative to page/, without a leading slash
  std::string_view bytes;
};
[[nodiscard]] std::span<const EmbeddedFile> embedded_files();

/// An ETag for these bytes, with its quotes.
[[nodiscard]] std::string tag_of(std::string_view bytes);

/// The page's files as served.
class Site {
 public:
  struct Content {
    std::string tag;
    std::string_view bytes;
  };
  struct File {
    std::string_view type;
    Content plain;
    Content packed;  ///< compressed with gzip; empty if that gains little
  };

  /// Compresses the files. The bytes of `built_in` and `others` must outlive the site.
  explicit Site(std::span<const EmbeddedFile> built_in, const PageFiles& others = {});
  Site(const Site&) = delete;
  Site& operator=(const Site&) = delete;

  /// Null if there is none; `/` means `/index.html`.
  [[nodiscard]] const File* find(std::string_view path) const;

  /// By path, which begins with a slash.
  [[nodiscard]] const std::map<std::string, File, std::less<>>& files() const { return files_; }

 private:
  void add(std::string_view path, std::string_view bytes);

  std::map<std::string, File, std::less<>> files_;
  std::deque<std::string> packed_;  ///< owns the compressed contents
};

}  // namespace crownd::web
