#include "games/english/rules.hpp"
#include "games/text/text.hpp"

#include <cstdlib>

namespace crownd::english {
namespace {

constexpr Letters letters{{'b', 'a'}, {'B', 'A'}};
constexpr std::array<std::string_view, 2> side_titles{"Black (b)", "White (a)"};

std::string number_name(Square square) { return std::to_string(number_of(square)); }
/// PDN's Black moves first.
constexpr PdnConventions pdn{square_of_number, number_name, Side::second, Kings::step};

/// The naming of squares with letters: algebraic if one with its column first is light on the drawn board.
Naming naming_of(const std::vector<WrittenSquare>& squares) {
  auto naming = Naming::number;
  for (const WrittenSquare& square : squares) {
    if (square.column == 0) continue;
    if (square.column_first && square.on_board() && !square.is_playable()) return Naming::algebraic;
    naming = Naming::coordinates;
  }
  return naming;
}

Square located(const WrittenSquare& written, Naming naming, MoveFault where_outside) {
  if (written.column == 0) {
    if (written.number < 1 || written.number > places)
      throw illegal_move(where_outside, "the squares have the numbers 1 to 32");
    return square_of_number(written.number);
  }
  if (!written.on_board()) throw illegal_move(where_outside, "the board has the rows 1 to 8 and the columns a to h");
  const bool algebraic = naming == Naming::algebraic && written.column_first;
  if (algebraic == written.is_playable())
    throw illegal_move(where_outside,
                       written.text() + " is a light square, and pieces stand on dark squares only" +
                           (algebraic ? ", if a1 is White's left corner, as the other squares say" : ""));
  if (naming == Naming::algebraic && !algebraic)
    throw illegal_move(where_outside, written.text() + " has its row first, but the other squares are algebraic");
  const int column = written.column - 'a';
  return square_at(written.number - 1, algebraic ? 7 - column : column);
}

/// Reads moves; an error gives the first reason in the order of MoveFault.
class Reader : public MoveReader {
 public:
  Reader(const Position& position, const BareRules::Moves& legal, const NamedSquares& named)
      : MoveReader(position, {legal.begin(), legal.end()}, pdn,
                   [naming = named.naming](Square square) { return name_of(square, naming); }),
        squares_(named.squares) {}

  [[nodiscard]] Move move() const {
    if (const auto found = find(squares_)) return *found;
    throw reason();
  }

 private:
  [[nodiscard]] BadInput reason() const {
    const Square source = squares_.front(), target = squares_.back();
    if (is_empty(source)) return illegal_move(MoveFault::source_empty, "there is no piece on " + name_of_(source));
    if (squares_.size() == 1) return why_not_chosen();
    if (source == target && !comes_back())
      return illegal_move(MoveFault::target_occupied, "the piece stands on " + name_of_(target) + " already");
    if (source != target && !is_empty(target))
      return illegal_move(MoveFault::target_occupied, "there is a piece on " + name_of_(target) + " already");
    if (!is_own(source)) return not_yours();
    const auto begun = captures_begun();
    if (capture_is_due() && begun.empty()) return due_elsewhere();
    if (capture_is_due() && !goes_past_the_end())
      return illegal_move(MoveFault::jump_unfinished, "a capture goes on while the piece can jump: " + some_of(begun));
    return blocked_reason();
  }

  [[nodiscard]] static std::string side(Side s) { return std::string(side_titles[static_cast<std::size_t>(s)]); }

  [[nodiscard]] BadInput not_yours() const {
    return illegal_move(MoveFault::not_your_piece, "the piece on " + name_of_(squares_.front()) + " belongs to " +
                                                       side(opponent(position_.to_move)) + ", and " +
                                                       side(position_.to_move) + " is to move");
  }

  /// Whether a capture passes its start again, as the text does.
  [[nodiscard]] bool comes_back() const {
    return !legal_routes([&](const Route& route) { return passes(route, squares_); }).empty();
  }
  /// The captures that continue the text; if there are none, those that begin with its first jump.
  [[nodiscard]] std::vector<Route> captures_begun() const {
    auto begun = routes_begun(squares_);
    if (begun.empty())
      begun = legal_routes([&](const Route& route) { return route[0] == squares_[0] && route[1] == squares_[1]; });
    return begun;
  }
  [[nodiscard]] bool goes_past_the_end() const {
    return !legal_routes([&](const Route& route) { return starts_with(squares_, route); }).empty();
  }

  [[nodiscard]] std::string some_of(const std::vector<Route>& captures) const {
    constexpr std::size_t enough = 4;
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < std::min(captures.size(), enough); ++i) texts.push_back(text_of(captures[i]));
    if (captures.size() > enough) texts.emplace_back("another capture");
    return alternatives(texts);
  }

  [[nodiscard]] BadInput due_elsewhere() const {
    return illegal_move(MoveFault::capture_mandatory, "captures are mandatory: play " + some_of(all_routes()));
  }

  [[nodiscard]] BadInput why_not_chosen() const {
    const Square from = squares_.front();
    if (!is_own(from)) return not_yours();
    if (const auto start = only_starts(from)) return *start;
    return capture_is_due() ? due_elsewhere() : cannot_step(from);
  }

  /// Follows the piece hop by hop to the first illegal hop; reasons elsewhere on the board come before.
  [[nodiscard]] BadInput blocked_reason() const {
    const bool king = is_king(squares_.front());
    const int forward = position_.to_move == Side::first ? -1 : 1;
    Bits jumped = 0;
    for (std::size_t i = 1; i < squares_.size(); ++i) {
      const Square from = squares_[i - 1];
      const Square to = squares_[i];
      const int rows = row_of(to) - row_of(from);
      const int columns = column_of(to) - column_of(from);
      const int length = std::abs(rows);
      if (!king && i > 1 && (bit(from) & last_row(position_.to_move)) != 0)
        return illegal("a man that reaches its last row is crowned there, and its turn ends");
      if (!king && rows * forward < 0)
        return illegal_move(MoveFault::wrong_direction, "a man goes forward only, for " + side(position_.to_move) +
                                                            " towards row " + (forward < 0 ? "1" : "8"));
      if (length != std::abs(columns)) return illegal("pieces move diagonally");
      if (length == 1) {
        if (squares_.size() > 2) return illegal("a step to " + name_of_(to) + " cannot be part of a longer move");
        break;
      }
      if (length > 2) return illegal("a piece steps to the next square or jumps over one piece, no farther");
      const Square over = square_at(row_of(from) + rows / 2, column_of(from) + columns / 2);
      if (const std::string obstacle = obstacle_of_jump(over, to, jumped); !obstacle.empty())
        return illegal_move(MoveFault::blocked, obstacle);
      jumped |= bit(over);
    }
    return illegal("no legal move goes this way");
  }

  /// Why a jump is impossible; empty if it is possible.
  [[nodiscard]] std::string obstacle_of_jump(Square over, Square to, Bits jumped) const {
    if (is_empty(over)) return "there is nothing to jump over on " + name_of_(over);
    if (is_own(over)) return "the piece on " + name_of_(over) + " is your own";
    if ((jumped & bit(over)) != 0) return "the piece on " + name_of_(over) + " cannot be jumped twice";
    if (to != squares_.front() && !is_empty(to)) return "there is a piece on " + name_of_(to);
    return {};
  }

  /// The game may be over, which comes before `illegal` in the order of MoveFault.
  [[nodiscard]] BadInput illegal(const std::string& sentence) const {
    return legal_.empty() ? game_over() : illegal_move(MoveFault::illegal, sentence);
  }

  const Route& squares_;
};

BareRules::Moves bare_legal_moves(const Position& position) {
  BareRules::Moves legal;
  BareRules::legal_moves(position, legal);
  return legal;
}

}  // namespace

std::string name_of(Square square, Naming naming) {
  if (naming == Naming::number) return number_name(square);
  const auto row = std::to_string(row_of(square) + 1);
  if (naming == Naming::algebraic) return static_cast<char>('h' - column_of(square)) + row;
  return row + static_cast<char>('a' + column_of(square));
}

NamedSquares read_squares(std::string_view text) {
  const auto written = read_written_squares(text);
  if (!written)
    throw unreadable_move(
        in_quotes(text) +
        " is not a move: write its squares, by number, row and column, or algebraic with a1 in White's left corner");
  NamedSquares result{{}, naming_of(*written)};
  for (const WrittenSquare& square : *written)
    result.squares.push_back(
        located(square, result.naming, result.squares.empty() ? MoveFault::source_outside : MoveFault::target_outside));
  return result;
}

Position BareRules::parse_position(std::string_view text) {
  text = text::trimmed(text);
  return looks_like_pdn(text) ? parse_pdn(text, pdn).position : read_letters(text, letters, number_name);
}

Counters BareRules::counters_of(std::string_view text) {
  return looks_like_pdn(text) ? parse_pdn(text, pdn).counters : Counters{};
}

std::string BareRules::format_position(const Position& position) { return write_letters(position, letters); }

std::string BareRules::standard_position(const Position& position) { return format_pdn(position, pdn); }

Move BareRules::read_move(const Position& position, std::string_view text) {
  const NamedSquares named = read_squares(text);
  const Moves legal = bare_legal_moves(position);
  return Reader(position, legal, named).move();
}

std::vector<Move> BareRules::moves_in_file(const Position& position, std::string_view text) {
  const Moves legal = bare_legal_moves(position);
  return Reader(position, legal, {}).find_in_file(text, [](std::string_view t) { return read_squares(t).squares; });
}

std::string BareRules::format_move(const Position& position, Move move) {
  return draughts_family::format_move(position, move, pdn);
}

/// Empty dark squares are dots; on the right are the PDN numbers of the row's dark squares.
std::vector<std::string> BareRules::picture(const Position& position) {
  const std::string columns = "    a   b   c   d   e   f   g   h";
  const std::string rule = "  +---+---+---+---+---+---+---+---+";
  std::vector<std::string> lines{columns, rule};
  for (int row = 0; row < 8; ++row) {
    std::string line = std::to_string(row + 1) + " |";
    std::string numbers = "  ";
    for (int column = 0; column < 8; ++column) {
      if (!is_playable(row, column)) {
        line += "   |";
        continue;
      }
      const Square square = square_at(row, column);
      line += std::string(" ") + letter_on(position, bit(square), letters, '.') + " |";
      const std::string number = number_name(square);
      numbers += std::string(3 - number.size(), ' ') + number;
    }
    lines.push_back(line + numbers);
    lines.push_back(rule);
  }
  lines.push_back(columns);
  return lines;
}

Description BareRules::description(const Position&) {
  static constexpr auto pieces = piece_looks(letters);
  Description description{{SideInfo{side_titles[0], false, true, SideInfo::Player::human},
                           SideInfo{side_titles[1], true, false, SideInfo::Player::human}},
                          pieces,
                          reasons};
  description.notation = "pdn 21,B,8,8,N1,0 white a";
  description.standard = "pdn-fen";
  description.also_read = "row and column, as in 6c-5d; algebraic, as in f6-e5 (29 is a1)";
  description.algebraic = pdn.numbered_names([](Square square) { return name_of(square, Naming::algebraic); });
  description.reversible_ply = "neither a capture nor a man's move";
  description.asks_again = true;
  return description;
}

Board BareRules::board(const Position& position) { return drawn_board(position, letters, number_name, 'a'); }

std::vector<MovePath> BareRules::paths(const Position& position, Move move) {
  return paths_of(position, move, letters, pdn);
}

}  // namespace crownd::english
