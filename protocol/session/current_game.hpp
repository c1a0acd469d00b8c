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

/// The name by which UCI programs select reduced chess on 8x8.
inline constexpr std::string_view uci_name_of_reduced_chess = "chess";

/// The game of that name, case-insensitive, `chess` included; null if there is none.
[[nodiscard]] const games::Entry* find_game(std::span<const games::Entry> games, std::string_view name);

/// Value of the option for draws after quiet plies: follow the rules of the game.
inline constexpr int as_the_game_has_it = -1;

/// The one game of a session, with the settings that are kept when the game changes, and the memory that it may use.
class CurrentGame {
 public:
  explicit CurrentGame(Environment& environment);

  [[nodiscard]] play::AnyGame& operator*() { return *game_; }
  [[nodiscard]] play::AnyGame* operator->() { return game_.get(); }

  /// Sets a position in this or another game; throws BadInput and changes nothing, not even the game, if it is bad.
  void set_position(const games::Entry* other, std::string_view start, std::span<const std::string> moves);
  /// Starts another game; keeps the position if it is the same game.
  void switch_to(const games::Entry& entry);

  [[nodiscard]] const play::Settings& settings() const { return settings_; }
  /// Sets all settings except the memory.
  void set(const play::Settings& settings);
  [[nodiscard]] const TableSet& tables() const { return tables_; }
  void set_tables(TableSet tables);
  /// Whether the client plays chess, so that the fifty-move rule applies unless it is set otherwise.
  void follow_chess(bool yes);
  /// After how many quiet plies searches score a draw: 0 for never; -1 for the rule of the game that the client plays.
  void set_quiet_draw(int plies);
  /// How much memory to reserve at the next search; what is held now is released.
  void set_hash(std::size_t bytes);

  /// Before a search: reserves the memory, if not yet done, and configures the game. Gives the bytes if they are
  /// fewer than wanted, and only the first time.
  std::optional<std::size_t> get_ready();

 private:
  void adopt(std::unique_ptr<play::AnyGame> game);
  void apply_quiet_draw();
  /// Releases the memory of endgame tables that are not in use.
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
