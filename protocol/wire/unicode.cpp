#include "wire/unicode.hpp"

#include <algorithm>
#include <array>

namespace crownd::wire {

namespace {

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

}  // namespace

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

bool is_control(char32_t character) {
  const auto* const range = std::lower_bound(controls.begin(), controls.end(), character,
                                             [](const CodePoints& r, char32_t c) { return r.last < c; });
  return range != controls.end() && range->first <= character;
}

}  // namespace crownd::wire
