#pragma once

#include "web/requests/query.hpp"

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::web {

/// A position that a client asks about. Whether it is one, the daemon says.
struct Question {
  std::string game;
  std::string position;  ///< `startpos`, or a text of the game
  std::string moves;     ///< played from there, with spaces between them
};

/// What is wrong with a question: a sentence that says what would be right.
class BadQuestion : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads `game`, `position` and perhaps `moves`. Throws BadQuestion.
[[nodiscard]] Question question_of(const Query& query);

/// Reads a JSON array of one to `most` objects with the same three keys; `moves` is an array or a text. Throws
/// BadQuestion.
[[nodiscard]] std::vector<Question> questions_of(std::string_view body, std::size_t most);

/// The command, one line without its end.
[[nodiscard]] std::string position_command(const Question& question);

}  // namespace crownd::web
