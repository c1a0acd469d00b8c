#pragma once

#include "annotate/analysis/game_notes.hpp"
#include "reading/inputs.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace crownd::annotate {

/// How well moves were chosen. Forced moves do not count.
struct Tally {
  std::size_t games = 0;
  std::size_t choices = 0;
  double accuracies = 0;                ///< their sum
  std::array<std::size_t, 4> judged{};  ///< by Judgement

  void add(const Tally& other);
  /// The mean accuracy in tenths of a per cent; 0 without choices.
  [[nodiscard]] int tenths() const;
};

/// Of one side in one game.
[[nodiscard]] Tally tally_of(const GameNotes& notes, int side);

struct NamedTally {
  std::string name;
  Tally tally;
};

/// A move of one of the games.
struct MovePlace {
  std::size_t game = 0;  ///< its index
  std::size_t ply = 0;
};

struct Summary {
  std::vector<NamedTally> players;   ///< those with most games first
  std::vector<NamedTally> openings;  ///< of both sides; the same order
  std::vector<MovePlace> worst;      ///< the greatest losses first
  std::vector<MovePlace> missed;     ///< wins that tables know and that were thrown away, the longest first
  std::size_t games = 0, positions = 0;
};

/// Of all games that were not skipped; `most` entries in `worst` and `missed`.
[[nodiscard]] Summary summarise(const reading::Inputs& inputs, const std::vector<GameNotes>& games, std::size_t most);

}  // namespace crownd::annotate
