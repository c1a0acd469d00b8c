#pragma once

#include "notation/tokenizer.hpp"
#include "play/any_game.hpp"
#include "session/current_game.hpp"
#include "session/environment.hpp"
#include "session/game_share.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::session {

/// One game of each kind, made when it is first needed.
class GamePool {
 public:
  explicit GamePool(std::span<const games::Entry> entries) : entries_(entries), games_(entries.size()) {}

  [[nodiscard]] std::span<const games::Entry> entries() const { return entries_; }
  /// At the start position.
  [[nodiscard]] play::AnyGame& fresh(const games::Entry& entry);
  /// Memory of the moves played.
  [[nodiscard]] std::size_t bytes() const;

 private:
  std::span<const games::Entry> entries_;
  std::vector<std::unique_ptr<play::AnyGame>> games_;
};

/// Reads the text of games line by line for the command `read`, and answers each game when it is complete. It has
/// games of its own: that of the session does not change.
class GameReader {
 public:
  using Say = std::function<void(std::string_view line)>;

  /// `usual`: the game of texts that name none; null: the first game that allows all moves.
  GameReader(Environment& environment, const games::Entry* usual);

  /// Adds text to the present line, and ends the line if `ends_line`.
  void add(std::string_view text, bool ends_line, const Say& say);
  /// The text is complete. Returns the number of games.
  std::size_t end(const Say& say);

 private:
  void answer(const notation::GameText& text);

  Environment& environment_;
  const games::Entry* usual_;
  GamePool pool_;
  std::size_t count_ = 0;
  const Say* say_ = nullptr;  ///< while it is fed
  GameShare share_;
  notation::Tokenizer tokenizer_;
};

}  // namespace crownd::session
