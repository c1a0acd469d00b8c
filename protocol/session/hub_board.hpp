#pragma once

#include "games/catalogue.hpp"

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

/// A position of a draughts game as HUB writes it, and the moves from there. HUB has squares by number, `28-32` for a
/// step and `28x19x23x14` for a capture: from, to, then all squares of captured pieces in any order.
class HubBoard {
 public:
  /// Whether HUB has words for the game: one whose squares are numbered, with men and kings.
  [[nodiscard]] static bool can_play(const games::Entry& entry);

  /// The position behind `moves`, which are blanks between HUB's moves. `position`: `W` or `B` for the side to move,
  /// then a letter for each square, `w` `b` `W` `B` `e`; empty: where the game starts. Throws BadInput.
  HubBoard(const games::Entry& entry, std::string_view position, std::string_view moves, HubOrder order);

  /// The same in the words of the protocol, as `position` wants it, game and moves included.
  [[nodiscard]] const std::string& protocol_text() const { return protocol_text_; }

  /// Moves of the protocol, one behind the other from here, as HUB's, with blanks between. Ends before the first that
  /// is not legal.
  [[nodiscard]] std::string to_hub(std::span<const std::string> moves) const;

 private:
  void play(std::string_view hub_move);

  std::string protocol_text_;
  std::unique_ptr<play::AnyGame> game_;
};

}  // namespace crownd::session
