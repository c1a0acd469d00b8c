#pragma once

#include "notation/game.hpp"

#include <functional>
#include <optional>
#include <stdexcept>

namespace crownd::notation {

/// A message about a line of a text, numbered from 1.
struct Remark {
  std::size_t line = 0;
  std::string sentence;

  [[nodiscard]] std::string text() const { return "line " + std::to_string(line) + ": " + sentence; }
};

/// A game that the daemon has read; see PROTOCOL.md, "Reading game files".
struct ReadGame {
  std::size_t line_number = 0;          ///< where it begins in the text, from 1
  std::string game_name{};              ///< as in the protocol; empty if the daemon has no such game
  std::string start{};                  ///< position before the first move, or "startpos"; empty if it is no position
  Game record{};                        ///< with canonical moves, followed by words that could not be played
  std::size_t plies = 0;                ///< number of moves that could be played
  std::optional<std::string> winner{};  ///< by the text: a side, or empty for a draw; none if it states no outcome
  std::vector<Remark> errors{};         ///< the game is not readable as a whole
  std::vector<Remark> warnings{};

  /// Whether so many plies from the start are readable; 0: the whole game.
  [[nodiscard]] bool is_readable(std::size_t wanted_plies = 0) const {
    return errors.empty() || (wanted_plies > 0 && plies >= wanted_plies && !start.empty());
  }
};

/// The daemon does not accept the text; what() is a message for people.
class NotRead : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Sends commands, each with its LF, and passes each line of the answers to `is_last` until it returns true.
using Exchange = std::function<void(std::string_view commands, const std::function<bool(const std::string&)>& is_last)>;

/// Reads PDN, PGN and the plain form, also mixed, with the daemon's command `read`. Buffers one block and one game.
class GameFileReader {
 public:
  using OnGame = std::function<void(ReadGame&&)>;

  /// `default_game` is the game of texts that name none; empty: the first game that allows all moves. `on_game` is
  /// called between exchanges, so it may use the same daemon.
  GameFileReader(Exchange exchange, const std::string& default_game, OnGame on_game);

  /// Adds part of a text. Throws NotRead.
  void add(std::string_view bytes);
  /// Ends the text. Throws NotRead.
  void end();

 private:
  void add_line(std::string_view line, bool whole);
  void flush();
  void take(std::string_view answer);
  [[nodiscard]] Line* line_before_moves();
  void close_variation();
  void add_nag(const std::string& nag);
  [[nodiscard]] Line& line() { return *open_.back(); }

  Exchange exchange_;
  OnGame on_game_;
  std::string commands_;  ///< not yet sent
  std::string line_;      ///< beginning of a line
  std::vector<ReadGame> complete_;
  ReadGame game_;
  std::vector<Line*> open_;       ///< the line of the game, and open variations
  std::vector<Line> unattached_;  ///< variations before the first move, which they replace
};

/// All games of a text. Throws NotRead.
[[nodiscard]] std::vector<ReadGame> read_games(const Exchange& exchange, const std::string& default_game,
                                               std::string_view text);

/// Whether each line of a text is a game for read_list_line, and the text is not PDN, PGN, the plain form or a game
/// saved by crown: it has no tags, results, open comments, moves that continue those of the line before (by their
/// number) or line `game NAME`. Comments (`#`) do not count.
[[nodiscard]] bool is_list(std::string_view text);

/// Reads a line of a list of games: `POSITION moves MOVES`, a position, or moves from the start position. Throws
/// NotRead for other texts and illegal moves, except illegal moves after `wanted_plies` (if not 0) legal ones.
[[nodiscard]] ReadGame read_list_line(const Exchange& exchange, const std::string& default_game,
                                      const std::string& line, std::size_t wanted_plies = 0);

}  // namespace crownd::notation
