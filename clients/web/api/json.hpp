#pragma once

#include "web/api/facts.hpp"
#include "web/api/inquiry.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace crownd::web {

/// Objects keep their keys in the order in which people read them.
using ApiJson = nlohmann::ordered_json;

/// As clients/web/openapi.json describes them.
[[nodiscard]] ApiJson json_of_error(std::string_view code, const std::string& message);
[[nodiscard]] ApiJson json_of_games(const Facts& facts);
/// Of a finding without an error; moves are sorted, best first.
[[nodiscard]] ApiJson json_of(Subject subject, const Finding& finding);

/// The values of moves, best first: wins, the shortest first; draws; unknown values; losses, the longest first. Within
/// each, those of unknown length come last; otherwise equal moves keep their order.
void sort_best_first(std::vector<wire::MoveValue>& values);

/// Whether each value is known.
[[nodiscard]] bool is_exact(const Finding& finding);

}  // namespace crownd::web
