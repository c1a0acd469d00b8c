#pragma once

#include "match/tournament/results.hpp"
#include "match/tournament/settings.hpp"

#include <nlohmann/json.hpp>

template <class Value>
requires(!nlohmann::detail::is_basic_json<Value>::value) struct nlohmann::adl_serializer<std::optional<Value>> {
  static void to_json(auto& json, const std::optional<Value>& value) {
    json = nullptr;
    if (value) json = *value;
  }
  static void from_json(const auto& json, std::optional<Value>& value) {
    value = json.is_null() ? std::nullopt : std::optional(json.template get<Value>());
  }
};

template <class Number, class Unit>
struct nlohmann::adl_serializer<std::chrono::duration<Number, Unit>> {
  using Time = std::chrono::duration<Number, Unit>;
  static void to_json(auto& json, const Time& time) { json = time.count(); }
  static void from_json(const auto& json, Time& time) { time = Time(json.template get<Number>()); }
};

namespace crownd::match {

// clients/match/README.md describes all fields.

using Json = nlohmann::ordered_json;

/// The text in one line. Replaces invalid UTF-8.
[[nodiscard]] std::string to_line(const Json& json);

void to_json(Json& json, const MoveRecord& move);
/// The data of a game before its first move.
[[nodiscard]] Json opening_to_json(const GameRecord& game, const std::vector<std::string>& names);
/// A game: a line of the state file and of --json.
[[nodiscard]] Json to_json(const GameRecord& game, const std::vector<std::string>& names);
[[nodiscard]] GameRecord game_from_json(const Json& json);

/// Marks an earlier game as replayed, in the state file and --json.
constexpr std::string_view discarded_type = "discarded";
[[nodiscard]] inline Json discarded_to_json(std::size_t index) { return {{"type", discarded_type}, {"index", index}}; }

void to_json(Json& json, const MatchRules& rules);
/// Omits the engines' commands and options.
void from_json(const Json& json, MatchRules& rules);

/// The results of each pairing for its first engine.
[[nodiscard]] Json pairings_to_json(const Schedule& schedule, const std::vector<Tally>& tallies,
                                    const MatchRules& rules);
/// The final line of --json.
[[nodiscard]] Json summary(const Results& results, const MatchRules& rules);

}  // namespace crownd::match
