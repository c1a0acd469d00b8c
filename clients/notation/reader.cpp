#include "notation/reader.hpp"

#include "wire/words.hpp"
#include "wire/written.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace crownd::notation {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";  // some editors begin UTF-8 with it
constexpr std::string_view blanks = " \t\r\f\v";
/// What a word of moves ends at, apart from blanks.
constexpr std::string_view not_in_words = "{}();$";
/// No person nests variations as deeply; the limit protects the stack.
constexpr std::size_t deepest = 100;
/// The NAG of a move that is the only one, which draughts players write as 11-15*.
constexpr int forced_move = 7;
/// The standard of PGN ends here.
constexpr int highest_nag = 255;

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }
bool is_blank(char letter) { return blanks.find(letter) != std::string_view::npos; }

/// The results of PGN, those of PDN that count points, and "unknown".
bool is_result(std::string_view word) {
  constexpr std::array results{"*", "1-0", "0-1", "1/2-1/2", "2-0", "0-2", "1-1", "0-0"};
  return std::find(results.begin(), results.end(), word) != results.end();
}

/// The word without a number at its front: `12.`, `12...` or `12`, which may be all of it.
std::string_view without_number(std::string_view word) {
  const auto dots = std::min(word.find_first_not_of("0123456789"), word.size());
  const auto end = std::min(word.find_first_not_of('.', dots), word.size());
  return end > dots || end == word.size() ? word.substr(end) : word;
}

/// Where the value of a tag ends: the quote before the next bracket that is not part of the value; else the last
/// quote of the line.
std::size_t end_of_value(std::string_view line, std::size_t begin) {
  for (std::size_t i = begin; i < line.size(); ++i) {
    if (line[i] == '\\')
      ++i;
    else if (line[i] == '"' &&
             line.substr(std::min(line.find_first_not_of(blanks, i + 1), line.size())).starts_with(']'))
      return i;
  }
  const auto last = line.rfind('"');
  return last < begin ? std::string_view::npos : last;
}

/// In tags a quote and a backslash stand behind a backslash.
std::string without_escapes(std::string_view text) {
  std::string value;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escapes = text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == '"' || text[i + 1] == '\\');
    if (escapes) ++i;
    value += text[i];
  }
  return value;
}

/// With one space between two words, however they stood in lines.
std::string joined(std::string_view text) {
  std::string result;
  for (wire::Words words(text); !words.empty();) result.append(result.empty() ? "" : " ").append(words.take());
  return result;
}

}  // namespace

std::optional<Game> Reader::next() {
  while (true) {
    game_ = {};
    unattached_ = {};
    open_.assign(1, &game_.line);
    depth_ = 0;
    if (!find_beginning()) return std::nullopt;
    game_.number_of_line = number_;
    if (line_[at_] == '[') read_tags();
    read_moves();
    if (!game_.tags.empty() || !game_.line.moves.empty() || !game_.result.empty()) return std::move(game_);
  }
}

/// False at the end of the text.
bool Reader::read_line() {
  at_ = 0;
  line_.clear();
  if (!std::getline(text_, line_)) return false;
  if (++number_ == 1 && line_.starts_with(byte_order_mark)) line_.erase(0, byte_order_mark.size());
  return true;
}

/// Goes on to what is not blank in this line or a later one; false at the end of the text.
bool Reader::skip_blanks() {
  while (true) {
    if (at_ == 0 && line_.starts_with('%')) at_ = line_.size();
    while (at_ < line_.size() && is_blank(line_[at_])) ++at_;
    if (at_ < line_.size()) return true;
    if (!read_line()) return false;
  }
}

/// Goes on to the first tag or move. Comments before moves without tags belong to the game.
bool Reader::find_beginning() {
  while (skip_blanks()) {
    if (line_[at_] == '{' || line_[at_] == ';') {
      add_comment(take_comment());
      continue;
    }
    if (line_[at_] == '[') game_.line.comments.clear();
    return true;
  }
  return false;
}

/// Reads tags up to an empty line, or to something else.
void Reader::read_tags() {
  while (at_ < line_.size() && line_[at_] == '[') {
    game_.tags.push_back(take_tag());
    at_ = line_.find_first_not_of(blanks, at_);
    if (at_ != std::string::npos) continue;
    while (read_line() && (line_.starts_with('%') || line_.starts_with(';'))) continue;
    at_ = std::min(line_.find_first_not_of(blanks), line_.size());
  }
}

Tag Reader::take_tag() {
  const std::string_view line = line_;
  const auto begin = at_ + 1;
  const auto open = line.find('"', begin);
  const auto close = open == std::string_view::npos ? open : end_of_value(line, open + 1);
  if (close == std::string_view::npos) {
    at_ = line.size();
    return {"", std::string(line.substr(begin - 1, line.find_last_not_of(blanks) + 2 - begin))};
  }
  const auto bracket = line.find_first_not_of(blanks, close + 1);
  at_ = bracket != std::string_view::npos && line[bracket] == ']' ? bracket + 1 : line.size();
  return {joined(line.substr(begin, open - begin)), without_escapes(line.substr(open + 1, close - open - 1))};
}

/// Reads moves up to the result and the comments on its line, or up to a tag.
void Reader::read_moves() {
  std::size_t last_line = 0;
  while (skip_blanks()) {
    const char letter = line_[at_];
    const bool is_comment = letter == '{' || letter == ';';
    if (letter == '[' || (!game_.result.empty() && (!is_comment || number_ != last_line))) return;
    if (is_comment) {
      add_comment(take_comment());
    } else if (letter == '(') {
      open_variation();
    } else if (letter == ')') {
      close_variation();
    } else if (letter == '}') {
      ++at_;
    } else if (!take_plain_move()) {
      take_word();
      last_line = number_;
    }
  }
}

/// Takes a line of the plain form, `12 second G6-H5 +0.12/9 0.034s`; false if this is none.
bool Reader::take_plain_move() {
  if (at_ > 0 || !is_digit(line_.front())) return false;
  wire::Words words(line_);
  const auto number = words.take();
  const auto side = words.take();
  const auto move = words.take();
  if (move.empty() || (side != "first" && side != "second") || !wire::read_number(number)) return false;
  const auto length = move.find_last_not_of("!?") + 1;
  game_.line.moves.push_back({std::string(move.substr(0, length)), {}, {}, {}});
  add_nag(nag_of(move.substr(length)));
  add_comment(joined(words.take_rest()));
  at_ = line_.size();
  return true;
}

/// Takes a move with what is written on to it, several between commas, a NAG, or a result.
void Reader::take_word() {
  const auto begin = at_;
  at_ = end_of_word(begin);
  take_spaced_rest(begin);
  const std::string_view word(line_.data() + begin, at_ - begin);
  if (word.front() == '$') return take_nag(word);
  for (const auto& move : wire::moves_in(without_number(word))) {
    if (!is_result(move))
      add_move(move);
    else if (depth_ == 0)
      game_.result = move;
  }
}

std::size_t Reader::end_of_word(std::size_t begin) const {
  return std::min(line_.find_first_of("{}();$ \t\r\f\v", begin + 1), line_.size());
}

/// Takes the rest of a move with blanks in it, as `11 - 15`.
void Reader::take_spaced_rest(std::size_t begin) {
  constexpr std::size_t longest = 100;  // bytes: more than a move has, and few enough to look at once more
  while (at_ - begin < longest) {
    const auto next = line_.find_first_not_of(blanks, at_);
    const bool is_word = next != std::string::npos && next > at_ && not_in_words.find(line_[next]) == std::string::npos;
    if (!is_word) return;
    const auto end = end_of_word(next);
    if (end - begin > longest || wire::moves_in(std::string_view(line_).substr(begin, end - begin)).size() != 1) return;
    at_ = end;
  }
}

/// Adds a move with its signs, or the signs of the last one.
void Reader::add_move(std::string_view text) {
  const auto length = text.find_last_not_of("!?*") + 1;
  if (length > 0 && (depth_ == 0 || keep_ == Keep::everything))
    open_.back()->moves.push_back({std::string(text.substr(0, length)), {}, {}, {}});
  std::string sign(text.substr(std::min(length, text.size())));
  const bool forced = std::erase(sign, '*') > 0;
  add_nag(nag_of(sign));
  if (forced) add_nag(forced_move);
}

/// The comment that begins here, in braces or up to the end of the line.
std::string Reader::take_comment() {
  std::string comment;
  const auto begin = number_;
  const bool in_braces = line_[at_++] == '{';
  while (true) {
    const auto end = in_braces ? line_.find('}', at_) : line_.size();
    comment.append(line_, at_, end == std::string::npos ? end : end - at_);
    if (end != std::string::npos) {
      at_ = std::min(end + 1, line_.size());
      return joined(comment);
    }
    comment += ' ';
    if (!read_line()) throw BadText(begin, "a comment in braces has no end");
  }
}

void Reader::add_comment(std::string comment) {
  if (keep_ != Keep::everything || comment.empty()) return;
  auto& line = *open_.back();
  (line.moves.empty() ? line.comments : line.moves.back().comments).push_back(std::move(comment));
}

/// A NAG outside the standard stays as a comment.
void Reader::take_nag(std::string_view word) {
  const auto number = wire::read_number(word.substr(1));
  if (number && *number >= 0 && *number <= highest_nag)
    add_nag(static_cast<int>(*number));
  else
    add_comment(std::string(word));
}

/// Adds a NAG, unless it is 0, to the last move.
void Reader::add_nag(int nag) {
  if (keep_ != Keep::everything || nag == 0 || open_.back()->moves.empty()) return;
  open_.back()->moves.back().nags.push_back(nag);
}

void Reader::open_variation() {
  ++at_;
  ++depth_;
  if (keep_ != Keep::everything) return;
  if (depth_ > deepest) throw BadText(number_, "variations nest more than " + std::to_string(deepest) + " deep");
  auto& moves = open_.back()->moves;
  open_.push_back(moves.empty() ? &unattached_ : &moves.back().variations.emplace_back());
}

void Reader::close_variation() {
  ++at_;
  if (depth_ == 0) return;
  --depth_;
  if (keep_ == Keep::everything) open_.pop_back();
}

}  // namespace crownd::notation
