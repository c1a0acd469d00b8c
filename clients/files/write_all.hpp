#pragma once

#include "connection/descriptor.hpp"

#include <string_view>

namespace crownd::files {

/// Writes all of the text, as write(2) does; false, with the reason in errno, if that fails.
[[nodiscard]] bool write_all(const connection::Descriptor& descriptor, std::string_view text);

}  // namespace crownd::files
