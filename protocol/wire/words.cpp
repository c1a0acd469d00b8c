#include "wire/words.hpp"

#include "wire/unicode.hpp"

#include <algorithm>
#include <charconv>

namespace crownd::wire {

namespace {

constexpr std::string_view white_space = " \t\r\n\v\f";
constexpr std::size_t longest_quotation = 40;  // bytes; enough to recognise one's own input

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

Words::Words(std::string_view line) {
  for (auto from = line.find_first_not_of(white_space); from != std::string_view::npos;) {
    const auto to = std::min(line.find_first_of(white_space, from), line.size());
    words_.push_back(line.substr(from, to - from));
    from = line.find_first_not_of(white_space, to);
  }
}

bool Words::take_if(std::string_view word) {
  if (empty() || !same_word(peek(), word)) return false;
  ++next_;
  return true;
}

std::string_view Words::take_rest() {
  if (empty()) return {};
  const char* const from = peek().data();
  const char* const to = words_.back().data() + words_.back().size();
  next_ = words_.size();
  return {from, static_cast<std::size_t>(to - from)};
}

std::vector<std::string> Words::take_until(std::string_view end) {
  std::vector<std::string> taken;
  while (!empty() && !take_if(end)) taken.emplace_back(take());
  return taken;
}

}  // namespace crownd::wire
