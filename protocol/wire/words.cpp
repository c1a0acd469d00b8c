#include "wire/words.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <iterator>

namespace crownd::wire {

namespace {

constexpr std::size_t max_quotation = 40;  // bytes; enough to recognise one's own input

/// A space, TAB, LF, VT, FF or CR.
constexpr bool is_white(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

std::string_view without_white_before(std::string_view text) {
  text.remove_prefix(static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_white) - text.begin()));
  return text;
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Length in bytes of the UTF-8 sequence with this first byte; 0 if there is none (RFC 3629).
std::size_t sequence_length(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  if (lead >= 0xf0 && lead <= 0xf4) return 4;
  return 0;
}

/// Whether `second` may follow `lead`: rules out overlong forms, surrogates, and code points above U+10FFFF.
bool may_follow(unsigned char lead, unsigned char second) {
  const unsigned char min = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
  const unsigned char max = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
  return second >= min && second <= max;
}

struct CodePoints {
  char32_t first;
  char32_t last;
};

/// In ascending order.
constexpr std::array controls{CodePoints{0x00, 0x1f},       CodePoints{0x7f, 0x9f},       CodePoints{0xad, 0xad},
                              CodePoints{0x600, 0x605},     CodePoints{0x61c, 0x61c},     CodePoints{0x6dd, 0x6dd},
                              CodePoints{0x70f, 0x70f},     CodePoints{0x890, 0x891},     CodePoints{0x8e2, 0x8e2},
                              CodePoints{0x180e, 0x180e},   CodePoints{0x200b, 0x200f},   CodePoints{0x2028, 0x202e},
                              CodePoints{0x2060, 0x206f},   CodePoints{0xfeff, 0xfeff},   CodePoints{0xfff9, 0xfffb},
                              CodePoints{0x110bd, 0x110bd}, CodePoints{0x110cd, 0x110cd}, CodePoints{0x13430, 0x1343f},
                              CodePoints{0x1bca0, 0x1bca3}, CodePoints{0x1d173, 0x1d17a}, CodePoints{0xe0001, 0xe0001},
                              CodePoints{0xe0020, 0xe007f}};

/// Those of `controls` that control a terminal, end a line or change the direction of text.
constexpr std::array controls_of_lines{CodePoints{0x00, 0x1f},     CodePoints{0x7f, 0x9f},
                                       CodePoints{0x61c, 0x61c},   CodePoints{0x200e, 0x200f},
                                       CodePoints{0x2028, 0x202e}, CodePoints{0x2066, 0x2069}};

bool is_in(std::span<const CodePoints> ranges, char32_t character) {
  const auto range = std::lower_bound(ranges.begin(), ranges.end(), character,
                                      [](const CodePoints& r, char32_t c) { return r.last < c; });
  return range != ranges.end() && range->first <= character;
}

std::string replace_controls(std::string_view text, std::span<const CodePoints> replaced) {
  const auto is_plain = [](char c) { return c >= ' ' && c <= '~'; };
  if (std::all_of(text.begin(), text.end(), is_plain)) return std::string(text);
  std::string result;
  const bool keep_all = is_utf8(text);
  while (!text.empty()) {
    const auto [character, length] =
        keep_all ? first_code_point(text) : CodePoint{static_cast<unsigned char>(text[0]), 1};
    const bool keep = !is_in(replaced, character) && (keep_all || character < 0x80);
    result.append(keep ? text.substr(0, length) : "?");
    text.remove_prefix(length);
  }
  return result;
}

/// The optimal string alignment distance: Levenshtein's, with swaps of neighbours.
std::size_t edits_between(std::string_view from, std::string_view to) {
  const auto same = [](char a, char b) { return same_word({&a, 1}, {&b, 1}); };
  std::vector<std::size_t> before_last, last(to.size() + 1), row(to.size() + 1);
  for (std::size_t j = 0; j <= to.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= from.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (same(from[i - 1], to[j - 1]) ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && same(from[i - 1], to[j - 2]) && same(from[i - 2], to[j - 1]))
        row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    before_last = std::exchange(last, row);
  }
  return last.back();
}

/// A larger buffer is freed once it is empty: idle clients should cost little memory.
constexpr std::size_t kept_line_capacity = 1024;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter_or_digit(char c) { return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// The ASCII replacement of a typographic character; 0 if it has none.
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

/// Whether a word continues the move before it, given that move's first and last part. A leading x may name a column,
/// but not after a move that begins with a digit.
bool continues(std::string_view first_part, std::string_view last_part, std::string_view word) {
  if (is_separator(last_part.back())) return true;
  if (!is_letter_or_digit(last_part.back()) || !is_separator(word.front())) return false;
  return word.size() == 1 || !is_cross(word.front()) || (is_digit(first_part.front()) && is_digit(word[1]));
}

/// Reads a list of moves in plain text, word by word.
class MoveList {
 public:
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

  [[nodiscard]] std::vector<std::string> take() { return std::move(moves_); }

 private:
  void read_part(std::string_view part) {
    if (last_.empty() || after_comma_ || !continues(first_, last_, part)) return begin_move(part);
    moves_.back() += part;
    last_ = part;
  }

  void begin_move(std::string_view part) {
    moves_.emplace_back(part);
    first_ = last_ = part;
    after_comma_ = false;
  }

  std::vector<std::string> moves_;
  std::string_view first_, last_;  ///< parts of the last move
  bool after_comma_ = false;
};

/// The trimmed text between these two characters; empty unless it is enclosed in them.
std::string_view inside(std::string_view text, char begin, char end) {
  const bool is_inside = text.size() >= 2 && text.front() == begin && text.back() == end;
  return is_inside ? trimmed(text.substr(1, text.size() - 2)) : std::string_view();
}

}  // namespace

bool same_word(std::string_view left, std::string_view right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](char a, char b) { return lower(a) == lower(b); });
}

std::string printable(std::string_view text) { return replace_controls(text, controls); }

std::string printable_comment(std::string_view text) { return replace_controls(text, controls_of_lines); }

std::string quoted(std::string_view word) {
  if (word.size() <= max_quotation) return "'" + printable(word) + "'";
  std::size_t end = max_quotation;
  while (end > 0 && (static_cast<unsigned char>(word[end]) & 0xc0) == 0x80) --end;  // not inside a multi-byte character
  return "'" + printable(word.substr(0, end)) + "...'";
}

std::optional<std::int64_t> read_number(std::string_view word) {
  std::int64_t value = 0;
  const char* const end = word.data() + word.size();
  const auto [stopped_at, fault] = std::from_chars(word.data(), end, value);
  if (fault != std::errc() || stopped_at != end) return std::nullopt;
  return value;
}

Words::Words(std::string_view line) : rest_(without_white_before(line)) {
  while (!rest_.empty() && is_white(rest_.back())) rest_.remove_suffix(1);
}

std::string_view Words::peek() const {
  const auto* const end = std::find_if(rest_.begin(), rest_.end(), is_white);
  return rest_.substr(0, static_cast<std::size_t>(end - rest_.begin()));
}

std::string_view Words::take() {
  const auto word = peek();
  rest_ = without_white_before(rest_.substr(word.size()));
  return word;
}

bool Words::take_if(std::string_view word) {
  if (empty() || !same_word(peek(), word)) return false;
  take();
  return true;
}

std::vector<std::string> Words::take_until(std::string_view end) {
  std::vector<std::string> taken;
  while (!empty() && !take_if(end)) taken.emplace_back(take());
  return taken;
}

std::string_view Words::take_text_until(std::string_view end) {
  const std::string_view text = rest_;
  std::size_t size = 0;
  while (!empty() && !take_if(end)) {
    const auto word = take();
    size = static_cast<std::size_t>(word.data() - text.data()) + word.size();
  }
  return text.substr(0, size);
}

std::string_view trimmed(std::string_view text) { return Words(text).take_rest(); }

std::string single_spaced(std::string_view text) {
  std::string result;
  for (Words words(text); !words.empty();) result.append(result.empty() ? "" : " ").append(words.take());
  return result;
}

CodePoint first_code_point(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const auto length = sequence_length(lead);
  if (length == 0 || length > text.size()) return {};
  if (length == 1) return {lead, 1};
  if (!may_follow(lead, static_cast<unsigned char>(text[1]))) return {};
  char32_t value = lead & (0x7fU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xc0) != 0x80) return {};
    value = value << 6 | (byte & 0x3fU);
  }
  return {value, length};
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const auto length = first_code_point(text).bytes;
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

bool is_control(char32_t character) { return is_in(controls, character); }

std::optional<std::string> nearest_word(std::string_view word, std::span<const std::string> names) {
  if (word.size() < 2) return std::nullopt;
  const std::size_t max_edits = std::max<std::size_t>(1, word.size() / 3);
  std::optional<std::string> nearest;
  std::size_t fewest = max_edits + 1;
  for (const auto& name : names) {
    const auto difference = std::max(word.size(), name.size()) - std::min(word.size(), name.size());
    if (difference >= fewest) continue;  // bounds the work for long words, too
    if (const auto edits = edits_between(word, name); edits < fewest) {
      nearest = name;
      fewest = edits;
    }
  }
  return nearest;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> names) {
  const auto nearest = nearest_word(word, names);
  return nearest ? "did you mean '" + *nearest + "'? " : "";
}

std::string choice_of(std::string_view word, std::string lead, std::span<const std::string> names) {
  auto choice = did_you_mean(word, names);
  if (!choice.empty()) lead[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(lead[0])));
  choice += lead;
  for (const auto& name : names) choice += (&name == names.data() ? " " : ", ") + name;
  return choice;
}

std::string no_such(std::string_view kind, std::string_view word, std::span<const std::string> names) {
  const std::string what(kind);
  return "there is no " + what + ' ' + quoted(word) + "; " + choice_of(word, "the " + what + "s are", names);
}

void LineSplitter::append(std::string_view bytes) {
  drop_taken();
  bytes_ += bytes;
}

std::string_view LineSplitter::peek() {
  const auto end = bytes_.find('\n', searched_);
  if (skipping_ || end == std::string::npos) return {};
  searched_ = end;
  return std::string_view(bytes_).substr(taken_, end - taken_);
}

LineSplitter::Next LineSplitter::next() {
  while (true) {
    const auto end = bytes_.find('\n', searched_);
    if (end != std::string::npos) {
      const auto next = take(end);
      if (next != Next::nothing) return next;
      continue;  // the end of a discarded line
    }
    searched_ = bytes_.size();
    if (finished_ && taken_ < bytes_.size()) return take(bytes_.size());
    constexpr std::size_t carriage_return = 1;  // the CR of CRLF may be there already
    const bool too_long = !skipping_ && bytes_.size() - taken_ > max_line_bytes_ + carriage_return;
    if (too_long) {
      skipping_ = true;
      beginning_ = bytes_.substr(taken_, kept_beginning);
      line_ = beginning_;
    }
    if (skipping_) taken_ = bytes_.size();
    drop_taken();
    return too_long ? Next::too_long : Next::nothing;
  }
}

/// Takes the line that ends before `end`, and its line end.
LineSplitter::Next LineSplitter::take(std::size_t end) {
  line_ = std::string_view(bytes_).substr(taken_, end - taken_);
  if (!line_.empty() && line_.back() == '\r') line_.remove_suffix(1);
  taken_ = searched_ = end < bytes_.size() ? end + 1 : end;
  if (skipping_) {
    skipping_ = false;
    return Next::nothing;
  }
  return line_.size() > max_line_bytes_ ? Next::too_long : Next::line;
}

void LineSplitter::drop_taken() {
  if (taken_ == 0) return;
  bytes_.erase(0, taken_);
  searched_ -= taken_;
  taken_ = 0;
  if (bytes_.empty() && bytes_.capacity() > kept_line_capacity) bytes_ = std::string();
}

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
  MoveList list;
  for (Words words(plain); !words.empty();) list.read(words.take());
  return list.take();
}

std::string position_in(std::string_view text) {
  constexpr std::string_view tag = "FEN";
  const auto plain = plain_text(text);
  const auto without_semicolons = [](std::string_view words) {
    while (words.ends_with(';')) words = trimmed(words.substr(0, words.size() - 1));
    return words;
  };
  std::string_view rest = without_semicolons(trimmed(plain));
  if (const auto tagged = inside(rest, '[', ']'); same_word(tagged.substr(0, tag.size()), tag))
    rest = trimmed(tagged.substr(tag.size()));
  for (const char quote : {'"', '\''})
    if (const auto quoted = inside(rest, quote, quote); !quoted.empty()) rest = quoted;
  std::string position(without_semicolons(rest));
  std::replace(position.begin(), position.end(), '_', ' ');
  return position;
}

}  // namespace crownd::wire
