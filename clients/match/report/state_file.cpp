#include "match/report/state_file.hpp"

#include "match/report/json.hpp"

#include <filesystem>
#include <utility>

namespace crownd::match {

namespace {

/// Version of the file format.
constexpr int version = 1;
/// The beginning of every state file.
constexpr std::string_view first_words = R"({"crown-match":)";

constexpr const char* description_key = "crown-match";

Json description(const std::vector<std::string>& arguments, const Settings& settings) {
  return {{description_key, version},
          {"arguments", arguments},
          {"shard", {settings.shard.number, settings.shard.count}},
          {"rules", to_json(settings.rules)}};
}

void read_description(const Json& json, const std::string& file, SavedMatch& saved) {
  if (json.at(description_key) != version) throw StateError("'" + file + "' is of another version of crown-match");
  saved.arguments = json.at("arguments").get<std::vector<std::string>>();
  saved.rules = rules_from_json(json.at("rules"));
  saved.rules_text = to_line(json.at("rules"));
  saved.shard = {json.at("shard").at(0).get<std::size_t>(), json.at("shard").at(1).get<std::size_t>()};
}

/// More rounds leave the numbers of the games before them as they are.
bool is_extendable(Format format) { return format == Format::round_robin || format == Format::gauntlet; }

/// The rules without the number of rounds.
Json without_rounds(const std::string& rules) {
  auto json = Json::parse(rules);
  json.erase("rounds");
  return json;
}

/// A game, or a note that a game is replayed.
void read_line(const Json& json, SavedMatch& saved) {
  if (json.at("type") != discarded_type) {
    auto game = game_from_json(json);
    // Versions before this one counted games that were never played.
    if (game.ending.verdict != Verdict::no_start) saved.games.push_back(std::move(game));
    return;
  }
  const auto index = json.at("index").get<std::size_t>();
  for (auto game = saved.games.begin(); game != saved.games.end();) {
    if (game->index == index) {
      saved.discarded.push_back(std::move(*game));
      game = saved.games.erase(game);
    } else {
      ++game;
    }
  }
}

/// Where two descriptions of a match differ, for people.
std::string difference(const std::string& one, const std::string& other) {
  const auto left = Json::parse(one);
  const auto right = Json::parse(other);
  std::string keys;
  const auto add = [&](const std::string& key) { keys += (keys.empty() ? "" : ", ") + key; };
  for (const auto& [key, value] : left.items())
    if (!right.contains(key) || right.at(key) != value) add(key);
  for (const auto& [key, value] : right.items())
    if (!left.contains(key)) add(key);
  return keys;
}

/// Opens the file, or says what a person can do about it.
template <class Open>
files::LineLog explained(const std::string& file, const Open& open) {
  using Reason = files::FileError::Reason;
  try {
    return open();
  } catch (const files::FileError& error) {
    const std::string what = error.what();
    if (error.reason() == Reason::exists) throw StateError(what + "; --resume " + file + " goes on with it");
    throw StateError(error.reason() == Reason::in_use ? what + " by a match that runs" : what);
  }
}

/// Throws unless the rules are those of the saved match, or of that match with more rounds.
void expect_same_rules(const std::string& file, const SavedMatch& saved, const MatchRules& wanted) {
  const auto rules = to_line(to_json(wanted));
  if (rules == saved.rules_text) return;
  if (without_rounds(rules) != without_rounds(saved.rules_text))
    throw StateError("'" + file +
                     "' is of a match with other settings; they differ in: " + difference(rules, saved.rules_text));
  const auto games = "'" + file + "' is of a match of --games " + std::to_string(2 * saved.rules.rounds);
  if (!is_extendable(wanted.format))
    throw StateError(games + ", which depend on that number with --format " + std::string(word(wanted.format)));
  if (wanted.rounds < saved.rules.rounds) throw StateError(games + ", which can be raised, but not lowered");
}

files::LineLog go_on_with(const std::string& file, const SavedMatch& saved, const Settings& settings) {
  expect_same_rules(file, saved, settings.rules);
  if (settings.shard != saved.shard) throw StateError("'" + file + "' is of another shard");
  return explained(file, [&] { return files::LineLog(file, saved.bytes); });
}

}  // namespace

SavedMatch read_state(const std::string& file) {
  const auto text = files::read_file(file);
  if (!text.starts_with(first_words.substr(0, text.size())))
    throw StateError("'" + file + "' is no state file of crown-match; --state and --resume write such files");
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
    } catch (const std::exception&) {  // the parser's own message means nothing to people
      throw StateError("the state file '" + file + "' is damaged: line " + std::to_string(number) + " is no " +
                       (number == 1 ? "description of a match" : "game"));
    }
    begin = end + 1;
    saved.bytes = begin;
  }
  return saved;
}

StateWriter::StateWriter(const std::string& file, const std::vector<std::string>& arguments, const Settings& settings)
    : log_(explained(file, [&] { return files::LineLog(file); })), file_(file), names_(settings.rules.names()) {
  log_.add(to_line(description(arguments, settings)));
}

StateWriter::StateWriter(const std::string& file, const SavedMatch& saved, const std::vector<std::string>& arguments,
                         const Settings& settings)
    : log_(go_on_with(file, saved, settings)), file_(file), names_(settings.rules.names()) {
  if (settings.rules.rounds > saved.rules.rounds) log_.add(to_line(description(arguments, settings)));
}

bool is_same_match(const SavedMatch& one, const SavedMatch& other) {
  if (one.rules_text == other.rules_text) return true;
  return is_extendable(one.rules.format) && without_rounds(one.rules_text) == without_rounds(other.rules_text);
}

void StateWriter::discard(std::size_t index) { log_.add(to_line(discarded_to_json(index))); }

void StateWriter::withdraw() { std::filesystem::remove(file_); }

void StateWriter::add(const GameRecord& game) { log_.add(to_line(to_json(game, names_))); }

}  // namespace crownd::match
