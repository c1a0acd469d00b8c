#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::wire {

/// Compares two words, ignoring the case of ASCII letters.
[[nodiscard]] bool same_word(std::string_view left, std::string_view right);

/// Makes untrusted text safe for one line of a reply or of the log: characters that steer a terminal or how text is
/// shown (is_control) become '?', and so do all non-ASCII bytes if the text is not valid UTF-8.
[[nodiscard]] std::string printable(std::string_view text);

/// An untrusted word for a message: in quotes, printable, and truncated if it is long.
[[nodiscard]] std::string quoted(std::string_view word);

/// Parses an integer without spaces or a plus sign; none for anything else, or if it overflows.
[[nodiscard]] std::optional<std::int64_t> read_number(std::string_view word);

/// The words of a line, read from left to right. Words are separated by white space. Views into the line; it allocates
/// nothing, however long the line is.
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
  std::string_view take_rest();
  /// Takes the words before `end` (which is taken too, but not returned), or up to the end of the line.
  std::vector<std::string> take_until(std::string_view end);
  /// The same, verbatim.
  std::string_view take_text_until(std::string_view end);

 private:
  std::string_view rest_;  ///< begins and ends with a word
};

/// How many words a text has.
[[nodiscard]] std::size_t count_words(std::string_view text);

}  // namespace crownd::wire
