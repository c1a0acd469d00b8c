#pragma once

#include "web/server/api/lookup.hpp"

#include <nlohmann/json.hpp>

namespace crownd::web {

/// JSON with objects in order of insertion.
using ApiJson = nlohmann::ordered_json;

// See clients/web/openapi.json.

[[nodiscard]] ApiJson json_of_error(std::string_view code, const std::string& message);
[[nodiscard]] ApiJson json_of_games(const EngineInfo& info);
/// For a result without an error; moves are sorted, best first.
[[nodiscard]] ApiJson json_of(Subject subject, const LookupResult& result);

/// Stable sort, best first: shortest wins, draws, unknown values, longest losses; in each, unknown lengths come last.
void sort_best_first(std::vector<wire::MoveValue>& values);

/// Whether each value is known.
[[nodiscard]] bool is_exact(const LookupResult& result);

}  // namespace crownd::web
