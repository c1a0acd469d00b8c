#pragma once

#include "core/side.hpp"

#include <cstdint>

namespace crownd {

enum class Outcome : std::uint8_t { ongoing, win, draw };

/// Why a game is over; `none` while it is not.
enum class Reason : std::uint8_t { none, no_pieces, no_moves, checkmate, stalemate };

/// How a position stands by the rules alone. `winner` means something only when `outcome` is win.
struct Result {
  Outcome outcome = Outcome::ongoing;
  Side winner = Side::first;
  Reason reason = Reason::none;

  friend bool operator==(const Result&, const Result&) = default;

  [[nodiscard]] constexpr bool over() const { return outcome != Outcome::ongoing; }
  [[nodiscard]] static constexpr Result win(Side side, Reason why) { return {Outcome::win, side, why}; }
  [[nodiscard]] static constexpr Result draw(Reason why) { return {Outcome::draw, Side::first, why}; }
};

}  // namespace crownd
