#include "notation/game_reader.hpp"
#include "notation/writer.hpp"
#include "terminal/game_file.hpp"

#include <array>
#include <ctime>
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
  notation::Game text;
  text.result = result_text(info, status);
  text.tags = {{"Event", "crown"},
               {"Date", today()},
               {"White", name_of(game.sides[white])},
               {"Black", name_of(game.sides[1 - white])},
               {"Result", text.result},
               {"GameType", info.notation.pdn_type}};
  if (game.has_engine())
    for (const auto& setting : settings)
      if (const auto value = game.strength.*setting.value)
        text.tags.push_back({std::string(setting.tag), std::to_string(*value)});
  if (!record.pdn_start.empty()) {
    text.tags.push_back({"SetUp", "1"});
    text.tags.push_back({"FEN", record.pdn_start});
  }
  for (const auto& move : record.moves) text.line.moves.push_back({move, {}, {}, {}});
  const char second = white == 0 ? 'B' : 'W';
  std::ostringstream out;
  notation::write_game(out, text, {.second_begins = record.pdn_start.starts_with(second)});
  return out.str();
}

SavedGame read_pdn(Engine& engine, const GameInfo& info, const std::string& text) {
  const auto read = first_game(engine, info.name, text);
  if (!read.errors.empty()) throw FileError(read.errors.front().text());
  if (read.name != info.name) throw FileError("it holds a game of " + read.name + ", not of " + info.name);
  SavedGame game = players_in(info, read.text);
  game.record.start = read.start;
  game.record.moves = read.text.moves();
  return game;
}

}  // namespace crownd::terminal
