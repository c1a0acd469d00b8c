#include "core/ascii.hpp"
#include "core/bad_input.hpp"
#include "games/reduced_chess/notation.hpp"
#include "games/text/words.hpp"

#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::reduced_chess {

namespace {

/// Takes a square off the front of the text. Rows of up to three digits are read, so that a row of three is reported as
/// outside the board.
std::optional<Place> take_square(std::string_view& text) {
  if (text.empty() || !is_letter(text.front())) return {};
  Place place{lower(text.front()) - 'a', 0};
  text.remove_prefix(1);
  constexpr std::size_t most_digits = 3;
  std::size_t digits = 0;
  for (; digits < text.size() && digits <= most_digits && is_digit(text[digits]); ++digits)
    place.row = place.row * 10 + (text[digits] - '0');
  if (digits == 0 || digits > most_digits) return {};
  text.remove_prefix(digits);
  --place.row;
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
  return "the " + std::string(kind_word(diagram.at(place))) + " on " + name_of(place);
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
                                                      std::string(kind_word(diagram.at(move.to))) + " stands on " +
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

/// For a move that is legal but for the king: walks into check, does not answer a check, or moves a pinned piece.
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
  if (!first_between(diagram, *attacker, king))  // it was giving check before the move
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

BadInput source_empty(Place place) {
  return illegal_move(MoveFault::source_empty, "there is no piece on " + name_of(place));
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
    move.kind = static_cast<char>(lower(text[0]) - 'a' + 'A');
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
  text = text.substr(0, text.find_last_not_of("+#") + 1);
  const auto target = name_of(to);
  if (!text.starts_with(kind_of(diagram.at(from))) || text.size() <= target.size() || !text.ends_with(target))
    return false;
  const auto between = text.substr(1, text.size() - 1 - target.size());
  const auto source = name_of(from);
  const auto names_source = [&](std::string_view hint) {
    return hint.empty() || hint == source || hint == source.substr(0, 1) || hint == source.substr(1);
  };
  const bool has_sign = between.ends_with('x') || between.ends_with('-');
  return names_source(between) || (has_sign && names_source(between.substr(0, between.size() - 1)));
}

BadInput explain_square(const Diagram& diagram, Place from, const std::vector<Place>& targets) {
  if (!diagram.contains(from)) return source_outside(diagram, from);
  if (diagram.at(from) == Diagram::nothing) return source_empty(from);
  if (side_of(diagram.at(from)) != diagram.side) return not_your_piece(diagram, from);
  if (!targets.empty()) return only_a_start(name_of(from), name_of(from) + name_of(targets.front()));
  const std::string cannot = piece_at(diagram, from) + " cannot move: ";
  if (!has_way(diagram, from))
    return illegal_move(MoveFault::blocked, cannot + "pieces that it cannot capture are all around it");
  const bool is_king = kind_of(diagram.at(from)) == 'K';
  return illegal_move(MoveFault::leaves_king_in_check,
                      cannot + (is_king ? "wherever it went, it would be in check" : "the king would be in check"));
}

BadInput explain_illegal(const Diagram& diagram, const MoveText& move) {
  if (!diagram.contains(move.from)) return source_outside(diagram, move.from);
  if (!diagram.contains(move.to))
    return illegal_move(MoveFault::target_outside, name_of(move.to) + " is not on " + board_name(diagram));
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
  return illegal_move(MoveFault::illegal, "the piece on " + name_of(move.from) + " is a " +
                                              std::string(kind_word(piece)) + ", not a " +
                                              std::string(kind_word(move.kind)));
}

}  // namespace crownd::reduced_chess
