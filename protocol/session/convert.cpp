#include "session/convert.hpp"

#include <cstddef>

namespace crownd::session {

namespace {

std::string_view word(Reason reason) {
  switch (reason) {
    case Reason::no_pieces: return "no-pieces";
    case Reason::no_moves: return "no-moves";
    case Reason::checkmate: return "checkmate";
    case Reason::stalemate: return "stalemate";
    case Reason::none: break;
  }
  return "";
}

wire::Outcome to_wire(Outcome outcome) {
  switch (outcome) {
    case Outcome::win: return wire::Outcome::win;
    case Outcome::draw: return wire::Outcome::draw;
    case Outcome::ongoing: break;
  }
  return wire::Outcome::ongoing;
}

wire::Bound to_wire(play::Bound bound) {
  switch (bound) {
    case play::Bound::lower: return wire::Bound::lower;
    case play::Bound::upper: return wire::Bound::upper;
    case play::Bound::exact: break;
  }
  return wire::Bound::exact;
}

}  // namespace

wire::ErrorCode to_wire(Fault fault) {
  switch (fault) {
    case Fault::bad_position: return wire::ErrorCode::bad_position;
    case Fault::illegal_move: return wire::ErrorCode::illegal_move;
    case Fault::ambiguous_move: return wire::ErrorCode::ambiguous_move;
    case Fault::bad_argument: break;
  }
  return wire::ErrorCode::bad_argument;
}

wire::Score to_wire(Score score, play::Bound bound) {
  if (score.is_decided()) return {true, score.winner_moves(), to_wire(bound)};
  return {false, score.raw(), to_wire(bound)};
}

wire::Exact exact_of(const std::optional<Score>& score) {
  if (!score) return {};
  if (*score == Score::draw()) return {wire::Verdict::draw};
  if (!score->is_decided()) return {*score > Score::draw() ? wire::Verdict::win : wire::Verdict::loss};
  return {score->is_win() ? wire::Verdict::win : wire::Verdict::loss, score->plies_to_end()};
}

wire::Status to_wire(const play::Status& status) {
  return {to_wire(status.result.outcome),
          status.side,
          std::string(word(status.result.reason)),
          status.check,
          status.repetition,
          status.quiet};
}

wire::Info to_wire(const play::Info& info, bool show_wdl) {
  wire::Info line;
  line.depth = info.depth;
  line.score = to_wire(info.score, info.bound);
  if (show_wdl) line.wdl = wire::WinDrawLoss{info.wdl.win, info.wdl.draw, info.wdl.loss};
  if (info.depth == 0) return line;  // a finished game: nothing was searched
  line.seldepth = info.seldepth;
  line.multipv = info.multipv;
  line.nodes = info.nodes;
  line.time = info.time.count();
  line.nps = wire::nodes_per_second(info.nodes, info.time.count());
  line.hashfull = info.hashfull;
  line.tbhits = info.tbhits;
  line.pv = info.pv;
  return line;
}

wire::BestMove to_wire(const play::BestMove& best) { return {best.move, best.ponder}; }

play::Limits to_limits(const wire::Go& go) {
  play::Limits limits;
  limits.depth = go.depth;
  limits.nodes = go.nodes;
  limits.movetime = go.movetime;
  if (go.clock[0].left || go.clock[1].left)
    for (std::size_t side = 0; side < go.clock.size(); ++side)
      limits.clock[side] = {go.clock[side].left.value_or(std::chrono::milliseconds(0)), go.clock[side].increment};
  limits.moves_to_go = go.moves_to_go;
  limits.mate = go.mate;
  limits.infinite = go.infinite || !go.limited();
  limits.ponder = go.ponder;
  return limits;
}

}  // namespace crownd::session
