#include "notation/game.hpp"

#include "wire/words.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <ostream>

namespace crownd::notation {

const std::string* Game::tag(std::string_view name) const {
  const auto found = std::find_if(tags.begin(), tags.end(), [&](const Tag& tag) { return tag.name == name; });
  return found == tags.end() ? nullptr : &found->value;
}

std::string Game::start() const {
  for (const auto* const name : {"FEN", "Start"})
    if (const auto* const position = tag(name)) return *position;
  return "startpos";
}

std::vector<std::string> Game::moves() const {
  std::vector<std::string> texts;
  for (const auto& move : line.moves) texts.push_back(move.text);
  return texts;
}

int move_number(std::string_view position) {
  wire::Words words(position);
  constexpr int fields_before = 5;
  for (int i = 0; i < fields_before; ++i) (void)words.take();
  constexpr int max_number = 1'000'000;  // in a FEN that the engine accepts
  const auto number = wire::read_number(words.take());
  return number && *number >= 1 && *number <= max_number ? static_cast<int>(*number) : 1;
}

namespace {

/// The pieces of a FEN's board by square, as upper case letters.
std::map<std::string, char, std::less<>> pieces_by_square(std::string_view fen) {
  std::map<std::string, char, std::less<>> pieces;
  char column = 'a';
  char row = '8';
  for (const char letter : fen.substr(0, fen.find(' '))) {
    if (letter == '/') {
      --row;
      column = 'a';
    } else if (letter >= '1' && letter <= '8') {
      column = static_cast<char>(column + (letter - '0'));
    } else {
      pieces[{column, row}] = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
      ++column;
    }
  }
  return pieces;
}

constexpr std::size_t line_width = 80;

void write_tags(std::ostream& out, const std::vector<Tag>& tags) {
  for (const auto& tag : tags) out << tag_text(tag);
  out << '\n';
}

/// In braces, or up to the end of the line: a comment in braces ends at the first closing brace.
std::string written(const std::string& comment) {
  return comment.find('}') == std::string::npos ? '{' + comment + '}' : "; " + comment;
}

/// The first sign of a move; empty if it has none.
std::string_view sign_in(const Move& move) {
  for (const int nag : move.nags)
    if (const auto sign = sign_of(nag); !sign.empty()) return sign;
  return "";
}

/// Words, broken into lines.
class Lines {
 public:
  explicit Lines(std::ostream& out) : out_(out) {}

  void add(std::string_view word) {
    write_last();
    last_ = std::exchange(before_, "").append(word);
  }
  /// Puts this before the next word, or behind the last one, without a space.
  void join_next(std::string_view sign) { before_ += sign; }
  void join_last(std::string_view sign) { last_ += sign; }
  /// A line of its own.
  void add_line(std::string_view text) {
    write_last();
    last_.clear();
    if (column_ > 0) out_ << '\n';
    out_ << std::exchange(before_, "") << text << '\n';
    column_ = 0;
  }
  void end() {
    write_last();
    out_ << '\n';
  }

 private:
  void write_last() {
    if (last_.empty()) return;
    const bool breaks = column_ > 0 && column_ + 1 + last_.size() > line_width;
    if (column_ > 0) out_ << (breaks ? '\n' : ' ');
    column_ = (column_ > 0 && !breaks ? column_ + 1 : 0) + last_.size();
    out_ << last_;
  }

  std::ostream& out_;
  std::size_t column_ = 0;
  std::string before_, last_;
};

class Movetext {
 public:
  Movetext(std::ostream& out, const Layout& layout) : lines_(out), layout_(layout) {}

  void write(const Game& game) {
    write(game.line, layout_.first_number, layout_.second_begins);
    lines_.add(game.result.empty() ? "*" : game.result);
    lines_.end();
  }

 private:
  void write(const Line& line, int number, bool second) {
    bool interrupted = true;
    for (const auto& comment : line.comments) write(comment);
    for (const auto& move : line.moves) {
      if (!second || (interrupted && layout_.numbers_second))
        lines_.add(std::to_string(number) + (second ? "..." : "."));
      const auto sign = layout_.writes_signs ? sign_in(move) : "";
      lines_.add(move.text + std::string(sign) + move.sign);
      for (const int nag : move.nags)
        if (sign.empty() || sign_of(nag) != sign) lines_.add("$" + std::to_string(nag));
      for (const auto& comment : move.comments) write(comment);
      for (const auto& variation : move.variations) {
        if (variation.moves.empty() && variation.comments.empty()) continue;
        lines_.join_next("(");
        write(variation, number, second);
        lines_.join_last(")");
      }
      interrupted = !move.comments.empty() || !move.variations.empty();
      number += second ? 1 : 0;
      second = !second;
    }
  }

  void write(const std::string& comment) {
    const auto text = written(comment);
    if (text.front() == ';') return lines_.add_line(text);
    if (!layout_.breaks_comments || text.size() <= line_width) return lines_.add(text);
    for (wire::Words words(text); !words.empty();) lines_.add(words.take());
  }

  Lines lines_;
  const Layout& layout_;
};

}  // namespace

std::string to_san(std::string_view fen, std::string_view move, const std::vector<std::string>& legal) {
  if (move.size() != 4) return std::string(move);
  const auto from = move.substr(0, 2);
  const auto to = move.substr(2, 2);
  const auto pieces = pieces_by_square(fen);
  const auto piece = pieces.find(from);
  if (piece == pieces.end()) return std::string(move);

  // Other pieces of the same kind that can go there: disambiguate by column if possible, else by row, else by both.
  bool rivals = false;
  bool same_column = false;
  bool same_row = false;
  for (const auto& other : legal) {
    if (other.size() != 4 || other == move || other.substr(2, 2) != to) continue;
    const auto rival = pieces.find(std::string_view(other).substr(0, 2));
    if (rival == pieces.end() || rival->second != piece->second) continue;
    rivals = true;
    same_column = same_column || other[0] == from[0];
    same_row = same_row || other[1] == from[1];
  }
  std::string san(1, piece->second);
  if (rivals && (!same_column || same_row)) san += from[0];
  if (rivals && same_column) san += from[1];
  if (pieces.contains(to)) san += 'x';
  return san.append(to);
}

std::string tag_text(const Tag& tag) {
  std::string text = '[' + tag.name + " \"";
  for (const char letter : tag.value) {
    if (letter == '"' || letter == '\\') text += '\\';
    text += letter == '\n' || letter == '\r' ? ' ' : letter;  // readers expect a tag in one line
  }
  return text + "\"]\n";
}

void write_game(std::ostream& out, const Game& game, const Layout& layout) {
  write_tags(out, game.tags);
  Movetext(out, layout).write(game);
}

void write_plain_game(std::ostream& out, const Game& game, bool second_begins) {
  write_tags(out, game.tags);
  for (const auto& comment : game.line.comments) out << written(comment) << '\n';
  bool second = second_begins;
  int ply = 0;
  for (const auto& move : game.line.moves) {
    out << ++ply << (second ? " second " : " first ") << move.text << sign_in(move) << move.sign;
    for (const auto& comment : move.comments) out << ' ' << comment;
    out << '\n';
    second = !second;
  }
}

}  // namespace crownd::notation
