#pragma once

#include "core/side.hpp"

#include <cstdint>
#include <string_view>

namespace crownd {

enum class Outcome : std::uint8_t { ongoing, win, draw };

/// Why a game is over, in the game's own words. Each game has its reasons as constants; a Result points to one.
struct Reason {
  std::string_view word;      ///< for programs: one word, as in `status win b no-moves`
  std::string_view sentence;  ///< for people; WINNER and LOSER stand for the sides: "LOSER has no moves left"
};

/// The result of a position by the rules alone. `winner` is meaningful only if `outcome` is win.
struct Result {
  Outcome outcome = Outcome::ongoing;
  Side winner = Side::first;
  const Reason* reason = nullptr;  ///< null while the game goes on

  friend bool operator==(const Result&, const Result&) = default;

  [[nodiscard]] constexpr bool over() const { return outcome != Outcome::ongoing; }
  [[nodiscard]] static constexpr Result win(Side side, const Reason& why) { return {Outcome::win, side, &why}; }
  [[nodiscard]] static constexpr Result draw(const Reason& why) { return {Outcome::draw, Side::first, &why}; }
};

}  // namespace crownd
