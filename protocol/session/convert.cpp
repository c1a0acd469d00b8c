#include "session/convert.hpp"

#include <cstddef>
#include <vector>

namespace crownd::session {

namespace {

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

std::vector<wire::SquaresFact> facts_of(const play::Squares& squares) {
  const Description& about = squares.description;
  const auto yes_or_no = [](bool yes) { return std::string(yes ? "yes" : "no"); };
  std::vector<wire::SquaresFact> facts{
      {"title", std::string(squares.title)},     {"notation", std::string(about.notation)},
      {"standard", std::string(about.standard)}, {"win", about.ends_in_mate ? "mate" : "win"},
      {"pass", yes_or_no(about.may_pass)},       {"touch-move", yes_or_no(about.touch_move)},
      {"ask-again", yes_or_no(about.asks_again)}};
  facts.push_back({"first-in-results", std::string(squares.side_names[about.first_in_results == Side::first ? 0 : 1])});
  if (!about.also_read.empty()) facts.push_back({"also", std::string(about.also_read)});
  if (!about.algebraic.empty()) facts.push_back({"algebraic", about.algebraic});
  if (!about.reversible_ply.empty()) facts.push_back({"quiet", std::string(about.reversible_ply)});
  if (about.smallest_board > 0)
    facts.push_back({"sizes", std::to_string(about.smallest_board) + ' ' + std::to_string(about.largest_board)});
  return facts;
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
  if (score.is_decided()) return {true, score.moves_to_end(), to_wire(bound)};
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
          std::string(status.result.reason == nullptr ? std::string_view() : status.result.reason->word),
          status.check,
          status.repetition,
          status.reversible_plies};
}

wire::Squares to_wire(std::string_view game, const play::Squares& squares) {
  const Description& about = squares.description;
  wire::Squares answer;
  for (const std::size_t side : {0U, 1U}) {
    const SideLook& look = about.sides[side];
    answer.sides.push_back({std::string(squares.side_names[side]), look.light, look.at_bottom,
                            look.player == SideLook::Player::human, std::string(look.title), std::string(look.paint)});
  }
  for (const PieceLook& piece : about.pieces)
    answer.pieces.push_back({piece.letter,
                             std::string(squares.side_names[static_cast<std::size_t>(index_of(piece.side))]),
                             std::string(piece.kind)});
  answer.facts = facts_of(squares);
  for (const Reason* reason : about.reasons)
    answer.reasons.push_back({std::string(reason->word), std::string(reason->sentence)});
  answer.columns = squares.board.columns;
  answer.rows = squares.board.rows;
  for (const auto& row : squares.board.cells) {
    auto& cells = answer.cells.emplace_back();
    for (const BoardCell& cell : row) cells.push_back({cell.name, cell.dark, cell.piece});
  }
  answer.game = game;
  answer.turn = squares.turn;
  return answer;
}

wire::Route to_wire(const std::string& move, const MovePath& path) {
  return {move, path.squares, path.takes, path.becomes};
}

wire::Info to_wire(const play::Info& info, bool show_wdl) {
  wire::Info line;
  if (info.has_score) {
    line.depth = info.depth;
    line.score = to_wire(info.score, info.bound);
    if (show_wdl) line.wdl = wire::WinDrawLoss{info.wdl.win, info.wdl.draw, info.wdl.loss};
    if (info.depth == 0) return line;  // a finished game: nothing was searched
    line.seldepth = info.seldepth;
  }
  line.multipv = info.multipv;
  line.nodes = info.nodes;
  line.time = info.time.count();
  line.nps = wire::nodes_per_second(info.nodes, info.time.count());
  line.hashfull = info.hashfull;
  line.tbhits = info.tbhits;
  line.pv = info.pv;
  return line;
}

wire::BookMove to_wire(const book::BookMove& move) {
  const int draws = book::form::per_mille - move.wins - move.losses;
  return {move.move, to_wire(move.score), move.depth, {move.wins, draws, move.losses}, move.visits};
}

wire::BestMove to_wire(const play::BestMove& best) { return {best.move, best.ponder}; }

}  // namespace crownd::session
