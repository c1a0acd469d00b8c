#include "notation/tokenizer.hpp"

#include "notation/symbols.hpp"
#include "wire/words.hpp"

#include <algorithm>

namespace crownd::notation {

namespace {

using Kind = Token::Kind;
using wire::single_spaced;
using wire::trimmed;

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
/// A word of moves ends before these.
constexpr std::string_view ends_of_words = "{}();$[ \t\f\v";
/// Nobody nests variations as deeply.
constexpr std::size_t deepest = 100;
/// More warnings about one game help nobody.
constexpr std::size_t max_warnings = 100;
/// Bytes of a move with blanks in it: more than any move has, and few enough to look at twice.
constexpr std::size_t max_spaced_move = 100;
/// Bytes of a long line that are collected before its tokens are read.
constexpr std::size_t max_unread = 8192;
/// Bytes of a position among moves, with some to spare.
constexpr std::size_t max_setup = 4096;
/// The NAG of an only move, written as 11-15* in draughts.
constexpr std::string_view forced_move = "7";

/// Of a game that crown has saved without tags.
constexpr std::string_view game_word = "game", player_word = "player", start_word = "start";

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word_of_header(std::string_view word) { return word == game_word || word == player_word || word == start_word; }
bool is_blank(char c) { return blanks.find(c) != none; }
bool is_name_character(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-' || c == ':';
}

/// The name of a tag for a warning: warnings do not count towards the size of a game.
std::string shortened(const std::string& name) {
  constexpr std::size_t max_bytes = 40;
  return name.size() <= max_bytes ? name : name.substr(0, max_bytes) + "...";
}

}  // namespace

std::vector<Token>::const_iterator GameText::find_tag(std::string_view name) const {
  return std::find_if(tokens.begin(), tokens.end(), [&](const Token& token) {
    return token.kind == Token::Kind::tag_name && wire::same_word(text_of(token), name);
  });
}

std::string_view GameText::tag(std::string_view name) const {
  const auto found = find_tag(name);
  return found == tokens.end() || std::next(found) == tokens.end() ? std::string_view() : text_of(*std::next(found));
}

std::size_t GameText::line_of_tag(std::string_view name) const {
  const auto found = find_tag(name);
  return found == tokens.end() ? line : found->line;
}

void Tokenizer::add(std::string_view text) {
  while (true) {
    const auto end = std::min(text.find_first_of("\r\n"), text.size());
    line_.append(text.substr(0, end));
    if (end == text.size()) break;
    end_line();
    text.remove_prefix(end + 1);
  }
  // Doubling: an incomplete token of a line in small parts takes linear time.
  if (line_.size() > std::min(2 * looked_at_, max_bytes_) + max_unread) process(false);
}

void Tokenizer::end_line() {
  process(true);
  if (within_ == Within::line_comment) finish_comment();
  if (within_ == Within::skipped_line) within_ = Within::text;
  if (within_ == Within::braces) comment_ += ' ';
  if (within_ == Within::text && game_.result_line != 0) deliver();
  if (is_blank_ && begun_ && !has_moves_) blank_in_tags_ = true;
  after_blank_ = is_blank_;
  line_.clear();
  line_begins_ = is_blank_ = true;
  ++number_;
}

void Tokenizer::end() {
  end_line();
  if (within_ == Within::braces) {
    fail(comment_line_,
         "the comment that begins in line " + std::to_string(comment_line_) + " has no end: } is missing");
    finish_comment();
  }
  if (begun_) deliver();
  number_ = 1;
  after_blank_ = true;
}

/// Takes the tokens of the line; if it is incomplete, only those that do not depend on its rest.
void Tokenizer::process(bool is_complete) {
  if (number_ == 1 && line_begins_ && at_ == 0 && line_.starts_with(byte_order_mark)) at_ = byte_order_mark.size();
  while (at_ < line_.size() && (is_complete || is_next_complete())) take_next();
  line_.erase(0, at_);
  at_ = 0;
  looked_at_ = line_.size();
}

/// Whether the next token ends within the received part of the line. `max_setup` bytes are enough to find the end
/// of those whose end is not searched here.
bool Tokenizer::is_next_complete() const {
  const auto text = rest();
  if (text.size() > max_bytes_) return true;  // the token makes the game too large
  if (within_ == Within::braces) return !line_begins_ || text.front() != '[';
  if (within_ != Within::text || is_blank(text.front())) return true;
  if (text.size() <= max_setup) return false;
  if (text.front() == '[') {
    const auto open = text.find_first_of("\"]");
    return open != none && (text[open] == ']' || end_of_value(text, open + 1) != none);
  }
  if (text.front() == '(') return text.find_first_not_of("!?* \t", 1) != none;
  if (line_begins_ && is_digit(text.front())) {
    wire::Words words(text);
    (void)words.take();
    const auto side = words.take();
    if (side == "first" || side == "second") return false;
  }
  if (line_begins_ && is_word_of_header(wire::Words(text).take())) return false;
  return text.find_first_of(ends_of_words, 1) != none;
}

void Tokenizer::take_next() {
  if (within_ == Within::skipped_line) {
    at_ = line_.size();
    return;
  }
  if (within_ != Within::text) return continue_comment();
  if (line_begins_ && line_[at_] == '%') {
    within_ = Within::skipped_line;
    is_blank_ = false;
    return;
  }
  if (is_blank(line_[at_])) {
    ++at_;
    line_begins_ = false;
    return;
  }
  is_blank_ = false;
  const char c = line_[at_];
  const bool is_comment = c == '{' || c == ';';
  if (game_.result_line != 0 && (!is_comment || game_.result_line != number_)) deliver();
  if (c == '[') return take_tag();
  const bool first = std::exchange(line_begins_, false);
  begin_game();
  if (is_comment) {
    within_ = c == '{' ? Within::braces : Within::line_comment;
    comment_line_ = number_;
    ++at_;
  } else if (c == '(') {
    take_parenthesis();
  } else if (c == ')' || c == '}' || c == ']') {
    ++at_;
    if (c == ')' && depth_ > 0) {
      --depth_;
      if (depth_ < deepest) add(Kind::end_variation, "", number_);
    } else {
      warn(number_, std::string("there is a ") + c + " without its beginning");
    }
  } else if (c == '/') {
    take_setup();
  } else if (!first || (!take_header_line() && !take_plain_move())) {
    take_word();
  }
}

void Tokenizer::continue_comment() {
  if (within_ == Within::line_comment) {
    is_blank_ = false;
    return extend_comment(rest().size());
  }
  if (line_begins_ && after_blank_ && number_ > comment_line_ && line_[at_] == '[' &&
      is_tag_behind_unclosed_comment()) {
    fail(comment_line_,
         "the comment that begins in line " + std::to_string(comment_line_) + " has no end: } is missing");
    finish_comment();
    return deliver();
  }
  const auto text = rest();
  const auto end = text.find('}');
  if (text.find_first_not_of(blanks) != none) is_blank_ = false;
  line_begins_ = false;
  extend_comment(std::min(end, text.size()));
  if (end == none) return;
  ++at_;
  finish_comment();
}

void Tokenizer::extend_comment(std::size_t length) {
  comment_.append(rest().substr(0, length));
  at_ += length;
  if (comment_.size() <= max_bytes_) return;
  too_large_ = true;
  comment_.clear();
}

/// A tag alone in its line, behind an empty line: a brace was forgotten, for no comment contains the tags of a game.
bool Tokenizer::is_tag_behind_unclosed_comment() const {
  const auto line = trimmed(rest());
  if (!line.ends_with("\"]")) return false;
  const auto name = line.substr(1, line.find_first_of(" \t\"") - 1);
  return !name.empty() && std::all_of(name.begin(), name.end(), is_name_character);
}

void Tokenizer::finish_comment() {
  const auto text = single_spaced(as_utf8(comment_));
  if (!text.empty()) add(Kind::comment, text, comment_line_);
  comment_.clear();
  within_ = Within::text;
}

/// Takes a tag. Where brackets or quotes are missing it ends with its line.
void Tokenizer::take_tag() {
  const auto text = rest();
  const auto name_begin = std::min(text.find_first_not_of(blanks, 1), text.size());
  auto name_end = name_begin;
  while (name_end < text.size() && is_name_character(text[name_end])) ++name_end;
  const auto open = text.find_first_not_of(blanks, name_end);
  const bool has_quote = open != none && text[open] == '"';
  const auto close = has_quote ? end_of_value(text, open + 1) : none;
  const bool damaged = close == none;
  auto end = damaged && has_quote ? text.rfind(']') : text.find(']', damaged ? 0 : close);
  const auto behind = end == none ? text.size() : end + 1;
  std::string_view written;
  if (damaged) {
    end = std::max(std::min(end, text.size()), name_end);
    written = trimmed(text.substr(name_end, end - name_end));
    if (written.size() > 1 && written.ends_with('"')) written.remove_suffix(1);
    if (written.starts_with('"')) written.remove_prefix(1);
  } else {
    written = text.substr(open + 1, close - open - 1);
  }
  line_begins_ = false;
  at_ += behind;
  if (name_begin == name_end) return keep_as_comment(text.substr(0, behind));
  const std::string name(text.substr(name_begin, name_end - name_begin));
  bool bare_quote = false;
  const auto value = without_escapes(written, bare_quote);
  add_tag(name, as_utf8(value));
  const std::string shown = shortened(name);
  if (damaged) return warn(number_, "the tag " + shown + " is not written as [" + shown + " \"VALUE\"]");
  if (bare_quote) warn(number_, "a quote within the tag " + shown + " is written as \\\"");
}

/// Brackets without the name of a tag.
void Tokenizer::keep_as_comment(std::string_view text) {
  const auto whole = single_spaced(as_utf8(text));
  warn(number_, "this is no tag, which would be [NAME \"VALUE\"]: " + wire::quoted(whole));
  add(Kind::comment, whole, number_);
}

void Tokenizer::add_tag(std::string_view name, std::string_view value) {
  const bool repeated = blank_in_tags_ && !game_.tag(name).empty();
  if (begun_ && (has_moves_ || repeated)) deliver();
  begin_game();
  add(Kind::tag_name, name, number_);
  add(Kind::tag_value, single_spaced(value), number_);
}

/// Takes `/FEN "W:W21:B12"/`, a position within PDN moves.
void Tokenizer::take_setup() {
  const auto text = rest().substr(0, max_setup);
  const auto open = text.find('"');
  const auto close = open == none ? none : text.find('"', open + 1);
  const auto end = close == none ? none : text.find('/', close);
  if (end == none) {
    warn(number_, "a position among moves is written as /FEN \"POSITION\"/");
    at_ += std::min(text.find_first_of(blanks), text.size());
    return;
  }
  add(Kind::setup, text.substr(open + 1, close - open - 1), number_);
  has_moves_ = true;
  at_ += end + 1;
}

/// Takes the beginning of a variation, or a sign of the last move in parentheses: `(?)`.
void Tokenizer::take_parenthesis() {
  const auto text = rest();
  const auto end = text.find_first_not_of("!?* \t", 1);
  if (end != none && text[end] == ')') {
    const auto sign = trimmed(text.substr(1, end - 1));
    if (!sign.empty()) {
      add_sign(sign);
      at_ += end + 1;
      return;
    }
  }
  ++at_;
  if (depth_ == 0) variation_line_ = number_;
  if (++depth_ <= deepest)
    add(Kind::begin_variation, "", number_);
  else
    fail(number_, "variations nest more than " + std::to_string(deepest) + " deep");
}

/// Takes a line above the moves of a game that crown has saved without tags: `game towers`, `player b human` or
/// `start TEXT`. False, and nothing is taken, for other text.
bool Tokenizer::take_header_line() {
  wire::Words words(rest());
  const auto word = words.take();
  const bool begins = game_.tokens.empty() && word == game_word;
  const bool continues = header_ && !has_moves_ && (word == player_word || word == start_word);
  const auto value = single_spaced(as_utf8(words.take_rest()));
  if ((!begins && !continues) || value.empty() || (begins && value.find(' ') != none)) return false;
  header_ = true;
  add_tag(begins ? "Game" : word == start_word ? "Start" : "Player", value);
  at_ = line_.size();
  return true;
}

/// Takes a line of the plain form, `12 second G6-H5 +0.12/9 0.034s`. False, and nothing is taken, for other text.
bool Tokenizer::take_plain_move() {
  wire::Words words(rest());
  const auto number = words.take();
  const auto side = words.take();
  const auto move = words.take();
  if (!std::all_of(number.begin(), number.end(), is_digit) || (side != "first" && side != "second") || move.empty())
    return false;
  add_move(move);
  const auto comment = single_spaced(as_utf8(words.take_rest()));
  if (!comment.empty()) add(Kind::comment, comment, number_);
  at_ = line_.size();
  return true;
}

/// Takes a move with its suffixes, a NAG, a sign, or a result.
void Tokenizer::take_word() {
  const auto text = rest();
  if (const auto length = result_length(text); length > 0) {
    if (depth_ == 0)
      set_result(text.substr(0, length));
    else if (text.front() != '*')
      add(Kind::comment, single_spaced(as_utf8(text.substr(0, length))), number_);
    at_ += length;
    return;
  }
  auto end = std::min(text.find_first_of(ends_of_words, 1), text.size());
  if (text.front() == '$') {
    const auto nag = text.substr(1, text.find_first_not_of("0123456789", 1) - 1);
    at_ += nag.size() + 1;
    if (nag.empty())
      warn(number_, "behind $ comes a number");
    else
      add(Kind::nag, nag, number_);
    return;
  }
  while (end < max_spaced_move && find_sign(as_utf8(text.substr(0, end))) == nullptr) {
    const auto next = text.find_first_not_of(blanks, end);
    if (next == none || next == end || ends_of_words.find(text[next]) != none) break;
    const auto next_end = std::min(text.find_first_of(ends_of_words, next + 1), text.size());
    if (next_end > max_spaced_move || result_length(text.substr(next)) > 0 ||
        find_sign(as_utf8(text.substr(next, next_end - next))) != nullptr ||
        wire::moves_in(as_utf8(text.substr(0, next_end))).size() != 1)
      break;
    end = next_end;
  }
  at_ += end;
  add_moves(text.substr(0, end));
}

/// The moves of a word behind its number, `12.` or `12...`.
void Tokenizer::add_moves(std::string_view word) {
  const auto utf8 = as_utf8(word);
  std::string_view moves = utf8;
  const auto digits = std::min(moves.find_first_not_of("0123456789"), moves.size());
  if (digits == moves.size()) {
    constexpr std::size_t min_digits = 3;  // `115` is 1-15 or 11-5; two digits are the number of a move
    constexpr std::size_t max_digits = 4;
    if (digits >= min_digits && digits <= max_digits) add(Kind::number_or_move, moves, number_);
    return;
  }
  if (const auto dots = std::min(moves.find_first_not_of('.', digits), moves.size()); dots > digits)
    moves.remove_prefix(dots);
  if (moves.empty() || add_known_sign(moves)) return;
  for (const auto& move : wire::moves_in(moves)) add_move(move);
}

/// Adds a move with its signs, or signs of the last one.
void Tokenizer::add_move(std::string_view text) {
  auto length = text.find_last_not_of("!?*") + 1;
  const auto* const evaluation = sign_behind_move(text.substr(0, length));
  if (evaluation != nullptr) length -= evaluation->text.size();
  const auto sign = text.substr(text.find_last_not_of("!?*") + 1);
  length = text.substr(0, length).find_last_not_of("!?*") + 1;
  if (length > 0) {
    add(Kind::move, text.substr(0, length), number_);
    has_moves_ = true;
  }
  if (!sign.empty()) add_sign(sign);
  if (evaluation != nullptr) add(Kind::nag, evaluation->nag, number_);
}

void Tokenizer::add_sign(std::string_view sign) {
  if (add_known_sign(sign)) return;
  const bool is_forced = sign.ends_with('*');
  const auto rest = sign.substr(0, sign.size() - 1);
  if (is_forced && (rest.empty() || add_known_sign(rest))) return add(Kind::nag, forced_move, number_);
  add(Kind::nag, sign, number_);
}

/// Adds a sign as a NAG of the last move; false for an unknown one.
bool Tokenizer::add_known_sign(std::string_view word) {
  const auto* const found = find_sign(word);
  if (found != nullptr) add(Kind::nag, found->nag, number_);
  return found != nullptr;
}

void Tokenizer::set_result(std::string_view text) {
  std::string ascii;
  const auto plain = as_utf8(text);
  for (std::size_t i = 0; i < plain.size(); ++i) {
    if (plain.compare(i, 2, "\xc2\xbd") == 0) {
      ascii += "1/2";
      ++i;
    } else {
      ascii += plain[i];
    }
  }
  game_.result = single_spaced(ascii);
  game_.result_line = number_;
  has_moves_ = true;
}

void Tokenizer::add(Token::Kind kind, std::string_view text, std::size_t line) {
  begin_game();
  if (too_large_ || depth_ > deepest) return;
  const auto bytes = game_.text.size() + text.size() + game_.tokens.size() * sizeof(Token);
  if (bytes > max_bytes_) {
    too_large_ = true;
    return;
  }
  game_.tokens.push_back({kind, static_cast<std::uint32_t>(line), static_cast<std::uint32_t>(game_.text.size()),
                          static_cast<std::uint32_t>(text.size())});
  game_.text += text;
}

void Tokenizer::warn(std::size_t line, std::string sentence) {
  begin_game();
  if (game_.warnings.size() < max_warnings) game_.warnings.push_back({line, std::move(sentence)});
}

/// The first fault is the one that counts.
void Tokenizer::fail(std::size_t line, std::string sentence) {
  begin_game();
  if (!game_.fault.empty()) return;
  game_.fault = std::move(sentence);
  game_.fault_line = line;
}

void Tokenizer::begin_game() {
  if (begun_) return;
  begun_ = true;
  game_.line = number_;
}

/// Hands the game over. Comments or a result alone are none.
void Tokenizer::deliver() {
  if (depth_ > 0)
    warn(variation_line_,
         "the variation that begins in line " + std::to_string(variation_line_) + " has no end: ) is missing");
  for (; depth_ > 0; --depth_) {
    if (depth_ <= deepest) {
      depth_ = std::min(depth_, deepest);
      add(Kind::end_variation, "", number_);
    }
  }
  if (too_large_) {
    fail(game_.line, "the game takes more than " + std::to_string(max_bytes_) + " bytes (--max-game-bytes)");
    game_.too_large = true;
    game_.tokens.clear();
    game_.text.clear();
  }
  const bool is_game = too_large_ || !game_.fault.empty() ||
                       std::any_of(game_.tokens.begin(), game_.tokens.end(),
                                   [](const Token& token) { return token.kind != Kind::comment; });
  auto game = std::exchange(game_, {});
  begun_ = has_moves_ = header_ = blank_in_tags_ = too_large_ = false;
  if (is_game) on_game_(std::move(game));
}

}  // namespace crownd::notation
