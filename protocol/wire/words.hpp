#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace crownd::wire {

/// Compares two words, ignoring the case of ASCII letters.
[[nodiscard]] bool same_word(std::string_view left, std::string_view right);

/// Makes untrusted text safe for one line of a reply or of the log: control characters (is_control) become '?', and so
/// do all non-ASCII bytes if the text is not valid UTF-8.
[[nodiscard]] std::string printable(std::string_view text);
/// The same for text that a client stores: invisible characters such as the joiners of emoji and of Persian are kept.
/// Control characters, line separators and direction marks become '?'.
[[nodiscard]] std::string printable_comment(std::string_view text);

/// An untrusted word for a message: in quotes, printable, and truncated if it is long.
[[nodiscard]] std::string quoted(std::string_view word);

/// Parses an integer without spaces or a plus sign; none for anything else, or if it overflows.
[[nodiscard]] std::optional<std::int64_t> read_number(std::string_view word);

/// Reads the words of a line, separated by white space, from left to right, as views into the line.
class Words {
 public:
  explicit Words(std::string_view line);

  [[nodiscard]] bool empty() const { return rest_.empty(); }
  /// The next word, without taking it; empty at the end.
  [[nodiscard]] std::string_view peek() const;
  /// Takes the next word; empty at the end.
  std::string_view take();
  /// Takes the next word if it is this one.
  bool take_if(std::string_view word);
  /// Takes the rest of the line verbatim.
  std::string_view take_rest() { return std::exchange(rest_, {}); }
  /// Takes the words before `end`, and `end` itself, or the rest of the line. Returns them without `end`.
  std::vector<std::string> take_until(std::string_view end);
  /// The same, verbatim.
  std::string_view take_text_until(std::string_view end);

 private:
  std::string_view rest_;  ///< begins and ends with a word
};

/// The text without white space around it.
[[nodiscard]] std::string_view trimmed(std::string_view text);
/// The words of the text with single spaces in between.
[[nodiscard]] std::string single_spaced(std::string_view text);

/// A character of UTF-8 text (RFC 3629).
struct CodePoint {
  char32_t value = 0;
  std::size_t bytes = 0;  ///< its length; 0 for invalid UTF-8
};

/// The first character of a nonempty text.
[[nodiscard]] CodePoint first_code_point(std::string_view text);
[[nodiscard]] bool is_utf8(std::string_view text);

/// Whether a character affects how other text is shown: it breaks lines, reverses or hides characters, or sends
/// commands to a terminal. The categories Cc (control), Cf (format), Zl and Zp (separators) of Unicode 15.
[[nodiscard]] bool is_control(char32_t character);

// Messages about a mistyped name.

/// The names of the entries of a table.
template <class Table, class Entry, class Name>
[[nodiscard]] std::vector<std::string> names(const Table& table, Name Entry::*name) {
  std::vector<std::string> found;
  for (const Entry& entry : table) found.emplace_back(entry.*name);
  return found;
}

/// The name with the smallest edit distance to `word` (a letter added, left out or replaced, or two neighbours
/// swapped), ignoring case. Ties go to the earlier name. None if every name differs in more than a third of the word.
[[nodiscard]] std::optional<std::string> nearest_word(std::string_view word, std::span<const std::string> names);

/// "did you mean 'depth'? ", or an empty string if no name is near.
[[nodiscard]] std::string did_you_mean(std::string_view word, std::span<const std::string> names);

/// `lead` and the names: "it has depth, nodes". After a suggestion: "did you mean 'depth'? It has depth, nodes".
[[nodiscard]] std::string choice_of(std::string_view word, std::string lead, std::span<const std::string> names);

/// "there is no option 'Hush'; did you mean 'Hash'? The options are Hash, Threads"; `kind` is singular.
[[nodiscard]] std::string no_such(std::string_view kind, std::string_view word, std::span<const std::string> names);

/// Splits a stream of bytes into lines. Buffers no more than one line of the maximum length and the last append.
class LineSplitter {
 public:
  /// Enough for the first word of a line.
  static constexpr std::size_t kept_beginning = 64;

  explicit LineSplitter(std::size_t max_line_bytes) : max_line_bytes_(max_line_bytes) {}

  /// Changes the maximum length of a line.
  void set_max_line_bytes(std::size_t max_line_bytes) { max_line_bytes_ = max_line_bytes; }

  void append(std::string_view bytes);
  /// End of input: the rest without a line end counts as a line.
  void finish() { finished_ = true; }

  enum class Next : std::uint8_t {
    nothing,   ///< no complete line
    line,      ///< see line()
    too_long,  ///< a line exceeds the limit; it is discarded up to its end
  };
  [[nodiscard]] Next next();
  /// The next line, without taking it; empty if there is no complete line. Valid until the next call.
  [[nodiscard]] std::string_view peek();
  /// Without its line end (LF or CRLF); of a long line at least `kept_beginning` bytes. Valid until the next call.
  [[nodiscard]] std::string_view line() const { return line_; }

 private:
  Next take(std::size_t end);
  void drop_taken();

  std::size_t max_line_bytes_;
  std::string bytes_;
  std::size_t taken_ = 0;     ///< bytes_ before this have been returned
  std::size_t searched_ = 0;  ///< no end of line between taken_ and here
  std::string_view line_;
  std::string beginning_;  ///< of an incomplete line
  bool skipping_ = false;
  bool finished_ = false;
};

// Moves and positions as people type and paste them.

/// Replaces typographic characters by ASCII: dashes and minus signs by '-', the multiplication sign by 'x',
/// non-breaking spaces by ' ', and typographic quotes by '"'.
[[nodiscard]] std::string plain_text(std::string_view text);

/// The moves of a list, `11-15 22x15` or `11-15, 22x15`, in plain text. A separator beside a blank joins its
/// neighbours: `11 - 15` is one move. Other words are kept, for the game to refuse.
[[nodiscard]] std::vector<std::string> moves_in(std::string_view text);

/// A position in plain text, without the quotes, tag and `;` of `[FEN "W:W18:B12;"]`. Underscores become blanks.
[[nodiscard]] std::string position_in(std::string_view text);

}  // namespace crownd::wire
