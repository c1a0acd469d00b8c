#pragma once

#include "annotate/command_line.hpp"
#include "annotate/game_notes.hpp"
#include "annotate/state.hpp"
#include "batch/inputs.hpp"

namespace crownd::annotate {

[[nodiscard]] batch::Daemons daemons_of(const Settings& settings);

/// Reads all games of the files through a daemon. Prints the daemon's warnings on standard error. Throws
/// std::runtime_error for an unreadable file, or if no daemon is left.
[[nodiscard]] batch::Inputs read_inputs(const Settings& settings, batch::Daemons& daemons);

/// The notes of all games, in the order of the input: those of the state, the others from the daemons, several games at
/// a time. Reports unreadable games on standard error. Throws std::runtime_error if no daemon is left.
[[nodiscard]] std::vector<GameNotes> analyse_all(const batch::Inputs& inputs, const Settings& settings,
                                                 batch::Daemons& daemons, StateFile& state);

}  // namespace crownd::annotate
