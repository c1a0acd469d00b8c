#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace crownd::session {

enum class LogLevel : std::uint8_t { debug, warning, error };

/// Writes messages for the operator. Copies write to the same log. Thread-safe.
using Log = std::function<void(LogLevel, const std::string& text)>;
inline const Log no_log = [](LogLevel, const std::string&) {};

}  // namespace crownd::session
