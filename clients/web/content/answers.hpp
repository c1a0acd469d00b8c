#pragma once

#include "web/content/match_file.hpp"
#include "web/content/site.hpp"
#include "web/requests/gatekeeper.hpp"
#include "web/requests/request.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace crownd::web {

/// The response to a request, without the headers that every response has.
struct Answer {
  int status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::string tag;                           ///< ETag, where it has one
  std::shared_ptr<const std::string> owner;  ///< of the body; null if the body is static
  std::string_view body;
  std::size_t length = 0;  ///< of the body; for HEAD the body is not sent
  std::string encoding;    ///< Content-Encoding, if the body has one
  bool varies = false;     ///< depends on Accept-Encoding (for the header Vary)
  std::string allow;       ///< the header Allow, if the status requires it
  std::vector<std::pair<std::string_view, std::string>>
      headers;  ///< further ones; they replace those of every response
};

/// A response whose body is a sentence.
[[nodiscard]] Answer sentence(int status, const std::string& text);

/// Compresses the body, which the answer must own, if the client accepts that and it is long enough to gain by it.
void pack(Answer& answer, const Request& request);

/// Turns the answer into 304 if the request has its ETag.
void revalidate(Answer& answer, const Request& request);

/// Headers of every response: no foreign content is loaded, no other page can frame ours, no media type is sniffed.
/// The page is isolated from those of other sites, so that its workers may share memory.
[[nodiscard]] const std::vector<std::pair<std::string_view, std::string_view>>& safe_headers();

/// Answers every request that is not a WebSocket.
class Answers {
 public:
  /// `config` is the body of `/config.json`, `files` that of `/files.json`, empty if there is none; `live` the games of
  /// the match that are being played. `site`, `match` and `live` must outlive this.
  Answers(const Site& site, MatchFile& match, MatchFile& live, std::string config, std::string files)
      : site_(site),
        match_(match),
        live_(live),
        config_(std::make_shared<const std::string>(std::move(config))),
        files_(files.empty() ? nullptr : std::make_shared<const std::string>(std::move(files))) {}

  /// The request must have passed the gatekeeper.
  [[nodiscard]] Answer answer(const Request& request) const;

 private:
  [[nodiscard]] Answer find(std::string_view path, const Request& request) const;

  const Site& site_;
  MatchFile& match_;
  MatchFile& live_;
  std::shared_ptr<const std::string> config_;
  std::shared_ptr<const std::string> files_;
};

}  // namespace crownd::web
