#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <memory>
#include <string>

namespace crownd::web {

/// A file that a running crown-match writes: that of --json, which grows line by line, or the one beside it.
class MatchFile {
 public:
  /// Of a longer file there are the last lines, half as many bytes at least.
  static constexpr std::size_t max_bytes = std::size_t{8} << 20;

  /// An empty path: there is none.
  explicit MatchFile(std::string path) : path_(std::move(path)) {}

  struct Reading {
    std::shared_ptr<const std::string> text;  ///< null if it cannot be read
    std::string tag;                          ///< its ETag
    std::string why_not;                      ///< a sentence if it cannot be read
  };
  /// The file's current contents. All readers of the same version share one copy.
  [[nodiscard]] Reading read();

 private:
  [[nodiscard]] bool is_latest(const struct stat& about) const;

  const std::string path_;
  Reading latest_;
  struct stat state_ {};  ///< of the file when it was last read
  bool settled_ = false;  ///< it was unchanged for long enough that the next change will change its timestamp
};

}  // namespace crownd::web
