#include "games/english/explain.hpp"

#include "games/draughts_family/chosen_piece.hpp"
#include "games/english/letters.hpp"
#include "games/english/routes.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace crownd::english {
namespace {

using draughts_family::bit;

/// Finds the reason why a move is illegal. Each function checks one rule and returns nothing if the move keeps that
/// rule.
class Explanation {
 public:
  Explanation(const Position& position, const NamedSquares& named)
      : position_(position), squares_(named.squares), naming_(named.naming) {
    BareRules::legal_moves(position, legal_);
  }

  [[nodiscard]] BadInput reason() const {
    const Square source = squares_.front();
    const Square target = squares_.back();
    if ((position_.empty() & bit(source)) != 0)
      return illegal_move(MoveFault::source_empty, "there is no piece on " + name(source));
    if (squares_.size() == 1) return why_not_chosen();
    if (source == target && !comes_back())
      return illegal_move(MoveFault::target_occupied, "the piece stands on " + name(target) + " already");
    if (source != target && (position_.empty() & bit(target)) == 0)
      return illegal_move(MoveFault::target_occupied, "there is a piece on " + name(target) + " already");
    if (!is_own()) return not_yours();
    const auto begun = captures_begun();
    if (capture_is_due() && begun.empty()) return due_elsewhere();
    if (capture_is_due() && !goes_past_the_end())
      return illegal_move(MoveFault::jump_unfinished, "a capture goes on while the piece can jump: " + some_of(begun));
    return what_stops_the_piece();
  }

 private:
  [[nodiscard]] std::string name(Square square) const { return name_of(square, naming_); }
  [[nodiscard]] static std::string side(Side s) {
    return std::string(side_titles[static_cast<std::size_t>(index_of(s))]);
  }
  [[nodiscard]] bool capture_is_due() const { return !legal_.empty() && legal_[0].captured != 0; }

  [[nodiscard]] bool is_own() const { return (position_.of(position_.to_move) & bit(squares_.front())) != 0; }
  [[nodiscard]] bool is_king() const { return (position_.kings & bit(squares_.front())) != 0; }

  [[nodiscard]] BadInput not_yours() const {
    return illegal_move(MoveFault::not_your_piece, "the piece on " + name(squares_.front()) + " belongs to " +
                                                       side(opponent(position_.to_move)) + ", and " +
                                                       side(position_.to_move) + " is to move");
  }

  /// Of each legal move, the first route that is wanted.
  template <class Wanted>
  [[nodiscard]] std::vector<Route> legal_routes(Wanted wanted) const {
    return draughts_family::first_routes(
        legal_, [&](const Move& move) { return routes(position_, move); }, wanted);
  }

  /// Whether a capture passes its start again, as the text does.
  [[nodiscard]] bool comes_back() const {
    return !legal_routes([&](const Route& route) { return draughts_family::passes(route, squares_); }).empty();
  }
  /// The captures that go on as the text begins: behind its last square, or else past its squares, or else behind its
  /// first jump.
  [[nodiscard]] std::vector<Route> captures_begun() const {
    auto begun = legal_routes([&](const Route& route) { return draughts_family::goes_on_behind(route, squares_); });
    if (begun.empty())
      begun = legal_routes([&](const Route& route) { return draughts_family::passes(route, squares_); });
    if (begun.empty())
      begun = legal_routes([&](const Route& route) { return route[0] == squares_[0] && route[1] == squares_[1]; });
    return begun;
  }
  [[nodiscard]] bool goes_past_the_end() const {
    return !legal_routes([&](const Route& route) {
              return route.size() < squares_.size() && std::equal(route.begin(), route.end(), squares_.begin());
            }).empty();
  }

  /// "22x15x8 or 22x17", truncated if there are many.
  [[nodiscard]] std::string some_of(const std::vector<Route>& captures) const {
    constexpr std::size_t enough = 4;
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < std::min(captures.size(), enough); ++i)
      texts.push_back(text_of(captures[i], true, naming_));
    if (captures.size() > enough) texts.emplace_back("another capture");
    return draughts_family::alternatives(texts);
  }

  [[nodiscard]] BadInput due_elsewhere() const {
    return illegal_move(MoveFault::capture_mandatory,
                        "captures are mandatory: play " + some_of(legal_routes([](const Route&) { return true; })));
  }

  /// Why no move starts on the square, which is all that the text names.
  [[nodiscard]] BadInput why_not_chosen() const {
    if (!is_own()) return not_yours();
    const auto from_here = legal_routes([&](const Route& route) { return route[0] == squares_[0]; });
    if (!from_here.empty()) return only_a_start(name(squares_[0]), text_of(from_here[0], capture_is_due(), naming_));
    if (capture_is_due()) return due_elsewhere();
    if (const auto blocked = draughts_family::blocked_piece(
            squares_[0], is_king(), position_.to_move, position_.empty(), [&](Square square) { return name(square); }))
      return *blocked;
    return illegal("no move starts on " + name(squares_[0]));
  }

  /// Follows the piece hop by hop to the first hop that is illegal; reasons about the rest of the board have been
  /// checked before.
  [[nodiscard]] BadInput what_stops_the_piece() const {
    const bool king = is_king();
    const int forward = position_.to_move == Side::first ? -1 : 1;
    Bits jumped = 0;
    for (std::size_t i = 1; i < squares_.size(); ++i) {
      const Square from = squares_[i - 1];
      const Square to = squares_[i];
      const int rows = row_of(to) - row_of(from);
      const int columns = column_of(to) - column_of(from);
      const int length = std::abs(rows);
      if (!king && i > 1 && (bit(from) & draughts_family::last_row(position_.to_move)) != 0)
        return illegal("a man that reaches its last row is crowned there, and its turn ends");
      if (!king && rows * forward < 0)
        return illegal_move(MoveFault::wrong_direction, "a man goes forward only, for " + side(position_.to_move) +
                                                            " towards row " + (forward < 0 ? "1" : "8"));
      if (length != std::abs(columns)) return illegal("pieces move diagonally");
      if (length == 1) {
        if (squares_.size() > 2) return illegal("a step to " + name(to) + " cannot be part of a longer move");
        break;
      }
      if (length > 2) return illegal("a piece steps to the next square or jumps over one piece, no farther");
      const Square over = draughts_family::square_at(row_of(from) + rows / 2, column_of(from) + columns / 2);
      if (const std::string obstacle = obstacle_of_jump(over, to, jumped); !obstacle.empty())
        return illegal_move(MoveFault::blocked, obstacle);
      jumped |= bit(over);
    }
    return illegal("no legal move goes this way");
  }

  /// Why a jump over one square to another is impossible; empty if it is possible.
  [[nodiscard]] std::string obstacle_of_jump(Square over, Square to, Bits jumped) const {
    if ((position_.empty() & bit(over)) != 0) return "there is nothing to jump over on " + name(over);
    if ((position_.of(position_.to_move) & bit(over)) != 0) return "the piece on " + name(over) + " is your own";
    if ((jumped & bit(over)) != 0) return "the piece on " + name(over) + " cannot be jumped twice";
    if (((position_.empty() | bit(squares_.front())) & bit(to)) == 0) return "there is a piece on " + name(to);
    return {};
  }

  /// `illegal` is the last reason in the order: that the game is over comes before it.
  [[nodiscard]] BadInput illegal(const std::string& sentence) const {
    return legal_.empty() ? game_over() : illegal_move(MoveFault::illegal, sentence);
  }

  const Position& position_;
  const std::vector<Square>& squares_;
  Naming naming_;
  BareRules::Moves legal_;
};

}  // namespace

BadInput explain_illegal(const Position& position, const NamedSquares& named) {
  return Explanation(position, named).reason();
}

}  // namespace crownd::english
