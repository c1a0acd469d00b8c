#pragma once

#include "book/form.hpp"
#include "play/any_game.hpp"
#include "wire/reply.hpp"
#include "wire/squares.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace crownd::session {

// Conversions between the plain structs of the engine and those of the wire.

[[nodiscard]] wire::ErrorCode to_wire(Fault fault);
[[nodiscard]] wire::Score to_wire(Score score, play::Bound bound = play::Bound::exact);
/// The exact value, if the score is known exactly.
[[nodiscard]] wire::Exact exact_of(const std::optional<Score>& score);
[[nodiscard]] wire::Status to_wire(const play::Status& status);
[[nodiscard]] wire::Info to_wire(const play::Info& info, bool show_wdl);
[[nodiscard]] wire::Squares to_wire(std::string_view game, const play::Squares& squares);
[[nodiscard]] wire::Route to_wire(const std::string& move, const MovePath& path);
[[nodiscard]] wire::BookMove to_wire(const book::BookMove& move);
[[nodiscard]] wire::BestMove to_wire(const play::BestMove& best);

}  // namespace crownd::session
