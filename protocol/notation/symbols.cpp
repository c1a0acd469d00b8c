#include "notation/symbols.hpp"

#include "wire/words.hpp"

#include <algorithm>
#include <array>

namespace crownd::notation {

namespace {

/// Half of a result, with its points counted twice.
struct Half {
  int points = 0;
  std::size_t length = 0;
};

std::optional<Half> half_at(std::string_view text) {
  // The longest first.
  static constexpr std::pair<std::string_view, int> forms[] = {{"1/2", 1}, {"\xc2\xbd", 1}, {"0.5", 1},
                                                               {"0", 0},   {"1", 2},        {"2", 4}};
  for (const auto& [form, points] : forms) {
    if (!text.starts_with(form)) continue;
    auto length = form.size();
    if (length < text.size() && (text[length] == '+' || text[length] == '-' || text[length] == '=')) {
      // `1-0`: the sign is the separator, unless another one follows.
      const auto next = text.find_first_not_of(blanks, length + 1);
      if (text[length] != '-' || next == none || text[next] == '-') ++length;
    }
    return Half{points, length};
  }
  return std::nullopt;
}

bool ends_word(std::string_view text, std::size_t at) {
  return at >= text.size() || std::string_view(" \t\f\v[]{};()").find(text[at]) != none;
}

struct Result {
  int first = 0;
  int second = 0;
  std::size_t length = 0;
};

/// The result at the start of a text, other than `*`.
std::optional<Result> result_at(std::string_view text) {
  const auto first = half_at(text);
  if (!first) return std::nullopt;
  auto at = text.find_first_not_of(blanks, first->length);
  if (at == none || text[at] != '-') return std::nullopt;
  at = text.find_first_not_of(blanks, at + 1);
  const auto second = at == none ? std::nullopt : half_at(text.substr(at));
  if (!second || !ends_word(text, at + second->length)) return std::nullopt;
  // A game has one point or two; 0-0 is lost by both. `1-2` is no result, and in draughts no move either.
  const int points = first->points + second->points;
  if (points != 0 && points != 2 && points != 4) return std::nullopt;
  return Result{first->points, second->points, at + second->length};
}

/// Windows-1252 from 0x80 to 0x9f; all other codes are those of Unicode. Five codes are unused.
constexpr std::array<const char*, 32> upper_controls{
    "\u20ac", "\ufffd", "\u201a", "\u0192", "\u201e", "\u2026", "\u2020", "\u2021", "\u02c6", "\u2030", "\u0160",
    "\u2039", "\u0152", "\ufffd", "\u017d", "\ufffd", "\ufffd", "\u2018", "\u2019", "\u201c", "\u201d", "\u2022",
    "\u2013", "\u2014", "\u02dc", "\u2122", "\u0161", "\u203a", "\u0153", "\ufffd", "\u017e", "\u0178"};

/// The signs of moves, and those of the chess Informator, as draughts players use them, too; the numbers are those of
/// PGN.
constexpr std::array<Sign, 30> signs{
    {{"!", "1"},        {"?", "2"},    {"!!", "3"},      {"??", "4"},       {"!?", "5"},      {"?!", "6"},
     {"=", "10"},       {"+=", "14"},  {"+/=", "14"},    {"\u2a72", "14"},  {"=+", "15"},     {"=/+", "15"},
     {"\u2a71", "15"},  {"+/-", "16"}, {"\u00b1", "16"}, {"-/+", "17"},     {"\u2213", "17"}, {"+-", "18"},
     {"+\u2212", "18"}, {"++-", "18"}, {"-+", "19"},     {"\u2212+", "19"}, {"--+", "19"},    {"\u221e", "13"},
     {"N", "146"},      {"TN", "146"}, {"\u25a1", "7"},  {"\u21d1", "33"},  {"\u2192", "37"}, {"\u21c6", "133"}}};

}  // namespace

std::size_t result_length(std::string_view text) {
  if (text.starts_with('*')) return ends_word(text, 1) ? 1 : 0;
  const auto result = result_at(text);
  return result ? result->length : 0;
}

StatedResult stated_result(std::string_view text) {
  const auto result = result_at(text);
  if (!result || result->first + result->second == 0) return StatedResult::unknown;
  if (result->first == result->second) return StatedResult::draw;
  return result->first > result->second ? StatedResult::first_half : StatedResult::second_half;
}

std::string as_utf8(std::string_view text) {
  if (wire::is_utf8(text)) return std::string(text);
  std::string result;
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (code < 0x80) {
      result += c;
    } else if (code < 0xa0) {
      result += upper_controls[code - std::size_t{0x80}];
    } else {
      result += static_cast<char>(0xc0 | (code >> 6));
      result += static_cast<char>(0x80 | (code & 0x3f));
    }
  }
  return result;
}

std::string without_escapes(std::string_view text, bool& bare_quote) {
  std::string value;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escapes = text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == '"' || text[i + 1] == '\\');
    if (escapes) ++i;
    if (!escapes && text[i] == '"') bare_quote = true;
    value += text[i];
  }
  return value;
}

std::size_t end_of_value(std::string_view line, std::size_t begin) {
  for (std::size_t i = begin; i < line.size(); ++i) {
    if (line[i] == '\\') {
      ++i;
    } else if (line[i] == '"') {
      const auto next = line.find_first_not_of(blanks, i + 1);
      if (next != none && line[next] == ']') return i;
    }
  }
  return none;
}

const Sign* find_sign(std::string_view word) {
  const auto* const found =
      std::find_if(signs.begin(), signs.end(), [&](const auto& known) { return known.text == word; });
  return found == signs.end() ? nullptr : found;
}

const Sign* sign_behind_move(std::string_view text) {
  const auto* const found = std::find_if(signs.begin(), signs.end(), [&](const auto& known) {
    const bool may_follow = known.text == "=" || static_cast<unsigned char>(known.text.front()) >= 0x80;
    return may_follow && text.size() > known.text.size() && text.ends_with(known.text);
  });
  return found == signs.end() ? nullptr : found;
}

}  // namespace crownd::notation
