#include "annotate/state/state.hpp"

#include "annotate/state/json.hpp"

#include <filesystem>

namespace crownd::annotate {

namespace {

/// Version of the file format.
constexpr int version = 3;
constexpr std::string_view first_words = R"({"crown-annotate":)";

using files::FileError;

std::uint64_t mix(std::uint64_t hash, const std::string& text) {  // FNV-1a
  for (const char letter : text) hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3U;
  return (hash ^ 0xffU) * 0x100000001b3U;
}

/// With the moves of the variations, which are played too.
std::uint64_t mix(std::uint64_t hash, const notation::Line& line) {
  for (const auto& move : line.moves) {
    hash = mix(hash, move.text);
    for (const auto& variation : move.variations) hash = mix(mix(mix(hash, "("), variation), ")");
  }
  return hash;
}

/// Of what the analysis of the games depends on.
std::uint64_t digest(const reading::Inputs& inputs) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const auto& input : inputs.games) {
    for (const auto* const tag : {"Game", "GameType", "FEN", "Start"})
      if (const auto* const value = input.game.text.tag(tag)) hash = mix(hash, tag + *value);
    hash = mix(hash, input.game.text.line);
    hash = mix(hash, input.damage + '\n');
  }
  return hash;
}

template <class Limit>
Json limit_json(const std::optional<Limit>& limit) {
  return limit ? Json(*limit) : Json(nullptr);
}

Json first_line(const reading::Inputs& inputs, const Settings& settings) {
  const auto& limits = settings.limits;
  const auto& thresholds = settings.thresholds;
  return {{"crown-annotate", version},
          {"games", inputs.games.size()},
          {"digest", digest(inputs)},
          {"game", settings.game},
          {"nodes", limit_json(limits.nodes)},
          {"depth", limit_json(limits.depth)},
          {"time", limit_json(limits.time)},
          {"threads", limits.threads},
          {"hash", limit_json(limits.hash)},
          {"thresholds", {thresholds.inaccuracy, thresholds.mistake, thresholds.blunder}},
          {"puzzles", settings.puzzles > 0}};
}

[[noreturn]] void refuse(const std::string& file, const std::string& what) {
  throw FileError(FileError::Reason::other, "--state: '" + file + "' " + what);
}

/// Where two first lines differ, for people.
std::string difference(const Json& one, const Json& other) {
  std::string keys;
  for (const auto& [key, value] : one.items())
    if (!other.contains(key) || other.at(key) != value)
      keys += (keys.empty() ? "" : ", ") + (key == "digest" ? "moves" : key);
  return keys;
}

}  // namespace

State::State(const std::string& file, const reading::Inputs& inputs, const Settings& settings) {
  if (file.empty()) return;
  const auto header = first_line(inputs, settings);
  const auto text = std::filesystem::exists(file) ? files::read_file(file) : "";
  if (!text.starts_with(first_words.substr(0, text.size())))
    refuse(file, "is no state file of crown-annotate; name a file that is not there, or one that --state has written");
  std::size_t whole = 0;
  std::size_t number = 0;
  for (auto end = text.find('\n'); end != std::string::npos; end = text.find('\n', whole)) {
    try {
      const auto json = Json::parse(text.substr(whole, end - whole));
      if (++number == 1) {
        if (json != header) refuse(file, "is of other games or settings; they differ in: " + difference(header, json));
      } else {
        auto notes = notes_from_json(json);
        if (notes.index >= inputs.games.size()) refuse(file, "has a game that is not in the files");
        done_[notes.index] = std::move(notes);
      }
    } catch (const Json::exception&) {  // the parser's own message means nothing to people
      refuse(file, "is damaged: its line " + std::to_string(number) + " is no game");
    }
    whole = end + 1;
  }
  if (number > 0) {
    log_.emplace(file, whole);
    return;
  }
  std::filesystem::remove(file);  // what a kill left of the first line
  log_.emplace(file);
  log_->add(to_line(header));
}

void State::add(const GameNotes& notes) {
  if (log_) log_->add(to_line(to_json(notes)));
}

}  // namespace crownd::annotate
