#pragma once

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace crownd::web {

using Query = std::vector<std::pair<std::string, std::string>>;

/// Parses the query of a request target in order, with `%XX` and `+` as in forms; none for invalid percent codes.
[[nodiscard]] std::optional<Query> read_query(std::string_view target);

/// A position that a client asks about. The daemon validates it.
struct PositionRequest {
  std::string game;
  std::string position;  ///< `startpos`, or a text of the game
  std::string moves;     ///< played from there, with spaces between them
};

/// An invalid request; what() is a message for people.
class BadRequest : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads `game`, `position` and perhaps `moves`. Throws BadRequest.
[[nodiscard]] PositionRequest position_request(const Query& query);

/// Reads a JSON array of one to `max` objects with the same three keys; `moves` is an array or a text. Throws
/// BadRequest.
[[nodiscard]] std::vector<PositionRequest> position_requests(std::string_view body, std::size_t max);

/// The command `position` without LF.
[[nodiscard]] std::string position_command(const PositionRequest& request);

}  // namespace crownd::web
