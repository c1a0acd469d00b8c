#include "match/compliance/trial.hpp"

#include "match/game/shown.hpp"
#include "wire/reply_reader.hpp"
#include "wire/words.hpp"

#include <algorithm>

namespace crownd::match {

namespace {

/// How long to watch an engine that must stay silent.
constexpr std::chrono::milliseconds a_moment{300};
/// Kings, rooks and bishops only, so that the rules of chess and reduced-chess are the same.
constexpr std::string_view chess_start = "r1b1kb1r/8/8/8/8/8/8/R1B1KB1R w - - 0 1";

std::string quoted_line(std::string_view line) { return "'" + shown(line, 200) + "'"; }

/// An engine may repeat the longest line that it is sent.
constexpr std::size_t longest_line = std::size_t{1} << 20;
/// Of what an engine sends before the line that is waited for.
constexpr std::size_t most_passed = std::size_t{16} << 20;

}  // namespace

Trial::Trial(const Candidate& candidate)
    : patience_(candidate.patience), process_(candidate.command, connection::Errors::discarded) {
  process_.limit_lines(longest_line);
  send("uci");
  wait_for("uciok");
  greeting_ = passed_;
  for (const auto& line : greeting_) declared_.read(line);
}

void Trial::send(std::string_view line) {
  if (!process_.send(line, connection::within(patience_.start)))
    throw Fault("it does not read " + quoted_line(line) +
                (process_.health() == connection::Health::ended ? ": it has ended" : ""));
}

std::optional<std::string> Trial::receive(connection::Deadline deadline) {
  auto line = process_.receive(deadline);
  if (!line && process_.health() == connection::Health::ended) throw Fault("it has ended");
  if (!line && process_.health() == connection::Health::garbled)
    throw Fault("it sends a line of more than " + std::to_string(longest_line) + " bytes");
  return line;
}

std::string Trial::wait_for(std::string_view beginning) {
  passed_.clear();
  const auto deadline = connection::within(patience_.move);
  std::size_t bytes = 0;
  while (auto line = receive(deadline)) {
    if (line->starts_with(beginning)) return *line;
    if ((bytes += line->size() + sizeof(std::string)) > most_passed)
      throw Fault("it sends more than " + std::to_string(most_passed) + " bytes without " + quoted_line(beginning));
    passed_.push_back(std::move(*line));
  }
  throw Fault("it does not say " + quoted_line(beginning) + " within " + std::to_string(patience_.move.count()) +
              " ms");
}

void Trial::be_ready() {
  send("isready");
  wait_for("readyok");
}

Thought Trial::search(const std::vector<std::string>& lines) {
  for (const auto& line : lines) send(line);
  Thought thought;
  thought.line = wait_for("bestmove");
  for (const auto& line : passed_) {
    auto info = wire::read_info(line);
    if (!info) continue;
    if (info->score && info->multipv.value_or(1) == 1) thought.info = *info;
    if (!info->pv.empty()) thought.reports.push_back(std::move(*info));
  }
  const auto best = wire::read_best_move(thought.line);
  if (!best) throw Fault("its answer is " + quoted_line(thought.line));
  thought.answer = best->move ? Answer::move : Answer::no_move;
  thought.move = best->move.value_or("");
  thought.ponder = best->ponder;
  return thought;
}

void Trial::must_not_say(std::string_view beginning) {
  be_ready();
  for (const auto& line : passed_)
    if (line.starts_with(beginning)) throw Fault("it says " + quoted_line(line));
}

void Trial::must_wait_with(std::string_view beginning) {
  const auto deadline = connection::within(a_moment);
  while (const auto line = receive(deadline))
    if (line->starts_with(beginning)) throw Fault("it says " + quoted_line(*line) + " too early");
}

void Trial::must_end() {
  const auto deadline = connection::within(patience_.move);
  while (process_.receive(deadline)) {
  }
  const auto status = process_.wait(deadline);
  if (!status) throw Fault("it does not end");
  if (!status->exited) throw Fault("it ends by signal " + std::to_string(status->code));
  if (status->code != 0) throw Fault("it ends with exit code " + std::to_string(status->code));
}

std::string Ground::game_for(const Candidate& candidate, const Declared& declared) {
  const auto& variants = declared.variants;
  if (variants.empty() || declared.has_variant("chess") || declared.has_variant(chess_like_game))
    return std::string(chess_like_game);
  for (const auto& variant : variants) {
    try {
      (void)Referee(candidate.referee, variant);
      return variant;
    } catch (const RefereeError&) {
      continue;
    }
  }
  throw NotTried("it plays no game that the referee knows");
}

Ground::Ground(const Candidate& candidate, const Declared& declared)
    : referee_(candidate.referee, game_for(candidate, declared)) {
  const bool chess = referee_.game() == chess_like_game;
  (void)referee_.set_position(chess ? chess_start : "startpos");
  start_ = {chess ? referee_.position() : "startpos", referee_.standard_position().value_or("")};
  const auto dialect = find_dialect(declared, referee_.game(), start_);
  if (!dialect) throw NotTried("it cannot play " + referee_.game());
  dialect_ = *dialect;
}

std::vector<std::string> Ground::position(const std::vector<std::string>& moves) const {
  std::vector<std::string> lines;
  if (!dialect_.variant.empty()) lines.push_back("setoption name UCI_Variant value " + dialect_.variant);
  lines.push_back(position_command(dialect_, start_, moves));
  return lines;
}

std::vector<std::string> Ground::legal_moves() {
  (void)referee_.set_position(start_.text);
  return referee_.legal_moves();
}

}  // namespace crownd::match
