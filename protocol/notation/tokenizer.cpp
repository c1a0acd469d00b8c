#include "notation/tokenizer.hpp"

#include "notation/encoding.hpp"
#include "wire/words.hpp"
#include "wire/written.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace crownd::notation {

namespace {

using Kind = Token::Kind;

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr std::string_view blanks = " \t\f\v";
/// A word of moves ends before these.
constexpr std::string_view ends_of_words = "{}();$[ \t\f\v";
/// Nobody nests variations as deeply.
constexpr std::size_t deepest = 100;
/// More warnings about one game help nobody.
constexpr std::size_t most_warnings = 100;
/// Bytes of a move with blanks in it: more than any move has, and few enough to look at twice.
constexpr std::size_t longest_spaced_move = 100;
/// The NAG of a move that is the only one, which draughts players write as 11-15*.
constexpr std::string_view forced_move = "7";

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(char c) { return blanks.find(c) != std::string_view::npos; }
bool is_name_character(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-' || c == ':';
}

std::string_view trimmed(std::string_view text) {
  const auto begin = std::min(text.find_first_not_of(blanks), text.size());
  return text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

/// With one space between two words, however they stood in lines.
std::string joined(std::string_view text) {
  std::string result;
  for (wire::Words words(text); !words.empty();) result.append(result.empty() ? "" : " ").append(words.take());
  return result;
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

/// The quote that ends a value: it is followed by a bracket. npos if there is none yet.
std::size_t end_of_value(std::string_view line, std::size_t begin) {
  for (std::size_t i = begin; i < line.size(); ++i) {
    if (line[i] == '\\') {
      ++i;
    } else if (line[i] == '"') {
      const auto next = line.find_first_not_of(blanks, i + 1);
      if (next != std::string_view::npos && line[next] == ']') return i;
    }
  }
  return std::string_view::npos;
}

/// The NAG of the signs that people write; empty for others.
std::string_view nag_of_sign(std::string_view sign) {
  constexpr std::array<std::string_view, 6> signs{"!", "?", "!!", "??", "!?", "?!"};
  constexpr std::array<std::string_view, 6> nags{"1", "2", "3", "4", "5", "6"};
  const auto* const found = std::find(signs.begin(), signs.end(), sign);
  return found == signs.end() ? "" : nags[static_cast<std::size_t>(found - signs.begin())];
}

struct Evaluation {
  std::string_view text;
  std::string_view nag;
};
/// The signs of the chess Informator, as draughts players use them, too; the numbers are those of PGN.
constexpr std::array<Evaluation, 24> evaluations{
    {{"=", "10"},       {"+=", "14"},  {"+/=", "14"},    {"\u2a72", "14"},  {"=+", "15"},     {"=/+", "15"},
     {"\u2a71", "15"},  {"+/-", "16"}, {"\u00b1", "16"}, {"-/+", "17"},     {"\u2213", "17"}, {"+-", "18"},
     {"+\u2212", "18"}, {"++-", "18"}, {"-+", "19"},     {"\u2212+", "19"}, {"--+", "19"},    {"\u221e", "13"},
     {"N", "146"},      {"TN", "146"}, {"\u25a1", "7"},  {"\u21d1", "33"},  {"\u2192", "37"}, {"\u21c6", "133"}}};

/// Null if the word is no such sign.
const Evaluation* find_evaluation(std::string_view word) {
  const auto* const found =
      std::find_if(evaluations.begin(), evaluations.end(), [&](const auto& known) { return known.text == word; });
  return found == evaluations.end() ? nullptr : found;
}
bool is_evaluation(std::string_view word) { return find_evaluation(word) != nullptr; }

}  // namespace

void Tokenizer::add(std::string_view text) {
  while (true) {
    const auto end = std::min(text.find_first_of("\r\n"), text.size());
    line_.append(text.substr(0, end));
    if (end == text.size()) break;
    end_line();
    text.remove_prefix(end + 1);
  }
  process(false);
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
  at_ = enough_ = 0;
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

void Tokenizer::process(bool complete) {
  if (number_ == 1 && line_begins_ && at_ == 0) {
    if (!complete && line_.size() < byte_order_mark.size()) return;
    if (line_.starts_with(byte_order_mark)) at_ = byte_order_mark.size();
  }
  while (take_next(complete)) continue;
  // What has been read is dropped, so that a line of any length takes the memory of a token.
  line_.erase(0, at_);
  at_ = 0;
}

/// Whether an incomplete token is left for later. It is looked at again when twice as much has come, so that a line in
/// small parts takes linear time.
bool Tokenizer::wants_more(bool complete) {
  if (complete) return false;
  enough_ = 2 * (line_.size() - at_) + 16;
  return true;
}

/// Takes the next token. False if there is none, or it is not complete.
bool Tokenizer::take_next(bool complete) {
  if (!complete && line_.size() - at_ < enough_) return false;
  enough_ = 0;
  if (within_ == Within::skipped_line) {
    at_ = line_.size();
    return false;
  }
  if (within_ != Within::text) return continue_comment(complete);
  if (line_begins_ && at_ < line_.size() && line_[at_] == '%') {
    within_ = Within::skipped_line;
    is_blank_ = false;
    return true;
  }
  const bool first = line_begins_;
  while (at_ < line_.size() && is_blank(line_[at_])) {
    ++at_;
    line_begins_ = false;
  }
  if (at_ == line_.size()) return false;
  is_blank_ = false;
  const char c = line_[at_];
  const bool is_comment = c == '{' || c == ';';
  if (game_.result_line != 0 && (!is_comment || game_.result_line != number_)) deliver();
  if (c == '[') return take_tag(complete);
  line_begins_ = false;
  begin_game();
  if (is_comment) {
    within_ = c == '{' ? Within::braces : Within::line_comment;
    comment_line_ = number_;
    ++at_;
    return true;
  }
  if (c == '(') return take_parenthesis(complete);
  if (c == ')' || c == '}' || c == ']') {
    ++at_;
    if (c == ')' && depth_ > 0) {
      --depth_;
      if (depth_ < deepest) add(Kind::end_variation, "", number_);
    } else {
      warn(std::string("there is a ") + c + " without its beginning");
    }
    return true;
  }
  if (c == '/') return take_setup(complete);
  bool taken = false;
  if (first && is_digit(c) && !take_plain_move(complete, taken)) {
    line_begins_ = true;
    return false;
  }
  return taken || take_word(complete);
}

bool Tokenizer::continue_comment(bool complete) {
  if (within_ == Within::line_comment) {
    comment_.append(rest());
    at_ = line_.size();
    is_blank_ = false;
    return false;
  }
  if (line_begins_ && after_blank_ && number_ > comment_line_ && at_ < line_.size() && line_[at_] == '[') {
    if (!complete && wants_more(complete)) return false;
    if (is_tag_behind_unclosed_comment(complete)) {
      fail(comment_line_,
           "the comment that begins in line " + std::to_string(comment_line_) + " has no end: } is missing");
      finish_comment();
      deliver();
      return true;
    }
  }
  const auto text = rest();
  const auto end = text.find('}');
  if (text.find_first_not_of(blanks) != std::string_view::npos) is_blank_ = false;
  if (!text.empty()) line_begins_ = false;
  comment_.append(text.substr(0, end));
  if (comment_.size() > max_bytes_) {
    too_large_ = true;
    comment_.clear();
  }
  at_ = end == std::string_view::npos ? line_.size() : at_ + end + 1;
  if (end == std::string_view::npos) return false;
  finish_comment();
  return true;
}

/// A tag alone in its line, behind an empty line: a brace was forgotten, for no comment contains the tags of a game.
bool Tokenizer::is_tag_behind_unclosed_comment(bool /*complete*/) {
  const auto line = trimmed(rest());
  if (!line.starts_with('[') || !line.ends_with("\"]")) return false;
  const auto name = line.substr(1, line.find_first_of(" \t\"") - 1);
  return !name.empty() && std::all_of(name.begin(), name.end(), is_name_character);
}

void Tokenizer::finish_comment() {
  const auto text = joined(as_utf8(comment_));
  if (!text.empty()) add(Kind::comment, text, comment_line_);
  comment_.clear();
  within_ = Within::text;
}

/// Takes a tag. Where brackets or quotes are missing it ends with its line.
bool Tokenizer::take_tag(bool complete) {
  const auto text = rest();
  const auto name_begin = text.find_first_not_of(blanks, 1);
  auto name_end = std::min(name_begin, text.size());
  while (name_end < text.size() && is_name_character(text[name_end])) ++name_end;
  const auto open = text.find_first_not_of(blanks, name_end);
  const bool has_quote = open != std::string_view::npos && text[open] == '"';
  const auto close = has_quote ? end_of_value(text, open + 1) : std::string_view::npos;
  if (close == std::string_view::npos && wants_more(complete)) return false;
  line_begins_ = false;

  std::string name(text.substr(std::min(name_begin, text.size()), name_end - std::min(name_begin, text.size())));
  std::string value;
  bool bare_quote = false;
  if (close != std::string_view::npos) {
    const auto written = text.substr(open + 1, close - open - 1);
    value = without_escapes(written);
    for (std::size_t i = 0; i < written.size() && !bare_quote; ++i) {
      bare_quote = written[i] == '"';
      if (written[i] == '\\') ++i;
    }
    const auto behind = text.find(']', close) + 1;
    at_ += behind;
    if (name.empty()) return keep_as_comment(text.substr(0, behind));
  } else {
    // A damaged tag: the rest of the line up to its last bracket, if it has one.
    auto end = has_quote ? text.rfind(']') : text.find(']');
    const auto behind = end == std::string_view::npos ? text.size() : end + 1;
    if (end == std::string_view::npos) end = text.size();
    auto written = trimmed(text.substr(name_end, std::max(end, name_end) - name_end));
    const bool closes = written.size() > 1 && written.ends_with('"');
    if (closes) written.remove_suffix(1);
    if (written.starts_with('"')) written.remove_prefix(1);
    value = without_escapes(written);
    at_ += behind;
    if (name.empty()) return keep_as_comment(text.substr(0, behind));
    const bool repeated = blank_in_tags_ && !game_.tag(name).empty();
    if (has_moves_ || repeated) deliver();
    begin_game();
    warn("the tag " + name + " is not written as [" + name + " \"VALUE\"]");
  }
  add_tag(name, as_utf8(value));
  if (bare_quote) warn("a quote within the tag " + name + " is written as \\\"");
  return true;
}

/// Brackets without the name of a tag.
bool Tokenizer::keep_as_comment(std::string_view text) {
  const auto whole = joined(as_utf8(text));
  warn("this is no tag, which would be [NAME \"VALUE\"]: " + wire::quoted(whole));
  add(Kind::comment, whole, number_);
  return true;
}

void Tokenizer::add_tag(std::string_view name, std::string_view value) {
  const bool repeated = blank_in_tags_ && !game_.tag(name).empty();
  if (begun_ && (has_moves_ || repeated)) deliver();
  begin_game();
  add(Kind::tag_name, name, number_);
  add(Kind::tag_value, joined(value), number_);
}

/// Takes `/FEN "W:W21:B12"/`, the position from which PDN goes on.
bool Tokenizer::take_setup(bool complete) {
  const auto text = rest();
  const auto end = text.find('/', text.find('"') == std::string_view::npos ? 1 : text.find('"', text.find('"') + 1));
  if (end == std::string_view::npos && wants_more(complete)) return false;
  const auto open = text.find('"');
  const auto close = open == std::string_view::npos ? open : text.find('"', open + 1);
  if (end == std::string_view::npos || close == std::string_view::npos || close > end) {
    warn("a position among moves is written as /FEN \"POSITION\"/");
    const auto length = std::min(text.find_first_of(blanks), text.size());
    at_ += length;
    return true;
  }
  add(Kind::setup, text.substr(open + 1, close - open - 1), number_);
  has_moves_ = true;
  at_ += end + 1;
  return true;
}

/// Takes the beginning of a variation, or a sign of the last move in parentheses: `(?)`.
bool Tokenizer::take_parenthesis(bool complete) {
  const auto text = rest();
  const auto end = text.find_first_not_of("!?* \t", 1);
  if (end == std::string_view::npos && wants_more(complete)) return false;
  if (end != std::string_view::npos && text[end] == ')' && end > 1) {
    const auto sign = trimmed(text.substr(1, end - 1));
    if (!sign.empty()) {
      add_sign(sign);
      at_ += end + 1;
      return true;
    }
  }
  ++at_;
  if (++depth_ <= deepest)
    add(Kind::begin_variation, "", number_);
  else
    fail(number_, "variations nest more than " + std::to_string(deepest) + " deep");
  return true;
}

/// Takes a line of the plain form, `12 second G6-H5 +0.12/9 0.034s`. False if more of the line is needed to know.
bool Tokenizer::take_plain_move(bool complete, bool& taken) {
  const auto text = rest();
  const auto number = text.find_first_not_of("0123456789");
  const auto side = std::min(text.find_first_not_of(blanks, number), text.size());
  if (number == std::string_view::npos || side == text.size()) return !wants_more(complete);
  constexpr std::string_view names[] = {"first", "second"};
  const auto may_be = [&](std::string_view name) {
    const auto word = text.substr(side, name.size());
    return side > number && name.starts_with(word) &&
           (word.size() < name.size() || text.size() == side + name.size() || is_blank(text[side + name.size()]));
  };
  if (!may_be(names[0]) && !may_be(names[1])) return true;
  if (wants_more(complete)) return false;
  wire::Words words(text);
  words.take();
  const auto word = words.take();
  const auto move = words.take();
  if (move.empty() || (word != names[0] && word != names[1])) return true;
  add_move(move);
  const auto comment = joined(as_utf8(words.take_rest()));
  if (!comment.empty()) add(Kind::comment, comment, number_);
  at_ = line_.size();
  taken = true;
  return true;
}

/// Takes a move with what is written on to it, a NAG, a sign, or a result.
bool Tokenizer::take_word(bool complete) {
  const auto text = rest();
  // Enough to see a result with blanks, or a move with blanks, as a whole.
  if (!complete && text.size() < longest_spaced_move && wants_more(complete)) return false;
  if (const auto length = result_length(text); length > 0) {
    if (depth_ == 0)
      set_result(text.substr(0, length));
    else if (text.front() != '*')
      add(Kind::comment, joined(as_utf8(text.substr(0, length))), number_);
    at_ += length;
    return true;
  }
  auto end = std::min(text.find_first_of(ends_of_words, 1), text.size());
  if (end == text.size() && wants_more(complete)) return false;
  if (text.front() == '$') {
    const auto nag = text.substr(1, text.find_first_not_of("0123456789", 1) - 1);
    at_ += nag.size() + 1;
    if (nag.empty())
      warn("behind $ comes a number");
    else
      add(Kind::nag, nag, number_);
    return true;
  }
  while (end < longest_spaced_move && !is_evaluation(as_utf8(text.substr(0, end)))) {
    const auto next = text.find_first_not_of(blanks, end);
    if (next == std::string_view::npos || next == end || ends_of_words.find(text[next]) != std::string_view::npos)
      break;
    const auto next_end = std::min(text.find_first_of(ends_of_words, next + 1), text.size());
    if (next_end > longest_spaced_move || result_length(text.substr(next)) > 0 ||
        is_evaluation(as_utf8(text.substr(next, next_end - next))) ||
        wire::moves_in(as_utf8(text.substr(0, next_end))).size() != 1)
      break;
    end = next_end;
  }
  at_ += end;
  add_moves(text.substr(0, end));
  return true;
}

/// The moves of a word behind its number, `12.` or `12...`.
void Tokenizer::add_moves(std::string_view word) {
  const auto utf8 = as_utf8(word);
  std::string_view moves = utf8;
  const auto digits = std::min(moves.find_first_not_of("0123456789"), moves.size());
  if (digits == moves.size()) {
    constexpr std::size_t least_digits = 3;  // `115` is 1-15 or 11-5; two digits are the number of a move
    constexpr std::size_t most_digits = 4;
    if (digits >= least_digits && digits <= most_digits) add(Kind::number_or_move, moves, number_);
    return;
  }
  if (const auto dots = std::min(moves.find_first_not_of('.', digits), moves.size()); dots > digits)
    moves.remove_prefix(dots);
  if (moves.empty() || add_evaluation(moves)) return;
  for (const auto& move : wire::moves_in(moves)) add_move(move);
}

/// Adds a move with its signs, or signs of the last one.
void Tokenizer::add_move(std::string_view text) {
  auto length = text.find_last_not_of("!?*") + 1;
  std::string_view evaluation;
  for (const auto& known : evaluations) {
    const bool may_follow = known.text == "=" || static_cast<unsigned char>(known.text.front()) >= 0x80;
    if (may_follow && length > known.text.size() && text.substr(0, length).ends_with(known.text)) {
      evaluation = known.nag;
      length -= known.text.size();
      break;
    }
  }
  const auto signs = text.substr(text.find_last_not_of("!?*") + 1);
  length = text.substr(0, length).find_last_not_of("!?*") + 1;
  if (length > 0) {
    add(Kind::move, text.substr(0, length), number_);
    has_moves_ = true;
  }
  if (!signs.empty()) add_sign(signs);
  if (!evaluation.empty()) add(Kind::nag, evaluation, number_);
}

void Tokenizer::add_sign(std::string_view sign) {
  if (const auto nag = nag_of_sign(sign); !nag.empty()) return add(Kind::nag, nag, number_);
  if (sign == "*") return add(Kind::nag, forced_move, number_);
  if (sign.ends_with('*'))
    if (const auto nag = nag_of_sign(sign.substr(0, sign.size() - 1)); !nag.empty()) {
      add(Kind::nag, nag, number_);
      return add(Kind::nag, forced_move, number_);
    }
  add(Kind::nag, sign, number_);
}

/// Adds a word that is the evaluation of a position, `±`, as a NAG of the last move.
bool Tokenizer::add_evaluation(std::string_view word) {
  const auto* const found = find_evaluation(word);
  if (found == nullptr) return false;
  add(Kind::nag, found->nag, number_);
  return true;
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
  game_.result = joined(ascii);
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

void Tokenizer::warn(std::string sentence) {
  begin_game();
  if (game_.warnings.size() < most_warnings) game_.warnings.push_back({number_, std::move(sentence)});
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
  if (depth_ > 0) warn("the last variation has no end: ) is missing");
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
  begun_ = has_moves_ = blank_in_tags_ = too_large_ = false;
  if (is_game) on_game_(std::move(game));
}

}  // namespace crownd::notation
