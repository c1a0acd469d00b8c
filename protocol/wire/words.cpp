#include "wire/words.hpp"

#include "wire/unicode.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

namespace crownd::wire {

namespace {

constexpr std::size_t longest_quotation = 40;  // bytes; enough to recognise one's own input

/// A space, TAB, LF, VT, FF or CR.
constexpr bool is_white(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// The size of the word that a text begins with.
std::size_t word_size(std::string_view text) {
  return static_cast<std::size_t>(std::find_if(text.begin(), text.end(), is_white) - text.begin());
}

std::string_view without_white_before(std::string_view text) {
  text.remove_prefix(static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_white) - text.begin()));
  return text;
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Whether all of it is UTF-8.
bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const auto length = first_code_point(text).bytes;
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

}  // namespace

bool same_word(std::string_view left, std::string_view right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](char a, char b) { return lower(a) == lower(b); });
}

std::string printable(std::string_view text) {
  const auto is_plain = [](char c) { return c >= ' ' && c <= '~'; };
  if (std::all_of(text.begin(), text.end(), is_plain)) return std::string(text);
  std::string result;
  const bool keep_all = is_utf8(text);
  while (!text.empty()) {
    const auto [character, length] =
        keep_all ? first_code_point(text) : CodePoint{static_cast<unsigned char>(text[0]), 1};
    const bool keep = !is_control(character) && (keep_all || character < 0x80);
    result.append(keep ? text.substr(0, length) : "?");
    text.remove_prefix(length);
  }
  return result;
}

std::string quoted(std::string_view word) {
  if (word.size() <= longest_quotation) return "'" + printable(word) + "'";
  std::size_t end = longest_quotation;
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

std::string_view Words::peek() const { return rest_.substr(0, word_size(rest_)); }

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

std::string_view Words::take_rest() { return std::exchange(rest_, {}); }

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

std::size_t count_words(std::string_view text) {
  std::size_t count = 0;
  for (Words words(text); !words.empty(); words.take()) ++count;
  return count;
}

}  // namespace crownd::wire
