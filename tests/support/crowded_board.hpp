#pragma once

#include <string>

namespace crownd::testing {

/// A position of reduced chess on the largest board, with two armies of 300: rows 1 to 11 and half of row 12 against
/// the same from above, kings in the corners. A node takes a thousand times as long as elsewhere.
inline std::string crowded_board() {
  const auto army = [](bool white) {
    std::string list;
    for (int n = 0; n < 300; ++n) {
      const int column = n % 26;
      const int row = white ? 1 + n / 26 : 26 - n / 26;
      const char letter = n == 0 ? 'K' : (n / 2 + n / 26) % 3 == 0 ? 'B' : 'R';
      list += (list.empty() ? "" : ",") + std::string{letter, static_cast<char>('a' + column)} + std::to_string(row);
    }
    return list;
  };
  return "26 " + army(true) + " " + army(false) + " w";
}

}  // namespace crownd::testing
