#include "match/output/game_text.hpp"

#include "notation/game.hpp"

#include <spdlog/fmt/chrono.h>
#include <spdlog/fmt/fmt.h>

#include <cstdlib>
#include <ctime>
#include <sstream>

namespace crownd::match {

namespace {

using Notation = board::GameInfo::Notation;

/// The start position that PDN readers assume for this GameType without a FEN; empty: they disagree, or it is PGN.
std::string_view default_start(const Notation& notation) {
  constexpr std::string_view anglo_american = "21,";
  if (!notation.pdn_type.starts_with(anglo_american)) return "";
  return "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";
}

std::string date_of(std::int64_t seconds) { return fmt::format("{:%Y.%m.%d}", fmt::gmtime(std::time_t{seconds})); }

std::string round_of(const GameRecord& game) { return fmt::format("{}.{}", game.index / 2 + 1, game.index % 2 + 1); }

std::string score_text(const wire::Score& score) {
  if (score.mate) return fmt::format("{}M{}", score.value > 0 ? '+' : '-', std::abs(score.value));
  return fmt::format("{:+.2f}", score.value / 100.0);
}

/// `+0.12/9 0.034s` for the side that moved; `book` for a move of the opening.
std::string comment(const MoveRecord& move) {
  if (move.book) return "book";
  std::string text;
  if (move.info.score) text += score_text(*move.info.score);
  if (move.info.depth) text += '/' + std::to_string(*move.info.depth);
  return text + fmt::format("{}{:.3f}s", text.empty() ? "" : " ", std::chrono::duration<double>(move.time).count());
}

/// One tag if both have the same time control; else one for each engine, `first` and `second`, under its side's name.
void add_time_controls(notation::Game& text, const Headings& headings, std::size_t first, const std::string& first_side,
                       std::size_t second, const std::string& second_side) {
  if (headings.time_controls.empty()) return;
  const auto& one = headings.time_controls[first];
  const auto& other = headings.time_controls[second];
  if (one == other) {
    text.tags.push_back({"TimeControl", one});
  } else {
    text.tags.push_back({first_side + "TimeControl", one});
    text.tags.push_back({second_side + "TimeControl", other});
  }
}

/// The tags and moves that all notations have. `left` is the side whose tag comes first; the names are those of the
/// tags.
notation::Game common_text(const GameRecord& game, const Headings& headings, int left, const std::string& left_name,
                           const std::string& right_name, std::size_t first_in_results) {
  const auto engine = [&](int side) { return headings.engines[game.sides[static_cast<std::size_t>(side)]]; };
  notation::Game text;
  text.tags = {{"Event", headings.event},
               {"Site", headings.site},
               {"Date", date_of(game.began)},
               {"Round", round_of(game)},
               {left_name, engine(left)},
               {right_name, engine(1 - left)},
               {"Result", std::string(game.result_for(static_cast<int>(first_in_results)))}};
  for (const auto& move : game.moves)
    text.line.moves.push_back({move.san.empty() ? move.move : move.san, {}, {comment(move)}, {}});
  return text;
}

std::string pgn_or_pdn(const GameRecord& game, const Headings& headings) {
  const Notation& notation = game.notation;
  const bool pdn = notation.form == Notation::Form::pdn;
  const auto white = static_cast<int>(notation.white);
  auto text = common_text(game, headings, white, "White", "Black", notation.first_in_results);
  const auto result = text.tags.back().value;
  if (pdn) text.tags.push_back({"GameType", notation.pdn_type});
  if (game.start_fen != default_start(notation)) {
    text.tags.push_back({"SetUp", "1"});
    text.tags.push_back({"FEN", game.start_fen});
  }
  add_time_controls(text, headings, game.sides[notation.white], "White", game.sides[1 - notation.white], "Black");
  text.tags.push_back({"PlyCount", std::to_string(game.moves.size())});
  text.tags.push_back({"Termination", std::string(pgn_termination(game.ending.termination))});
  auto& comments = text.line.moves.empty() ? text.line.comments : text.line.moves.back().comments;
  const auto& detail = game.ending.detail;
  comments.push_back(word(game.ending.termination) + (detail.empty() ? "" : ": " + detail));
  // At the end PGN has the result; PDN 3.0 has `*`, since a result looks like a move there.
  text.result = pdn ? "*" : result;
  std::ostringstream out;
  notation::write_game(out, text,
                       {.first_number = notation::move_number(game.start_fen),
                        .second_begins = game.to_move == 1,
                        .numbers_second = !pdn,
                        .breaks_comments = false});
  out << '\n';
  return out.str();
}

std::string plain(const GameRecord& game, const Headings& headings) {
  auto text = common_text(game, headings, 0, "First", "Second", 0);
  text.tags.insert(text.tags.begin(), {"Game", headings.game});
  add_time_controls(text, headings, game.sides[0], "First", game.sides[1], "Second");
  text.tags.push_back({"Verdict", word(game.ending.termination)});
  if (!game.ending.detail.empty()) text.tags.push_back({"Detail", game.ending.detail});
  text.tags.push_back({"Start", game.start});
  text.tags.push_back({"End", game.ending.position});
  std::ostringstream out;
  notation::write_plain_game(out, text, game.to_move == 1);
  out << '\n';
  return out.str();
}

}  // namespace

std::string to_epd(const GameRecord& game) {
  const auto& fen = game.ending.fen;
  if (fen.empty()) return game.ending.position + '\n';
  if (fen.find('/') == std::string::npos) return fen + '\n';
  wire::Words words(fen);
  std::string line;
  constexpr int fields = 4;  // of a FEN, which an EPD has too
  for (int field = 0; field < fields; ++field) line += std::string(words.take()) + ' ';
  return line +
         fmt::format("id \"{}\"; c0 \"{} {}\";\n", round_of(game), game.result_for(0), word(game.ending.termination));
}

std::string to_text(const GameRecord& game, const Headings& headings) {
  return game.notation.form == Notation::Form::plain ? plain(game, headings) : pgn_or_pdn(game, headings);
}

}  // namespace crownd::match
