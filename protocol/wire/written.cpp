#include "wire/written.hpp"

#include "wire/unicode.hpp"
#include "wire/words.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

namespace crownd::wire {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter_or_digit(char c) { return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// The ASCII character that stands for a typographic one; 0 if there is none.
char plain(char32_t character) {
  constexpr char32_t dashes[] = {0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2015, 0x2212, 0xfe58, 0xfe63, 0xff0d};
  constexpr char32_t spaces[] = {0xa0, 0x2007, 0x2009, 0x200a, 0x202f, 0x3000};
  constexpr char32_t quotes[] = {0x201c, 0x201d, 0x201e, 0x201f, 0xab, 0xbb};
  const auto is_one_of = [&](const auto& list) {
    return std::find(std::begin(list), std::end(list), character) != std::end(list);
  };
  if (is_one_of(dashes)) return '-';
  if (is_one_of(spaces)) return ' ';
  if (is_one_of(quotes)) return '"';
  return character == 0xd7 ? 'x' : '\0';  // the multiplication sign
}

bool is_cross(char c) { return c == 'x' || c == 'X'; }
bool is_separator(char c) { return c == '-' || c == ':' || is_cross(c); }

/// Whether the word goes on with the move before it, of which the first and the last part are given. An x at its front
/// may be a column's name, but no move that begins with a digit names columns so.
bool continues(std::string_view first_part, std::string_view last_part, std::string_view word) {
  if (is_separator(last_part.back())) return true;
  if (!is_letter_or_digit(last_part.back()) || !is_separator(word.front())) return false;
  return word.size() == 1 || !is_cross(word.front()) || (is_digit(first_part.front()) && is_digit(word[1]));
}

/// Finds the moves of a list word by word. `add(part, joins)` is called for each part of a move; `joins`: it goes on
/// with the part before it.
template <class Add>
class MoveList {
 public:
  explicit MoveList(Add add) : add_(add) {}

  void read(std::string_view word) {
    const std::string_view whole = word;
    const bool leading = word.front() == ',' && !last_.empty() && !after_comma_;
    if (leading) word.remove_prefix(1);
    const bool trailing = !word.empty() && word.back() == ',';
    if (trailing) word.remove_suffix(1);
    if (word.empty() && leading && !trailing) {
      after_comma_ = true;
      return;
    }
    const bool has_gap = word.empty() || word.front() == ',' || word.back() == ',' || word.find(",,") != word.npos;
    if (has_gap) {
      begin_move(whole);
      return;
    }
    after_comma_ = after_comma_ || leading;
    for (std::size_t from = 0; from <= word.size();) {
      const auto to = std::min(word.find(',', from), word.size());
      read_part(word.substr(from, to - from));
      after_comma_ = true;
      from = to + 1;
    }
    after_comma_ = trailing;
  }

 private:
  void read_part(std::string_view part) {
    if (last_.empty() || after_comma_ || !continues(first_, last_, part)) return begin_move(part);
    add_(part, true);
    last_ = part;
  }

  void begin_move(std::string_view part) {
    add_(part, false);
    first_ = last_ = part;
    after_comma_ = false;
  }

  Add add_;
  std::string_view first_, last_;  ///< parts of the last move
  bool after_comma_ = false;
};

/// Reads a list in plain text.
template <class Add>
void read_moves(std::string_view plain, Add add) {
  MoveList list(add);
  for (Words words(plain); !words.empty();) list.read(words.take());
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t";
  const auto begin = std::min(text.find_first_not_of(blanks), text.size());
  return text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

/// The text inside these two characters, trimmed; nothing if it is not.
std::string_view inside(std::string_view text, char begin, char end) {
  const bool is_inside = text.size() >= 2 && text.front() == begin && text.back() == end;
  return is_inside ? trimmed(text.substr(1, text.size() - 2)) : std::string_view();
}

}  // namespace

std::string plain_text(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const auto [character, size] = first_code_point(text);
    const char ascii = size > 1 ? plain(character) : '\0';
    const auto length = std::max<std::size_t>(size, 1);
    if (ascii != '\0')
      result += ascii;
    else
      result.append(text.substr(0, length));
    text.remove_prefix(length);
  }
  return result;
}

std::vector<std::string> moves_in(std::string_view text) {
  const auto plain = plain_text(text);
  std::vector<std::string> moves;
  read_moves(plain, [&](std::string_view part, bool joins) {
    if (joins)
      moves.back() += part;
    else
      moves.emplace_back(part);
  });
  return moves;
}

std::size_t count_moves(std::string_view text) {
  const auto plain = plain_text(text);
  std::size_t count = 0;
  read_moves(plain, [&](std::string_view, bool joins) { count += joins ? 0 : 1; });
  return count;
}

std::string position_in(std::string_view text) {
  constexpr std::string_view tag = "FEN";
  const auto plain = plain_text(text);
  std::string_view rest = trimmed(plain);
  if (const auto tagged = inside(rest, '[', ']'); same_word(tagged.substr(0, tag.size()), tag))
    rest = trimmed(tagged.substr(tag.size()));
  for (const char quote : {'"', '\''})
    if (const auto quoted = inside(rest, quote, quote); !quoted.empty()) rest = quoted;
  while (rest.ends_with(';')) rest = trimmed(rest.substr(0, rest.size() - 1));
  std::string position(rest);
  std::replace(position.begin(), position.end(), '_', ' ');
  return position;
}

}  // namespace crownd::wire
