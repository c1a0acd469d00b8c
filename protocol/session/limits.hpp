#pragma once

#include "session/refusal_kind.hpp"

#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace crownd::session {

inline constexpr int max_multipv = 256;  ///< the largest value of the option MultiPV

/// A limit as the command `limits` lists it: named as its flag or option, in the unit that PROTOCOL.md gives.
struct NamedLimit {
  std::string_view name;
  std::uint64_t value;
};

/// The limits of one session.
struct SessionLimits {
  std::size_t max_line_bytes = std::size_t{256} << 10;  ///< a longer line is answered `error too-long`
  std::size_t max_queued_bytes = std::size_t{1} << 20;  ///< commands queued after a search
  std::size_t max_plies = 10'000;                       ///< of a game
  std::size_t max_game_bytes = std::size_t{1} << 20;    ///< of a game that `read` takes, apart from its plies
  std::size_t max_hash_mb = 512;                        ///< the largest value of the option Hash
  std::chrono::milliseconds max_movetime{0};            ///< after which a long command is stopped; 0: never
  int max_threads = 64;                                 ///< the largest value of the option Threads
  int max_wrong_tokens = 3;                             ///< after which the connection is closed
};

/// A command exceeds a limit of the operator; nothing has changed. what() names the limit and its flag.
class LimitReached : public std::runtime_error {
 public:
  LimitReached(RefusalKind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}

  [[nodiscard]] RefusalKind kind() const { return kind_; }

 private:
  RefusalKind kind_;
};

}  // namespace crownd::session
