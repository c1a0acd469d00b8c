#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace crownd::wire {

// Messages about a mistyped name.

/// The name that is fewest edits away from `word` (a letter added, left out or replaced, or two neighbours swapped),
/// ignoring case; the first of several. None if every name is more than a third of the word away.
[[nodiscard]] std::optional<std::string> nearest_word(std::string_view word, std::span<const std::string> names);

/// "did you mean 'depth'? ", or nothing where no name is near.
[[nodiscard]] std::string did_you_mean(std::string_view word, std::span<const std::string> names);

/// `lead` and the names: "it has depth, nodes". Behind a suggestion: "did you mean 'depth'? It has depth, nodes".
[[nodiscard]] std::string choice_of(std::string_view word, std::string lead, std::span<const std::string> names);

/// "there is no option 'Hush'; did you mean 'Hash'? The options are Hash, Threads"; `kind` is singular.
[[nodiscard]] std::string no_such(std::string_view kind, std::string_view word, std::span<const std::string> names);

}  // namespace crownd::wire
