#pragma once

#include "core/bad_input.hpp"
#include "play/any_game.hpp"
#include "session/environment.hpp"

#include <new>

namespace crownd::session {

/// A game by the name that a client gave.
struct NamedGame {
  const games::Entry* entry;
  const UciVariant* variant;  ///< null: the game by its own name
};

/// The game of that name or of that UCI variant, case-insensitive; none if there is none.
[[nodiscard]] std::optional<NamedGame> find_game(std::span<const games::Entry> games, std::string_view name);
/// All names that find_game knows: those of the games, then those of UCI variants.
[[nodiscard]] std::vector<std::string> names_of(std::span<const games::Entry> games);
/// The name of the game before a client chooses one: the game that UCI programs know as chess, else the first.
[[nodiscard]] std::string_view default_game(std::span<const games::Entry> games);

/// Throws LimitReached if a game may not have this many plies.
void check_plies(const SessionLimits& limits, std::size_t plies);

/// Value of the option Draw Quiet Plies: follow the rules of the game.
inline constexpr int use_game_default = -1;

/// Whether the client's last position was refused, and why: a search would be about another position than it means.
class RefusedPosition {
 public:
  void set(std::string_view why) noexcept {
    why_.emplace();
    try {
      *why_ = why;
    } catch (const std::bad_alloc&) {
      why_->clear();
    }
  }
  void clear() { why_.reset(); }
  /// Throws BadInput while it is refused. `remedy`: commands that set another position.
  void check(std::string_view remedy) const {
    if (!why_) return;
    throw bad_position("the last position was refused" + (why_->empty() ? "" : " (" + *why_ + ")") + "; send " +
                       std::string(remedy) + " first");
  }

 private:
  std::optional<std::string> why_;  ///< none: it was accepted; empty: without a reason
};

/// The game of a session, its memory, and its settings, which survive a change of the game.
class CurrentGame {
 public:
  explicit CurrentGame(Environment& environment);

  [[nodiscard]] play::AnyGame& operator*() { return *game_; }
  [[nodiscard]] play::AnyGame* operator->() { return game_.get(); }

  /// Sets a position of the named game, or of this one. If it is bad, throws BadInput and changes nothing.
  void set_position(const std::optional<NamedGame>& named, std::string_view start, std::span<const std::string> moves);
  std::vector<std::string> play(std::span<const std::string> moves) {
    auto played = game_->play(moves);
    game_memory_.set(game_->bytes());
    return played;
  }
  /// Starts another game; keeps the position if it is the same game.
  void switch_to(const NamedGame& named);

  [[nodiscard]] const play::Settings& settings() const { return settings_; }
  /// Sets all settings except the memory.
  void set(const play::Settings& settings) {
    settings_ = settings;
    configured_ = false;
  }
  [[nodiscard]] const TableSet& tables() const { return tables_; }
  void set_tables(TableSet tables);
  /// Sets after how many reversible plies searches score a draw: 0 for never; -1 for the rule of the current variant.
  void set_fifty_move_plies(int plies) {
    wanted_fifty_move_plies_ = plies;
    apply_fifty_move_plies();
  }
  /// Sets the memory to reserve at the next search. Releases the present one.
  void set_hash(std::size_t bytes);

  /// Reserves memory and configures the game. Returns the size of the memory if it is less than wanted and than after
  /// the last call.
  std::optional<std::size_t> prepare_search();
  /// Until the next search, other sessions may take the memory.
  void mark_idle();
  /// Clears the transposition table, and reserves its memory before the clock of the next search starts.
  void begin_new_game();

 private:
  void adopt(const games::Entry& entry, std::unique_ptr<play::AnyGame> game);
  void apply_fifty_move_plies();
  /// The UCI variant of this game that writes positions in this form; null for none.
  [[nodiscard]] const UciVariant* variant_with(std::string_view position) const;
  /// Reserves memory unless it is still there.
  void reserve();
  void set_memory(std::size_t bytes) {
    memory_ = std::make_shared<search::Memory>(bytes);
    game_->share_memory(memory_);
  }
  void release_tables();

  Environment& environment_;
  GameMemory game_memory_;
  std::unique_ptr<MemoryLease> lease_;
  play::Settings settings_;
  TableSet tables_;
  std::shared_ptr<search::Memory> memory_;  ///< null: none was reserved
  std::size_t wanted_hash_ = play::default_hash_bytes;
  std::size_t short_hash_ = 0;                      ///< the smaller size last reported; 0: none
  std::optional<const UciVariant*> named_variant_;  ///< of the last named game, null: native; unset: none named
  const UciVariant* variant_ = nullptr;             ///< current
  int wanted_fifty_move_plies_ = use_game_default;
  bool configured_ = false;
  const games::Entry* entry_ = nullptr;
  std::unique_ptr<play::AnyGame> game_;
};

}  // namespace crownd::session
