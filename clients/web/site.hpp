#pragma once

#include <deque>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace crownd::web {

/// A file of page/, as the build put it into the program. Views of what lives as long as the program.
struct EmbeddedFile {
  std::string_view path;  ///< below page/, without a slash in front
  std::string_view bytes;
};
[[nodiscard]] std::span<const EmbeddedFile> embedded_files();

/// The media type that the end of a file's name stands for.
[[nodiscard]] std::string_view media_type(std::string_view path);

/// An ETag for these bytes, in its quotes.
[[nodiscard]] std::string tag_of(std::string_view bytes);

/// The page's files as they are served.
class Site {
 public:
  struct Content {
    std::string tag;
    std::string_view bytes;
  };
  struct File {
    std::string_view type;
    Content plain;
    Content packed;  ///< as gzip
  };

  /// `files` outlive the site. They are packed here, once.
  explicit Site(std::span<const EmbeddedFile> files);
  Site(const Site&) = delete;
  Site& operator=(const Site&) = delete;

  /// Null where there is none; `/` is `/index.html`.
  [[nodiscard]] const File* find(std::string_view path) const;

 private:
  std::map<std::string, File, std::less<>> files_;
  std::deque<std::string> packed_;  ///< what the contents are views of
};

}  // namespace crownd::web
