#include "match/game/pv_check.hpp"

#include "match/game/shown.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace crownd::match {

namespace {

using Moves = std::vector<std::string>;

std::string quoted(const Moves& pv) {
  std::string text = "pv";
  for (const auto& move : pv) text += ' ' + move;
  return shown(text);
}

/// The moves that the side to move has in a line of this many plies, as a mate score counts them.
int own_moves(std::size_t plies) { return static_cast<int>(plies + 1) / 2; }

/// The faults of one search.
class PvCheck {
 public:
  PvCheck(Referee& referee, const std::string& start, const Moves& moves)
      : referee_(referee), start_(start), moves_(moves) {}

  std::vector<PvComplaint> check(const Thought& thought) {
    // Later PVs are longer: most earlier ones are a prefix of one.
    for (auto info = thought.reports.rbegin(); info != thought.reports.rend(); ++info) check_line(*info);
    if (thought.answer == Answer::move) check_first_move(thought);
    if (asked_) (void)referee_.set_position(start_, moves_);
    return std::move(complaints_);
  }

 private:
  void complain(PvFault fault, std::string text) {
    const auto is_known = [fault](const PvComplaint& each) { return each.fault == fault; };
    if (std::none_of(complaints_.begin(), complaints_.end(), is_known)) complaints_.push_back({fault, std::move(text)});
  }

  void check_line(const wire::Info& info) {
    const auto& pv = info.pv;
    const bool tells_mate = info.score && info.score->mate && info.score->bound == wire::Bound::exact;
    const auto begins = [&pv](const Moves& known) {
      return pv.size() <= known.size() && std::equal(pv.begin(), pv.end(), known.begin());
    };
    if (!tells_mate && std::any_of(legal_.begin(), legal_.end(), begins)) return;
    auto all = moves_;
    all.insert(all.end(), pv.begin(), pv.end());
    asked_ = true;
    const auto answer = referee_.set_position(start_, all);
    if (const auto* refusal = std::get_if<Refusal>(&answer))
      return complain(PvFault::illegal_move, refusal->message + ", in " + quoted(pv));
    legal_.push_back(pv);
    if (tells_mate) check_mate(info, std::get<wire::Status>(answer));
  }

  /// The side to move where the lines begin.
  const std::string& mover() {
    if (!mover_) mover_ = std::get<wire::Status>(referee_.set_position(start_, moves_)).side;
    return *mover_;
  }

  /// Whoever moves last: the status says who has won.
  void check_mate(const wire::Info& info, const wire::Status& after) {
    const int mate = info.score->value;
    std::string fault;
    if (const int moves = own_moves(info.pv.size()); moves != std::abs(mate))
      fault = "a line with " + std::to_string(moves) + " instead of " + std::to_string(std::abs(mate)) + " own moves";
    else if (after.outcome != wire::Outcome::win)
      fault = "a line that wins nothing";
    else if ((after.side == mover()) != (mate > 0))
      fault = "a line that the other side wins";
    if (!fault.empty())
      complain(PvFault::mate_length, "score mate " + std::to_string(mate) + " has " + fault + ", " + quoted(info.pv));
  }

  /// A bound after the last exact score may have had another move, and may have been discarded.
  void check_first_move(const Thought& thought) {
    const wire::Info* last = nullptr;
    for (auto info = thought.reports.rbegin(); info != thought.reports.rend(); ++info) {
      if (info->multipv.value_or(1) != 1) continue;
      if (info->pv.front() == thought.move) return;
      if (!last) last = &*info;
      if (!info->score || info->score->bound == wire::Bound::exact) break;
    }
    if (last) complain(PvFault::other_first_move, "bestmove " + shown(thought.move) + " after " + quoted(last->pv));
  }

  Referee& referee_;
  const std::string& start_;
  const Moves& moves_;
  bool asked_ = false;
  std::optional<std::string> mover_;
  std::vector<Moves> legal_;  ///< lines known to be legal
  std::vector<PvComplaint> complaints_;
};

}  // namespace

std::vector<PvComplaint> check_pvs(Referee& referee, const std::string& start, const std::vector<std::string>& moves,
                                   const Thought& thought) {
  return PvCheck(referee, start, moves).check(thought);
}

}  // namespace crownd::match
