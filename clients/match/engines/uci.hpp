#pragma once

#include "match/game/player.hpp"

namespace crownd::match {

/// The game that chess engines can play.
inline constexpr std::string_view chess_like_game = "reduced-chess";

struct DeclaredOption {
  std::string line;
  std::string name;
  std::string type;
  std::optional<std::string> preset;
  std::optional<std::int64_t> min;
  std::optional<std::int64_t> max;
  std::vector<std::string> choices;
};

/// Reads a line that begins with `option`; skips its invalid parts.
[[nodiscard]] DeclaredOption read_declared_option(const std::string& line);

/// Describes the valid values, unless `value` is valid.
[[nodiscard]] std::optional<std::string> fault_of_value(const DeclaredOption& option, const std::string& value);

/// The fault of an invalid declaration.
[[nodiscard]] std::optional<std::string> fault_of(const DeclaredOption& option);

/// The relevant declarations of the handshake.
struct Declared {
  std::string name;
  std::vector<DeclaredOption> options;
  std::vector<std::string> variants;  ///< values of UCI_Variant; empty if it does not have the option

  [[nodiscard]] bool has_variant(std::string_view variant) const;
  /// Case-insensitive; null if there is none.
  [[nodiscard]] const DeclaredOption* option(std::string_view wanted) const;
  /// Reads one line of the answer to `uci`; returns whether it is an option.
  bool read(std::string_view line);
};

/// How positions are sent to an engine.
struct PositionFormat {
  std::string variant;  ///< value for UCI_Variant; empty: the option is not set
  bool fen = false;     ///< positions are sent as FEN, as chess engines expect; else in the game's own form
};

/// Width of the board in a FEN: the number of squares in its first row.
[[nodiscard]] int board_size(std::string_view fen);
inline constexpr int chess_board = 8;

/// How the engine plays `game` from this start; none if it cannot. Engines with the game in UCI_Variant get positions
/// in the game's own form. Others can play reduced-chess: on 8x8 as chess, on other sizes with a variant
/// `reduced-chess-SIZE` (scripts/parts/play-match/reduced-chess.ini defines it for Fairy-Stockfish).
[[nodiscard]] std::optional<PositionFormat> find_position_format(const Declared& declared, std::string_view game,
                                                                 const Start& start);

[[nodiscard]] std::string position_command(const PositionFormat& format, const Start& start,
                                           const std::vector<std::string>& moves);
/// The command `go ...` for the clocks of the request and the time control. Times are sent in whole milliseconds, at
/// least 1.
[[nodiscard]] std::string go_command(const MoveRequest& request, const TimeControl& control, bool ponder);

/// Adds an `info` line to the result of a search; ignores other lines. Limits what a hostile engine can add.
void read_info(std::string_view line, SearchResult& found);
/// Reads a line `bestmove ...`.
void read_best_move(std::string_view line, SearchResult& found);

}  // namespace crownd::match
