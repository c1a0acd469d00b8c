#include "session/handlers.hpp"

#include "session/convert.hpp"
#include "wire/words.hpp"

#include <algorithm>
#include <span>
#include <string_view>

namespace crownd::session {

namespace {

/// Whether it is a FEN as chess programs write it, with eight rows. The game's own texts have no slashes.
bool is_fen_of_chess(std::string_view position) {
  constexpr int slashes = 7;
  return std::count(position.begin(), position.end(), '/') == slashes;
}

}  // namespace

Handlers::Handlers(Environment& environment, Client& client, Runner& runner, LimitLog& limit_log)
    : environment_(environment),
      client_(client),
      runner_(runner),
      limit_log_(limit_log),
      game_(environment),
      options_(make_options()) {}

wire::Status Handlers::status() { return to_wire(game_->status()); }

void Handlers::operator()(const wire::Unknown& unknown) {
  say(wire::error_line(wire::ErrorCode::unknown_command,
                       wire::quoted(unknown.word) + " is no command; help lists them"));
}

void Handlers::operator()(const wire::Malformed& malformed) {
  say(wire::error_line(wire::ErrorCode::bad_argument, malformed.why));
}

void Handlers::operator()(const wire::Answer& answer) {
  for (const auto& line : answer.lines) say(line);
}

void Handlers::operator()(const wire::Uci&) {
  say("id name crownd " + environment_.version);
  say("id author the crownd authors");
  for (const auto& option : options_)
    if (option.settable) say("option name " + option.line);
  say("uciok");
}

void Handlers::operator()(const wire::IsReady&) {
  runner_.wait_for_short_commands();
  say("readyok");
}

void Handlers::operator()(const wire::ListGames&) {
  for (const auto& entry : environment_.games) say(wire::game_line(entry.name, entry.title));
  say("gamesok");
}

void Handlers::operator()(const wire::UciNewGame&) { game_->forget(); }

void Handlers::operator()(const wire::SetOption& option) { set_option(options_, option.name, option.value); }

void Handlers::operator()(const wire::Position& position) {
  std::span<const std::string> words = position.start;
  const auto* const named = find_game(environment_.games, words.front());
  if (named != nullptr) words = words.subspan(1);
  const bool is_start = words.size() == 1 && wire::same_word(words.front(), "startpos");
  if (!words.empty() && wire::same_word(words.front(), "fen")) words = words.subspan(1);
  if (words.empty()) throw BadInput(Fault::bad_argument, "position needs 'startpos' or the text of a position");
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : " ") + word;
  game_.set_position(named, is_start ? "startpos" : text, position.moves);
  if (named != nullptr) named_chess_ = wire::same_word(position.start.front(), uci_name_of_reduced_chess);
  const auto* const chess = find_game(environment_.games, uci_name_of_reduced_chess);
  const bool is_chess = chess != nullptr && chess->name == game_->name() && is_fen_of_chess(text);
  game_.follow_chess(named_chess_.value_or(is_chess));
}

void Handlers::operator()(const wire::LegalMoves& list) {
  if (list.squares)
    for (const auto& move : game_->move_paths())
      for (const auto& path : move.paths) say(wire::route_line(to_wire(move.move, path)));
  say(wire::legal_moves_line(game_->legal_moves()));
}

void Handlers::operator()(const wire::Move& move) {
  const auto played = game_->play(move.moves);
  say(wire::moved_line(played, status()));
}

void Handlers::operator()(const wire::Undo& undo) {
  game_->undo(undo.count);
  say(wire::undone_line(undo.count, status()));
}

void Handlers::operator()(const wire::GetFen& fen) {
  say(wire::fen_line(game_->name(), fen.standard ? game_->standard_text() : game_->position_text()));
}

void Handlers::operator()(const wire::GetStatus&) { say(wire::status_line(status())); }

void Handlers::operator()(const wire::Show&) {
  for (const auto& row : game_->picture()) say(wire::board_line(row));
  (*this)(wire::GetFen{});
  (*this)(wire::GetStatus{});
}

void Handlers::operator()(const wire::GetSquares&) {
  for (const auto& line : wire::squares_lines(to_wire(game_->name(), game_->squares()))) say(line);
}

void Handlers::operator()(const wire::Evaluate&) {
  const auto evaluation = game_->evaluate();
  for (const auto& [term, value] : evaluation.terms)
    say_if_room(wire::info_string_line(term + " cp " + std::to_string(value)));
  say(wire::eval_line(to_wire(evaluation.score)));
}

void Handlers::operator()(const wire::ListTables& list) {
  const bool tells_folders = environment_.table_files != nullptr;
  for (const TableSet::Row& row : game_.tables().rows) {
    if (!list.of_all_games && row.game != game_->name()) continue;
    const std::string_view kind = row.kind == tables::Kind::distance ? "distance" : "wdl";
    const std::string_view folder = tells_folders ? std::string_view(row.folder) : std::string_view();
    say(wire::table_line({row.game, row.pieces, kind, row.files, row.places, row.bytes, folder}));
  }
  say("tablesok");
}

void Handlers::operator()(const wire::Debug& debug) { debug_ = debug.on; }

void Handlers::operator()(const wire::Help&) {
  for (const auto& command : wire::command_help()) {
    auto line = "help " + std::string(command.word);
    if (!command.arguments.empty()) line += " " + std::string(command.arguments);
    say(line + ": " + std::string(command.summary));
  }
  say("helpok");
}

void Handlers::operator()(const wire::GetVersion&) { say("version crownd " + environment_.version); }

void Handlers::operator()(const wire::Auth&) { say("authok"); }

void Handlers::operator()(const wire::Hub&) {
  throw BadInput(Fault::bad_argument, "hub can only be the first command of a session");
}

void Handlers::operator()(const wire::Quit&) { runner_.end_now(); }

void Handlers::operator()(const wire::Stop&) { runner_.stop(); }

void Handlers::operator()(const wire::PonderHit&) { runner_.ponderhit(); }

}  // namespace crownd::session
