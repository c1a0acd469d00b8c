#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace crownd::checkerboard {

/// How strongly the opening book is to be followed, as CheckerBoard numbers it.
enum class BookUse : int { none = 0, all_kinds = 1, good = 2, best = 3 };

/// What a player sets, under CheckerBoard's names.
struct Settings {
  int hashsize = 64;  ///< megabytes
  int searchthreads = 1;
  int book = static_cast<int>(BookUse::best);
  std::string dbpath;    ///< the folder of the endgame tables; empty: none
  std::string bookfile;  ///< empty: that of the game, beside the library, if there is one
};

/// None where there is no setting of that name.
[[nodiscard]] std::optional<std::string> value_of(const Settings& settings, std::string_view name);
/// False where there is no setting of that name. Throws BadInput for a value that it cannot have.
bool change(Settings& settings, std::string_view name, std::string_view value);

/// As lines `NAME VALUE`.
[[nodiscard]] std::string text_of(const Settings& settings);
/// Lines that say nothing are passed over.
[[nodiscard]] Settings read_settings(std::string_view text);

}  // namespace crownd::checkerboard
