#pragma once

#include "web/content/page_engine.hpp"

#include <deque>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace crownd::web {

/// A file of page/, embedded in the program by the build. Views of static data.
struct EmbeddedFile {
  std::string_view path;  ///< relative to page/, without a leading slash
  std::string_view bytes;
};
[[nodiscard]] std::span<const EmbeddedFile> embedded_files();

/// The media type for a file name's extension.
[[nodiscard]] std::string_view media_type(std::string_view path);

/// An ETag for these bytes, with its quotes.
[[nodiscard]] std::string tag_of(std::string_view bytes);
/// The same without quotes: the beginning of the SHA-256 of the bytes, in hex.
[[nodiscard]] std::string bare_tag(std::string_view tag);

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
    Content packed;  ///< compressed with gzip; empty where that would gain little
  };

  /// The bytes of `built_in`, and `others`, must outlive the site. They are compressed here, once.
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
  std::deque<std::string> packed_;  ///< owns what the contents are views of
};

}  // namespace crownd::web
