#pragma once

#include "play/any_game.hpp"
#include "session/environment.hpp"
#include "session/hash_lease.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace crownd::session {

/// What UCI programs say for reduced chess on 8x8.
inline constexpr std::string_view uci_name_of_reduced_chess = "chess";

/// The game of that name, in any case of letters, `chess` included; null if there is none.
[[nodiscard]] const games::Entry* find_game(std::span<const games::Entry> games, std::string_view name);

/// Of the option for a draw by quiet plies: what the game's own rules say.
inline constexpr int as_the_game_has_it = -1;

/// The one game of a session, with the settings that go along from game to game and the memory that it may use.
class CurrentGame {
 public:
  explicit CurrentGame(Environment& environment);

  [[nodiscard]] play::AnyGame& operator*() { return *game_; }
  [[nodiscard]] play::AnyGame* operator->() { return game_.get(); }

  /// A position in this or another game; BadInput, and then nothing has changed, not even the game.
  void set_position(const games::Entry* other, std::string_view start, std::span<const std::string> moves);
  /// Another game from its start; the same game stays as it is.
  void switch_to(const games::Entry& entry);

  [[nodiscard]] const play::Settings& settings() const { return settings_; }
  /// New settings, all but the memory.
  void set(const play::Settings& settings);
  [[nodiscard]] const TableSet& tables() const { return tables_; }
  void set_tables(TableSet tables);
  /// Whether the client plays chess, so that fifty moves draw unless it says otherwise.
  void follow_chess(bool yes);
  /// The rule for searches by which so many quiet plies draw: 0 for none; -1 as in the game that the client plays.
  void set_quiet_draw(int plies);
  /// How much memory to ask for at the next search; what was held is given back now.
  void set_hash(std::size_t bytes);

  /// Before a search: takes the memory, if not yet done, and tells the game its settings. Gives the bytes if they are
  /// fewer than asked for, and only the first time.
  std::optional<std::size_t> get_ready();

 private:
  void adopt(std::unique_ptr<play::AnyGame> game);
  void apply_quiet_draw();
  /// The memory of endgame tables that are not in use.
  void give_back_tables();

  Environment& environment_;
  std::unique_ptr<HashLease> lease_;
  play::Settings settings_;
  TableSet tables_;
  std::size_t wanted_hash_;
  bool is_chess_ = false;
  int wanted_quiet_draw_ = as_the_game_has_it;
  bool configured_ = false;
  std::unique_ptr<play::AnyGame> game_;
};

}  // namespace crownd::session
