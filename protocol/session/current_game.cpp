#include "session/current_game.hpp"

#include "wire/words.hpp"

#include <algorithm>

namespace crownd::session {

/// A search needs a minimal table: this size is not counted, so that it can run even when the budget is used up.
constexpr std::size_t min_hash = std::size_t{64} << 10;

std::optional<NamedGame> find_game(std::span<const games::Entry> games, std::string_view name) {
  for (const auto& entry : games) {
    if (wire::same_word(entry.name, name)) return NamedGame{&entry, nullptr};
    for (const auto& variant : entry.uci_variants)
      if (wire::same_word(variant.name, name)) return NamedGame{&entry, &variant};
  }
  return std::nullopt;
}

std::vector<std::string> names_of(std::span<const games::Entry> games) {
  std::vector<std::string> names, variants;
  for (const auto& entry : games) {
    names.emplace_back(entry.name);
    for (const auto& variant : entry.uci_variants) variants.emplace_back(variant.name);
  }
  names.insert(names.end(), variants.begin(), variants.end());
  return names;
}

std::string_view default_game(std::span<const games::Entry> games) {
  const auto chess = find_game(games, "chess");
  return chess ? chess->entry->name : games.front().name;
}

void check_plies(const SessionLimits& limits, std::size_t plies) {
  if (plies <= limits.max_plies) return;
  throw LimitReached("max-plies", "a game may have at most " + std::to_string(limits.max_plies) +
                                      " plies here (--max-plies), not " + std::to_string(plies));
}

CurrentGame::CurrentGame(Environment& environment)
    : environment_(environment), game_memory_(environment.memory_budget), tables_(environment.tables) {
  settings_.computed_tables = environment.computed_tables;
  const auto& games = environment.games;
  const auto first = find_game(games, environment.first_game.empty() ? default_game(games) : environment.first_game);
  const games::Entry& entry = first ? *first->entry : games.front();
  adopt(entry, entry.make());
  if (first && first->variant != nullptr) switch_to(*first);
}

void CurrentGame::set_position(const std::optional<NamedGame>& named, std::string_view start,
                               std::span<const std::string> moves) {
  if (!named || named->entry == entry_) {
    game_->set_position(start, moves);
  } else {
    auto game = named->entry->make();
    game->set_position(start, moves);
    adopt(*named->entry, std::move(game));
  }
  game_memory_.set(game_->bytes());
  if (named) named_variant_ = named->variant;
  variant_ = named_variant_ ? *named_variant_ : variant_with(start);
  apply_fifty_move_plies();
}

void CurrentGame::switch_to(const NamedGame& named) {
  if (named.entry != entry_) adopt(*named.entry, named.entry->make());
  named_variant_ = variant_ = named.variant;
  apply_fifty_move_plies();
}

void CurrentGame::adopt(const games::Entry& entry, std::unique_ptr<play::AnyGame> game) {
  entry_ = &entry;
  game_ = std::move(game);
  game_->use_scheduler(environment_.scheduler);
  if (memory_) game_->share_memory(memory_);
  game_memory_.set(game_->bytes());
  settings_.tables = tables_.of(game_->name());
  configured_ = false;
}

const UciVariant* CurrentGame::variant_with(std::string_view position) const {
  for (const auto& variant : entry_->uci_variants)
    if (variant.is_position(position)) return &variant;
  return nullptr;
}

void CurrentGame::set_tables(TableSet tables) {
  tables_ = std::move(tables);
  settings_.tables = tables_.of(game_->name());
  configured_ = false;
}

void CurrentGame::apply_fifty_move_plies() {
  const int own_rule = variant_ != nullptr ? variant_->fifty_move_plies : 0;
  settings_.fifty_move_plies = wanted_fifty_move_plies_ == use_game_default ? own_rule : wanted_fifty_move_plies_;
  configured_ = false;
}

void CurrentGame::set_hash(std::size_t bytes) {
  if (bytes == wanted_hash_) return;
  wanted_hash_ = bytes;
  if (!lease_) return;
  lease_.reset();
  set_memory(min_hash);
  short_hash_ = 0;
}

std::optional<std::size_t> CurrentGame::prepare_search() {
  reserve();
  if (!configured_) game_->configure(settings_);
  configured_ = true;
  const auto granted = memory_->table_bytes();
  const auto reported = std::exchange(short_hash_, granted < wanted_hash_ ? granted : 0);
  if (short_hash_ == 0 || short_hash_ == reported) return std::nullopt;
  return short_hash_;
}

void CurrentGame::mark_idle() {
  if (lease_) lease_->mark_idle([memory = memory_] { memory->release(); }, environment_.scheduler.now());
}

void CurrentGame::reserve() {
  if (lease_ && lease_->resume()) return;
  const auto now = environment_.scheduler.now();
  auto lease = std::make_unique<MemoryLease>(environment_.memory_budget, wanted_hash_, now);
  if (lease->bytes() < wanted_hash_) {
    lease.reset();
    release_tables();
    lease = std::make_unique<MemoryLease>(environment_.memory_budget, wanted_hash_, now);
  }
  const auto granted = std::max(lease->bytes(), min_hash);
  if (!memory_ || memory_->table_bytes() != granted) set_memory(granted);
  lease_ = std::move(lease);
}

void CurrentGame::begin_new_game() {
  reserve();
  game_->clear_memory();
  memory_->make_ready();
  mark_idle();
}

void CurrentGame::release_tables() {
  if (environment_.computed_tables != nullptr)
    environment_.computed_tables->drop_unused_since(tables::ComputedTables::Clock::now());
  if (environment_.table_cache != nullptr) environment_.table_cache->clear();
}

}  // namespace crownd::session
