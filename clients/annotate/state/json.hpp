#pragma once

#include "annotate/analysis/game_notes.hpp"

#include <nlohmann/json.hpp>

#include <string>

namespace crownd::annotate {

// The notes as JSON: lines of the state file and, without boards, of --json. README.md of this folder describes the
// fields.

using Json = nlohmann::ordered_json;

/// As one line of text. Invalid UTF-8 is replaced.
[[nodiscard]] std::string to_line(const Json& json);

[[nodiscard]] Json to_json(const GameNotes& notes);
/// The inverse; throws Json::exception if these are no notes.
[[nodiscard]] GameNotes notes_from_json(const Json& json);

/// `cp N` or `mate N` as a member of its own.
void add_score(Json& json, const wire::Score& score);
/// `win 5`, `draw`; null if it is unknown.
[[nodiscard]] Json exact_json(const wire::Exact& exact);

}  // namespace crownd::annotate
