#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace crownd::session {

/// Why a client was refused something or disconnected.
enum class Refusal : std::uint8_t {
  auth_backoff,
  busy,
  descriptor,
  idle_timeout,
  login_timeout,
  max_hash,
  max_line,
  max_movetime,
  max_plies,
  max_queue,
  max_searches,
  max_sessions,
  max_sessions_per_address,
  max_unread,
  memory,
  option,
  patience,
  proxy_header,
  thread,
  tls,
  token_missing,
  token_wrong,
};

/// Names for metrics: the flag that sets the limit, where there is one. In the order of Refusal.
inline constexpr std::array<std::string_view, 22> refusal_names{"auth-backoff",
                                                                "busy",
                                                                "descriptor",
                                                                "idle-timeout",
                                                                "login-timeout",
                                                                "max-hash",
                                                                "max-line",
                                                                "max-movetime",
                                                                "max-plies",
                                                                "max-queue",
                                                                "max-searches",
                                                                "max-sessions",
                                                                "max-sessions-per-address",
                                                                "max-unread",
                                                                "memory",
                                                                "option",
                                                                "patience",
                                                                "proxy-header",
                                                                "thread",
                                                                "tls",
                                                                "token-missing",
                                                                "token-wrong"};

static_assert(refusal_names.size() == static_cast<std::size_t>(Refusal::token_wrong) + 1);

}  // namespace crownd::session
