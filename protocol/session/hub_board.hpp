#pragma once

#include "games/catalogue.hpp"
#include "session/commands/make.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::session {

/// How a client writes positions.
enum class HubOrder : std::uint8_t {
  plain,   ///< as HUB has it: the letters in the order of the squares' numbers
  turned,  ///< the board turned by 180 degrees and the colours swapped, as pydraughts 0.6 does for some variants
};

/// A position of a draughts game in HUB's form, and the moves from there. HUB numbers squares: `28-32` is a
/// step and `28x19x23x14` a capture: from, to, then the squares of all captured pieces in any order.
class HubBoard {
 public:
  /// Whether HUB can express the game: one with numbered squares, men and kings.
  [[nodiscard]] static bool can_play(const games::Entry& entry);

  /// The position after `moves`, HUB moves separated by spaces. `position`: `W` or `B` for the side to move,
  /// then a letter for each square, `w` `b` `W` `B` `e`; empty: the start position. Throws BadInput.
  HubBoard(const games::Entry& entry, std::string_view position, std::string_view moves, HubOrder order);

  /// As the native command, game and moves included.
  [[nodiscard]] const Position& position() const { return position_; }
  /// Memory allocated for the position and its moves.
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

  /// Translates a line of moves from here to HUB moves, separated by spaces. Stops before the first that
  /// is not legal. Plays on the game: one thread at a time, beside which any may call the others.
  [[nodiscard]] std::string to_hub(std::span<const std::string> moves) const;

 private:
  void play(std::string_view hub_move);

  Position position_;
  std::unique_ptr<play::AnyGame> game_;
  std::size_t bytes_ = 0;
};

}  // namespace crownd::session
