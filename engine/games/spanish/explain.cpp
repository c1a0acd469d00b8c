#include "games/spanish/explain.hpp"

#include "games/draughts_family/chosen_piece.hpp"
#include "games/spanish/routes.hpp"
#include "games/spanish/squares.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

namespace crownd::spanish {
namespace {

std::string name_of(Side side) { return side == Side::first ? "White" : "Black"; }
std::string name_of(Square square) { return std::to_string(number_of(square)); }

std::string pieces(int count) { return std::to_string(count) + (count == 1 ? " piece" : " pieces"); }

/// `9x18`, or `one of 9x18, 12x19, 5x14 and 3 more`.
std::string some_of(const std::vector<Route>& captures) {
  constexpr std::size_t enough = 3;  // a sentence with more would be too long
  std::string text;
  for (std::size_t i = 0; i < std::min(enough, captures.size()); ++i)
    text += (text.empty() ? "" : ", ") + text_of(captures[i], true);
  if (captures.size() > enough) text += " and " + std::to_string(captures.size() - enough) + " more";
  return captures.size() == 1 ? text : "one of " + text;
}

/// Looks for the first reason of MoveFault that applies, in that order.
class Explanation {
 public:
  Explanation(const Position& position, const std::vector<int>& numbers) : position_(position), numbers_(numbers) {}

  [[nodiscard]] BadInput reason() {
    if (auto fault = off_board()) return *fault;
    for (const int number : numbers_) squares_.push_back(square_of(number));
    if (auto fault = wrong_squares()) return *fault;
    legal_ = legal_moves<Rules>(position_);
    if (squares_.size() == 1) return why_not_chosen();
    return capture_is_due() ? capture_due() : nothing_to_capture();
  }

 private:
  [[nodiscard]] Square from() const { return squares_.front(); }
  [[nodiscard]] Square to() const { return squares_.back(); }
  [[nodiscard]] bool capture_is_due() const { return !legal_.empty() && legal_[0].captured != 0; }
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
                                                         name_of(opponent(position_.to_move)) + "'s, and " +
                                                         name_of(position_.to_move) + " is to move");
    return std::nullopt;
  }

  [[nodiscard]] bool some_route_ends_at_target() const {
    const auto captures = captures_from(position_, from(), position_.enemy());
    return std::any_of(captures.begin(), captures.end(),
                       [&](const Capture& capture) { return capture.route.back() == to(); });
  }

  /// Why no move starts on the square, which is all that the text names.
  [[nodiscard]] BadInput why_not_chosen() const {
    const auto from_here = legal_routes([&](const Route& route) { return route.front() == from(); });
    if (!from_here.empty()) return only_a_start(name_of(from()), text_of(from_here.front(), capture_is_due()));
    if (capture_is_due()) return capture_due();
    if (const auto blocked = draughts_family::blocked_piece(from(), is_king(), position_.to_move, position_.empty(),
                                                            [](Square square) { return name_of(square); }))
      return *blocked;
    return game_over();
  }

  // If a capture is mandatory.

  [[nodiscard]] BadInput capture_due() const {
    // A capture that stops early is unfinished, but it also takes too few: the law of quantity is reported first.
    if (const auto begun = captures_begun(); !begun.empty())
      return illegal_move(MoveFault::capture_more,
                          "as many pieces as possible must be taken, so the capture goes on until " +
                              pieces(std::popcount(legal_[0].captured)) + " are taken: " + some_of(begun));
    if (const auto taken = taken_by_text()) return capture_more(*taken);
    return illegal_move(MoveFault::capture_mandatory, "captures are mandatory" + laws_that_choose() + ": play " +
                                                          some_of(legal_routes([](const Route&) { return true; })));
  }

  /// The laws of quantity and quality, where they exclude a capture.
  [[nodiscard]] std::string laws_that_choose() const {
    const auto number = std::popcount(legal_[0].captured), kings = std::popcount(legal_[0].captured & position_.kings);
    bool by_number = false, by_kings = false;
    for (Bits own = position_.own(); own != 0; own &= own - 1)
      for (const Capture& capture : captures_from(position_, lowest(own), position_.enemy())) {
        const int taken = std::popcount(capture.captured);
        by_number = by_number || taken < number;
        by_kings = by_kings || (taken == number && std::popcount(capture.captured & position_.kings) < kings);
      }
    if (!by_number && !by_kings) return {};
    const std::string law = by_number && by_kings ? "as many pieces as possible and among those the most kings"
                            : by_number           ? "as many pieces as possible"
                                                  : "the most kings";
    return ", and " + law + " must be taken";
  }

  /// Of each legal move, the first route that is wanted.
  template <class Wanted>
  [[nodiscard]] std::vector<Route> legal_routes(Wanted wanted) const {
    return draughts_family::first_routes(
        legal_, [&](const Move& move) { return routes_of(position_, move); }, wanted);
  }

  /// The legal captures that go on behind the squares of the text; if there are none, those that pass them.
  [[nodiscard]] std::vector<Route> captures_begun() const {
    auto begun = legal_routes([&](const Route& route) { return draughts_family::goes_on_behind(route, squares_); });
    if (begun.empty())
      begun = legal_routes([&](const Route& route) { return draughts_family::passes(route, squares_); });
    return begun;
  }

  /// What the text captures if it is a capture or the beginning of one, ignoring the laws of quantity and quality. Of
  /// several that fit, the one that takes most; of a piece alone, its best capture.
  [[nodiscard]] std::optional<Bits> taken_by_text() const {
    std::optional<Bits> most;
    const auto worth = [&](Bits taken) {
      return std::pair(std::popcount(taken), std::popcount(taken & position_.kings));
    };
    for (const Capture& capture : captures_from(position_, from(), position_.enemy())) {
      if (!draughts_family::passes(capture.route, squares_)) continue;
      const Bits taken = squares_.size() == 1 ? capture.captured : taken_on_the_way(capture.route);
      if (!most || worth(taken) > worth(*most)) most = taken;
    }
    return most;
  }

  /// What a piece on this route has captured when it has passed the squares of the text.
  [[nodiscard]] Bits taken_on_the_way(const Route& route) const {
    Bits captured = 0;
    auto next = squares_.begin() + 1;
    for (std::size_t i = 1; next != squares_.end(); ++i) {
      for (const Jump& jump : next_jumps(position_, from(), route[i - 1], captured))
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
                                                     kings_in(best.captured) + " and not " + kings_in(taken) +
                                                     ", for example " + route);
  }

  [[nodiscard]] std::string kings_in(Bits captured) const {
    return std::to_string(std::popcount(captured & position_.kings));
  }

  // If there is nothing to capture: what is wrong with the first step of the text.

  [[nodiscard]] BadInput nothing_to_capture() const {
    const Square target = squares_[1];
    const int rows = (row_of(target) - row_of(from())) * (position_.to_move == Side::first ? -1 : 1);
    const int columns = std::abs(column_of(target) - column_of(from()));
    if (!is_king() && rows <= 0)
      return illegal_move(MoveFault::wrong_direction,
                          "a man moves and captures forward only, for " + name_of(position_.to_move) + " that is " +
                              (position_.to_move == Side::first ? "up" : "down") + " the board");
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
                        own ? name_of(position_.to_move) + "'s own piece on " + name_of(blocker) + " is in the way"
                            : "the piece on " + name_of(blocker) +
                                  " is in the way: it can be jumped only if the square behind it is free");
  }

  const Position& position_;
  const std::vector<int>& numbers_;
  std::vector<Square> squares_;
  Rules::Moves legal_;
};

}  // namespace

BadInput explain_illegal(const Position& position, const std::vector<int>& numbers) {
  return Explanation(position, numbers).reason();
}

}  // namespace crownd::spanish
