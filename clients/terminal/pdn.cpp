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
  return side_index(game, status.side) == game.pdn_white ? "1-0" : "0-1";
}

bool is_result(const std::string& word) {
  const auto results = {"*", "1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0"};
  return std::find(results.begin(), results.end(), word) != results.end();
}

std::string tag(std::string_view name, std::string_view value) {
  return "[" + std::string(name) + " \"" + std::string(value) + "\"]\n";
}

/// Takes `[Name "value"]` lines off the text.
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

/// The text up to the next game's tags, without comments and variations.
std::string bare_movetext(std::istream& text) {
  std::string bare;
  int depth = 0;  // of variations
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

/// A word of the move text without its move number and strength signs.
std::string move_of(std::string word) {
  if (const auto dot = word.rfind('.'); dot != std::string::npos) word.erase(0, dot + 1);
  word.erase(word.find_last_not_of("!?*") + 1);
  return word;
}

}  // namespace

std::string write_pdn(const GameInfo& game, const Record& record, const Result& result) {
  const auto player = [&](std::size_t side) { return result.players[side] == Player::human ? "human" : "crownd"; };
  std::string text = tag("Event", "crown") + tag("Date", today()) + tag("White", player(game.pdn_white)) +
                     tag("Black", player(1 - game.pdn_white)) + tag("Result", result_text(game, result.status)) +
                     tag("GameType", game.pdn_type);
  if (!record.pdn_start.empty()) text += tag("SetUp", "1") + tag("FEN", record.pdn_start);
  text += "\n";
  // Where the second side begins, its first move is numbered `1...`.
  const char second = game.pdn_white == 0 ? 'B' : 'W';
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
  add(result_text(game, result.status));
  return text + line + "\n";
}

Record read_pdn(const GameInfo& game, const std::string& text) {
  std::istringstream stream(text);
  const auto tags = take_tags(stream);
  if (const auto type = tags.find("GameType"); type != tags.end()) {
    const auto number = game.pdn_type.substr(0, game.pdn_type.find(','));
    if (type->second.substr(0, type->second.find(',')) != number)
      throw FileError("its GameType is " + type->second + ", that of " + std::string(game.name) + " is " +
                      std::string(game.pdn_type));
  }
  Record record;
  if (const auto fen = tags.find("FEN"); fen != tags.end()) record.start = fen->second;
  std::istringstream words(bare_movetext(stream));
  for (std::string word; words >> word && !is_result(word);)
    if (word.front() != '$')
      if (auto move = move_of(word); !move.empty()) record.moves.push_back(std::move(move));
  return record;
}

}  // namespace crownd::terminal
