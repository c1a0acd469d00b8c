#include "match/openings/movetext.hpp"

#include "wire/words.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace crownd::match {

namespace {

/// `12.`, `12...`, or `12.` directly before a move: the word without the number.
std::string without_move_number(std::string word) {
  const auto dot = word.rfind('.');
  if (dot == std::string::npos || !is_digit(word.front())) return word;
  return word.substr(dot + 1);
}

bool is_result(const std::string& word) {
  return word == "*" || word == "1-0" || word == "0-1" || word == "1/2-1/2" || word == "2-0" || word == "0-2" ||
         word == "1-1";
}

}  // namespace

bool is_digit(char letter) { return std::isdigit(static_cast<unsigned char>(letter)) != 0; }

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

std::vector<std::string> read_movetext(std::string_view text) {
  std::string bare;
  int depth = 0;  // nesting of variations
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

std::optional<std::string> tag_value(const std::string& line, const std::string& tag) {
  if (!line.starts_with("[" + tag + " \"")) return std::nullopt;
  const auto begin = tag.size() + 3;
  return line.substr(begin, line.rfind('"') - begin);
}

std::optional<std::string> plain_move(std::string_view line) {
  wire::Words words(line);
  const auto number = words.take();
  const auto side = words.take();
  const auto move = words.take();
  if (move.empty() || (side != "first" && side != "second") || !wire::read_number(number)) return std::nullopt;
  return std::string(move);
}

}  // namespace crownd::match
