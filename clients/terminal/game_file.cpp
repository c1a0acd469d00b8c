#include "terminal/game_file.hpp"

#include "net/descriptor.hpp"
#include "notation/game.hpp"
#include "notation/game_file_reader.hpp"
#include "platform/system.hpp"
#include "terminal/dialogue.hpp"
#include "wire/words.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iterator>
#include <sstream>

namespace crownd::terminal {

namespace {

/// Limit of bytes read, runs of spaces included.
constexpr std::size_t max_bytes_read = std::size_t{64} << 20;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

std::string shown(const std::string& name) { return name.empty() ? "a file without a name" : name; }

std::string player_line(std::string_view side, Player player, const Strength& strength) {
  const auto start = "player " + std::string(side);
  if (player == Player::human) return start + " human\n";
  std::string line = start + " engine";
  if (strength.specification_machine) line += " minimax";
  for (const auto& setting : settings)
    if (const auto value = strength.*setting.value)
      line += " " + std::string(setting.word) + " " + std::to_string(*value);
  return line + "\n";
}

/// Reads the words after `player`.
void read_player(const GameInfo& info, wire::Words& words, SavedGame& game) {
  const auto wrong = [&] {
    return FileError("a player is written as 'player " + std::string(info.sides[0]) +
                     " human', or 'engine' and how it plays");
  };
  const auto side = words.take();
  if (side != info.sides[0] && side != info.sides[1]) throw wrong();
  const bool is_human = words.take_if("human");
  if (!is_human && !words.take_if("engine")) throw wrong();
  game.sides[info.side_index(side)] = is_human ? Player::human : Player::engine;
  while (!words.empty()) {
    if (words.take_if("minimax")) {
      game.strength.specification_machine = true;
      continue;
    }
    const auto* const setting =
        std::find_if(std::begin(settings), std::end(settings), [&](const auto& s) { return words.take_if(s.word); });
    if (is_human || setting == std::end(settings)) throw wrong();
    game.strength.*setting->value = value_of(*setting, words.take());
  }
}

std::string write_list(const GameInfo& info, const SavedGame& game) {
  std::string text = "game " + std::string(info.name) + "\n";
  for (const std::size_t side : {0U, 1U})
    if (game.sides[side]) text += player_line(info.sides[side], *game.sides[side], game.strength);
  text += "start " + game.record.start + "\n";
  for (const auto& move : game.record.moves) text += move + "\n";
  return text;
}

SavedGame read_list(const GameInfo& game, const std::string& text) {
  SavedGame saved;
  Record& record = saved.record;
  std::istringstream lines(text);
  bool named = false;
  for (std::string line; std::getline(lines, line);) {
    wire::Words words(line);
    if (words.empty() || words.peek().front() == '#') continue;
    if (words.take_if("game")) {
      if (words.peek() != game.name)
        throw FileError("it holds a game of " + wire::printable(words.peek()) + ", not of " + std::string(game.name));
      named = true;
    } else if (words.take_if("player")) {
      read_player(game, words, saved);
    } else if (words.take_if("start")) {
      record.start = words.take_rest();
    } else {
      while (!words.empty()) record.moves.emplace_back(words.take());
    }
  }
  if (!named) throw FileError("it is not a saved game: the line 'game " + std::string(game.name) + "' is missing");
  return saved;
}

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
  return std::string(!player ? unknown_name : *player == Player::human ? human_name : engine_name);
}

bool is_own_name(std::string_view name) { return name == human_name || name == engine_name || name == unknown_name; }

bool is_setting(std::string_view tag) {
  return std::any_of(settings.begin(), settings.end(), [&](const Setting& setting) { return setting.tag == tag; });
}

/// The text up to the first move that was not played.
notation::Game common_beginning(notation::Game text, const std::vector<std::string>& moves) {
  auto& written = text.line.moves;
  std::size_t same = 0;
  while (same < written.size() && same < moves.size() && written[same].text == moves[same]) ++same;
  written.erase(written.begin() + static_cast<std::ptrdiff_t>(same), written.end());
  return text;
}

/// The players whose names this client wrote.
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

std::vector<notation::ReadGame> games_in(Engine& engine, const std::string& default_game, const std::string& text) {
  try {
    return notation::read_games(
        [&](std::string_view commands, const auto& is_last) { engine.exchange(commands, is_last); }, default_game,
        text);
  } catch (const notation::NotRead& why) {
    throw FileError(why.what());
  }
}

/// The first game; one without tags and moves if there is none.
notation::ReadGame first_game(Engine& engine, const std::string& default_game, const std::string& text) {
  auto games = games_in(engine, default_game, text);
  return games.empty() ? notation::ReadGame{.game_name = default_game, .start = "startpos"} : std::move(games.front());
}

std::string write_pdn(const GameInfo& info, const SavedGame& game, const wire::Status& status) {
  const Record& record = game.record;
  const auto white = info.notation.white;
  auto text = record.text ? common_beginning(*record.text, record.moves) : notation::Game();
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
  if (read.game_name != info.name) throw FileError("it holds a game of " + read.game_name + ", not of " + info.name);
  SavedGame game = players_in(info, read.record);
  game.record.start = read.start;
  game.record.moves = read.record.moves();
  game.record.text = std::make_shared<const notation::Game>(std::move(read.record));
  return game;
}

std::string beginning_of_name(std::string_view game) { return "crown-" + std::string(game) + "-"; }
constexpr std::string_view end_of_list = ".txt", end_of_pdn = ".pdn";

/// The number in the name of an interrupted game's file.
std::optional<std::int64_t> number_of(const std::string& file, std::string_view game) {
  const auto beginning = beginning_of_name(game);
  for (const auto end : {end_of_list, end_of_pdn})
    if (file.size() >= beginning.size() + end.size() && file.starts_with(beginning) && file.ends_with(end))
      return wire::read_number(file.substr(beginning.size(), file.size() - beginning.size() - end.size()));
  return std::nullopt;
}

}  // namespace

std::string read_file(const std::string& name) {
  const auto cannot = [&](const std::string& why) { return FileError("cannot read " + shown(name) + ": " + why); };
  struct stat about {};
  if (::stat(name.c_str(), &about) != 0) throw cannot(std::strerror(errno));
  if (const auto why = net::why_not_regular(about); !why.empty()) throw cannot("it " + why);
  std::ifstream file(name, std::ios::binary);
  if (!file) throw cannot(std::strerror(errno));
  std::string text;
  std::size_t read = 0;
  for (std::istreambuf_iterator<char> next(file), end; next != end && text.size() < max_file_bytes; ++next) {
    if (++read > max_bytes_read) throw cannot("it is too long");
    if (*next != ' ' || text.empty() || text.back() != ' ') text += *next;
  }
  if (text.starts_with(byte_order_mark)) text.erase(0, byte_order_mark.size());
  return text;
}

void write_file(const std::string& name, const std::string& text) {
  const auto cannot = [&](const std::string& why) { return FileError("cannot write " + shown(name) + ": " + why); };
  struct stat about {};
  if (::stat(name.c_str(), &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode))
    throw cannot("it is a pipe or a device; a regular file is needed");
  try {
    platform::replace_file(name, text, platform::Durability::none);
  } catch (const std::system_error& fault) {
    throw cannot(fault.code().message());
  }
}

std::vector<std::string> file_names_beginning(std::string_view typed) {
  const auto slash = typed.rfind('/');
  const std::string folder(slash == std::string_view::npos ? "" : typed.substr(0, slash + 1));
  const auto beginning = typed.substr(folder.size());
  std::vector<std::string> names;
  std::error_code error;  // ignored: a folder that cannot be read has no completions
  std::filesystem::directory_iterator entries(folder.empty() ? "." : folder, error);
  for (; !error && entries != std::filesystem::directory_iterator(); entries.increment(error)) {
    const auto name = entries->path().filename().string();
    const bool hidden = name.front() == '.' && beginning.empty();
    if (hidden || !name.starts_with(beginning)) continue;
    std::error_code gone;
    names.push_back(folder + name + (entries->is_directory(gone) ? "/" : ""));
  }
  return names;
}

int value_of(const Setting& setting, std::string_view word) {
  const auto number = wire::read_number(word);
  if (!number || *number < setting.min || *number > setting.max)
    throw FileError(std::string(setting.word) + " is a number from " + std::to_string(setting.min) + " to " +
                    std::to_string(setting.max) + ", not " + wire::quoted(word));
  return static_cast<int>(*number);
}

SavedGame saved(const Record& record, const Players& players) {
  return {record, {players.sides[0], players.sides[1]}, players.strength};
}

Players players_of(const SavedGame& game, const Players& before) {
  Players players = before;
  for (const std::size_t side : {0U, 1U}) players.sides[side] = game.sides[side].value_or(before.sides[side]);
  if (game.has_engine()) players.strength = game.strength;
  return players;
}

std::string file_of_game(const GameInfo& info, const SavedGame& game, const wire::Status& status) {
  return info.has_pdn() ? write_pdn(info, game, status) : write_list(info, game);
}

SavedGame game_of_file(Engine& engine, const GameInfo& game, const std::string& text) {
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) throw FileError("it is empty");
  if (game.has_pdn()) return read_pdn(engine, game, text);
  if (const auto& dialogue = dialogue_of(game.name); dialogue.read_position != nullptr)
    if (const auto position = dialogue.read_position(text)) return {{*position, {}, {}}, {}, {}};
  return read_list(game, text);
}

Content content_of(Engine& engine, const GameInfo& info, const std::string& text) {
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) return Content::nothing;
  try {
    if (const auto& dialogue = dialogue_of(info.name); dialogue.read_position != nullptr)
      if (dialogue.read_position(text)) return Content::board;
    const auto games = games_in(engine, info.name, text);
    if (games.size() != 1 || !games.front().errors.empty()) return Content::something_else;
    return games.front().record.moves().empty() ? Content::start : Content::game;
  } catch (const FileError&) {
    return Content::something_else;
  }
}

std::string save_for_later(const Game& game, const Players& players) {
  std::string name;
  for (int number = 1; name.empty() || std::filesystem::exists(name); ++number)
    name = beginning_of_name(game.info().name) + std::to_string(number) +
           std::string(game.info().has_pdn() ? end_of_pdn : end_of_list);
  write_file(name, file_of_game(game.info(), saved(game.record(), players), game.status()));
  return name;
}

std::optional<InterruptedGame> latest_interrupted_game(const std::vector<std::string>& games) {
  std::optional<InterruptedGame> latest;
  std::pair<std::filesystem::file_time_type, std::int64_t>
      latest_age;  // of two with the same time, the one with the higher number
  for (const auto& entry : std::filesystem::directory_iterator(".")) {
    const auto file = entry.path().filename().string();
    for (const auto& game : games) {
      const auto number = number_of(file, game);
      std::error_code gone;
      const auto time = entry.last_write_time(gone);
      if (!number || gone || (latest && std::pair(time, *number) <= latest_age)) continue;
      latest = {game, file};
      latest_age = {time, *number};
    }
  }
  return latest;
}

}  // namespace crownd::terminal
