#include "notation/game_file_reader.hpp"

#include "notation/game.hpp"
#include "wire/reply.hpp"
#include "wire/words.hpp"

#include <algorithm>
#include <array>

namespace crownd::notation {

namespace {

/// Size of a batch of commands, large enough to make round trips negligible.
constexpr std::size_t block = std::size_t{1} << 16;
/// Longer lines are sent in parts: every daemon accepts this length.
constexpr std::size_t max_part = 4096;

/// The highest NAG of the PGN standard.
constexpr int max_nag = 255;

/// Between the position and the moves of a line of a list.
constexpr std::string_view separator = " moves ";

bool is_blank(char letter) { return letter == ' ' || letter == '\t' || letter == '\r'; }

/// The first move number of a line, such as `3.`; 1 if there is none.
std::string_view first_move_number(std::string_view line) {
  for (wire::Words words(line); !words.empty();) {
    const auto word = words.take();
    const auto digits = std::min(word.find_first_not_of("0123456789"), word.size());
    if (digits > 0 && word.substr(digits).starts_with('.')) return word.substr(0, digits);
  }
  return "1";
}

bool has_result(std::string_view line) {
  constexpr std::array<std::string_view, 4> results{"*", "1-0", "0-1", "1/2-1/2"};
  wire::Words words(line);
  while (!words.empty())
    if (std::find(results.begin(), results.end(), words.take()) != results.end()) return true;
  return false;
}

/// The first index from `max_part` on with no blank on either side; the line's length if there is none.
std::size_t end_of_part(std::string_view line) {
  for (auto at = max_part; at < line.size(); ++at)
    if (!is_blank(line[at - 1]) && !is_blank(line[at])) return at;
  return line.size();
}

}  // namespace

GameFileReader::GameFileReader(Exchange exchange, const std::string& default_game, OnGame on_game)
    : exchange_(std::move(exchange)), on_game_(std::move(on_game)), commands_("read begin " + default_game + '\n') {}

void GameFileReader::add(std::string_view bytes) {
  for (auto end = bytes.find('\n'); end != std::string_view::npos; end = bytes.find('\n')) {
    if (line_.empty()) {
      add_line(bytes.substr(0, end), true);
    } else {
      line_ += bytes.substr(0, end);
      add_line(std::exchange(line_, {}), true);
    }
    bytes.remove_prefix(end + 1);
  }
  line_ += bytes;
  if (line_.size() > block) add_line(std::exchange(line_, {}), false);
}

void GameFileReader::end() {
  if (!line_.empty()) add_line(std::exchange(line_, {}), true);
  commands_ += "read end\n";
  flush();
}

/// Keeps the last part of an incomplete line for later.
void GameFileReader::add_line(std::string_view line, bool whole) {
  for (auto end = end_of_part(line); end < line.size(); end = end_of_part(line)) {
    commands_.append("read part ").append(line.substr(0, end)) += '\n';
    line.remove_prefix(end);
    if (commands_.size() > block) flush();
  }
  if (!whole) {
    line_ = line;
    return;
  }
  commands_.append("read line ").append(line) += '\n';
  if (commands_.size() > block) flush();
}

void GameFileReader::flush() {
  commands_ += "isready\n";
  std::string refusal;
  exchange_(commands_, [&](const std::string& answer) {
    if (const auto error = wire::read_error(answer); error && refusal.empty()) refusal = error->message;
    take(answer);
    return answer == "readyok";
  });
  commands_.clear();
  if (!refusal.empty()) throw NotRead(refusal);
  for (auto& game : std::exchange(complete_, {})) on_game_(std::move(game));
}

void GameFileReader::take(std::string_view answer) {
  wire::Words words(answer);
  const auto word = words.take();
  const auto text = [&] { return std::string(words.take_rest()); };
  const auto number = [&] { return static_cast<std::size_t>(wire::read_number(words.take()).value_or(0)); };
  const auto& moves = open_.empty() ? game_.record.line.moves : line().moves;
  if (word == "readgame") {
    game_ = {};
    unattached_.clear();
    open_.assign(1, &game_.record.line);
    (void)words.take();
    (void)words.take_if("line");
    game_.line_number = number();
    if (!words.take_if("-")) game_.game_name = words.take();
  } else if (open_.empty()) {
    return;
  } else if (word == "readtag") {
    std::string name(words.take());
    game_.record.tags.push_back({std::move(name), text()});
  } else if (word == "readstart") {
    game_.start = text();
  } else if (word == "readmove" || word == "readtext") {
    line().moves.push_back({text(), {}, {}, {}});
    if (open_.size() == 1) line().moves.back().variations = std::exchange(unattached_, {});
  } else if (word == "readnag") {
    add_nag(text());
  } else if (word == "readcomment") {
    (moves.empty() ? line().comments : line().moves.back().comments).push_back(text());
  } else if (word == "readvariation") {
    if (!words.take_if("begin"))
      close_variation();
    else
      open_.push_back(moves.empty() ? line_before_moves() : &line().moves.back().variations.emplace_back());
  } else if (word == "readresult") {
    if (words.take_if("win"))
      game_.winner = words.take();
    else if (words.take_if("draw"))
      game_.winner = "";
    else
      (void)words.take();
    // A tag may have words in place of a result.
    if (auto result = text(); result != "*" && result.find_first_not_of("0123456789+-/. ") == std::string::npos)
      game_.record.result = std::move(result);
  } else if (word == "readwarning") {
    const auto at = number();
    game_.warnings.push_back({at, text()});
  } else if (word == "readerror") {
    const auto at = number();
    (void)words.take();
    game_.errors.push_back({at, text()});
  } else if (word == "readdone") {
    (void)words.take();
    (void)words.take_if("plies");
    game_.plies = number();
    open_.clear();
    // The text may give the position among the moves.
    if (!game_.start.empty() && game_.start != "startpos" && game_.record.start() == "startpos")
      game_.record.tags.insert(game_.record.tags.end(), {{"SetUp", "1"}, {"FEN", game_.start}});
    complete_.push_back(std::exchange(game_, {}));
  }
}

/// The line of a variation before the first move. Inside a variation its parentheses are ignored.
Line* GameFileReader::line_before_moves() { return open_.size() == 1 ? &unattached_.emplace_back() : open_.back(); }

/// Drops an empty variation.
void GameFileReader::close_variation() {
  if (open_.size() < 2) return;
  const auto* const closed = open_.back();
  open_.pop_back();
  if (open_.back() == closed || !(*closed == Line())) return;
  auto& moves = line().moves;
  (moves.empty() ? unattached_ : moves.back().variations).pop_back();
}

/// Keeps a number outside the standard, and all NAGs before the first move of a line, as comments.
void GameFileReader::add_nag(const std::string& nag) {
  auto& moves = line().moves;
  const auto number = wire::read_number(nag);
  if (moves.empty()) return line().comments.push_back(number ? '$' + nag : nag);
  auto& move = moves.back();
  if (number && *number <= max_nag)
    move.nags.push_back(static_cast<int>(*number));
  else if (nag.find_first_not_of("0123456789") == std::string::npos)
    move.comments.push_back('$' + nag);
  else
    move.sign += nag;
}

std::vector<ReadGame> read_games(const Exchange& exchange, const std::string& default_game, std::string_view text) {
  std::vector<ReadGame> games;
  GameFileReader reader(exchange, default_game, [&](ReadGame&& game) { games.push_back(std::move(game)); });
  reader.add(text);
  reader.end();
  return games;
}

bool is_list(std::string_view text) {
  while (!text.empty()) {
    const auto line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.starts_with('#')) continue;
    const bool open_comment = std::count(line.begin(), line.end(), '{') > std::count(line.begin(), line.end(), '}');
    const bool continues = line.find(separator) == std::string_view::npos && first_move_number(line) != "1";
    if (line.find('[') != std::string_view::npos || line.starts_with("game ") || open_comment || continues ||
        has_result(line))
      return false;
  }
  return true;
}

ReadGame read_list_line(const Exchange& exchange, const std::string& default_game, const std::string& line,
                        std::size_t wanted_plies) {
  const auto read = [&](std::string_view position, std::string_view moves) {
    auto text = position.empty() ? std::string() : tag_text({"FEN", std::string(position)});
    auto games = read_games(exchange, default_game, text.append(moves));
    if (games.empty()) throw NotRead("there are no moves");
    if (!games.front().is_readable(wanted_plies)) throw NotRead(games.front().errors.front().sentence);
    return std::move(games.front());
  };
  const std::string_view view = line;
  if (const auto at = view.find(separator); at != std::string_view::npos)
    return read(view.substr(0, at), view.substr(at + separator.size()));
  std::string no_position;
  try {
    return read(view, "");
  } catch (const NotRead& why) {
    no_position = why.what();
  }
  try {
    return read("", view);
  } catch (const NotRead& why) {
    throw NotRead("as a position: " + no_position + "; as moves: " + why.what());
  }
}

}  // namespace crownd::notation
