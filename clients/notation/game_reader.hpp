#pragma once

#include "notation/game.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::notation {

/// A sentence about a line of a text, numbered from 1.
struct Remark {
  std::size_t line = 0;
  std::string sentence;

  [[nodiscard]] std::string text() const { return "line " + std::to_string(line) + ": " + sentence; }
};

/// A game that the daemon has read from a text; PROTOCOL.md, "Reading game files", has the details.
struct ReadGame {
  std::size_t line = 0;   ///< where it begins in the text, from 1
  std::string name{};     ///< of the game, as in the protocol; empty if the daemon has no such game
  std::string start{};    ///< position before the first move, or "startpos"; empty if it is no position
  Game text{};            ///< with canonical moves; words that are no moves stand behind those that could be played
  std::size_t plies = 0;  ///< how many of the moves could be played
  std::optional<std::string> winner{};  ///< by the text: a side, or empty for a draw; none if it states no outcome
  std::vector<Remark> errors{};         ///< the game is not readable as a whole
  std::vector<Remark> warnings{};

  /// Whether so many plies from the start are readable; 0: the whole game.
  [[nodiscard]] bool is_readable(std::size_t wanted_plies = 0) const {
    return errors.empty() || (wanted_plies > 0 && plies >= wanted_plies && !start.empty());
  }
};

/// The daemon does not accept the text: a sentence for people.
class NotRead : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Sends commands, each with its LF, to the daemon, and passes each line of the answers to `is_last` until that is
/// true.
using Exchange = std::function<void(std::string_view commands, const std::function<bool(const std::string&)>& is_last)>;

/// Reads games with the daemon's command `read`, in memory for a block of text and one game. PDN, PGN and the plain
/// form may be mixed.
class GameReader {
 public:
  using OnGame = std::function<void(ReadGame&&)>;

  /// `usual` is the game of texts that name none; empty: the first that allows all moves. `on_game` gets each complete
  /// game between two exchanges, so that it may use the same daemon.
  GameReader(Exchange exchange, const std::string& usual, OnGame on_game);

  /// Adds bytes of a text, whose lines need not be whole. Throws NotRead.
  void add(std::string_view bytes);
  /// The text is complete. Throws NotRead.
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
  std::vector<Line*> open_;       ///< the line of the game, and variations that have not ended
  std::vector<Line> unattached_;  ///< variations before the first move, which they replace
};

/// All games of a text. Throws NotRead.
[[nodiscard]] std::vector<ReadGame> read_games(const Exchange& exchange, const std::string& usual,
                                               std::string_view text);

/// Reads a line of a list of games: `POSITION moves MOVES`, a position, or moves from the start position. `usual` is as
/// for GameReader. Throws NotRead if it is none of them, or a move is illegal, unless it comes after `wanted_plies`
/// moves and that is not 0.
[[nodiscard]] ReadGame read_list_line(const Exchange& exchange, const std::string& usual, const std::string& line,
                                      std::size_t wanted_plies = 0);

}  // namespace crownd::notation
