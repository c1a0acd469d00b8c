#include "terminal/pdn.hpp"

#include <algorithm>
#include <array>
#include <ctime>
#include <map>
#include <sstream>

namespace crownd::terminal {

namespace {

constexpr std::size_t line_width = 80;

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
  return game.side_index(status.side) == game.notation.white ? "1-0" : "0-1";
}

bool is_result(const std::string& word) {
  const auto results = {"*", "1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0"};
  return std::find(results.begin(), results.end(), word) != results.end();
}

std::string tag(std::string_view name, std::string_view value) {
  return "[" + std::string(name) + " \"" + std::string(value) + "\"]\n";
}

/// Reads and removes `[Name "value"]` lines from the text.
std::map<std::string, std::string> take_tags(std::istream& text) {
  std::map<std::string, std::string> tags;
  while ((text >> std::ws) && text.peek() == '[') {
    std::string line;
    std::getline(text, line);
    const auto open = line.find('"'), close = line.rfind('"');
    if (open == close) throw FileError("this is no PDN tag: " + line);
    std::istringstream name(line.substr(1, open - 1));
    std::string word;
    name >> word;
    tags[word] = line.substr(open + 1, close - open - 1);
  }
  return tags;
}

constexpr std::string_view human_name = "human", engine_name = "crownd", unknown_name = "?";

std::string_view name_of(std::optional<Player> player) {
  if (!player) return unknown_name;
  return *player == Player::human ? human_name : engine_name;
}

/// The players, if the names are those that this client writes.
SavedGame players_in(const GameInfo& info, const std::map<std::string, std::string>& tags) {
  SavedGame game;
  for (const std::size_t side : {0U, 1U}) {
    const auto name = tags.find(side == info.notation.white ? "White" : "Black");
    if (name == tags.end()) continue;
    if (name->second == human_name) game.sides[side] = Player::human;
    if (name->second == engine_name) game.sides[side] = Player::engine;
  }
  if (!game.has_engine()) return game;
  for (const auto& setting : settings)
    if (const auto value = tags.find(std::string(setting.tag)); value != tags.end())
      game.strength.*setting.value = value_of(setting, value->second);
  return game;
}

/// The text up to the next game's tags, without comments and variations.
std::string bare_movetext(std::istream& text) {
  std::string bare;
  int depth = 0;  // nesting of variations
  for (char c = 0; text.get(c);) {
    if (c == '[') break;
    if (c == '{' || c == ';') {
      std::string comment;
      std::getline(text, comment, c == '{' ? '}' : '\n');
      c = ' ';
    }
    if (c == '(') ++depth;
    if (depth == 0) bare += c;
    if (c == ')') depth = std::max(0, depth - 1);
  }
  return bare;
}

/// A word of the movetext without its move number and strength signs.
std::string move_of(std::string word) {
  if (const auto dot = word.rfind('.'); dot != std::string::npos) word.erase(0, dot + 1);
  word.erase(word.find_last_not_of("!?*") + 1);
  return word;
}

}  // namespace

std::string write_pdn(const GameInfo& info, const SavedGame& game, const wire::Status& status) {
  const Record& record = game.record;
  const auto result = result_text(info, status);
  std::string text = tag("Event", "crown") + tag("Date", today()) +
                     tag("White", name_of(game.sides[info.notation.white])) +
                     tag("Black", name_of(game.sides[1 - info.notation.white])) + tag("Result", result) +
                     tag("GameType", info.notation.pdn_type);
  if (game.has_engine())
    for (const auto& setting : settings)
      if (const auto value = game.strength.*setting.value) text += tag(setting.tag, std::to_string(*value));
  if (!record.pdn_start.empty()) text += tag("SetUp", "1") + tag("FEN", record.pdn_start);
  text += "\n";
  // If the second side moves first, the first move is numbered `1...`.
  const char second = info.notation.white == 0 ? 'B' : 'W';
  const std::size_t skipped = !record.pdn_start.empty() && record.pdn_start.front() == second ? 1 : 0;
  std::string line;
  const auto add = [&](const std::string& word) {
    if (line.size() + 1 + word.size() > line_width) {
      text += line + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  };
  for (std::size_t i = 0; i < record.moves.size(); ++i) {
    const auto ply = i + skipped;
    if (ply % 2 == 0) add(std::to_string(ply / 2 + 1) + ".");
    if (ply % 2 == 1 && i == 0) add("1...");
    add(record.moves[i]);
  }
  add(result);
  return text + line + "\n";
}

SavedGame read_pdn(const GameInfo& info, const std::string& text) {
  std::istringstream stream(text);
  const auto tags = take_tags(stream);
  if (const auto type = tags.find("GameType"); type != tags.end()) {
    const auto number = info.notation.pdn_type.substr(0, info.notation.pdn_type.find(','));
    if (type->second.substr(0, type->second.find(',')) != number)
      throw FileError("its GameType is " + type->second + ", that of " + info.name + " is " + info.notation.pdn_type);
  }
  SavedGame game = players_in(info, tags);
  Record& record = game.record;
  if (const auto fen = tags.find("FEN"); fen != tags.end()) record.start = fen->second;
  std::istringstream words(bare_movetext(stream));
  for (std::string word; words >> word && !is_result(word);)
    if (word.front() != '$')
      if (auto move = move_of(word); !move.empty()) record.moves.push_back(std::move(move));
  return game;
}

}  // namespace crownd::terminal
