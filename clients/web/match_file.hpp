#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <memory>
#include <string>

namespace crownd::web {

/// The file that a running crown-match writes with --json.
class MatchFile {
 public:
  static constexpr std::size_t max_bytes = std::size_t{8} << 20;

  /// An empty path: there is none.
  explicit MatchFile(std::string path) : path_(std::move(path)) {}

  struct Reading {
    std::shared_ptr<const std::string> text;  ///< null where it cannot be had
    std::string tag;                          ///< its ETag
    std::string why_not;                      ///< a sentence where it cannot be had
  };
  /// As the file is now. All who read the same state of it share one copy.
  [[nodiscard]] Reading read();

 private:
  [[nodiscard]] bool is_latest(const struct stat& about) const;

  const std::string path_;
  Reading latest_;
  struct stat state_ {};  ///< of the file when that was read
  bool settled_ = false;  ///< it had not changed for so long that the next change shows in its times
};

}  // namespace crownd::web
