#include "session/current_game.hpp"

#include "wire/words.hpp"

#include <algorithm>
#include <utility>

namespace crownd::session {

namespace {

/// A search needs a minimal table: this size is not counted, so that it can run even when the budget is used up.
constexpr std::size_t least_hash = std::size_t{64} << 10;

}  // namespace

const games::Entry* find_game(std::span<const games::Entry> games, std::string_view name) {
  const auto wanted = wire::same_word(name, uci_name_of_reduced_chess) ? std::string_view("reduced-chess") : name;
  const auto found =
      std::find_if(games.begin(), games.end(), [&](const auto& entry) { return wire::same_word(entry.name, wanted); });
  return found == games.end() ? nullptr : &*found;
}

CurrentGame::CurrentGame(Environment& environment)
    : environment_(environment), tables_(environment.tables), wanted_hash_(settings_.hash_bytes) {
  settings_.library = environment.library;
  const auto* const first = find_game(environment.games, environment.first_game);
  adopt((first != nullptr ? *first : environment.games.front()).make());
}

void CurrentGame::set_position(const games::Entry* other, std::string_view start, std::span<const std::string> moves) {
  if (other == nullptr || other->name == game_->name()) {
    game_->set_position(start, moves);
    return;
  }
  auto game = other->make();
  game->set_position(start, moves);
  adopt(std::move(game));
}

void CurrentGame::switch_to(const games::Entry& entry) {
  if (entry.name != game_->name()) adopt(entry.make());
}

void CurrentGame::adopt(std::unique_ptr<play::AnyGame> game) {
  game_ = std::move(game);
  settings_.tables = tables_.of(game_->name());
  configured_ = false;
}

void CurrentGame::set_tables(TableSet tables) {
  tables_ = std::move(tables);
  settings_.tables = tables_.of(game_->name());
  configured_ = false;
}

void CurrentGame::follow_chess(bool yes) {
  is_chess_ = yes;
  apply_quiet_draw();
}

void CurrentGame::set_quiet_draw(int plies) {
  wanted_quiet_draw_ = plies;
  apply_quiet_draw();
}

void CurrentGame::apply_quiet_draw() {
  constexpr int fifty_moves = 100;
  const int own_rule = is_chess_ ? fifty_moves : 0;
  settings_.drawn_after_reversible_plies = wanted_quiet_draw_ == as_the_game_has_it ? own_rule : wanted_quiet_draw_;
  configured_ = false;
}

void CurrentGame::set(const play::Settings& settings) {
  const auto hash_bytes = settings_.hash_bytes;
  settings_ = settings;
  settings_.hash_bytes = hash_bytes;
  configured_ = false;
}

void CurrentGame::set_hash(std::size_t bytes) {
  if (bytes == wanted_hash_) return;
  wanted_hash_ = bytes;
  if (!lease_) return;
  settings_.hash_bytes = least_hash;
  game_->configure(settings_);
  configured_ = false;
  lease_.reset();
}

std::optional<std::size_t> CurrentGame::get_ready() {
  std::optional<std::size_t> short_of;
  if (!lease_) {
    lease_ = std::make_unique<HashLease>(environment_.hash, wanted_hash_);
    if (lease_->bytes() < wanted_hash_) {
      lease_.reset();
      give_back_tables();
      lease_ = std::make_unique<HashLease>(environment_.hash, wanted_hash_);
    }
    settings_.hash_bytes = std::max(lease_->bytes(), least_hash);
    configured_ = false;
    if (lease_->bytes() < wanted_hash_) short_of = settings_.hash_bytes;
  }
  if (!configured_) game_->configure(settings_);
  configured_ = true;
  return short_of;
}

void CurrentGame::give_back_tables() {
  if (environment_.library != nullptr) environment_.library->drop_unused_since(tables::Library::Clock::now());
  if (environment_.table_cache != nullptr) environment_.table_cache->clear();
}

}  // namespace crownd::session
