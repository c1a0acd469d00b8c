#include "match/opening_book.hpp"
#include "wire/words.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <sstream>
#include <stdexcept>

namespace crownd::match {

namespace {

bool is_digit(char letter) { return std::isdigit(static_cast<unsigned char>(letter)) != 0; }

/// `12.`, `12...`, `12.` glued to a move: what is left of the word without the number.
std::string without_move_number(std::string word) {
  const auto dot = word.rfind('.');
  if (dot == std::string::npos || !is_digit(word.front())) return word;
  return word.substr(dot + 1);
}

bool is_result(const std::string& word) {
  return word == "*" || word == "1-0" || word == "0-1" || word == "1/2-1/2" || word == "2-0" || word == "0-2" ||
         word == "1-1";
}

/// A line of a movetext without its comments: {these} and those from ; to the end of the line. `in_braces` tells
/// whether a comment goes on from the line before, and then whether one goes on in the next.
std::string without_comments(std::string_view line, bool& in_braces) {
  std::string bare;
  for (const char letter : line) {
    if (in_braces) {
      in_braces = letter != '}';
    } else if (letter == ';') {
      break;
    } else if (letter == '{') {
      in_braces = true;
      bare += ' ';
    } else {
      bare += letter;
    }
  }
  return bare;
}

/// The moves of a movetext without comments: variations, numbers, signs like $3, and the result left out.
std::vector<std::string> read_movetext(std::string_view text) {
  std::string bare;
  int depth = 0;  // of variations
  for (const char letter : text) {
    if (letter == '(')
      ++depth;
    else if (letter == ')')
      depth = std::max(0, depth - 1);
    bare += depth == 0 && letter != ')' ? letter : ' ';
  }
  std::vector<std::string> moves;
  std::istringstream words(bare);
  for (std::string word; words >> word;) {
    if (is_result(word) || word.front() == '$') continue;
    word = without_move_number(word);
    while (!word.empty() && (word.back() == '!' || word.back() == '?')) word.pop_back();
    if (!word.empty()) moves.push_back(word);
  }
  return moves;
}

/// The first fields of a chess EPD as a FEN; the text itself if it is something else.
std::string epd_to_fen(const std::string& text) {
  wire::Words words(text);
  std::array<std::string, 4> fields;
  for (auto& field : fields) field = std::string(words.take());
  const bool chess = fields[0].find('/') != std::string::npos && (fields[1] == "w" || fields[1] == "b") &&
                     !fields[3].empty() && !is_digit(words.peek().empty() ? 'x' : words.peek().front());
  if (!chess) return text;
  return fields[0] + ' ' + fields[1] + ' ' + fields[2] + ' ' + fields[3] + " 0 1";
}

/// Why the referee does not take the opening, if it does not.
std::optional<std::string> fault_of(Referee& referee, const Opening& opening) {
  const auto answer = referee.set_position(opening.start, opening.moves);
  if (const auto* refusal = std::get_if<Refusal>(&answer)) return refusal->message;
  if (std::get<wire::Status>(answer).outcome != wire::Outcome::ongoing) return "the game is over there";
  return std::nullopt;
}

[[noreturn]] void refuse(std::size_t line, const std::string& why) {
  throw std::invalid_argument("opening in line " + std::to_string(line) + ": " + why);
}

std::vector<std::string> read_moves_of_line(std::string_view line) {
  bool in_braces = false;
  return read_movetext(without_comments(line, in_braces));
}

Opening read_line(const std::string& line, std::size_t number, Referee& referee) {
  Opening opening;
  const auto moves = line.find(" moves ");
  if (moves != std::string::npos) {
    opening = {epd_to_fen(line.substr(0, moves)), read_moves_of_line(line.substr(moves + 7))};
    if (const auto fault = fault_of(referee, opening)) refuse(number, *fault);
    return opening;
  }
  opening.start = epd_to_fen(line);
  const auto no_position = fault_of(referee, opening);
  if (!no_position) return opening;
  opening = {"startpos", read_moves_of_line(line)};
  const auto no_moves = fault_of(referee, opening);
  if (no_moves || opening.moves.empty())
    refuse(number, "as a position: " + *no_position + "; as moves: " + no_moves.value_or("there are none"));
  return opening;
}

/// A tag's value: `[FEN "…"]`.
std::optional<std::string> tag_value(const std::string& line, const std::string& tag) {
  if (!line.starts_with("[" + tag + " \"")) return std::nullopt;
  const auto begin = tag.size() + 3;
  return line.substr(begin, line.rfind('"') - begin);
}

/// Games with tags; a tag after moves, or after an empty line, begins the next game.
std::vector<Opening> read_games(const std::vector<std::string>& lines, Referee& referee) {
  std::vector<Opening> openings;
  std::string start = "startpos";
  std::string movetext;
  std::size_t began = 0;
  bool after_tags = false;
  bool in_braces = false;
  std::size_t brace_line = 0;
  const auto finish = [&] {
    if (began == 0) return;
    Opening opening{start, read_movetext(movetext)};
    if (const auto fault = fault_of(referee, opening)) refuse(began, *fault);
    openings.push_back(std::move(opening));
    start = "startpos";
    movetext.clear();
    began = 0;
  };
  for (std::size_t number = 1; number <= lines.size(); ++number) {
    const auto& line = lines[number - 1];
    if (!in_braces && line.starts_with('[')) {
      if (after_tags) finish();
      after_tags = false;
      if (began == 0) began = number;
      if (const auto fen = tag_value(line, "FEN")) start = *fen;
    } else if (in_braces || (!line.starts_with('%') && !line.starts_with(';'))) {
      after_tags = true;
      if (!in_braces) brace_line = number;
      movetext += without_comments(line, in_braces) + '\n';
    }
  }
  if (in_braces) refuse(brace_line, "a comment in braces has no end");
  finish();
  return openings;
}

}  // namespace

std::vector<Opening> read_openings(std::string_view text, Referee& referee) {
  std::vector<std::string> lines;
  std::istringstream stream{std::string(text)};
  for (std::string line; std::getline(stream, line);) {
    while (!line.empty() && std::isspace(static_cast<unsigned char>(line.back())) != 0) line.pop_back();
    lines.push_back(line);
  }
  const bool games = std::any_of(lines.begin(), lines.end(), [](const auto& line) { return line.starts_with('['); });
  if (games) return read_games(lines, referee);

  std::vector<Opening> openings;
  for (std::size_t number = 1; number <= lines.size(); ++number) {
    const auto& line = lines[number - 1];
    if (!line.empty() && !line.starts_with('#')) openings.push_back(read_line(line, number, referee));
  }
  return openings;
}

}  // namespace crownd::match
