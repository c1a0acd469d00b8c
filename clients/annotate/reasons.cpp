#include "annotate/reasons.hpp"

#include "annotate/search.hpp"
#include "explain/sentences.hpp"

namespace crownd::annotate {

namespace {

/// Nothing if the daemon refuses the command, which earlier versions do not know.
std::optional<connection::Engine::Explanation> explanation_of(connection::Engine& engine, const std::string& move,
                                                              std::optional<std::int64_t> nodes) {
  try {
    return engine.why(move, nodes);
  } catch (const connection::Refused&) {
    return std::nullopt;
  }
}

}  // namespace

std::vector<std::string> reasons_of(connection::Engine& engine, const board::GameInfo::Notation& notation,
                                    const MoveNote& note, std::optional<std::int64_t> nodes) {
  std::vector<std::string> sentences;
  auto explanation = explanation_of(engine, note.move, nodes);
  // The search for the judgement is deeper. If this one prefers the move, its reasons say why the move is good.
  if (!explanation || explanation->verdict.verdict == "best") return sentences;
  for (auto& reason : explanation->reasons) {
    if (reason.name == "table") continue;  // mistake_text has the table values
    reason.line = line_text(engine, notation, reason.line, reason.line.size());
    if (auto sentence = explain::sentence_of(reason, note.text)) sentences.push_back(*std::move(sentence));
  }
  return sentences;
}

}  // namespace crownd::annotate
