#pragma once

#include "wire/command.hpp"

#include <cstdint>

namespace crownd::session {

/// How a command interacts with a running search.
enum class Manner : std::uint8_t {
  at_once,    ///< runs when it arrives, even during a search
  reading,    ///< waits for a bounded search, but runs during an unbounded one
  changing,   ///< needs the search to end
  thinking,   ///< a long command: runs in its own thread, later commands wait
  unbounded,  ///< the same, but it ends only when told to, so that nothing may wait for it
};

inline Manner manner_of(const wire::Nothing&) { return Manner::at_once; }
inline Manner manner_of(const wire::IsReady&) { return Manner::at_once; }
inline Manner manner_of(const wire::Stop&) { return Manner::at_once; }
inline Manner manner_of(const wire::PonderHit&) { return Manner::at_once; }
inline Manner manner_of(const wire::Debug&) { return Manner::at_once; }
inline Manner manner_of(const wire::Auth&) { return Manner::at_once; }
inline Manner manner_of(const wire::Quit&) { return Manner::at_once; }
inline Manner manner_of(const wire::Hub&) { return Manner::reading; }
inline Manner manner_of(const wire::Unknown&) { return Manner::reading; }
inline Manner manner_of(const wire::Malformed&) { return Manner::reading; }
inline Manner manner_of(const wire::Answer&) { return Manner::reading; }
inline Manner manner_of(const wire::Uci&) { return Manner::reading; }
inline Manner manner_of(const wire::ListGames&) { return Manner::reading; }
inline Manner manner_of(const wire::LegalMoves&) { return Manner::reading; }
inline Manner manner_of(const wire::GetFen&) { return Manner::reading; }
inline Manner manner_of(const wire::GetStatus&) { return Manner::reading; }
inline Manner manner_of(const wire::Show&) { return Manner::reading; }
inline Manner manner_of(const wire::GetSquares&) { return Manner::reading; }
inline Manner manner_of(const wire::Evaluate&) { return Manner::reading; }
inline Manner manner_of(const wire::ListTables&) { return Manner::reading; }
inline Manner manner_of(const wire::Help&) { return Manner::reading; }
inline Manner manner_of(const wire::GetVersion&) { return Manner::reading; }
inline Manner manner_of(const wire::UciNewGame&) { return Manner::changing; }
inline Manner manner_of(const wire::SetOption&) { return Manner::changing; }
inline Manner manner_of(const wire::Position&) { return Manner::changing; }
inline Manner manner_of(const wire::Move&) { return Manner::changing; }
inline Manner manner_of(const wire::Undo&) { return Manner::changing; }
inline Manner manner_of(const wire::GoMinimax&) { return Manner::thinking; }
inline Manner manner_of(const wire::Probe&) { return Manner::thinking; }
inline Manner manner_of(const wire::Perft&) { return Manner::thinking; }
inline Manner manner_of(const wire::Bench&) { return Manner::thinking; }
inline Manner manner_of(const wire::Go& go) { return go.unbounded() ? Manner::unbounded : Manner::thinking; }

inline Manner manner_of(const wire::Command& command) {
  return std::visit([](const auto& one) { return manner_of(one); }, command);
}

}  // namespace crownd::session
