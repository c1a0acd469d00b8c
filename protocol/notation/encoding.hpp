#pragma once

#include <string>
#include <string_view>

namespace crownd::notation {

/// The text itself if it is UTF-8; else what it means in Windows-1252, in which old draughts programs write.
[[nodiscard]] std::string as_utf8(std::string_view text);

}  // namespace crownd::notation
