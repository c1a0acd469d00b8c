#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::notation {

/// A part of a game's text.
struct Token {
  enum class Kind : std::uint8_t {
    tag_name,  ///< its value follows as the next token
    tag_value,
    comment,
    move,            ///< if the rules accept it
    number_or_move,  ///< `1115`: a move if the rules accept it, else a move number
    nag,             ///< `6` for $6, !? and the like; `!?!!!` for a sign without a number
    begin_variation,
    end_variation,
    setup,  ///< the position before the next move
  };

  Kind kind;
  std::uint32_t line;   ///< of its start, from 1
  std::uint32_t begin;  ///< in GameText::text
  std::uint32_t length;
};

/// A fault of the text, though the game is readable.
struct Warning {
  std::size_t line = 0;
  std::string sentence;
};

/// The tokens of one game. All text is UTF-8.
struct GameText {
  std::size_t line = 0;  ///< of its start, from 1
  std::string text;      ///< of all tokens, one after the other
  std::vector<Token> tokens;
  std::string result;           ///< as written, in ASCII; empty if there is none
  std::size_t result_line = 0;  ///< 0: there is none
  std::vector<Warning> warnings;
  std::string fault;  ///< why the text cannot be read as a whole; empty: it can
  std::size_t fault_line = 0;
  bool too_large = false;  ///< the fault is its size; the tokens are missing

  [[nodiscard]] std::string_view text_of(const Token& token) const {
    return std::string_view(text).substr(token.begin, token.length);
  }
  /// The value of the first tag of that name; empty if there is none.
  [[nodiscard]] std::string_view tag(std::string_view name) const;
  /// The line of that tag; that of the game if there is none.
  [[nodiscard]] std::size_t line_of_tag(std::string_view name) const;
  /// The name of the first tag of that name, or the end.
  [[nodiscard]] std::vector<Token>::const_iterator find_tag(std::string_view name) const;
  /// Allocated memory.
  [[nodiscard]] std::size_t bytes() const {
    return text.capacity() + tokens.capacity() * sizeof(Token) + warnings.capacity() * sizeof(Warning);
  }
};

/// Splits the text of PDN, PGN and plain games, and of games saved by crown, into tokens as it arrives, in linear time
/// and in memory for one game. The forms may be mixed. Uses no rules of games: a move is any word that may be one.
///
/// A game ends with its result, before a tag that follows moves, before a tag that repeats an earlier one behind an
/// empty line, or at the end of the text. Comments are {these}, those from ; to the end of the line, and lines that
/// begin with % are skipped. Damage is reported, and as much as possible of the game is kept. The grammar is that of
/// PDN 3.0 and PGN, extended by the habits of programs and people.
class Tokenizer {
 public:
  using OnGame = std::function<void(GameText&&)>;

  /// `max_bytes` limits the memory of one game. `on_game` gets each game as soon as it is complete.
  Tokenizer(std::size_t max_bytes, OnGame on_game) : max_bytes_(max_bytes), on_game_(std::move(on_game)) {}

  /// Adds text, which continues the present line. A carriage return ends a line, too.
  void add(std::string_view text);
  void end_line();
  /// Ends the text and delivers the last game.
  void end();

  /// Memory that it has allocated.
  [[nodiscard]] std::size_t bytes() const { return line_.capacity() + comment_.capacity() + game_.bytes(); }

 private:
  enum class Within : std::uint8_t { text, braces, line_comment, skipped_line };

  void process(bool is_complete);
  [[nodiscard]] bool is_next_complete() const;
  void take_next();
  void continue_comment();
  void extend_comment(std::size_t length);
  [[nodiscard]] bool is_tag_behind_unclosed_comment() const;
  void finish_comment();
  void take_tag();
  void keep_as_comment(std::string_view text);
  void take_setup();
  void take_parenthesis();
  bool take_header_line();
  bool take_plain_move();
  void take_word();
  void add_moves(std::string_view word);
  void add_move(std::string_view text);
  void add_sign(std::string_view sign);
  bool add_known_sign(std::string_view word);
  void set_result(std::string_view text);
  void add(Token::Kind kind, std::string_view text, std::size_t line);
  void add_tag(std::string_view name, std::string_view value);
  void warn(std::size_t line, std::string sentence);
  void fail(std::size_t line, std::string sentence);
  void begin_game();
  void deliver();

  [[nodiscard]] std::string_view rest() const { return std::string_view(line_).substr(at_); }

  std::size_t max_bytes_;
  OnGame on_game_;
  std::string line_;            ///< the received part of the present line, without tokens already taken
  std::size_t at_ = 0;          ///< in line_
  std::size_t looked_at_ = 0;   ///< bytes of line_ that are an incomplete token, or may be
  std::size_t number_ = 1;      ///< of the line
  bool line_begins_ = true;     ///< at_ is the first column
  bool is_blank_ = true;        ///< nothing but blanks has come in this line
  bool after_blank_ = true;     ///< the line before was blank
  bool begun_ = false;          ///< game_ has begun
  bool has_moves_ = false;      ///< or a result
  bool header_ = false;         ///< the game has begun with a line such as `game towers`
  bool blank_in_tags_ = false;  ///< an empty line has come since the last tag
  bool too_large_ = false;
  std::size_t depth_ = 0;           ///< of open variations
  std::size_t variation_line_ = 0;  ///< of the start of the outermost one
  Within within_ = Within::text;
  std::string comment_;
  std::size_t comment_line_ = 0;
  GameText game_;
};

}  // namespace crownd::notation
