#include "annotate/writing/words.hpp"

#include "annotate/judgement/chances.hpp"
#include "notation/fen.hpp"

#include <algorithm>

namespace crownd::annotate {

namespace {

using Form = board::GameInfo::Notation::Form;

/// So many moves name an opening that has no other name.
constexpr std::size_t opening_plies = 4;

std::string value_text(const wire::Exact& exact) {
  if (exact.verdict == wire::Verdict::draw) return "a draw";
  const std::string text = exact.verdict == wire::Verdict::win ? "a win" : "a loss";
  return exact.plies ? text + " in " + std::to_string(*exact.plies) + " plies" : text;
}

}  // namespace

std::string percent(int permille) { return std::to_string((permille + 5) / 10) + " %"; }

std::string verdict_of(const MoveNote& note) {
  if (note.judgement == Judgement::none) return "";
  const bool exact = chance_of(note.exact_before) && chance_of(note.exact_after);
  std::string text(word(note.judgement));
  text += exact ? ": " + value_text(note.exact_before) + " becomes " + value_text(note.exact_after)
                : ": winning chance " + percent(note.before) + " to " + percent(note.after);
  return note.better.empty() ? text : text + "; better is " + note.better.front().text;
}

std::string number_of(const reading::InputGame& input, const GameNotes& notes, std::size_t ply) {
  const auto half_moves = ply + static_cast<std::size_t>(notes.to_move);
  const auto first = static_cast<std::size_t>(std::max(1, notation::move_number(input.game.start)));
  return std::to_string(half_moves / 2 + first) + (half_moves % 2 == 0 ? "." : "...");
}

std::string player_of(const reading::InputGame& input, const GameNotes& notes, int side) {
  const bool white = static_cast<std::size_t>(side) == notes.notation.white;
  const bool plain = notes.notation.form == Form::plain;
  for (const auto* const name : {plain ? (side == 0 ? "First" : "Second") : "", white ? "White" : "Black"})
    if (const auto* const player = input.game.text.tag(name); player != nullptr && !player->empty()) return *player;
  return "?";
}

std::string result_of(const notation::Game& game) {
  if (const auto* const result = game.tag("Result"); result != nullptr && !result->empty()) return *result;
  return game.result.empty() ? "*" : game.result;
}

std::string opening_of(const reading::InputGame& input, const GameNotes& notes) {
  for (const auto* const name : {"Opening", "ECO"})
    if (const auto* const opening = input.game.text.tag(name);
        opening != nullptr && !opening->empty() && *opening != "?")
      return *opening;
  std::string text;
  for (std::size_t i = 0; i < std::min(opening_plies, notes.moves.size()); ++i)
    text += (i == 0 ? "" : " ") + notes.moves[i].text;
  return text;
}

}  // namespace crownd::annotate
