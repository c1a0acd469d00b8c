#pragma once

#include "wire/words.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace crownd::match {

/// An engine's text for people and files: printable, and truncated if it is longer than `most`.
[[nodiscard]] inline std::string shown(std::string_view text, std::size_t most = 400) {
  return wire::printable(text.substr(0, most)) + (text.size() > most ? "..." : "");
}

}  // namespace crownd::match
