#include "games/spanish/rules.hpp"
#include "games/text/text.hpp"

#include <cstdlib>

namespace crownd::spanish {
namespace {

constexpr Letters letters{{'w', 'b'}, {'W', 'B'}};

std::string name_of(Side side) { return side == Side::first ? "White" : "Black"; }
std::string number_name(Square square) { return std::to_string(number_of(square)); }
constexpr PdnConventions pdn{square_of, number_name, Side::first, Kings::fly};

std::string pieces(int count) { return std::to_string(count) + (count == 1 ? " piece" : " pieces"); }

/// The square with a number, or with an algebraic name: a1, White's left corner, is unused, and h1 is square 1.
Square located(const WrittenSquare& written, bool is_source) {
  const auto where_outside = is_source ? MoveFault::source_outside : MoveFault::target_outside;
  int number = written.number;
  if (written.column != 0) {
    const int across = written.column - 'a';
    if (written.on_board() && (number + across) % 2 == 1)
      throw illegal_move(where_outside, written.text() +
                                            " is a dark square, and pieces stand on light squares only: square 1 is "
                                            "h1, square 4 is b1");
    number = written.on_board() ? number * 4 - across / 2 : 0;
  }
  if (number < 1 || number > places)
    throw illegal_move(where_outside, std::string(is_source ? "the move starts off" : "the move leaves") +
                                          " the board: squares are numbered from 1 to 32");
  return square_of(number);
}

/// Reads the squares of `11-15`, `2x11x18` or `d3-c4`, also one square alone; spaces are ignored.
Route read_squares(std::string_view text) {
  const auto written = read_written_squares(without_spaces(text));
  const auto is_row_first = [](const auto& square) { return square.column != 0 && !square.column_first; };
  if (!written || std::any_of(written->begin(), written->end(), is_row_first))
    throw unreadable_move(in_quotes(text) +
                          " is not a move: write its squares, by number or algebraic with h1 as square 1");
  Route squares;
  for (const auto& square : *written) squares.push_back(located(square, squares.empty()));
  return squares;
}

/// Reads moves; an error gives the first reason in the order of MoveFault.
class Reader : public MoveReader {
 public:
  Reader(const Position& position, const Rules::Moves& legal)
      : MoveReader(position, {legal.begin(), legal.end()}, pdn, number_name) {}

  [[nodiscard]] Move read(std::string_view text) {
    squares_ = read_squares(text);
    if (const auto found = find(squares_)) return *found;
    if (auto fault = wrong_squares()) throw *fault;
    if (squares_.size() == 1) throw why_not_chosen();
    throw capture_is_due() ? capture_due() : nothing_to_capture();
  }

 private:
  [[nodiscard]] Square from() const { return squares_.front(); }
  [[nodiscard]] Square to() const { return squares_.back(); }

  [[nodiscard]] std::optional<BadInput> wrong_squares() const {
    if (is_empty(from())) return illegal_move(MoveFault::source_empty, "there is no piece on " + number_name(from()));
    for (const Square square : squares_)
      if (square != from() && !is_empty(square))
        return illegal_move(MoveFault::target_occupied, "a piece stands on " + number_name(square));
    if (squares_.size() == 2 && from() == to() && !(is_own(from()) && some_route_ends_at_target()))
      return illegal_move(MoveFault::target_occupied, "the piece stands on " + number_name(to()) + " already");
    if (!is_own(from()))
      return illegal_move(MoveFault::not_your_piece, "the piece on " + number_name(from()) + " is " +
                                                         name_of(opponent(position_.to_move)) + "'s, and " +
                                                         name_of(position_.to_move) + " is to move");
    return std::nullopt;
  }

  [[nodiscard]] std::vector<Capture> captures_of(Square square) const {
    return captures_from(position_, Kings::fly, square, position_.enemy());
  }
  [[nodiscard]] bool some_route_ends_at_target() const {
    const auto captures = captures_of(from());
    return std::any_of(captures.begin(), captures.end(),
                       [&](const Capture& capture) { return capture.route.back() == to(); });
  }

  [[nodiscard]] BadInput why_not_chosen() const {
    if (const auto start = only_starts(from())) return *start;
    return capture_is_due() ? capture_due() : cannot_step(from());
  }

  /// `9x18`, or `one of 9x18, 12x19, 5x14 and 3 more`.
  [[nodiscard]] std::string some_of(const std::vector<Route>& captures) const {
    constexpr std::size_t enough = 3;  // a sentence with more would be too long
    std::string text;
    for (std::size_t i = 0; i < std::min(enough, captures.size()); ++i)
      text += (text.empty() ? "" : ", ") + text_of(captures[i]);
    if (captures.size() > enough) text += " and " + std::to_string(captures.size() - enough) + " more";
    return captures.size() == 1 ? text : "one of " + text;
  }

  [[nodiscard]] BadInput capture_due() const {
    // An unfinished capture also takes too few pieces: the law of quantity comes first in MoveFault.
    if (const auto begun = routes_begun(squares_); !begun.empty())
      return illegal_move(MoveFault::capture_more,
                          "as many pieces as possible must be taken, so the capture goes on until " +
                              pieces(std::popcount(legal_[0].captured)) + " are taken: " + some_of(begun));
    if (const auto taken = taken_by_text()) return capture_more(*taken);
    return illegal_move(MoveFault::capture_mandatory,
                        "captures are mandatory" + laws_that_choose() + ": play " + some_of(all_routes()));
  }

  [[nodiscard]] int kings_in(Bits captured) const { return std::popcount(captured & position_.kings); }

  /// The part of a sentence that names the laws of quantity and quality, if they exclude a capture.
  [[nodiscard]] std::string laws_that_choose() const {
    const int number = std::popcount(legal_[0].captured), kings = kings_in(legal_[0].captured);
    bool by_number = false, by_kings = false;
    for (Bits own = position_.own(); own != 0; own &= own - 1)
      for (const Capture& capture : captures_of(lowest(own))) {
        const int taken = std::popcount(capture.captured);
        by_number = by_number || taken < number;
        by_kings = by_kings || (taken == number && kings_in(capture.captured) < kings);
      }
    if (!by_number && !by_kings) return {};
    const std::string law = by_number && by_kings ? "as many pieces as possible and among those the most kings"
                            : by_number           ? "as many pieces as possible"
                                                  : "the most kings";
    return ", and " + law + " must be taken";
  }

  /// The pieces taken by the best capture that the text may begin, ignoring the laws of quantity and quality.
  [[nodiscard]] std::optional<Bits> taken_by_text() const {
    std::optional<Bits> best;
    const auto worth = [&](Bits taken) { return std::pair(std::popcount(taken), kings_in(taken)); };
    for (const Capture& capture : captures_of(from())) {
      if (!passes(capture.route, squares_)) continue;
      const Bits taken = squares_.size() == 1 ? capture.captured : taken_on_the_way(capture.route);
      if (!best || worth(taken) > worth(*best)) best = taken;
    }
    return best;
  }

  /// The pieces taken on this route up to the last square of the text.
  [[nodiscard]] Bits taken_on_the_way(const Route& route) const {
    Bits captured = 0;
    auto next = squares_.begin() + 1;
    for (std::size_t i = 1; next != squares_.end(); ++i) {
      for (const Jump& jump : next_jumps(position_, Kings::fly, from(), route[i - 1], captured))
        if (jump.to == route[i]) captured |= jump.victim;
      if (route[i] == *next) ++next;
    }
    return captured;
  }

  [[nodiscard]] BadInput capture_more(Bits taken) const {
    const Move& best = legal_[0];
    const int count = std::popcount(taken), best_count = std::popcount(best.captured);
    const std::string route = Rules::format_move(position_, best);
    if (count < best_count)
      return illegal_move(MoveFault::capture_more, "as many pieces as possible must be taken, here " +
                                                       std::to_string(best_count) + " and not " +
                                                       std::to_string(count) + ", for example by " + route);
    return illegal_move(MoveFault::capture_more, "of the captures that take " + pieces(count) +
                                                     ", one that takes the most kings must be played, here " +
                                                     std::to_string(kings_in(best.captured)) + " and not " +
                                                     std::to_string(kings_in(taken)) + ", for example " + route);
  }

  /// The error in the first step of a text where no capture is possible.
  [[nodiscard]] BadInput nothing_to_capture() const {
    const Square target = squares_[1];
    const bool king = is_king(from());
    const int rows = (row_of(target) - row_of(from())) * (position_.to_move == Side::first ? -1 : 1);
    const int columns = std::abs(drawn_column(target) - drawn_column(from()));
    if (!king && rows <= 0)
      return illegal_move(MoveFault::wrong_direction,
                          "a man moves and captures forward only, for " + name_of(position_.to_move) + " that is " +
                              (position_.to_move == Side::first ? "up" : "down") + " the board");
    const bool diagonal = std::abs(rows) == columns;
    if (diagonal && (king || rows == 2))
      for (const Square square : squares_between(from(), target))
        if (!is_empty(square)) return blocked_by(square);
    if (legal_.empty()) return game_over();
    if (!king && (!diagonal || rows != 1))
      return illegal_move(MoveFault::illegal, "without a capture a man moves one square diagonally forward");
    if (!diagonal) return illegal_move(MoveFault::illegal, "a king moves along a diagonal");
    return illegal_move(MoveFault::illegal, "there is nothing to capture, so a move has only a start and an end");
  }

  [[nodiscard]] BadInput blocked_by(Square blocker) const {
    return illegal_move(MoveFault::blocked,
                        is_own(blocker)
                            ? name_of(position_.to_move) + "'s own piece on " + number_name(blocker) + " is in the way"
                            : "the piece on " + number_name(blocker) +
                                  " is in the way: it can be jumped only if the square behind it is free");
  }

  Route squares_;
};

}  // namespace

Move Rules::read_move(const Position& position, std::string_view text) {
  const Moves legal = crownd::legal_moves<Rules>(position);
  return Reader(position, legal).read(text);
}

std::vector<Move> Rules::moves_in_file(const Position& position, std::string_view text) {
  const Moves legal = crownd::legal_moves<Rules>(position);
  return Reader(position, legal).find_in_file(text, read_squares);
}

Position Rules::parse_position(std::string_view text) { return parse_pdn(text, pdn).position; }

Counters Rules::counters_of(std::string_view text) { return parse_pdn(text, pdn).counters; }

std::string Rules::format_position(const Position& position) { return format_pdn(position, pdn); }

std::string Rules::format_move(const Position& position, const Move& move) {
  return draughts_family::format_move(position, move, pdn);
}

/// The pieces and, to the right, the numbers of the same squares.
std::vector<std::string> Rules::picture(const Position& position) {
  std::vector<std::string> lines;
  for (int row = 0; row < 8; ++row) {
    std::string pieces, numbers;
    for (int column = 0; column < 8; ++column) {
      const bool playable = (row + column) % 2 == 0;
      const int number = 32 - row * 4 - column / 2;
      pieces += {playable ? letter_on(position, bit(square_of(number)), letters, '.') : ' ', ' '};
      numbers += !playable ? "   " : (number < 10 ? "  " : " ") + std::to_string(number);
    }
    lines.push_back("| " + pieces + "|  " + numbers.substr(0, numbers.find_last_not_of(' ') + 1));
  }
  const std::string edge = "+-----------------+";
  lines.insert(lines.begin(), edge + "   square numbers");
  lines.push_back(edge);
  lines.push_back("w, b: men (w moves up, b down)  W, B: kings");
  return lines;
}

Description Rules::description(const Position&) {
  static constexpr auto pieces = piece_looks(letters, flying_king_value);
  Description description{{SideInfo{"White", true, true, SideInfo::Player::human},
                           SideInfo{"Black", false, false, SideInfo::Player::engine}},
                          pieces,
                          reasons};
  description.notation = "pdn 24,W,8,8,N1,1 white w";
  description.standard = "pdn-fen";
  description.also_read = "algebraic, as in d3-c4 (1 is h1)";
  // The drawn board has White at the bottom, like a chess board.
  description.algebraic = pdn.numbered_names(
      [](Square square) { return static_cast<char>('a' + drawn_column(square)) + std::to_string(8 - row_of(square)); });
  description.reversible_ply = "neither a capture nor a man's move";
  description.touch_move = true;
  return description;
}

/// The playable squares are the light ones of this picture, unlike in other draughts games.
Board Rules::board(const Position& position) { return drawn_board(position, letters, number_name, 0, true); }

std::vector<MovePath> Rules::paths(const Position& position, const Move& move) {
  return paths_of(position, move, letters, pdn);
}

}  // namespace crownd::spanish
