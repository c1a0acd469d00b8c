#include "games/catalogue.hpp"

#include "games/all_rules.hpp"

namespace crownd::games {

namespace {

constexpr std::array start_only{BenchPosition{"start", "startpos", 6}};

template <Rules R>
constexpr Entry entry_of() {
  static_assert(
      requires { requires std::same_as<typename R::Game, R>; },
      "a game says `using Game = Rules`, so that no other game inherits what is known about playing it");
  std::span<const BenchPosition> bench = start_only;
  if constexpr (requires { R::bench_positions; }) bench = R::bench_positions;
  std::span<const UciVariant> uci_variants;
  if constexpr (requires { R::uci_variants; }) uci_variants = R::uci_variants;
  return {R::name, R::title, play::make_game<R>, bench, uci_variants};
}

template <Rules... R>
constexpr std::array<Entry, sizeof...(R)> entries_of(RulesList<R...>) {
  return {entry_of<R>()...};
}

constexpr auto entries = entries_of(AllRules{});

}  // namespace

std::span<const Entry> catalogue() { return entries; }

const Entry* find(std::string_view name) {
  const auto found = std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.name == name; });
  return found == entries.end() ? nullptr : &*found;
}

}  // namespace crownd::games
