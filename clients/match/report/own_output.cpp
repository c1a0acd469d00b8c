#include "match/report/own_output.hpp"

#include "match/output/game_text.hpp"
#include "match/report/json.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>

namespace crownd::match {

namespace {

std::string text_of(const std::string& file) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) return "";
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

void refuse_unless_own(const std::string& flag, const std::string& file, const LineSet& own, const std::string& text) {
  if (own.holds(text)) return;
  throw OutputError(flag + ": '" + file +
                    "' is there already, and holds what is not of this match; --append adds to it");
}

/// Whether this is the last line of --json of this match, perhaps before it was extended, or one with the same engines.
bool is_summary(const std::string& line, const MatchRules& rules) {
  try {
    const auto json = Json::parse(line);
    if (json.at("type") != "match" || json.at("game") != rules.game) return false;
    if (json.at("scheduled").get<std::size_t>() > rules.schedule().expected_games()) return false;
    std::vector<std::string> names;
    for (const auto& engine : json.at("engines")) names.push_back(engine.at("name").get<std::string>());
    return names == rules.names();
  } catch (const Json::exception&) {
    return false;
  }
}

/// All lines of a JSON file except summaries of this match and the lines about replayed games.
std::string without_remarks(const std::string& text, const MatchRules& rules) {
  std::istringstream lines(text);
  std::string result;
  for (std::string line; std::getline(lines, line);) {
    const bool whole = !lines.eof();
    const bool remark = line.starts_with(R"({"type":"discarded")") || is_summary(line, rules);
    if (!remark) result += line + (whole ? "\n" : "");
  }
  return result;
}

}  // namespace

std::function<std::string(const GameRecord&)> game_format(const Headings& headings) {
  return [headings](const GameRecord& game) { return to_text(game, headings); };
}

void refuse_to_overwrite(const OutputNames& files, const MatchRules& rules, const Headings& headings,
                         const std::vector<GameRecord>& games) {
  LineSet texts;
  LineSet lines;
  LineSet positions;
  const auto format = game_format(headings);
  for (const auto& game : games) {
    texts.add(format(game));
    lines.add(to_line(to_json(game, rules.names())));
    positions.add(to_epd(game));
  }
  if (!files.games.empty()) refuse_unless_own("--games-file", files.games, texts, text_of(files.games));
  if (!files.json.empty()) refuse_unless_own("--json", files.json, lines, without_remarks(text_of(files.json), rules));
  if (!files.positions.empty()) refuse_unless_own("--epdout", files.positions, positions, text_of(files.positions));
}

LineSet lines_of_file(const std::string& file) {
  LineSet lines;
  lines.add(text_of(file));
  return lines;
}

}  // namespace crownd::match
