#pragma once

#include "match/engines/declared_option.hpp"
#include "match/engines/engine_spec.hpp"
#include "match/game/chess_like_game.hpp"
#include "match/game/player.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::match {

/// What an engine declared during the handshake, as far as it is used here.
struct Declared {
  std::string name;
  std::vector<DeclaredOption> options;
  std::vector<std::string> variants;  ///< values of UCI_Variant; empty if it does not have the option

  [[nodiscard]] bool has_variant(std::string_view variant) const;
  [[nodiscard]] bool has_option(std::string_view wanted) const { return option(wanted) != nullptr; }
  /// Null if it has none of this name, in any case of letters.
  [[nodiscard]] const DeclaredOption* option(std::string_view wanted) const;
  /// Reads one line of the answer to `uci`; returns whether it declares something.
  bool read(std::string_view line);
};

/// How positions are sent to an engine.
struct Dialect {
  std::string variant;  ///< value for UCI_Variant; empty: the option is not set
  bool fen = false;     ///< positions are sent as FEN, as chess engines expect; else in the game's own form
};

/// Width of the board in a FEN: the number of squares in its first row.
[[nodiscard]] int board_size(std::string_view fen);
/// The only board size of chess engines.
inline constexpr int chess_board = 8;

/// How this engine plays `game` from this start. Engines with the game among their variants are sent positions in
/// its own form. Others can play reduced-chess: on 8x8 as chess, on other sizes if they have a variant
/// `reduced-chess-SIZE` (scripts/parts/play-match/reduced-chess.ini defines it for Fairy-Stockfish). None if it cannot.
[[nodiscard]] std::optional<Dialect> find_dialect(const Declared& declared, std::string_view game, const Start& start);

/// The command `position ...`.
[[nodiscard]] std::string position_command(const Dialect& dialect, const Start& start,
                                           const std::vector<std::string>& moves);
/// The command `go ...` for the times of the question and the limits. Times are sent in whole milliseconds, at least 1.
[[nodiscard]] std::string go_command(const Question& question, const Limits& limits, bool ponder);

}  // namespace crownd::match
