#include "core/ascii.hpp"
#include "core/bad_input.hpp"
#include "games/reduced_chess/notation.hpp"
#include "games/text/fen_rows.hpp"
#include "games/text/words.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::reduced_chess {

namespace {

using text::read_small_number;
using text::split;
using text::trimmed;
using text::words_of;

int size_in(std::string_view text) {
  const auto size = read_small_number(text);
  if (!size || *size < smallest_board || *size > largest_board)
    throw bad_position("a position begins with the size of the board, a number from 2 to 26, not " + in_quotes(text));
  return *size;
}

Side side_in(std::string_view text) {
  if (text == "w") return Side::first;
  if (text == "b") return Side::second;
  throw bad_position("the side to move is w or b, not " + in_quotes(text));
}

void check_kind(char letter, std::string_view where) {
  if (letter == 'K' || letter == 'R' || letter == 'B') return;
  throw bad_position("reduced-chess has only kings, rooks and bishops (K, R, B), not " +
                     in_quotes(std::string(1, letter)) + " in " + in_quotes(where));
}

/// Puts one piece like Kc5 of a list on the board.
void put_piece(Diagram& diagram, Side side, std::string_view item) {
  const char kind = item.front();
  if (std::islower(static_cast<unsigned char>(kind)))
    throw bad_position("pieces are written with a capital letter, K, R or B, and their square, not " + in_quotes(item));
  check_kind(kind, item);
  const auto row = read_small_number(item.substr(std::min<std::size_t>(2, item.size())));
  if (item.size() < 3 || !row || !is_letter(item[1]))
    throw bad_position("a piece is a letter and its square, like Kc5, not " + in_quotes(item));
  if (std::isupper(static_cast<unsigned char>(item[1])))
    throw bad_position("columns are written with small letters, as in Kc5, not " + in_quotes(item));
  const Place place{item[1] - 'a', *row - 1};
  if (!diagram.contains(place))
    throw bad_position(name_of(place) + " is not on a board of " + std::to_string(diagram.size) + "x" +
                       std::to_string(diagram.size));
  if (diagram.at(place) != Diagram::nothing) throw bad_position("two pieces stand on " + name_of(place));
  diagram.put(place, letter_of(kind, side));
}

void put_list(Diagram& diagram, Side side, std::string_view list) {
  auto items = split(list, ',');
  if (trimmed(items.back()).empty()) items.pop_back();  // after a last comma, or an empty list
  for (const auto item : items) {
    if (trimmed(item).empty())
      throw bad_position("in the list of " + name_of(side) + "'s pieces a comma has no piece before it");
    put_piece(diagram, side, trimmed(item));
  }
}

void check_kings(const Diagram& diagram) {
  for (const Side side : {Side::first, Side::second}) {
    const auto places = places_of(diagram, side);
    const auto kings =
        std::count_if(places.begin(), places.end(), [&](Place place) { return kind_of(diagram.at(place)) == 'K'; });
    if (kings == 0) throw bad_position(name_of(side) + " has no king; each side has exactly one");
    if (kings > 1) throw bad_position(name_of(side) + " has more than one king; each side has exactly one");
  }
}

/// Splits the text into the size, the two lists and the side. See read_diagram for where a list ends.
std::vector<std::string> parts_of(std::string_view text) {
  std::vector<std::string> parts;
  if (text.find('|') != std::string_view::npos) {
    for (const auto part : split(text, '|')) parts.emplace_back(trimmed(part));
  } else {
    const auto words = words_of(text);
    for (std::size_t i = 0; i < words.size(); ++i) {
      const bool inside_lists = words.size() != 4 && i >= 2 && i + 1 < words.size();
      if (inside_lists && (parts.back().back() == ',' || words[i].front() == ','))
        parts.back() += words[i];
      else
        parts.emplace_back(words[i]);
    }
  }
  if (!parts.empty()) (void)size_in(parts.front());
  if (parts.size() != 4)
    throw bad_position("a position is its size, White's pieces, Black's pieces and the side to move, like " +
                       in_quotes(start_text) + "; where a list ends with a comma, write | between the parts");
  return parts;
}

Diagram read_list(std::string_view text) {
  const auto parts = parts_of(text);
  Diagram diagram(size_in(parts[0]), side_in(parts[3]));
  put_list(diagram, Side::first, parts[1]);
  put_list(diagram, Side::second, parts[2]);
  check_kings(diagram);
  return diagram;
}

void put_fen_row(Diagram& diagram, int row, std::string_view text) {
  const bool fits = text::read_fen_row(text, diagram.size, [&](int column, char letter) {
    check_kind(kind_of(letter), text);
    diagram.put({column, row}, letter);
  });
  if (!fits)
    throw bad_position("the FEN row " + in_quotes(text) + " does not fill " + std::to_string(diagram.size) +
                       " squares, the number of rows");
}

/// One of the last two fields of a FEN.
int counter_in(std::string_view text) {
  constexpr int most = 1'000'000;  // more plies than any game has
  int number = 0;
  for (const char c : text) number = is_digit(c) && number <= most ? number * 10 + (c - '0') : most + 1;
  if (number > most)
    throw bad_position("the last two fields of a FEN are numbers from 0 to " + std::to_string(most) + ", not " +
                       in_quotes(text));
  return number;
}

int size_of_fen(std::string_view rows) {
  const auto size = static_cast<int>(std::count(rows.begin(), rows.end(), '/')) + 1;
  if (size > largest_board) throw bad_position("a board has 2 to 26 rows, this FEN has " + std::to_string(size));
  return size;
}

/// Whether a word is the opcode of an EPD, such as `hmvc` or `c0`.
bool is_opcode(std::string_view word) { return word.size() > 1 && is_letter(word.front()); }

/// The operations of an EPD: texts with `;` behind them. A `;` in quotes belongs to its text.
std::vector<std::string_view> operations_in(std::string_view text) {
  std::vector<std::string_view> operations;
  std::size_t begin = 0;
  bool quoted = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '"') quoted = !quoted;
    if (text[at] != ';' || quoted) continue;
    operations.push_back(text.substr(begin, at - begin));
    begin = at + 1;
  }
  operations.push_back(text.substr(begin));
  return operations;
}

/// Reads the operations of an EPD, each an opcode and its operands. hmvc and fmvn are the counters of a FEN; all others
/// are ignored.
Counters counters_of_epd(std::string_view text) {
  Counters counters;
  for (const auto operation : operations_in(text)) {
    const auto words = words_of(operation);
    if (words.empty()) continue;
    if (!is_opcode(words[0]))
      throw bad_position("an operation of an EPD is a word and its values, as in 'hmvc 3;', not " +
                         in_quotes(trimmed(operation)));
    if (words.size() != 2) continue;
    if (words[0] == "hmvc") counters.reversible_plies = counter_in(words[1]);
    if (words[0] == "fmvn") counters.move = std::max(1, counter_in(words[1]));
  }
  return counters;
}

Diagram read_fen(std::string_view text) {
  const auto words = words_of(text);
  constexpr std::size_t most_fields = 6;
  constexpr std::size_t epd_fields = 4;
  const bool is_epd = words.size() > epd_fields && is_opcode(words[epd_fields]);
  if (!is_epd && words.size() > most_fields) throw bad_position("a FEN has at most six fields");
  Diagram diagram(size_of_fen(words[0]), words.size() > 1 ? side_in(words[1]) : Side::first);
  const auto rows = split(words[0], '/');
  for (int i = 0; i < diagram.size; ++i) put_fen_row(diagram, diagram.size - 1 - i, rows[static_cast<unsigned>(i)]);
  if (words.size() > 2 && words[2] != "-")
    throw bad_position("there is no castling; the third field of the FEN must be -");
  if (words.size() > 3 && words[3] != "-")
    throw bad_position("there are no pawns; the fourth field of the FEN must be -");
  if (is_epd) {
    diagram.counters = counters_of_epd(text.substr(static_cast<std::size_t>(words[epd_fields].data() - text.data())));
    check_kings(diagram);
    return diagram;
  }
  if (words.size() > 4) diagram.counters.reversible_plies = counter_in(words[4]);
  if (words.size() > 5) diagram.counters.move = std::max(1, counter_in(words[5]));  // some programs write 0
  check_kings(diagram);
  return diagram;
}

bool is_fen(std::string_view text) { return text.find('/') != std::string_view::npos; }

}  // namespace

int board_size_of(std::string_view text) {
  const auto first = trimmed(text).substr(0, trimmed(text).find_first_of(" \t\r\n|"));
  return is_fen(text) ? size_of_fen(first) : size_in(first);
}

bool is_fen_of_chess(std::string_view text) {
  constexpr int slashes = 7;
  return std::count(text.begin(), text.end(), '/') == slashes;
}

Diagram read_diagram(std::string_view text) { return is_fen(text) ? read_fen(text) : read_list(text); }

}  // namespace crownd::reduced_chess
