#include "notation/game_reader.hpp"
#include "notation/writer.hpp"
#include "terminal/game_file.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <ctime>
#include <memory>
#include <sstream>
#include <utility>

namespace crownd::terminal {

namespace {

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::localtime_r(&now, &parts);
  std::array<char, 16> text{};
  std::strftime(text.data(), text.size(), "%Y.%m.%d", &parts);
  return text.data();
}

std::string result_text(const GameInfo& game, const wire::Status& status) {
  if (status.outcome == wire::Outcome::ongoing) return "*";
  if (status.outcome == wire::Outcome::draw) return "1/2-1/2";
  return game.side_index(status.side) == game.notation.first_in_results ? "1-0" : "0-1";
}

constexpr std::string_view human_name = "human", engine_name = "crownd", unknown_name = "?";

std::string name_of(std::optional<Player> player) {
  if (!player) return std::string(unknown_name);
  return std::string(*player == Player::human ? human_name : engine_name);
}

bool is_own_name(std::string_view name) { return name == human_name || name == engine_name || name == unknown_name; }

bool is_setting(std::string_view tag) {
  return std::any_of(settings.begin(), settings.end(), [&](const Setting& setting) { return setting.tag == tag; });
}

/// A text up to the first move that was not played.
notation::Game still_played(notation::Game text, const std::vector<std::string>& moves) {
  auto& written = text.line.moves;
  std::size_t same = 0;
  while (same < written.size() && same < moves.size() && written[same].text == moves[same]) ++same;
  written.erase(written.begin() + static_cast<std::ptrdiff_t>(same), written.end());
  return text;
}

/// The players, if the names are those that this client writes.
SavedGame players_in(const GameInfo& info, const notation::Game& text) {
  SavedGame game;
  for (const std::size_t side : {0U, 1U}) {
    const auto* const name = text.tag(side == info.notation.white ? "White" : "Black");
    if (name == nullptr) continue;
    if (*name == human_name) game.sides[side] = Player::human;
    if (*name == engine_name) game.sides[side] = Player::engine;
  }
  if (!game.has_engine()) return game;
  for (const auto& setting : settings)
    if (const auto* const value = text.tag(setting.tag)) game.strength.*setting.value = value_of(setting, *value);
  return game;
}

/// The first game; one without tags and moves if there is none.
notation::ReadGame first_game(Engine& engine, const std::string& usual, const std::string& text) {
  try {
    auto games = notation::read_games(
        [&](std::string_view commands, const auto& is_last) { engine.exchange(commands, is_last); }, usual, text);
    return games.empty() ? notation::ReadGame{.name = usual, .start = "startpos"} : std::move(games.front());
  } catch (const notation::NotRead& why) {
    throw FileError(why.what());
  }
}

}  // namespace

std::string write_pdn(const GameInfo& info, const SavedGame& game, const wire::Status& status) {
  const Record& record = game.record;
  const auto white = info.notation.white;
  auto text = record.text ? still_played(*record.text, record.moves) : notation::Game();
  const bool is_loaded_game = record.text && record.text->moves() == record.moves;
  if (status.outcome != wire::Outcome::ongoing || !is_loaded_game) text.result = result_text(info, status);
  for (auto ply = text.line.moves.size(); ply < record.moves.size(); ++ply)
    text.line.moves.push_back({record.moves[ply], {}, {}, {}});
  const auto set = [&](const std::string& name, const std::string& value, bool replaces) {
    const auto same = [&](const notation::Tag& tag) { return tag.name == name; };
    const auto found = std::find_if(text.tags.begin(), text.tags.end(), same);
    if (found == text.tags.end())
      text.tags.push_back({name, value});
    else if (replaces)
      found->value = value;
  };
  set("Event", "crown", false);
  set("Date", today(), false);
  for (const auto& [name, side] : {std::pair("White", white), std::pair("Black", 1 - white)}) {
    const auto* const known = text.tag(name);
    set(name, name_of(game.sides[side]), known == nullptr || is_own_name(*known));
  }
  set("Result", text.result.empty() ? "*" : text.result, true);
  set("GameType", info.notation.pdn_type, true);
  std::erase_if(text.tags, [](const auto& tag) { return is_setting(tag.name); });
  if (game.has_engine())
    for (const auto& setting : settings)
      if (const auto value = game.strength.*setting.value) set(std::string(setting.tag), std::to_string(*value), true);
  if (!record.pdn_start.empty()) {
    set("SetUp", "1", true);
    set("FEN", record.pdn_start, true);
  }
  const char second = white == 0 ? 'B' : 'W';
  std::ostringstream out;
  notation::write_game(out, text, {.second_begins = record.pdn_start.starts_with(second), .writes_signs = true});
  return out.str();
}

SavedGame read_pdn(Engine& engine, const GameInfo& info, const std::string& text) {
  auto read = first_game(engine, info.name, text);
  if (!read.errors.empty()) throw FileError(read.errors.front().text());
  if (read.name != info.name) throw FileError("it holds a game of " + read.name + ", not of " + info.name);
  SavedGame game = players_in(info, read.text);
  game.record.start = read.start;
  game.record.moves = read.text.moves();
  game.record.text = std::make_shared<const notation::Game>(std::move(read.text));
  return game;
}

}  // namespace crownd::terminal
