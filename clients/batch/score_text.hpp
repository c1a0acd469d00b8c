#pragma once

#include "wire/reply.hpp"

namespace crownd::batch {

/// Prefix of evaluation comments: `[%eval -0.10,9]`.
inline constexpr std::string_view score_begins = "[%eval ";

/// `+0.35`, `#5`, `#-2`.
[[nodiscard]] std::string score_text(const wire::Score& score);
/// An evaluation comment. `score` is White's, after the move; `depth` is in plies.
[[nodiscard]] std::string score_comment(const wire::Score& score, int depth);

}  // namespace crownd::batch
