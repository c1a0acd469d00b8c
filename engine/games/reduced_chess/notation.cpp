#include "games/reduced_chess/notation.hpp"

#include <cstdlib>

namespace crownd::reduced_chess {

namespace {

std::string name_of(Side side) { return side == Side::first ? "White" : "Black"; }

}  // namespace

std::string name_of(Place place) {
  return std::string(1, static_cast<char>('a' + place.column)) + std::to_string(place.row + 1);
}

std::vector<Place> places_of(const Diagram& diagram, Side side) {
  std::vector<Place> places;
  for (const char kind : {'K', 'R', 'B'})
    for (Place place; place.column < diagram.size; ++place.column)
      for (place.row = 0; place.row < diagram.size; ++place.row)
        if (diagram.at(place) == letter_of(kind, side)) places.push_back(place);
  return places;
}

std::string format_list(const Diagram& diagram) {
  std::string text = std::to_string(diagram.size);
  for (const Side side : {Side::first, Side::second}) {
    char separator = ' ';
    for (const Place place : places_of(diagram, side)) {
      text += separator;
      text += kind_of(diagram.at(place)) + name_of(place);
      separator = ',';
    }
  }
  return text + (diagram.side == Side::first ? " w" : " b");
}

std::string format_fen(const Diagram& diagram) {
  const std::string text = text::format_fen_rows(diagram.size, diagram.size, [&](int row, int column) {
    const char letter = diagram.at({column, row});
    return letter == Diagram::nothing ? '\0' : letter;
  });
  return text + (diagram.side == Side::first ? " w - - " : " b - - ") +
         std::to_string(diagram.counters.reversible_plies) + ' ' + std::to_string(diagram.counters.move);
}

std::vector<std::string> draw(const Diagram& diagram) {
  std::vector<std::string> lines;
  for (int row = diagram.size - 1; row >= 0; --row) {
    std::string line = (row + 1 < 10 ? " " : "") + std::to_string(row + 1);
    for (int column = 0; column < diagram.size; ++column) line += {' ', diagram.at({column, row})};
    lines.push_back(line);
  }
  std::string& letters = lines.emplace_back("  ");
  for (int column = 0; column < diagram.size; ++column) letters += {' ', static_cast<char>('a' + column)};
  return lines;
}

Description describe(int size) {
  constexpr auto look = [](char letter) {
    const int value = kind_of(letter) == 'R' ? rook_value : kind_of(letter) == 'B' ? bishop_value : 0;
    return PieceInfo{letter, side_of(letter), kind_word(letter), value};
  };
  static constexpr std::array pieces{look('K'), look('R'), look('B'), look('k'), look('r'), look('b')};
  static constexpr std::array reasons{&checkmate, &stalemate};
  Description description{{SideInfo{"White", true, true, SideInfo::Player::human},
                           SideInfo{"Black", false, false, SideInfo::Player::engine}},
                          pieces,
                          reasons};
  description.notation = size == 8 ? "pgn white w" : "plain";
  description.standard = "fen";
  description.reversible_ply = "no capture";
  description.ends_in_mate = true;
  description.min_board = min_board;
  description.max_board = max_board;
  return description;
}

Board board_of(const Diagram& diagram) {
  return text::board_of(diagram.size, 'a', text::Rows::up, [&](int row, int column) {
    const char letter = diagram.at({column, row});
    return BoardCell{name_of(Place{column, row}), (row + column) % 2 == 0, letter == Diagram::nothing ? '\0' : letter};
  });
}

namespace {

using text::read_small_number;
using text::split;
using text::trimmed;
using text::words_of;

int size_in(std::string_view text) {
  const auto size = read_small_number(text);
  if (!size || *size < min_board || *size > max_board)
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

void put_piece(Diagram& diagram, Side side, std::string_view item) {
  const char kind = item.front();
  if (kind != upper(kind))
    throw bad_position("pieces are written with a capital letter, K, R or B, and their square, not " + in_quotes(item));
  check_kind(kind, item);
  const auto row = read_small_number(item.substr(std::min<std::size_t>(2, item.size())));
  if (item.size() < 3 || !row || !is_letter(item[1]))
    throw bad_position("a piece is a letter and its square, like Kc5, not " + in_quotes(item));
  if (item[1] != lower(item[1]))
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

int counter_in(std::string_view text) {
  constexpr int max = 1'000'000;  // more plies than any game has
  auto rest = text;
  const int number = text::take_number(rest);
  if (!rest.empty() || number > max)
    throw bad_position("the last two fields of a FEN are numbers from 0 to " + std::to_string(max) + ", not " +
                       in_quotes(text));
  return number;
}

int size_of_fen(std::string_view rows) {
  const auto size = static_cast<int>(std::count(rows.begin(), rows.end(), '/')) + 1;
  if (size > max_board) throw bad_position("a board has 2 to 26 rows, this FEN has " + std::to_string(size));
  return size;
}

/// Whether a word is the opcode of an EPD, such as `hmvc` or `c0`.
bool is_opcode(std::string_view word) { return word.size() > 1 && is_letter(word.front()); }

/// The operations of an EPD, each ended by a `;` outside quotes.
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

/// Reads the operations hmvc and fmvn of an EPD, the counters of a FEN; all others are ignored.
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
  constexpr std::size_t max_fields = 6;
  constexpr std::size_t epd_fields = 4;
  const bool is_epd = words.size() > epd_fields && is_opcode(words[epd_fields]);
  if (!is_epd && words.size() > max_fields) throw bad_position("a FEN has at most six fields");
  Diagram diagram(size_of_fen(words[0]), words.size() > 1 ? side_in(words[1]) : Side::first);
  const auto rows = split(words[0], '/');
  for (int i = 0; i < diagram.size; ++i) put_fen_row(diagram, diagram.size - 1 - i, rows[static_cast<unsigned>(i)]);
  if (words.size() > 2 && words[2] != "-")
    throw bad_position("there is no castling; the third field of the FEN must be -");
  if (words.size() > 3 && words[3] != "-")
    throw bad_position("there are no pawns; the fourth field of the FEN must be -");
  if (is_epd) {
    diagram.counters = counters_of_epd(text.substr(static_cast<std::size_t>(words[epd_fields].data() - text.data())));
  } else {
    if (words.size() > 4) diagram.counters.reversible_plies = counter_in(words[4]);
    if (words.size() > 5) diagram.counters.move = std::max(1, counter_in(words[5]));  // some programs write 0
  }
  check_kings(diagram);
  return diagram;
}

bool is_fen(std::string_view text) { return text.find('/') != std::string_view::npos; }

}  // namespace

int board_size_of(std::string_view text) {
  text = trimmed(text);
  const auto first = text.substr(0, text.find_first_of(" \t\r\n|"));
  return is_fen(text) ? size_of_fen(first) : size_in(first);
}

bool is_fen_of_chess(std::string_view text) { return std::count(text.begin(), text.end(), '/') == 7; }

Diagram read_diagram(std::string_view text) { return is_fen(text) ? read_fen(text) : read_list(text); }

namespace {

/// Takes a square off the front of the text. Reads rows of up to three digits, so that errors can name the square.
std::optional<Place> take_square(std::string_view& text) {
  if (text.empty() || !is_letter(text.front())) return {};
  Place place{lower(text.front()) - 'a', 0};
  text.remove_prefix(1);
  constexpr std::size_t max_digits = 3;
  const auto digits = std::min(text.find_first_not_of("0123456789"), text.size());
  if (digits == 0 || digits > max_digits) return {};
  place.row = text::take_number(text) - 1;
  return place;
}

/// The first piece strictly between two places of one line.
std::optional<Place> first_between(const Diagram& diagram, Place from, Place to) {
  const auto step = [](int distance) { return distance > 0 ? 1 : distance < 0 ? -1 : 0; };
  const int columns = step(to.column - from.column);
  const int rows = step(to.row - from.row);
  for (Place place{from.column + columns, from.row + rows}; place != to; place.column += columns, place.row += rows)
    if (diagram.at(place) != Diagram::nothing) return place;
  return {};
}

bool moves_that_way(char kind, Place from, Place to) {
  const int columns = std::abs(to.column - from.column);
  const int rows = std::abs(to.row - from.row);
  switch (kind) {
    case 'K': return columns <= 1 && rows <= 1;
    case 'R': return columns == 0 || rows == 0;
    default: return columns == rows;
  }
}

/// The first piece of the other side, in the order of lists, that could capture on the place.
std::optional<Place> attacker_of(const Diagram& diagram, Place target, Side by) {
  for (const Place place : places_of(diagram, by))
    if (place != target && moves_that_way(kind_of(diagram.at(place)), place, target) &&
        !first_between(diagram, place, target))
      return place;
  return {};
}

std::string piece_at(const Diagram& diagram, Place place) {
  return std::string("the ") + kind_word(diagram.at(place)) + " on " + name_of(place);
}

Place king_of(const Diagram& diagram, Side side) { return places_of(diagram, side).front(); }

std::string board_name(const Diagram& diagram) {
  const Place corner{diagram.size - 1, diagram.size - 1};
  return "the board, which goes from a1 to " + name_of(corner);
}

BadInput occupied_target(const Diagram& diagram, const MoveText& move) {
  if (move.from == move.to)
    return illegal_move(MoveFault::target_occupied, "a move must go to another square than " + name_of(move.from));
  const bool own = side_of(diagram.at(move.to)) == side_of(diagram.at(move.from));
  return illegal_move(MoveFault::target_occupied, name_of(side_of(diagram.at(move.to))) + "'s " +
                                                      kind_word(diagram.at(move.to)) + " stands on " +
                                                      name_of(move.to) + (own ? "" : ", and a king is never captured"));
}

BadInput wrong_direction(const Diagram& diagram, const MoveText& move) {
  const char kind = kind_of(diagram.at(move.from));
  const std::string way = kind == 'K'   ? "a king goes one square in any direction"
                          : kind == 'R' ? "a rook goes along its row or column"
                                        : "a bishop goes along its diagonals";
  return illegal_move(MoveFault::wrong_direction,
                      way + ", and " + name_of(move.to) + " is not on such a way from " + name_of(move.from));
}

/// The error if the move leaves the king in check.
std::optional<BadInput> king_in_check(const Diagram& diagram, const MoveText& move) {
  const Side enemy = opponent(diagram.side);
  Diagram next = diagram;
  next.put(move.from, Diagram::nothing);
  next.put(move.to, diagram.at(move.from));
  const Place king = king_of(next, diagram.side);
  const auto attacker = attacker_of(next, king, enemy);
  if (!attacker) return {};
  const std::string by = piece_at(next, *attacker);
  if (king == move.to)
    return illegal_move(MoveFault::leaves_king_in_check,
                        "the king would walk into check: " + by + " attacks " + name_of(king));
  if (!first_between(diagram, *attacker, king))  // in check before the move
    return illegal_move(MoveFault::leaves_king_in_check,
                        name_of(diagram.side) + " is in check from " + by + ", and this move does not end it");
  return illegal_move(MoveFault::leaves_king_in_check, piece_at(diagram, move.from) + " is pinned: without it " + by +
                                                           " would give check to the king on " + name_of(king));
}

/// Whether the piece on a place could move if no king could be captured.
bool has_way(const Diagram& diagram, Place from) {
  const char piece = diagram.at(from);
  for (int column = 0; column < diagram.size; ++column)
    for (int row = 0; row < diagram.size; ++row) {
      const Place to{column, row};
      const char target = diagram.at(to);
      const bool free = target == Diagram::nothing || (side_of(target) != side_of(piece) && kind_of(target) != 'K');
      if (free && moves_that_way(kind_of(piece), from, to) && !first_between(diagram, from, to)) return true;
    }
  return false;
}

BadInput not_your_piece(const Diagram& diagram, Place place) {
  return illegal_move(MoveFault::not_your_piece, piece_at(diagram, place) + " is " +
                                                     name_of(side_of(diagram.at(place))) + "'s, and it is " +
                                                     name_of(diagram.side) + "'s move");
}

BadInput source_outside(const Diagram& diagram, Place place) {
  return illegal_move(MoveFault::source_outside, name_of(place) + " is not on " + board_name(diagram));
}

BadInput target_outside(const Diagram& diagram, Place place) {
  return illegal_move(MoveFault::target_outside, name_of(place) + " is not on " + board_name(diagram));
}

BadInput source_empty(Place place) {
  return illegal_move(MoveFault::source_empty, "there is no piece on " + name_of(place));
}

std::string_view without_check_signs(std::string_view san) { return san.substr(0, san.find_last_not_of("+#") + 1); }

/// Whether a SAN with this text between the piece and its target, such as the `bx` of `Rbxa5`, may start here.
bool may_start_at(Place from, std::string_view between) {
  const auto source = name_of(from);
  const auto names_source = [&](std::string_view hint) {
    return hint.empty() || hint == source || hint == source.substr(0, 1) || hint == source.substr(1);
  };
  const bool has_sign = between.ends_with('x') || between.ends_with('-');
  return names_source(between) || (has_sign && names_source(between.substr(0, between.size() - 1)));
}

}  // namespace

std::optional<Place> read_square_text(std::string_view text) {
  const auto place = take_square(text);
  return text.empty() ? place : std::nullopt;
}

MoveText read_move_text(std::string_view text) {
  const auto unreadable = [whole = text] {
    return unreadable_move(in_quotes(whole) + " is not a move; write the square it starts from and the one it ends on");
  };
  MoveText move;
  if (text.size() > 1 && is_letter(text[0]) && is_letter(text[1])) {
    move.kind = upper(text[0]);
    if (move.kind != 'K' && move.kind != 'R' && move.kind != 'B') throw unreadable();
    text.remove_prefix(1);
  }
  const auto from = take_square(text);
  // An x is a capture sign only before another letter: x is also the name of a column.
  if (text.size() > 1 && text::is_separator(text[0]) && is_letter(text[1])) text.remove_prefix(1);
  const auto to = take_square(text);
  const bool rest_known = text.empty() || text == "+" || text == "#" || text == "++";
  if (!from || !to || !rest_known) throw unreadable();
  move.from = *from;
  move.to = *to;
  return move;
}

bool is_san_of(const Diagram& diagram, Place from, Place to, std::string_view text) {
  text = without_check_signs(text);
  const auto target = name_of(to);
  if (!text.starts_with(kind_of(diagram.at(from))) || text.size() <= target.size() || !text.ends_with(target))
    return false;
  return may_start_at(from, text.substr(1, text.size() - 1 - target.size()));
}

BadInput explain_square(const Diagram& diagram, Place from, const std::vector<Place>& targets) {
  if (!diagram.contains(from)) return source_outside(diagram, from);
  if (diagram.at(from) == Diagram::nothing) return source_empty(from);
  if (side_of(diagram.at(from)) != diagram.side) return not_your_piece(diagram, from);
  if (!targets.empty()) return incomplete_move(name_of(from), name_of(from) + name_of(targets.front()));
  const std::string cannot = piece_at(diagram, from) + " cannot move: ";
  if (!has_way(diagram, from))
    return illegal_move(MoveFault::blocked, cannot + "pieces that it cannot capture are all around it");
  const bool is_king = kind_of(diagram.at(from)) == 'K';
  return illegal_move(MoveFault::leaves_king_in_check,
                      cannot + (is_king ? "wherever it went, it would be in check" : "the king would be in check"));
}

BadInput explain_illegal(const Diagram& diagram, const MoveText& move) {
  if (!diagram.contains(move.from)) return source_outside(diagram, move.from);
  if (!diagram.contains(move.to)) return target_outside(diagram, move.to);
  const char piece = diagram.at(move.from);
  if (piece == Diagram::nothing) return source_empty(move.from);
  const char target = diagram.at(move.to);
  if (target != Diagram::nothing && (side_of(target) == side_of(piece) || kind_of(target) == 'K'))
    return occupied_target(diagram, move);
  if (side_of(piece) != diagram.side) return not_your_piece(diagram, move.from);
  if (!moves_that_way(kind_of(piece), move.from, move.to)) return wrong_direction(diagram, move);
  if (const auto obstacle = first_between(diagram, move.from, move.to))
    return illegal_move(MoveFault::blocked, piece_at(diagram, *obstacle) + " stands in the way from " +
                                                name_of(move.from) + " to " + name_of(move.to));
  if (const auto check = king_in_check(diagram, move)) return *check;
  return illegal_move(MoveFault::illegal, "the piece on " + name_of(move.from) + " is a " + kind_word(piece) +
                                              ", not a " + kind_word(move.kind));
}

std::optional<BadInput> explain_illegal_san(const Diagram& diagram, std::string_view text) {
  text = without_check_signs(text);
  const bool has_piece = text.starts_with('K') || text.starts_with('R') || text.starts_with('B');
  const auto target_begin = text.find_last_not_of("0123456789");
  if (!has_piece || target_begin == 0 || text[target_begin] != lower(text[target_begin])) return {};
  const auto to = read_square_text(text.substr(target_begin));
  const auto between = text.substr(1, target_begin - 1);
  auto hint = between;
  if (hint.ends_with('x') || hint.ends_with('-')) hint.remove_suffix(1);
  const bool names_column = hint.size() == 1 && is_letter(hint.front());
  const bool names_row = !hint.empty() && hint.size() <= 2 && hint.find_first_not_of("0123456789") == hint.npos;
  if (!to || !(hint.empty() || names_column || names_row)) return {};
  if (!diagram.contains(*to)) return target_outside(diagram, *to);

  const char kind = text.front();
  std::optional<BadInput> closest;  // to a legal move
  for (const Place from : places_of(diagram, diagram.side)) {
    if (kind_of(diagram.at(from)) != kind || !may_start_at(from, between)) continue;
    const BadInput why = explain_illegal(diagram, {kind, from, *to});
    if (!closest || why.move_fault() > closest->move_fault()) closest = why;
  }
  if (closest) return closest;
  const std::string where = hint.empty() ? "" : std::string(names_row ? " on row " : " on column ").append(hint);
  return illegal_move(MoveFault::source_empty, name_of(diagram.side) + " has no " + kind_word(kind) + where);
}

}  // namespace crownd::reduced_chess
