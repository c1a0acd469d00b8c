#include "notation/encoding.hpp"

#include "wire/unicode.hpp"

#include <array>
#include <cstddef>

namespace crownd::notation {

namespace {

/// What Windows-1252 has at 0x80 to 0x9f; the other codes are those of Unicode. Five codes are not used.
constexpr std::array<char16_t, 32> upper_controls{0x20ac, 0xfffd, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021,
                                                  0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0xfffd, 0x017d, 0xfffd,
                                                  0xfffd, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
                                                  0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0xfffd, 0x017e, 0x0178};

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const auto bytes = wire::first_code_point(text).bytes;
    if (bytes == 0) return false;
    text.remove_prefix(bytes);
  }
  return true;
}

void append(std::string& text, char32_t character) {
  const auto continuation = [&](int shift) { text += static_cast<char>(0x80 | ((character >> shift) & 0x3f)); };
  if (character < 0x80) {
    text += static_cast<char>(character);
  } else if (character < 0x800) {
    text += static_cast<char>(0xc0 | (character >> 6));
    continuation(0);
  } else {
    text += static_cast<char>(0xe0 | (character >> 12));
    continuation(6);
    continuation(0);
  }
}

}  // namespace

std::string as_utf8(std::string_view text) {
  if (is_utf8(text)) return std::string(text);
  std::string result;
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    const bool differs = code >= 0x80 && code < 0xa0;
    append(result, differs ? upper_controls[code - std::size_t{0x80}] : code);
  }
  return result;
}

}  // namespace crownd::notation
