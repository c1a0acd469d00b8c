#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace crownd::web {

using Query = std::vector<std::pair<std::string, std::string>>;

/// The parameters behind the `?` of a request target, in their order. `%XX` is a byte and `+` a space, as browsers
/// write forms. None if a percent sign is not followed by two hexadecimal digits.
[[nodiscard]] std::optional<Query> read_query(std::string_view target);

}  // namespace crownd::web
