#pragma once

#include "wire/reply.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace crownd::explain {

/// The sentence for a reason that the engine gives for `move`, in the language `en`, `es` or `pt`; others get English.
/// Nothing if the reason is unknown or has not the values that its sentences need. `move` and the line are printed as
/// they are.
[[nodiscard]] std::optional<std::string> sentence_of(const wire::MoveReason& reason, std::string_view move,
                                                     std::string_view language);

}  // namespace crownd::explain
