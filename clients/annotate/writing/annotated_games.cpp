#include "annotate/writing/annotated_games.hpp"

#include "annotate/judgement/chances.hpp"
#include "annotate/writing/people.hpp"
#include "annotate/writing/words.hpp"
#include "notation/evaluation.hpp"
#include "notation/fen.hpp"
#include "notation/writer.hpp"

#include <algorithm>
#include <sstream>

namespace crownd::annotate {

namespace {

using Form = board::GameInfo::Notation::Form;

/// For White, or in the plain form for the side that moves first; empty where the move has ended the game.
std::string score_comment(const MoveNote& note, const board::GameInfo::Notation& notation) {
  if (note.score.mate && note.score.value == 0) return "";
  const bool white = static_cast<std::size_t>(note.side) == notation.white;
  const bool as_it_is = notation.form == Form::plain ? note.side == 0 : white;
  return notation::score_comment(as_it_is ? note.score : reversed(note.score), note.depth);
}

bool has_sign(const notation::Move& move) {
  return std::any_of(move.nags.begin(), move.nags.end(), [](int nag) { return !notation::sign_of(nag).empty(); });
}

notation::Line line_of(const std::vector<LineMove>& better) {
  notation::Line line;
  for (const auto& move : better) line.moves.push_back({move.text, {}, {}, {}});
  return line;
}

std::string texts_of(const std::vector<LineMove>& line) {
  std::string text;
  for (const auto& move : line) text += (text.empty() ? "" : " ") + move.text;
  return text;
}

/// Variations without a score are kept; one of ours from an earlier run is what begins with the same move.
void add_variation(notation::Move& move, const std::vector<LineMove>& better) {
  const auto& first = better.front().text;
  std::erase_if(move.variations, [&](const notation::Line& line) { return is_better_line(line, better); });
  const bool known = std::any_of(move.variations.begin(), move.variations.end(), [&](const notation::Line& line) {
    return !line.moves.empty() && line.moves.front().text == first;
  });
  if (!known) move.variations.push_back(line_of(better));
}

/// `line_in_comment`: the better line stands behind the sentence, not in a variation.
void annotate(notation::Move& move, const MoveNote& note, const board::GameInfo::Notation& notation,
              bool line_in_comment) {
  std::vector<std::string> comments;
  for (const auto& comment : move.comments)
    if (auto text = without_score(comment); !text.empty()) comments.push_back(std::move(text));
  auto ours = score_comment(note, notation);
  if (note.judgement != Judgement::none) {
    ours += (ours.empty() ? "" : " ") + verdict_of(note);
    if (line_in_comment && note.better.size() > 1) ours += ": " + texts_of(note.better);
    ours += '.';
    if (!has_sign(move)) move.nags.insert(move.nags.begin(), nag(note.judgement));
    if (!note.better.empty() && !line_in_comment) add_variation(move, note.better);
  }
  if (!ours.empty()) comments.push_back(std::move(ours));
  move.comments = std::move(comments);
}

/// A game without moves has the evaluation of its position before the first move.
void annotate_position(std::vector<std::string>& comments, const GameNotes& notes) {
  std::vector<std::string> kept;
  for (const auto& comment : comments)
    if (auto text = without_score(comment); !text.empty()) kept.push_back(std::move(text));
  const auto& note = *notes.position;
  kept.push_back(score_comment(note, notes.notation) + ' ' + best_line_begins + texts_of(note.better) + '.');
  comments = std::move(kept);
}

/// Puts the moves as the game's notation has them in place of the daemon's. `variations` is MoveNote::variations.
void use_notation(notation::Line& line, const std::vector<std::vector<LineMove>>& variations, std::size_t& next) {
  const auto& texts = variations[next++];
  for (std::size_t i = 0; i < line.moves.size(); ++i) {
    for (auto& inner : line.moves[i].variations) use_notation(inner, variations, next);
    if (i < texts.size()) line.moves[i].text = texts[i].text;
  }
}

/// Readers of the plain form find a game by its tags.
void complete_tags(notation::Game& game, const std::string& name) {
  if (game.tag("Game") == nullptr) game.tags.insert(game.tags.begin(), {"Game", name});
  if (game.tag("Result") == nullptr && !game.result.empty()) game.tags.push_back({"Result", game.result});
}

}  // namespace

std::string annotated(const reading::InputGame& input, const GameNotes& notes) {
  auto game = input.game.text;
  const bool plain = notes.notation.form == Form::plain;
  const bool a_line_a_move = plain && notation::fits_plain_form(game);
  for (std::size_t i = 0; i < notes.moves.size(); ++i) {
    auto& move = game.line.moves[i];
    move.text = notes.moves[i].text;
    std::size_t next = 0;
    for (auto& variation : move.variations) use_notation(variation, notes.moves[i].variations, next);
    annotate(move, notes.moves[i], notes.notation, a_line_a_move);
  }
  if (notes.position) annotate_position(game.line.comments, notes);
  if (plain) complete_tags(game, notes.game);
  std::ostringstream out;
  const bool second_begins = notes.to_move == 1;
  if (a_line_a_move) {
    notation::write_plain_game(out, game, second_begins);
  } else {
    const bool pgn = notes.notation.form == Form::pgn;
    notation::write_game(out, game,
                         {.first_number = notation::move_number(input.game.start),
                          .second_begins = second_begins,
                          .numbers_second = pgn,
                          .writes_signs = !pgn});
  }
  out << '\n';
  return out.str();
}

std::string ending_of_file(const board::GameInfo::Notation& notation) {
  if (notation.form == Form::pdn) return ".pdn";
  return notation.form == Form::pgn ? ".pgn" : ".txt";
}

}  // namespace crownd::annotate
