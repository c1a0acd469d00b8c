#pragma once

#include "match/game/game_record.hpp"
#include "match/schedule/results.hpp"
#include "match/settings.hpp"
#include "match/statistics/statistics.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace crownd::match {

// The machine-readable forms, which README.md of this folder describes field by field.

using Json = nlohmann::ordered_json;

/// As one line of text. Invalid UTF-8 is replaced.
[[nodiscard]] std::string to_line(const Json& json);

/// A move of a game.
[[nodiscard]] Json to_json(const MoveRecord& move);
/// Who plays a game, and from where: what is known before the first move.
[[nodiscard]] Json opening_to_json(const GameRecord& game, const std::vector<std::string>& names);
/// A game: a line of the state file and of --json.
[[nodiscard]] Json to_json(const GameRecord& game, const std::vector<std::string>& names);
/// The inverse; throws nlohmann::json::exception or std::invalid_argument if it is not a game.
[[nodiscard]] GameRecord game_from_json(const Json& json);

/// A game reported before does not count, since it is replayed: a line of the state file and of --json.
constexpr std::string_view discarded_type = "discarded";
[[nodiscard]] inline Json discarded_to_json(std::size_t index) { return {{"type", discarded_type}, {"index", index}}; }

/// What all parts of one match must agree on.
[[nodiscard]] Json to_json(const MatchRules& rules);
/// The inverse, as far as statistics and names need it.
[[nodiscard]] MatchRules rules_from_json(const Json& json);

/// The results of each two engines that meet, from the view of the first of them.
[[nodiscard]] Json pairings_to_json(const Schedule& schedule, const std::vector<Tally>& tallies,
                                    const MatchRules& rules);
/// The final line of --json: the table, for programs.
[[nodiscard]] Json summary(const Results& results, const MatchRules& rules);

}  // namespace crownd::match
