#pragma once

#include "notation/game_text.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace crownd::notation {

/// Takes the text of PDN, PGN and plain games apart as it arrives, in time linear in its length and in memory for one
/// game. The three forms may be mixed. No rules are known here: which word is a move is for the rules to say.
///
/// A game ends with its result, before a tag that follows moves, before a tag that repeats an earlier one behind an
/// empty line, or at the end of the text. Comments are {these}, those from ; to the end of the line, and lines that
/// begin with % are skipped. Damage is reported, and as much as possible of the game is kept: PDN 3.0 and PGN define
/// the grammar, the rest follows what programs and people write.
class Tokenizer {
 public:
  using OnGame = std::function<void(GameText&&)>;

  /// `max_bytes` limits the memory of one game. `on_game` gets each game as soon as it is complete.
  Tokenizer(std::size_t max_bytes, OnGame on_game) : max_bytes_(max_bytes), on_game_(std::move(on_game)) {}

  /// Adds text, which continues the present line. A carriage return ends a line, too.
  void add(std::string_view text);
  void end_line();
  /// The text is complete.
  void end();

  /// Memory that it has allocated.
  [[nodiscard]] std::size_t bytes() const { return line_.capacity() + comment_.capacity() + game_.bytes(); }

 private:
  enum class Within : std::uint8_t { text, braces, line_comment, skipped_line };

  void process(bool complete);
  bool take_next(bool complete);
  bool continue_comment(bool complete);
  bool is_tag_behind_unclosed_comment(bool complete);
  void finish_comment();
  bool take_tag(bool complete);
  bool keep_as_comment(std::string_view text);
  bool take_setup(bool complete);
  bool take_parenthesis(bool complete);
  bool take_plain_move(bool complete, bool& taken);
  bool take_word(bool complete);
  void add_moves(std::string_view word);
  void add_move(std::string_view text);
  void add_sign(std::string_view sign);
  bool add_evaluation(std::string_view word);
  void set_result(std::string_view text);
  void add(Token::Kind kind, std::string_view text, std::size_t line);
  void add_tag(std::string_view name, std::string_view value);
  void warn(std::string sentence);
  void fail(std::size_t line, std::string sentence);
  void begin_game();
  void deliver();

  [[nodiscard]] std::string_view rest() const { return std::string_view(line_).substr(at_); }
  [[nodiscard]] bool wants_more(bool complete);

  std::size_t max_bytes_;
  OnGame on_game_;
  std::string line_;            ///< what has arrived of the present line, from a token's beginning on
  std::size_t at_ = 0;          ///< in line_
  std::size_t number_ = 1;      ///< of the line
  std::size_t enough_ = 0;      ///< bytes from at_ on, without which an incomplete token is not looked at again
  bool line_begins_ = true;     ///< at_ is the first column
  bool is_blank_ = true;        ///< nothing but blanks has come in this line
  bool after_blank_ = true;     ///< the line before was blank
  bool begun_ = false;          ///< game_ has begun
  bool has_moves_ = false;      ///< or a result
  bool blank_in_tags_ = false;  ///< an empty line has come since the last tag
  bool too_large_ = false;
  std::size_t depth_ = 0;  ///< of open variations
  Within within_ = Within::text;
  std::string comment_;
  std::size_t comment_line_ = 0;
  GameText game_;
};

}  // namespace crownd::notation
