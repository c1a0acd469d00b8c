#pragma once

#include "match/game_record.hpp"
#include "match/results.hpp"
#include "match/settings.hpp"
#include "match/statistics.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace crownd::match {

// The machine-readable forms, which README.md of this folder describes field by field.

using Json = nlohmann::ordered_json;

/// As one line of text. What is not UTF-8 in it is replaced.
[[nodiscard]] std::string to_line(const Json& json);

/// A game: a line of the state file and of --json.
[[nodiscard]] Json to_json(const GameRecord& game, const std::vector<std::string>& names);
/// The other way round; throws nlohmann::json::exception or std::invalid_argument if it is not one.
[[nodiscard]] GameRecord game_from_json(const Json& json);

/// A game that was told does not count, since it is played again: a line of the state file and of --json.
constexpr std::string_view discarded_type = "discarded";
[[nodiscard]] inline Json discarded_to_json(std::size_t index) { return {{"type", discarded_type}, {"index", index}}; }

/// What the parts of one match agree in.
[[nodiscard]] Json to_json(const MatchRules& rules);
/// Back, as far as statistics and names need it.
[[nodiscard]] MatchRules rules_from_json(const Json& json);

/// The final line of --json: the table, for programs.
[[nodiscard]] Json summary(const Results& results, const MatchRules& rules);

}  // namespace crownd::match
