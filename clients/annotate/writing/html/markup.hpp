#pragma once

#include "annotate/writing/statistics.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace crownd::annotate {

/// Text for HTML, also in attributes.
[[nodiscard]] std::string escaped(std::string_view text);

/// `g3` for the fourth game, `g3m12` for its thirteenth move.
[[nodiscard]] std::string id_of(std::size_t game);
[[nodiscard]] std::string id_of(const MovePlace& place);

/// What verdict_of says, with the better move in one piece.
[[nodiscard]] std::string verdict_markup(const MoveNote& note);

/// The class of a judged move; empty for others.
[[nodiscard]] std::string_view class_of(Judgement judgement);
/// `?!`, `?`, `??`.
[[nodiscard]] std::string_view sign_of(Judgement judgement);

/// `87.3`
[[nodiscard]] std::string with_tenths(int tenths);

}  // namespace crownd::annotate
