#include "session/reply.hpp"

#include "wire/words.hpp"

namespace crownd::session {

namespace {

/// The answer to a `go` after `uci`. GUIs ignore `error` and wait for a `bestmove`, so a refusal
/// ends with one. While an earlier search runs it does not: GUIs would take it for that search's.
class UciSearchDialect final : public Dialect {
 public:
  [[nodiscard]] std::vector<std::string> error(wire::ErrorCode code, std::string_view message,
                                               bool during_search) const override {
    const auto line = wire::error_line(code, message);
    if (during_search) return {line};
    return {wire::info_string_line(line), wire::best_move_line({})};
  }
};

const std::shared_ptr<const Dialect> uci_search_dialect = std::make_shared<UciSearchDialect>();

}  // namespace

// Conversions below cast these enumerations of the engine to those of the protocol.
static_assert(static_cast<int>(Outcome::draw) == static_cast<int>(wire::Outcome::draw));
static_assert(static_cast<int>(Outcome::win) == static_cast<int>(wire::Outcome::win));
static_assert(static_cast<int>(play::Bound::lower) == static_cast<int>(wire::Bound::lower));
static_assert(static_cast<int>(play::Bound::upper) == static_cast<int>(wire::Bound::upper));

const Dialect& native_dialect() {
  static const Dialect native;
  return native;
}

std::shared_ptr<const Dialect> uci_dialect_for(std::string_view line) {
  wire::Words words(line);
  return words.take_if("go") && !words.take_if("perft") ? uci_search_dialect : nullptr;
}

Reply::Reply(Client& client, const Dialect* dialect, std::uint64_t line)
    : client_(client), dialect_(dialect != nullptr ? dialect : &native_dialect()), line_(line) {}

void Reply::refuse(wire::ErrorCode code, std::string_view message) {
  for (const auto& line : dialect_->error(code, message, during_search_)) client_.send(line, Delivery::guaranteed);
  client_.refused(line_, wire::error_line(code, message));
}

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
  const bool mate = score.is_decided();
  return {mate, mate ? score.moves_to_end() : score.raw(), static_cast<wire::Bound>(bound)};
}

wire::Exact exact_of(const std::optional<Score>& score) {
  if (!score) return {};
  if (*score == Score::draw()) return {wire::Verdict::draw};
  if (!score->is_decided()) return {*score > Score::draw() ? wire::Verdict::win : wire::Verdict::loss};
  return {score->is_win() ? wire::Verdict::win : wire::Verdict::loss, score->plies_to_end()};
}

wire::Status to_wire(const play::Status& status) {
  return {static_cast<wire::Outcome>(status.result.outcome),
          status.side,
          std::string(status.result.reason == nullptr ? std::string_view() : status.result.reason->word),
          status.check,
          status.repetition,
          status.reversible_plies};
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

wire::BestMove to_wire(const play::BestMove& best) { return {best.move, best.ponder}; }

}  // namespace crownd::session
