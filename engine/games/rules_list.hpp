#pragma once

#include "core/rules.hpp"

namespace crownd::games {

/// Games as types.
template <Rules... R>
struct RulesList {
  static constexpr std::size_t size = sizeof...(R);

  /// Calls visit.operator()<R>() for each game.
  template <class Visit>
  static void for_each(Visit visit) {
    (visit.template operator()<R>(), ...);
  }

  /// Calls visit.operator()<R>() for the game of that name; false if there is none.
  template <class Visit>
  static bool visit(std::string_view name, Visit visit) {
    return ((R::name == name && (visit.template operator()<R>(), true)) || ...);
  }
};

/// The games of one list, then those of the other.
template <Rules... R, Rules... More>
RulesList<R..., More...> operator+(RulesList<R...>, RulesList<More...>);

}  // namespace crownd::games
