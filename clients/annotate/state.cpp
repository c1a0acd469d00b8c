#include "annotate/state.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>

// The notes as JSON. The macros must be in the namespaces of their types.

template <class Value>
struct nlohmann::adl_serializer<std::optional<Value>> {
  static void to_json(json& json, const std::optional<Value>& value) {
    if (value) json = *value;
  }
  static void from_json(const json& json, std::optional<Value>& value) {
    if (!json.is_null()) value = json.get<Value>();
  }
};

namespace crownd::wire {

NLOHMANN_JSON_SERIALIZE_ENUM(
    Verdict, {{Verdict::unknown, nullptr}, {Verdict::draw, "draw"}, {Verdict::win, "win"}, {Verdict::loss, "loss"}})
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Score, mate, value)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(WinDrawLoss, win, draw, loss)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Exact, verdict, plies)

}  // namespace crownd::wire

namespace crownd::board {

using Form = GameInfo::Notation::Form;
NLOHMANN_JSON_SERIALIZE_ENUM(GameInfo::Notation::Form, {{Form::plain, "plain"}, {Form::pgn, "pgn"}, {Form::pdn, "pdn"}})
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(GameInfo::Notation, form, pdn_type, white, first_in_results)

}  // namespace crownd::board

namespace crownd::annotate {

NLOHMANN_JSON_SERIALIZE_ENUM(Judgement, {{Judgement::none, nullptr},
                                         {Judgement::inaccuracy, "inaccuracy"},
                                         {Judgement::mistake, "mistake"},
                                         {Judgement::blunder, "blunder"}})
NLOHMANN_JSON_SERIALIZE_ENUM(Aim, {{Aim::win, "win"}, {Aim::save, "save"}})
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(MoveNote, move, text, side, legal, position, score, wdl, depth, best, exact_before,
                                   exact_after, before, after, loss, judgement, better, reasons, variations)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Puzzle, ply, aim, side, position, standard, solution, depth, difficulty, legal)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(GameNotes, index, skipped, game, notation, sides, to_move, start, moves, position,
                                   puzzles)

namespace {

using Json = nlohmann::json;

/// Version of the file format.
constexpr int version = 4;

std::uint64_t mix(std::uint64_t hash, const std::string& text) { return files::digest(text + '\xff', hash); }

/// With the variations, since the analysis plays them too.
std::uint64_t mix(std::uint64_t hash, const notation::Line& line) {
  for (const auto& move : line.moves) {
    hash = mix(hash, move.text);
    for (const auto& variation : move.variations) hash = mix(mix(mix(hash, "("), variation), ")");
  }
  return hash;
}

/// A hash of everything in the games that the analysis depends on.
std::uint64_t digest(const batch::Inputs& inputs) {
  auto hash = files::digest("");
  for (const auto& input : inputs.games) {
    for (const auto* const tag : {"Game", "GameType", "FEN", "Start"})
      if (const auto* const value = input.game.record.tag(tag)) hash = mix(hash, tag + *value);
    hash = mix(hash, input.game.record.line);
    hash = mix(hash, input.damage + '\n');
  }
  return hash;
}

Json first_line(const batch::Inputs& inputs, const Settings& settings) {
  const auto& limits = settings.limits;
  const auto& thresholds = settings.thresholds;
  return {{"crown-annotate", version},
          {"games", inputs.games.size()},
          {"digest", digest(inputs)},
          {"game", settings.game},
          {"nodes", limits.nodes},
          {"depth", limits.depth},
          {"time", limits.time},
          {"threads", limits.threads},
          {"hash", limits.hash},
          {"thresholds", {thresholds.inaccuracy, thresholds.mistake, thresholds.blunder}},
          {"puzzles", settings.puzzles > 0}};
}

/// Invalid UTF-8 is replaced.
std::string to_line(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

/// Earlier versions wrote no reasons.
void complete(Json& notes) {
  for (auto& move : notes.at("moves")) move.emplace("reasons", Json::array());
  if (auto& position = notes.at("position"); !position.is_null()) position.emplace("reasons", Json::array());
}

/// The keys whose values differ between two first lines.
std::string difference(const Json& one, const Json& other) {
  std::string keys;
  for (const auto& [key, value] : one.items())
    if (!other.contains(key) || other.at(key) != value)
      keys += (keys.empty() ? "" : ", ") + (key == "digest" ? "moves" : key);
  return keys;
}

}  // namespace

StateFile::StateFile(const std::string& file, const batch::Inputs& inputs, const Settings& settings) {
  if (file.empty()) return;
  const auto header = first_line(inputs, settings);
  log_ = batch::open_state(file, "crown-annotate", to_line(header), [&](std::size_t number, const std::string& line) {
    auto json = Json::parse(line);
    if (number == 1) {
      if (json == header) return;
      batch::refuse_state(file, "is of other games or settings; they differ in: " + difference(header, json));
    }
    complete(json);
    auto notes = json.get<GameNotes>();
    if (notes.index >= inputs.games.size()) batch::refuse_state(file, "has a game that is not in the files");
    finished_[notes.index] = std::move(notes);
  });
}

void StateFile::add(const GameNotes& notes) {
  if (log_) log_->add(to_line(notes));
}

}  // namespace crownd::annotate
