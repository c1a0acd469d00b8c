#include "games/spanish/explain.hpp"

#include "games/spanish/routes.hpp"
#include "games/spanish/squares.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <optional>

namespace crownd::spanish {
namespace {

std::string name_of(Side side) { return side == Side::first ? "White" : "Black"; }
std::string name_of(Square square) { return std::to_string(number_of(square)); }

std::string pieces(int count) { return std::to_string(count) + (count == 1 ? " piece" : " pieces"); }

/// A sentence with more examples would be too long.
constexpr std::size_t moves_worth_naming = 3;

/// Looks for the first reason of MoveFault that applies, in that order.
class Explanation {
 public:
  Explanation(const Position& position, const std::vector<int>& numbers) : position_(position), numbers_(numbers) {}

  [[nodiscard]] BadInput reason() {
    if (auto fault = off_board()) return *fault;
    for (const int number : numbers_) squares_.push_back(square_of(number));
    if (auto fault = wrong_squares()) return *fault;
    Rules::Moves legal;
    Rules::legal_moves(position_, legal);
    legal_.assign(legal.begin(), legal.end());
    return !legal_.empty() && legal_.front().captured != 0 ? capture_due() : nothing_to_capture();
  }

 private:
  [[nodiscard]] Square from() const { return squares_.front(); }
  [[nodiscard]] Square to() const { return squares_.back(); }
  [[nodiscard]] bool is_king() const { return (position_.kings & bit(from())) != 0; }

  [[nodiscard]] std::optional<BadInput> off_board() const {
    const auto outside = [](int number) { return number < 1 || number > draughts_family::places; };
    if (outside(numbers_.front()))
      return illegal_move(MoveFault::source_outside,
                          "the move starts off the board: squares are numbered from 1 to 32");
    if (std::any_of(numbers_.begin(), numbers_.end(), outside))
      return illegal_move(MoveFault::target_outside, "the move leaves the board: squares are numbered from 1 to 32");
    return std::nullopt;
  }

  [[nodiscard]] std::optional<BadInput> wrong_squares() const {
    if ((position_.empty() & bit(from())) != 0)
      return illegal_move(MoveFault::source_empty, "there is no piece on " + name_of(from()));
    const bool own = (position_.own() & bit(from())) != 0;
    for (std::size_t i = 1; i < squares_.size(); ++i)
      if (squares_[i] != from() && (position_.empty() & bit(squares_[i])) == 0)
        return illegal_move(MoveFault::target_occupied, "a piece stands on " + name_of(squares_[i]));
    if (squares_.size() == 2 && from() == to() && !(own && some_route_ends_at_target()))
      return illegal_move(MoveFault::target_occupied, "the piece stands on " + name_of(to()) + " already");
    if (!own)
      return illegal_move(MoveFault::not_your_piece, "the piece on " + name_of(from()) + " is " +
                                                         name_of(opponent(position_.side)) + "'s, and " +
                                                         name_of(position_.side) + " is to move");
    return std::nullopt;
  }

  [[nodiscard]] bool some_route_ends_at_target() const {
    const auto routes = routes_from(position_, from(), position_.enemy());
    return std::any_of(routes.begin(), routes.end(), [&](const Route& route) { return route.to() == to(); });
  }

  // If a capture is mandatory.

  [[nodiscard]] BadInput capture_due() const {
    // A capture that stops early is unfinished, but it also takes too few: the law of quantity is reported first.
    if (const auto route = legal_route_through())
      return illegal_move(
          MoveFault::capture_more,
          "the capture must go on until " + pieces(std::popcount(route->captured)) + " are taken: " + text_of(*route));
    if (const auto taken = taken_by_text()) return capture_more(*taken);
    return illegal_move(MoveFault::capture_mandatory, named(position_, legal_, moves_worth_naming) + " must be played");
  }

  /// Whether the route begins like the text. A text of two squares may leave out the landing squares between.
  [[nodiscard]] bool begins_like_text(const Route& route) const {
    const auto& full = route.squares;
    if (squares_.size() == 2) return std::find(full.begin() + 1, full.end(), to()) != full.end();
    return full.size() >= squares_.size() && std::equal(squares_.begin(), squares_.end(), full.begin());
  }

  [[nodiscard]] std::optional<Route> legal_route_through() const {
    for (const Move& move : legal_) {
      if (move.from != from()) continue;
      for (const Route& route : routes_of(position_, move))
        if (begins_like_text(route)) return route;
    }
    return std::nullopt;
  }

  /// What the text captures if it is a capture or the beginning of one, ignoring the laws of quantity and quality. Of
  /// several that fit, the one that takes most.
  [[nodiscard]] std::optional<Bits> taken_by_text() const {
    std::optional<Bits> most;
    for (const Route& route : routes_from(position_, from(), position_.enemy()))
      if (begins_like_text(route))
        if (const Bits taken = taken_up_to_target(route); !most || std::popcount(taken) > std::popcount(*most))
          most = taken;
    return most;
  }

  /// What a route that begins like the text has captured when it reaches the text's last square.
  [[nodiscard]] Bits taken_up_to_target(const Route& route) const {
    Bits captured = 0;
    for (std::size_t i = 1; i < route.squares.size(); ++i) {
      for (const Jump& jump : next_jumps(position_, from(), route.squares[i - 1], captured))
        if (jump.to == route.squares[i]) captured |= jump.victim;
      const bool last = squares_.size() == 2 ? route.squares[i] == to() : i + 1 == squares_.size();
      if (last) break;
    }
    return captured;
  }

  [[nodiscard]] BadInput capture_more(Bits taken) const {
    const Move& best = legal_.front();
    const int count = std::popcount(taken), best_count = std::popcount(best.captured);
    const std::string route = Rules::format_move(position_, best);
    if (count < best_count)
      return illegal_move(MoveFault::capture_more, "as many pieces as possible must be taken, here " +
                                                       std::to_string(best_count) + " and not " +
                                                       std::to_string(count) + ", for example by " + route);
    return illegal_move(MoveFault::capture_more, "of the captures that take " + pieces(count) +
                                                     ", one that takes the most kings must be played, here " +
                                                     kings_in(best.captured) + " and not " + kings_in(taken) +
                                                     ", for example " + route);
  }

  [[nodiscard]] std::string kings_in(Bits captured) const {
    return std::to_string(std::popcount(captured & position_.kings));
  }

  // If there is nothing to capture: what is wrong with the first step of the text.

  [[nodiscard]] BadInput nothing_to_capture() const {
    const Square target = squares_[1];
    const int rows = (row_of(target) - row_of(from())) * (position_.side == Side::first ? -1 : 1);
    const int columns = std::abs(column_of(target) - column_of(from()));
    if (!is_king() && rows <= 0)
      return illegal_move(MoveFault::wrong_direction,
                          "a man moves and captures forward only, for " + name_of(position_.side) + " that is " +
                              (position_.side == Side::first ? "up" : "down") + " the board");
    const bool diagonal = std::abs(rows) == columns;
    if (diagonal && (is_king() || rows == 2))
      if (const auto blocker = piece_between(from(), target)) return blocked_by(*blocker);
    if (legal_.empty()) return game_over();
    if (!is_king() && (!diagonal || rows != 1))
      return illegal_move(MoveFault::illegal, "without a capture a man moves one square diagonally forward");
    if (!diagonal) return illegal_move(MoveFault::illegal, "a king moves along a diagonal");
    return illegal_move(MoveFault::illegal, "there is nothing to capture, so a move has only a start and an end");
  }

  /// The first piece strictly between two squares of a diagonal.
  [[nodiscard]] std::optional<Square> piece_between(Square a, Square b) const {
    for (const Direction d : draughts_family::all_directions) {
      std::optional<Square> found;
      for (Bits at = step(bit(a), d); at != 0; at = step(at, d)) {
        if (at == bit(b)) return found;
        if (!found && (at & position_.empty()) == 0) found = lowest(at);
      }
    }
    return std::nullopt;
  }

  [[nodiscard]] BadInput blocked_by(Square blocker) const {
    const bool own = (position_.own() & bit(blocker)) != 0;
    return illegal_move(MoveFault::blocked,
                        own ? name_of(position_.side) + "'s own piece on " + name_of(blocker) + " is in the way"
                            : "the piece on " + name_of(blocker) +
                                  " is in the way: it can be jumped only if the square behind it is free");
  }

  [[nodiscard]] BadInput game_over() const {
    const Side loser = Rules::result(position_).winner == Side::first ? Side::second : Side::first;
    const bool gone = position_.of(loser) == 0;
    return illegal_move(
        MoveFault::game_over,
        "the game is over: " + name_of(loser) + (gone ? " has no pieces left" : " has no move left") + " and has lost");
  }

  const Position& position_;
  const std::vector<int>& numbers_;
  std::vector<Square> squares_;
  std::vector<Move> legal_;
};

}  // namespace

BadInput explain_illegal(const Position& position, const std::vector<int>& numbers) {
  return Explanation(position, numbers).reason();
}

std::string named(const Position& position, const std::vector<Move>& moves, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < std::min(most, moves.size()); ++i)
    text += (text.empty() ? "" : ", ") + Rules::format_move(position, moves[i]);
  if (moves.size() > most) text += " and " + std::to_string(moves.size() - most) + " more";
  return moves.size() == 1 ? text : "one of " + text;
}

}  // namespace crownd::spanish
