#pragma once

#include "notation/game.hpp"

#include <cstddef>
#include <cstdint>
#include <istream>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace crownd::notation {

/// A text that cannot be read: a sentence for people, without the number of the line.
class BadText : public std::runtime_error {
 public:
  BadText(std::size_t line, const std::string& why) : std::runtime_error(why), line_(line) {}

  /// From 1.
  [[nodiscard]] std::size_t line() const { return line_; }

 private:
  std::size_t line_;
};

/// What is kept of a game besides its tags, its moves and its result.
enum class Keep : std::uint8_t {
  moves_only,
  everything,  ///< comments, NAGs and variations
};

/// Reads games one at a time, so that a file may be larger than the memory. PDN, PGN and the plain form may be mixed.
///
/// A game ends with its result, before a tag that follows moves or an empty line, or at the end of the text. Comments
/// are {these}, those from ; to the end of the line, and lines that begin with %. What is unusual is accepted: several
/// tags on a line, a missing result, a variation without an end, a move number without a dot.
class Reader {
 public:
  Reader(std::istream& text, Keep keep) : text_(text), keep_(keep) {}

  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  /// The next game; none at the end of the text. Throws BadText for a comment in braces without an end, and for
  /// variations that nest too deeply to be kept.
  [[nodiscard]] std::optional<Game> next();

 private:
  bool read_line();
  bool skip_blanks();
  bool find_beginning();
  void read_tags();
  [[nodiscard]] Tag take_tag();
  void read_moves();
  [[nodiscard]] bool take_plain_move();
  void take_word();
  [[nodiscard]] std::size_t end_of_word(std::size_t begin) const;
  void take_spaced_rest(std::size_t begin);
  void add_move(std::string_view text);
  [[nodiscard]] std::string take_comment();
  void add_comment(std::string comment);
  void take_nag(std::string_view word);
  void add_nag(int nag);
  void open_variation();
  void close_variation();

  std::istream& text_;
  Keep keep_;
  std::string line_;
  std::size_t at_ = 0;      ///< in line_
  std::size_t number_ = 0;  ///< of line_, from 1
  Game game_;
  std::vector<Line*> open_;  ///< with Keep::everything: the game's line, and the variations in it that have not ended
  std::size_t depth_ = 0;    ///< how many variations have not ended
  Line unattached_;          ///< a variation of no move, which is not kept
};

}  // namespace crownd::notation
