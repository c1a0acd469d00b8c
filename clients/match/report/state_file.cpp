#include "match/report/state_file.hpp"

#include "match/report/json.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>

namespace crownd::match {

namespace {

constexpr int version = 1;
constexpr std::string_view state_signature = R"({"crown-match":)";

constexpr const char* description_key = "crown-match";

Json description(const std::vector<std::string>& arguments, const Settings& settings) {
  return {{description_key, version},
          {"arguments", arguments},
          {"shard", {settings.shard.number, settings.shard.count}},
          {"rules", settings.rules}};
}

void read_description(const Json& json, const std::string& file, SavedMatch& saved) {
  if (json.at(description_key) != version)
    throw StateError("'" + file + "' was written by another version of crown-match");
  json.at("arguments").get_to(saved.arguments);
  json.at("rules").get_to(saved.rules);
  saved.rules_text = to_line(json.at("rules"));
  saved.shard = {json.at("shard").at(0).get<std::size_t>(), json.at("shard").at(1).get<std::size_t>()};
}

const std::vector<std::string> only_rounds{"rounds"};

/// Whether more rounds keep the numbers of earlier games.
bool is_extendable(Format format) { return format == Format::round_robin || format == Format::gauntlet; }

/// A game, or a note that a game is replayed. Throws an exception if it is neither.
void read_line(const Json& json, SavedMatch& saved) {
  if (json.at("type") != discarded_type) {
    auto game = game_from_json(json);
    const auto schedule = saved.rules.schedule();
    if (game.index >= schedule.games() || game.sides != schedule.sides(game.index))
      throw std::out_of_range("a game that is not in the schedule");
    // Older versions stored unplayed games.
    if (game.ending.termination != Termination::no_start) saved.games.push_back(std::move(game));
    return;
  }
  const auto is_other = [index = json.at("index").get<std::size_t>()](const auto& game) { return game.index != index; };
  const auto discarded = std::stable_partition(saved.games.begin(), saved.games.end(), is_other);
  saved.discarded.insert(saved.discarded.end(), discarded, saved.games.end());
  saved.games.erase(discarded, saved.games.end());
}

/// The keys with different values in two descriptions of rules.
std::vector<std::string> differences(const std::string& one, const std::string& other) {
  std::vector<std::string> keys;
  for (const auto& change : Json::diff(Json::parse(one), Json::parse(other))) {
    const auto path = change.at("path").get<std::string>();
    const auto key = path.substr(1, path.find('/', 1) - 1);
    if (keys.empty() || keys.back() != key) keys.push_back(key);
  }
  return keys;
}

void expect_same_rules(const std::string& file, const SavedMatch& saved, const MatchRules& wanted) {
  const auto keys = differences(to_line(wanted), saved.rules_text);
  if (keys.empty()) return;
  if (keys != only_rounds)
    throw StateError(
        fmt::format("'{}' belongs to a match with other settings; they differ in: {}", file, fmt::join(keys, ", ")));
  const auto games = "'" + file + "' belongs to a match with --games " + std::to_string(2 * saved.rules.rounds);
  if (!is_extendable(wanted.format))
    throw StateError(games + ", which depend on that number with --format " + std::string(word(wanted.format)));
  if (wanted.rounds < saved.rules.rounds) throw StateError(games + ", which can be raised, but not lowered");
}

files::LineLog open_log(const Settings& settings, const SavedMatch* saved) {
  using Reason = files::FileError::Reason;
  const auto& file = settings.state_file;
  try {
    return saved ? files::LineLog(file, saved->bytes) : files::LineLog(file);
  } catch (const files::FileError& error) {
    const std::string what = error.what();
    if (error.reason() == Reason::exists) throw StateError(what + "; --resume " + file + " resumes it");
    throw StateError(error.reason() == Reason::in_use ? what + " by a running match" : what);
  }
}

}  // namespace

void expect_same_match(const Settings& settings, const SavedMatch& saved) {
  expect_same_rules(settings.state_file, saved, settings.rules);
  if (settings.shard != saved.shard) throw StateError("'" + settings.state_file + "' belongs to another shard");
}

SavedMatch read_state(const std::string& file) {
  const auto text = files::read_file(file);
  if (!text.starts_with(state_signature.substr(0, text.size())))
    throw StateError("'" + file + "' is not a state file of crown-match");
  SavedMatch saved;
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const auto end = text.find('\n', begin);
    if (end == std::string::npos) break;
    ++number;
    try {
      const auto json = Json::parse(text.substr(begin, end - begin));
      if (number == 1 || json.contains(description_key))
        read_description(json, file, saved);
      else
        read_line(json, saved);
    } catch (const StateError&) {
      throw;
    } catch (const std::exception&) {  // the parser's message would not help a user
      throw StateError("the state file '" + file + "' is damaged: line " + std::to_string(number) + " is not a " +
                       (number == 1 ? "description of a match" : "game"));
    }
    begin = end + 1;
    saved.bytes = begin;
  }
  return saved;
}

StateWriter::StateWriter(const Settings& settings, const std::vector<std::string>& arguments, const SavedMatch* saved)
    : log_(open_log(settings, saved)), names_(settings.rules.names()) {
  if (!saved || settings.rules.rounds > saved->rules.rounds) log_.add(to_line(description(arguments, settings)));
}

bool is_same_match(const SavedMatch& one, const SavedMatch& other) {
  const auto keys = differences(one.rules_text, other.rules_text);
  return keys.empty() || (keys == only_rounds && is_extendable(one.rules.format));
}

void StateWriter::discard(std::size_t index) { log_.add(to_line(discarded_to_json(index))); }

void StateWriter::add(const GameRecord& game) { log_.add(to_line(to_json(game, names_))); }

}  // namespace crownd::match
