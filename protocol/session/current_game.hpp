#pragma once

#include "play/any_game.hpp"
#include "session/environment.hpp"
#include "session/game_share.hpp"
#include "session/hash_lease.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::session {

/// A game as a client names it.
struct NamedGame {
  const games::Entry* entry;
  const UciVariant* variant;  ///< null: the game by its own name
};

/// The game of that name, case-insensitive, which may be that of a UCI variant; none if there is none.
[[nodiscard]] std::optional<NamedGame> find_game(std::span<const games::Entry> games, std::string_view name);
/// All names that find_game knows: those of the games, then those of UCI variants.
[[nodiscard]] std::vector<std::string> names_of(std::span<const games::Entry> games);
/// The name of the game that UCI programs expect before they choose one: the one that they know as chess, else the
/// first.
[[nodiscard]] std::string_view usual_game(std::span<const games::Entry> games);

/// Throws LimitReached if a game may not have that many plies.
void check_plies(const SessionLimits& limits, std::size_t plies);

/// Value of the option for draws after quiet plies: follow the rules of the game.
inline constexpr int as_the_game_has_it = -1;

/// The one game of a session, with the settings that are kept when the game changes, and the memory that it may use.
class CurrentGame {
 public:
  explicit CurrentGame(Environment& environment);

  [[nodiscard]] play::AnyGame& operator*() { return *game_; }
  [[nodiscard]] play::AnyGame* operator->() { return game_.get(); }

  /// Sets a position of the game that was named, or of this game; throws BadInput and changes nothing, not even the
  /// game, if it is bad.
  void set_position(const std::optional<NamedGame>& named, std::string_view start, std::span<const std::string> moves);
  /// See AnyGame::play.
  std::vector<std::string> play(std::span<const std::string> moves);
  /// Starts another game; keeps the position if it is the same game.
  void switch_to(const NamedGame& named);

  [[nodiscard]] const play::Settings& settings() const { return settings_; }
  /// Sets all settings except the memory.
  void set(const play::Settings& settings);
  [[nodiscard]] const TableSet& tables() const { return tables_; }
  void set_tables(TableSet tables);
  /// After how many quiet plies searches score a draw: 0 for never; -1 for the rule of the variant that is played.
  void set_quiet_draw(int plies);
  /// How much memory to reserve at the next search; what is held now is released.
  void set_hash(std::size_t bytes);

  /// Before a search: reserves the memory, if not yet done, and configures the game. Gives the bytes if they are
  /// fewer than wanted, and only the first time.
  std::optional<std::size_t> get_ready();
  /// Forgets what earlier searches have learned, and has the memory of the next ones there before their clocks run.
  void begin_new_game();

 private:
  void adopt(const games::Entry& entry, std::unique_ptr<play::AnyGame> game);
  void apply_quiet_draw();
  /// The UCI variant of this game whose programs write positions like this text; null for none.
  [[nodiscard]] const UciVariant* variant_with(std::string_view position) const;
  void reserve();
  void give_memory(std::size_t bytes);
  /// Releases the memory of endgame tables that are not in use.
  void give_back_tables();

  Environment& environment_;
  GameShare share_;
  std::unique_ptr<HashLease> lease_;
  play::Settings settings_;
  TableSet tables_;
  std::shared_ptr<search::Memory> memory_;  ///< null: none was reserved
  std::size_t wanted_hash_ = play::usual_hash_bytes;
  std::optional<std::size_t> short_hash_;           ///< what was reserved instead, until it is told
  std::optional<const UciVariant*> named_variant_;  ///< of the game that the client last named; none: it named none
  const UciVariant* variant_ = nullptr;             ///< that is played
  int wanted_quiet_draw_ = as_the_game_has_it;
  bool configured_ = false;
  const games::Entry* entry_ = nullptr;
  std::unique_ptr<play::AnyGame> game_;
};

}  // namespace crownd::session
