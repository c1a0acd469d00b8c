#pragma once

#include "wire/reply.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace crownd::explain {

/// The English sentence for a reason that the engine gives for `move`. Nothing if the reason is unknown or lacks values
/// that its sentences need. `move` and the line are printed as they are.
[[nodiscard]] std::optional<std::string> sentence_of(const wire::MoveReason& reason, std::string_view move);

}  // namespace crownd::explain
