#include "games/stupid/rules.hpp"

#include "core/random.hpp"
#include "games/text/text.hpp"

namespace crownd::stupid {
namespace {

Square lowest(Bits set) { return static_cast<Square>(std::countr_zero(set)); }

/// Every own piece to every square of `targets`.
void add_moves(const Position& position, Bits targets, Rules::Moves& moves) {
  if (!Rules::has_moves(position)) return;
  for (Bits sources = position.own(); sources != 0; sources &= sources - 1)
    for (Bits left = targets; left != 0; left &= left - 1) moves.push_back({lowest(sources), lowest(left)});
}

}  // namespace

static_assert(crownd::Rules<Rules> && HasBoard<Rules> && HasSolution<Rules> && HasNoisyMoves<Rules> &&
              HasQuickCount<Rules>);

Position Rules::start() {
  constexpr Bits odd_columns = 0x55;   // A C E G
  constexpr Bits even_columns = 0xAA;  // B D F H
  constexpr Bits red = odd_columns | even_columns << 8 | odd_columns << 16;
  constexpr Bits black = even_columns << 40 | odd_columns << 48 | even_columns << 56;
  return {{red, black}, Side::first};
}

void Rules::legal_moves(const Position& position, Moves& moves) { add_moves(position, ~position.own(), moves); }

void Rules::noisy_moves(const Position& position, Moves& moves) { add_moves(position, position.enemies(), moves); }

std::uint64_t Rules::count_moves(const Position& position) {
  if (!has_moves(position)) return 0;
  const int own = std::popcount(position.own());
  return static_cast<std::uint64_t>(own * (64 - own));
}

Position Rules::after(const Position& position, Move move) {
  Position next = position;
  next.to_move = opponent(position.to_move);
  if (move == pass) return next;
  next.pieces[static_cast<std::size_t>(position.to_move)] ^= bit(move.from) | bit(move.to);
  next.pieces[static_cast<std::size_t>(next.to_move)] &= ~bit(move.to);
  return next;
}

Result Rules::result(const Position& position) {
  if (position.own() == 0) return Result::win(opponent(position.to_move), no_pieces);
  if (position.enemies() == 0) return Result::win(position.to_move, no_pieces);
  return {};
}

std::uint64_t Rules::key(const Position& position) {
  constexpr std::uint64_t second_to_move = 0x737475706964;
  return mix(mix(position.pieces[0]) + position.pieces[1]) ^
         (position.to_move == Side::first ? 0 : mix(second_to_move));
}

// Let the side to move have m pieces and the other n, both at least 1.
//
//   Claim. If m >= n the side to move wins, and the game ends after 2n - 1 plies: n moves of its own.
//          If m < n it loses whatever it does, and the game ends after 2m plies: m moves of the other side.
//
// Any piece may go to any square without an own piece, so captures are always possible, and only the numbers matter.
// The other side is then to move with (n - 1, m) after a capture, and with (n, m) after a quiet move or a pass.
//
// Proof by induction over the number of plies in the claim.
//   m >= n. If n = 1, a capture ends the game. Else it leaves (n - 1, m), where the other side loses after 2(n - 1)
//           plies: 2n - 1 in all. No play is faster, since n pieces have to be captured, one a move. A quiet move
//           leaves (n, m), where the other side wins if n = m, and where n captures remain if n < m.
//   m < n.  A capture leaves (n - 1, m) with n - 1 >= m, a quiet move (n, m) with n > m: either way the other side wins
//           after 2m - 1 more plies, and no sooner. That is 2m plies whatever is played.
Score Rules::solve(const Position& position) {
  const int own = std::popcount(position.own()), enemies = std::popcount(position.enemies());
  if (enemies == 0) return Score::win_in(0);
  return own >= enemies ? Score::win_in(2 * enemies - 1) : Score::loss_in(2 * own);
}

/// The difference in pieces, plus half a piece for the side to move: positive exactly if it wins.
std::vector<std::pair<std::string, int>> Rules::evaluation_terms(const Position& position) {
  const int more = std::popcount(position.own()) - std::popcount(position.enemies());
  return {{"pieces", man_value * more}, {"move", man_value / 2}};
}

Score Rules::evaluate(const Position& position) {
  const int more = std::popcount(position.own()) - std::popcount(position.enemies());
  return Score::centipawns(man_value * more + man_value / 2);
}

/// The game is solved without a search, so the node budget has no meaning.
const StrengthScale& Rules::strength_scale(const Position&) {
  static constexpr StrengthScale scale{
      .node_budget = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
      .blunder_rate = {962, 952, 938, 921, 899, 870, 833, 786, 727, 638, 559, 478, 353, 205, 80, 0}};
  return scale;
}

namespace {

using text::Cell;
using text::cell_name;
using text::CellPair;

constexpr std::array<char, 2> letters{'r', 'b'};
constexpr std::array<std::string_view, 2> side_titles{"Red (r)", "Black (b)"};

constexpr std::string_view pass_word = "pass";

Square square_of(Cell cell) { return static_cast<Square>(8 * cell.row + cell.column); }

char letter_on(const Position& position, Square square, char empty) {
  for (const std::size_t side : {0U, 1U})
    if ((position.pieces[side] & bit(square)) != 0) return letters[side];
  return empty;
}

std::string square_name(Square square) { return cell_name({square / 8, square % 8}); }

void read_row(Position& position, std::string_view row, int number) {
  const std::string name = "row " + std::to_string(number + 1);
  if (row.size() != 8)
    throw bad_position(name + " has " + std::to_string(row.size()) + " squares, a row of the board has 8");
  for (int column = 0; column < 8; ++column) {
    const char letter = row[static_cast<std::size_t>(column)];
    const Cell cell{number, column};
    if (letter == '.') continue;
    const auto side = std::find(letters.begin(), letters.end(), letter);
    if (side == letters.end())
      throw bad_position(std::string("unknown letter '") + letter + "' on " + cell_name(cell) +
                         ": a square is 'r', 'b' or '.'");
    position.pieces[static_cast<std::size_t>(side - letters.begin())] |= bit(square_of(cell));
  }
}

void read_board(Position& position, std::string_view board) {
  const auto rows = text::split(board, '/');
  if (rows.size() != 8)
    throw bad_position("the board has 8 rows joined by '/', the text has " + std::to_string(rows.size()));
  for (int row = 0; row < 8; ++row) read_row(position, rows[static_cast<std::size_t>(row)], row);
}

Side read_side(std::string_view word) {
  if (word == "r") return Side::first;
  if (word == "b") return Side::second;
  throw bad_position("the board is followed by a space and the side to move, 'r' or 'b', not " + in_quotes(word));
}

bool at(Bits set, Cell cell) { return (set & bit(square_of(cell))) != 0; }

std::string title_of(Side side) { return std::string(side_titles[static_cast<std::size_t>(side)]); }

void check_source_exists(const Position& position, Cell from) {
  if (!at(position.own() | position.enemies(), from))
    throw illegal_move(MoveFault::source_empty, "no piece stands on " + cell_name(from));
}

void check_mover(const Position& position, Cell from) {
  if (!at(position.own(), from))
    throw illegal_move(MoveFault::not_your_piece, "the piece on " + cell_name(from) + " belongs to " +
                                                      title_of(opponent(position.to_move)) + ", and " +
                                                      title_of(position.to_move) + " is to move");
  if (!Rules::has_moves(position)) throw game_over();
}

/// Throws if the move is illegal: the first reason that applies, in the order of MoveFault.
void check(const Position& position, CellPair move) {
  check_source_exists(position, move.from);
  if (at(position.own(), move.to))
    throw illegal_move(MoveFault::target_occupied,
                       title_of(position.to_move) + " has a piece on " + cell_name(move.to) + " already");
  check_mover(position, move.from);
}

[[noreturn]] void refuse_square(const Position& position, Cell from) {
  check_source_exists(position, from);
  check_mover(position, from);
  throw incomplete_move(cell_name(from), cell_name(from) + square_name(lowest(~position.own())));
}

}  // namespace

Position Rules::parse_position(std::string_view text) {
  Position position;
  const auto board = text::take_word(text);
  read_board(position, board);
  position.to_move = read_side(text::take_word(text));
  if (const auto more = text::take_word(text); !more.empty())
    throw bad_position("nothing follows the side to move, but there is " + in_quotes(more));
  if ((position.pieces[0] | position.pieces[1]) == 0) throw bad_position("there is no piece on the board");
  return position;
}

std::string Rules::format_position(const Position& position) {
  std::string text;
  for (int row = 0; row < 8; ++row) {
    if (row > 0) text += '/';
    for (int column = 0; column < 8; ++column) text += letter_on(position, square_of({row, column}), '.');
  }
  return text + ' ' + letters[static_cast<std::size_t>(position.to_move)];
}

Move Rules::read_move(const Position& position, std::string_view text) {
  if (std::equal(text.begin(), text.end(), pass_word.begin(), pass_word.end(),
                 [](char letter, char wanted) { return lower(letter) == wanted; })) {
    if (!has_moves(position)) throw game_over();
    return pass;
  }
  const auto [from, to] = text::read_cell_move(text, "pass, or a starting and an ending square");
  if (!to) refuse_square(position, from);
  check(position, {from, *to});
  return {square_of(from), square_of(*to)};
}

std::string Rules::format_move(const Position&, Move move) {
  return move == pass ? std::string(pass_word) : square_name(move.from) + square_name(move.to);
}

std::vector<std::string> Rules::picture(const Position& position) {
  const std::string rule = "   +---+---+---+---+---+---+---+---+";
  std::vector<std::string> lines{"     A   B   C   D   E   F   G   H  ", rule};
  for (int row = 0; row < 8; ++row) {
    std::string line = std::to_string(row + 1) + "  |";
    for (int column = 0; column < 8; ++column)
      line += std::string(" ") + letter_on(position, square_of({row, column}), ' ') + " |";
    lines.push_back(line);
    lines.push_back(rule);
  }
  return lines;
}

Description Rules::description(const Position&) {
  static constexpr std::array pieces{PieceInfo{letters[0], Side::first, "checker"},
                                     PieceInfo{letters[1], Side::second, "checker"}};
  static constexpr std::array reasons{&no_pieces};
  Description description{{SideInfo{side_titles[0], true, false, SideInfo::Player::human, "red"},
                           SideInfo{side_titles[1], false, true, SideInfo::Player::human}},
                          pieces,
                          reasons};
  description.reversible_ply = "no capture";
  description.may_pass = true;
  return description;
}

Board Rules::board(const Position& position) {
  return text::board_of(8, 'A', text::Rows::down, [&](int row, int column) {
    const Square square = square_of({row, column});
    return BoardCell{square_name(square), (row + column) % 2 == 0, letter_on(position, square, 0)};
  });
}

std::vector<MovePath> Rules::paths(const Position& position, Move move) {
  MovePath path{{square_name(move.from), square_name(move.to)}};
  if ((position.enemies() & bit(move.to)) != 0) path.takes = {path.squares.back()};
  return {path};
}

}  // namespace crownd::stupid
