#pragma once

#include "core/rules.hpp"
#include "games/draughts_family/mover_view.hpp"

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace crownd::training {

namespace detail {

inline constexpr std::size_t set_bytes = 4;

/// The four sets of a draughts board, each as four bytes, little-endian.
[[nodiscard]] inline std::string bytes_of(const draughts_family::MoverView& pieces) {
  std::string bytes;
  for (const std::uint32_t set : {pieces.own_men, pieces.own_kings, pieces.enemy_men, pieces.enemy_kings})
    for (std::size_t i = 0; i < set_bytes; ++i) bytes += static_cast<char>(set >> (8 * i) & 0xff);
  return bytes;
}

[[nodiscard]] inline draughts_family::MoverView pieces_of(const std::string& bytes) {
  std::array<std::uint32_t, 4> sets{};
  if (bytes.size() != sets.size() * set_bytes) throw std::runtime_error("training data of another game");
  for (std::size_t i = 0; i < bytes.size(); ++i)
    sets[i / set_bytes] |= std::uint32_t{static_cast<std::uint8_t>(bytes[i])} << (8 * (i % set_bytes));
  return {sets[0], sets[1], sets[2], sets[3]};
}

}  // namespace detail

/// A position in few bytes. Draughts positions are stored as the side to move sees them, and are decoded with the first
/// side to move: evaluations do not depend on which side is which. Positions of other games are stored as text.
template <Rules R>
[[nodiscard]] std::string encode(const typename R::Position& position) {
  if constexpr (draughts_family::HasMoverView<R>)
    return detail::bytes_of(R::mover_view(position));
  else
    return R::format_position(position);
}

/// Throws BadInput or std::runtime_error if the bytes encode no position.
template <Rules R>
[[nodiscard]] typename R::Position decode(const std::string& bytes) {
  if constexpr (draughts_family::HasMoverView<R>) {
    const auto position = R::position_of(detail::pieces_of(bytes));
    if (!position) throw std::runtime_error("training data holds a position that cannot be");
    return *position;
  } else {
    return R::parse_position(bytes);
  }
}

}  // namespace crownd::training
