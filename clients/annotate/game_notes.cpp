#include "annotate/game_notes.hpp"

#include "notation/game.hpp"

#include <algorithm>
#include <cmath>

namespace crownd::annotate {

int chance_of(const wire::Score& score, const std::optional<wire::WinDrawLoss>& wdl) {
  if (wdl) return (2 * wdl->win + wdl->draw + 1) / 2;
  if (score.mate) return score.value > 0 ? certain : 0;
  return static_cast<int>(std::lround(certain / (1 + std::exp(-score.value / wire::judge_data::logistic_scale))));
}

std::optional<int> chance_of(const wire::Exact& exact) {
  switch (exact.verdict) {
    case wire::Verdict::win: return certain;
    case wire::Verdict::draw: return even;
    case wire::Verdict::loss: return 0;
    case wire::Verdict::unknown: break;
  }
  return std::nullopt;
}

wire::Score reversed(wire::Score score) {
  score.value = -score.value;
  return score;
}

wire::WinDrawLoss reversed(wire::WinDrawLoss wdl) { return {wdl.loss, wdl.draw, wdl.win}; }

double accuracy_of(int loss) { return 100 * std::exp2(-loss / wire::judge_data::halving_loss); }

namespace {

using Form = board::GameInfo::Notation::Form;

/// The number of moves that name an opening without a tag.
constexpr std::size_t opening_plies = 4;

std::string value_text(const wire::Exact& exact) {
  if (exact.verdict == wire::Verdict::draw) return "a draw";
  const std::string text = exact.verdict == wire::Verdict::win ? "a win" : "a loss";
  return exact.plies ? text + " in " + std::to_string(*exact.plies) + " plies" : text;
}

std::string percent_text(int permille) { return std::to_string((permille + 5) / 10) + " %"; }

}  // namespace

std::string mistake_text(const MoveNote& note) {
  if (note.judgement == Judgement::none) return "";
  const bool exact = chance_of(note.exact_before) && chance_of(note.exact_after);
  std::string text(word(note.judgement));
  text += exact ? ": " + value_text(note.exact_before) + " becomes " + value_text(note.exact_after)
                : ": winning chance " + percent_text(note.before) + " to " + percent_text(note.after);
  return note.better.empty() ? text : text + "; better is " + note.better.front();
}

std::string number_of(const batch::InputGame& input, const GameNotes& notes, std::size_t ply) {
  const auto half_moves = ply + static_cast<std::size_t>(notes.to_move);
  const auto first = static_cast<std::size_t>(std::max(1, notation::move_number(input.game.start)));
  return std::to_string(half_moves / 2 + first) + (half_moves % 2 == 0 ? "." : "...");
}

std::string player_of(const batch::InputGame& input, const GameNotes& notes, int side) {
  const bool white = static_cast<std::size_t>(side) == notes.notation.white;
  const bool plain = notes.notation.form == Form::plain;
  for (const auto* const name : {plain ? (side == 0 ? "First" : "Second") : "", white ? "White" : "Black"})
    if (const auto* const player = input.game.record.tag(name); player != nullptr && !player->empty()) return *player;
  return "?";
}

std::string result_of(const notation::Game& game) {
  if (const auto* const result = game.tag("Result"); result != nullptr && !result->empty()) return *result;
  return game.result.empty() ? "*" : game.result;
}

std::string opening_of(const batch::InputGame& input, const GameNotes& notes) {
  for (const auto* const name : {"Opening", "ECO"})
    if (const auto* const opening = input.game.record.tag(name);
        opening != nullptr && !opening->empty() && *opening != "?")
      return *opening;
  std::string text;
  for (std::size_t i = 0; i < std::min(opening_plies, notes.moves.size()); ++i)
    text += (i == 0 ? "" : " ") + notes.moves[i].text;
  return text;
}

int Tally::tenths() const {
  return choices == 0 ? 0 : static_cast<int>(std::lround(10 * accuracies / static_cast<double>(choices)));
}

Tally tally_of(const GameNotes& notes, int side) {
  Tally tally;
  for (const auto& note : notes.moves) {
    if (note.side != side || note.forced()) continue;
    ++tally.choices;
    tally.accuracies += accuracy_of(note.loss);
  }
  return tally;
}

}  // namespace crownd::annotate
