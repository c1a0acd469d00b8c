#include "games/catalogue.hpp"

#include "games/english/game.hpp"
#include "games/reduced_chess/game.hpp"
#include "games/spanish/game.hpp"
#include "games/stupid/game.hpp"
#include "games/towers/game.hpp"

#include <algorithm>
#include <array>

namespace crownd::games {

namespace {

constexpr std::array entries{
    Entry{"english", "American/English draughts", english::make_game},
    Entry{"spanish", "Spanish draughts", spanish::make_game},
    Entry{"stupid", "Stupid checkers", stupid::make_game},
    Entry{"towers", "Towers", towers::make_game},
    Entry{"reduced-chess", "Reduced chess", reduced_chess::make_game},
};

}  // namespace

std::span<const Entry> catalogue() { return entries; }

const Entry* find(std::string_view name) {
  const auto found =
      std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) { return entry.name == name; });
  return found == entries.end() ? nullptr : &*found;
}

}  // namespace crownd::games
