#include "wire/words.hpp"

#include <algorithm>
#include <charconv>

namespace crownd::wire {

namespace {

constexpr std::string_view white_space = " \t\r\n\v\f";
constexpr std::size_t longest_quotation = 40;  // bytes; enough to recognise one's own input

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }
bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }

/// Length in bytes of the UTF-8 sequence that begins with this byte; 0 if none does (RFC 3629).
std::size_t sequence_length(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead <= 0xdf) return 2;
  if (lead >= 0xe0 && lead <= 0xef) return 3;
  if (lead >= 0xf0 && lead <= 0xf4) return 4;
  return 0;
}

/// Whether `second` may follow `lead`: rules out overlong forms, surrogates, and code points above U+10FFFF.
bool may_follow(unsigned char lead, unsigned char second) {
  const unsigned char least = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
  const unsigned char most = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
  return second >= least && second <= most;
}

bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const auto length = sequence_length(lead);
    if (length == 0 || i + length > text.size()) return false;
    if (length > 1 && !may_follow(lead, static_cast<unsigned char>(text[i + 1]))) return false;
    for (std::size_t k = 2; k < length; ++k)
      if ((static_cast<unsigned char>(text[i + k]) & 0xc0) != 0x80) return false;
    i += length;
  }
  return true;
}

}  // namespace

bool same_word(std::string_view left, std::string_view right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](char a, char b) { return lower(a) == lower(b); });
}

std::string printable(std::string_view text) {
  std::string result(text);
  const bool keep_all = is_utf8(text);
  for (char& c : result)
    if (is_control(c) || (!keep_all && !is_ascii(c))) c = '?';
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
