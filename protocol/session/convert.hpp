#pragma once

#include "play/any_game.hpp"
#include "wire/command.hpp"
#include "wire/reply.hpp"
#include "wire/squares.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace crownd::session {

// Between the plain structs of the engine and those of the wire.

[[nodiscard]] wire::ErrorCode to_wire(Fault fault);
[[nodiscard]] wire::Score to_wire(Score score, play::Bound bound = play::Bound::exact);
/// Of a score that is known exactly, if it is.
[[nodiscard]] wire::Exact exact_of(const std::optional<Score>& score);
[[nodiscard]] wire::Status to_wire(const play::Status& status);
[[nodiscard]] wire::Info to_wire(const play::Info& info, bool show_wdl);
[[nodiscard]] wire::Squares to_wire(std::string_view game, const play::Squares& squares);
[[nodiscard]] wire::Route to_wire(const std::string& move, const MovePath& path);
[[nodiscard]] wire::BestMove to_wire(const play::BestMove& best);

/// The limits that `go` means: without any it is infinite; where only one clock is told, the other side has no time.
[[nodiscard]] play::Limits to_limits(const wire::Go& go);

}  // namespace crownd::session
