#include "reading/written_move.hpp"

#include "notation/san.hpp"

#include <utility>

namespace crownd::reading {

WrittenMove play_written(connection::Engine& engine, const board::GameInfo::Notation& notation, const std::string& move,
                         const std::vector<std::string>& legal) {
  if (notation.form != board::GameInfo::Notation::Form::pgn) return {move, engine.move(move).status};
  auto text = notation::to_san(engine.standard_position(), move, legal);
  auto status = engine.move(move).status;
  if (status.outcome == wire::Outcome::win) text += '#';
  if (status.outcome == wire::Outcome::ongoing && status.check) text += '+';
  return {std::move(text), std::move(status)};
}

}  // namespace crownd::reading
