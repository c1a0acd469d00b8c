#pragma once

#include "web/gatekeeper.hpp"
#include "web/match_file.hpp"
#include "web/request.hpp"
#include "web/site.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace crownd::web {

/// What a request is answered, but for the headers that every answer has.
struct Answer {
  int status = 200;
  std::string type = "text/plain; charset=utf-8";
  std::string tag;                           ///< ETag, where it has one
  std::shared_ptr<const std::string> owner;  ///< of the body, unless that lives as long as the program
  std::string_view body;
  std::size_t length = 0;  ///< of the body; that of HEAD is not sent
  std::string encoding;    ///< Content-Encoding, where the body has one
  bool varies = false;     ///< with what the browser takes of encodings
  std::string allow;       ///< the header Allow, where the status wants it
};

/// An answer that is a sentence.
[[nodiscard]] Answer sentence(int status, const std::string& text);

/// Headers that every answer has: nothing foreign is loaded, no page can frame ours, nothing is guessed.
[[nodiscard]] const std::vector<std::pair<std::string_view, std::string_view>>& safe_headers();

/// Answers all that is no WebSocket.
class Answers {
 public:
  /// `config` is what `/config.json` gives. `site` and `match` outlive this.
  Answers(const Site& site, MatchFile& match, std::string config)
      : site_(site), match_(match), config_(std::make_shared<const std::string>(std::move(config))) {}

  /// The request has passed the gatekeeper.
  [[nodiscard]] Answer answer(const Request& request) const;

 private:
  [[nodiscard]] Answer find(std::string_view path, const Request& request) const;

  const Site& site_;
  MatchFile& match_;
  std::shared_ptr<const std::string> config_;
};

}  // namespace crownd::web
