#pragma once

#include "web/server/content/site.hpp"
#include "web/server/requests/access.hpp"
#include "web/server/requests/request.hpp"

#include <sys/stat.h>

#include <cstddef>
#include <memory>
#include <utility>

namespace crownd::web {

/// A file that a running crown-match writes: the growing file of --json, or the one beside it.
class MatchFile {
 public:
  /// Of a longer file only the last lines are read, at least half as many bytes.
  static constexpr std::size_t max_bytes = std::size_t{8} << 20;

  /// An empty path means no file.
  explicit MatchFile(std::string path) : path_(std::move(path)) {}

  struct Reading {
    std::shared_ptr<const std::string> text;  ///< null if it cannot be read
    std::string tag;                          ///< its ETag
    std::string why_not;                      ///< a message if it cannot be read
  };
  /// The current contents. Readers of the same version share one copy.
  [[nodiscard]] Reading read();

 private:
  [[nodiscard]] bool is_latest(const struct stat& about) const;

  const std::string path_;
  Reading latest_;
  struct stat state_ {};  ///< of the file when it was last read
  bool settled_ = false;  ///< any later change will change the timestamp
};

/// A response without the headers that every response has.
struct Response {
  int status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::string tag{};                           ///< ETag, or empty
  std::shared_ptr<const std::string> owner{};  ///< of the body; null if the body is static
  std::string_view body{};
  std::size_t length = 0;  ///< of the body; for HEAD the body is not sent
  std::string encoding{};  ///< Content-Encoding, if the body has one
  bool varies = false;     ///< depends on Accept-Encoding (for the header Vary)
  std::string allow{};     ///< the header Allow, if the status requires it
  std::vector<std::pair<std::string_view, std::string>> headers{};  ///< others; they replace those of every response

  void set_body(std::shared_ptr<const std::string> text) {
    owner = std::move(text);
    body = *owner;
    length = body.size();
  }
};

/// A response in plain text.
[[nodiscard]] Response text_response(int status, const std::string& text);

/// Compresses a long body, which the response must own, if the client accepts gzip.
void pack(Response& answer, const Request& request);

/// Changes the response to 304 if the request has its ETag.
void revalidate(Response& answer, const Request& request);

/// Headers of every response. They forbid foreign content, framing and sniffing, and isolate the page so that its
/// workers can share memory.
[[nodiscard]] const std::vector<std::pair<std::string_view, std::string_view>>& safe_headers();

/// Serves files, /config.json and the match.
class StaticContent {
 public:
  /// `config` and `files` are the bodies of `/config.json` and `/files.json` (empty: none), `live` has the games in
  /// progress. `site`, `match` and `live` must outlive this.
  StaticContent(const Site& site, MatchFile& match, MatchFile& live, std::string config, std::string files)
      : site_(site),
        match_(match),
        live_(live),
        config_(std::make_shared<const std::string>(std::move(config))),
        files_(files.empty() ? nullptr : std::make_shared<const std::string>(std::move(files))) {}

  /// AccessControl must have accepted the request.
  [[nodiscard]] Response answer(const Request& request) const;

 private:
  [[nodiscard]] Response find(std::string_view path, const Request& request) const;

  const Site& site_;
  MatchFile& match_;
  MatchFile& live_;
  std::shared_ptr<const std::string> config_;
  std::shared_ptr<const std::string> files_;
};

}  // namespace crownd::web
