#include "match/game/pv_check.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cstdlib>

namespace crownd::match {

namespace {

using Moves = std::vector<std::string>;

std::string quoted(const Moves& pv) { return shown(fmt::format("pv {}", fmt::join(pv, " "))); }

int own_moves(std::size_t plies) { return static_cast<int>(plies + 1) / 2; }

class PvCheck {
 public:
  PvCheck(Referee& referee, const std::string& start, const Moves& moves)
      : referee_(referee), start_(start), moves_(moves) {}

  std::vector<PvFaultReport> check(const SearchResult& found) {
    // Later PVs are longer: most earlier ones are a prefix of one.
    for (auto info = found.reports.rbegin(); info != found.reports.rend(); ++info) check_line(*info);
    if (found.answer == Answer::move) check_first_move(found);
    if (asked_) (void)referee_.set_position(start_, moves_);
    return std::move(reports_);
  }

 private:
  void complain(PvFault fault, std::string text) {
    const auto is_known = [fault](const PvFaultReport& each) { return each.fault == fault; };
    if (std::none_of(reports_.begin(), reports_.end(), is_known)) reports_.push_back({fault, std::move(text)});
  }

  void check_line(const wire::Info& info) {
    const auto& pv = info.pv;
    const bool has_mate_score = info.score && info.score->mate && info.score->bound == wire::Bound::exact;
    const auto begins = [&pv](const Moves& known) {
      return pv.size() <= known.size() && std::equal(pv.begin(), pv.end(), known.begin());
    };
    if (!has_mate_score && std::any_of(legal_.begin(), legal_.end(), begins)) return;
    auto all = moves_;
    all.insert(all.end(), pv.begin(), pv.end());
    asked_ = true;
    const auto answer = referee_.set_position(start_, all);
    if (const auto* refusal = std::get_if<wire::Error>(&answer))
      return complain(PvFault::illegal_move, refusal->message + ", in " + quoted(pv));
    legal_.push_back(pv);
    if (has_mate_score) check_mate(info, std::get<wire::Status>(answer));
  }

  /// The side to move where the lines begin.
  const std::string& mover() {
    if (!mover_) mover_ = std::get<wire::Status>(referee_.set_position(start_, moves_)).side;
    return *mover_;
  }

  /// The status after the line names the winner.
  void check_mate(const wire::Info& info, const wire::Status& after) {
    const int mate = info.score->value;
    std::string fault;
    if (const int moves = own_moves(info.pv.size()); moves != std::abs(mate))
      fault = fmt::format("a line with {} instead of {} own moves", moves, std::abs(mate));
    else if (after.outcome != wire::Outcome::win)
      fault = "a line that wins nothing";
    else if ((after.side == mover()) != (mate > 0))
      fault = "a line that the other side wins";
    if (!fault.empty())
      complain(PvFault::mate_length, fmt::format("score mate {} has {}, {}", mate, fault, quoted(info.pv)));
  }

  /// Bounds after the last exact score may have another first move.
  void check_first_move(const SearchResult& found) {
    const wire::Info* last = nullptr;
    for (auto info = found.reports.rbegin(); info != found.reports.rend(); ++info) {
      if (info->multipv.value_or(1) != 1) continue;
      if (info->pv.front() == found.move) return;
      if (!last) last = &*info;
      if (!info->score || info->score->bound == wire::Bound::exact) break;
    }
    if (last) complain(PvFault::other_first_move, "bestmove " + shown(found.move) + " after " + quoted(last->pv));
  }

  Referee& referee_;
  const std::string& start_;
  const Moves& moves_;
  bool asked_ = false;
  std::optional<std::string> mover_;
  std::vector<Moves> legal_;  ///< lines known to be legal
  std::vector<PvFaultReport> reports_;
};

}  // namespace

std::vector<PvFaultReport> check_pvs(Referee& referee, const std::string& start, const std::vector<std::string>& moves,
                                     const SearchResult& found) {
  return PvCheck(referee, start, moves).check(found);
}

}  // namespace crownd::match
