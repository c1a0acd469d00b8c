#pragma once

#include "notation/symbols.hpp"
#include "notation/tokenizer.hpp"
#include "play/any_game.hpp"
#include "session/current_game.hpp"
#include "session/environment.hpp"

namespace crownd::session {

/// One game of each kind, created when it is first needed.
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

/// Reads the text of games line by line for the command `read`, and sends the answer to each game when it is complete.
/// Uses its own games: the session's game does not change.
class GameReader {
 public:
  /// `default_game`: the game of texts that name none; null: the first game that allows all moves.
  GameReader(const Environment& environment, Client& client, const games::Entry* default_game);

  /// Adds text to the present line, and ends the line if `ends_line`.
  void add(std::string_view text, bool ends_line) {
    tokenizer_.add(text);
    if (ends_line) tokenizer_.end_line();
    game_memory_.set(tokenizer_.bytes() + pool_.bytes());
  }
  /// The text is complete. Returns the number of games.
  std::size_t end() {
    tokenizer_.end();
    return count_;
  }

 private:
  void answer(const notation::GameText& text);

  const Environment& environment_;
  Client& client_;
  const games::Entry* default_game_;
  GamePool pool_;
  std::size_t count_ = 0;
  GameMemory game_memory_;
  notation::Tokenizer tokenizer_;
};

}  // namespace crownd::session
