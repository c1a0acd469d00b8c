#pragma once

#include <cstddef>
#include <string_view>

namespace crownd::session {

/// Why clients are refused something or disconnected, as in metrics: the flag that sets the limit, if there is one.
inline constexpr std::string_view refusal_names[] = {"auth-backoff",
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

/// An index into refusal_names.
struct RefusalKind {
  consteval RefusalKind(const char* name) {        // NOLINT: implicit on purpose
    while (refusal_names[index] != name) ++index;  // another name does not compile
  }

  std::size_t index = 0;
};

}  // namespace crownd::session
