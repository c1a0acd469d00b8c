#pragma once

#include "games/catalogue.hpp"
#include "session/command_table.hpp"
#include "session/current_game.hpp"
#include "session/environment.hpp"

namespace crownd::session {

/// A line of the HUB protocol, version 2, of draughts programs (Fabien Letouzey, "Hub protocol for draughts", part of
/// Scan 3.1): a word, then arguments `name=value`, or `name` alone without a value. Values with spaces are in
/// double quotes.
struct HubLine {
  std::string word;  ///< empty: the line is empty
  std::vector<std::pair<std::string, std::string>> arguments;

  bool operator==(const HubLine&) const = default;

  /// Whether there is an argument of this name, with a value or not.
  [[nodiscard]] bool has(std::string_view name) const;
  /// Its value; empty if there is none.
  [[nodiscard]] std::string_view value(std::string_view name) const;
};

/// Parses any bytes, with or without a line end. An unclosed quote ends with the line.
[[nodiscard]] HubLine read_hub_line(std::string_view line);

/// Formats every argument as `name=value`, the value in quotes where needed. A quote inside a value becomes `'`, and
/// an equals sign `:`, since clients split lines at them.
[[nodiscard]] std::string hub_line(const HubLine& line);

/// How a client writes positions.
enum class HubOrder : std::uint8_t {
  plain,   ///< the order of HUB: the letters in the order of the squares' numbers
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

  [[nodiscard]] const games::Entry& entry() const { return entry_; }
  /// The position before the moves, as the game writes it, or `startpos`.
  [[nodiscard]] const std::string& start() const { return start_; }
  /// In the game's notation. Not during to_hub.
  [[nodiscard]] std::vector<std::string> moves() const { return game_->moves_played(); }
  /// Memory allocated for the position and its moves.
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

  /// Translates a line of moves from here to HUB moves, separated by spaces. Stops before the first illegal move.
  /// Plays on an internal game: one thread at a time. Other threads may call bytes() meanwhile.
  [[nodiscard]] std::string to_hub(std::span<const std::string> moves) const;

 private:
  void play(std::string_view hub_move);

  const games::Entry& entry_;
  std::string start_;
  std::unique_ptr<play::AnyGame> game_;
  std::size_t bytes_ = 0;
};

/// Reads HUB, the protocol of draughts programs (a section of PROTOCOL.md): translates HUB lines to commands of the
/// session, each with a dialect that formats its answer. Called by the thread that reads the client's lines.
class HubReader {
 public:
  explicit HubReader(const Environment& environment);

  /// The command for a HUB line; none if the line only changes the parameters of a later search.
  [[nodiscard]] std::optional<Command> read(std::string_view line);
  /// A line was refused before it could be read; `line`: at least its first word.
  void reject_position(std::string_view line, std::string_view why);
  /// The answer to `hub`, in HUB.
  [[nodiscard]] std::vector<std::string> introduction() const;
  /// The dialect of the answer to a line that starts no search or is refused. Needs no memory.
  [[nodiscard]] static const std::shared_ptr<const Dialect>& dialect_for(std::string_view line);

 private:
  [[nodiscard]] std::optional<Command> command_of(const HubLine& line);
  [[nodiscard]] std::optional<Command> set_parameter(const HubLine& line);
  void set_level(const HubLine& line);
  void set_position(const HubLine& line);
  [[nodiscard]] Command search_of(const HubLine& line) const;

  const Environment& environment_;
  std::vector<const games::Entry*> variants_;
  const games::Entry* variant_;
  HubOrder order_ = HubOrder::plain;
  GameMemory game_memory_;
  std::shared_ptr<const HubBoard> board_;  ///< as last set by the client; null: the start position
  RefusedPosition refused_position_;
  search::Limits level_;  ///< as last set by the client
};

}  // namespace crownd::session
