#pragma once

#include <string>

namespace crownd::match {

/// What to tell whoever has put several words KEY=VALUE into one argument, as in --draw 'plies=30 score=15'.
[[nodiscard]] inline std::string advice_on_quoted_words(const std::string& flag, const std::string& argument) {
  return flag + " '" + argument + "': each KEY=VALUE is an argument of its own; without the quotes: " + flag + ' ' +
         argument;
}

}  // namespace crownd::match
