#include "match/engines/engine_player.hpp"

#include "match/engines/cores.hpp"
#include "match/engines/output_limits.hpp"
#include "match/game/shown.hpp"
#include "wire/nearest.hpp"
#include "wire/reply_reader.hpp"
#include "wire/words.hpp"

#include <signal.h>

#include <algorithm>
#include <thread>

namespace crownd::match {

namespace {

using connection::Clock;
using connection::ConnectionError;
using connection::Deadline;
using connection::within;

/// How often a long wait checks the stop flag.
constexpr std::chrono::milliseconds stop_interval{50};
/// How long an engine may take to exit after its input was closed; generous, for busy
/// machines.
constexpr std::chrono::seconds time_to_end{2};
/// How long writing a command to an engine may take.
constexpr std::chrono::seconds write_patience{2};
/// crownd's option for the number of quiet plies that draw.
constexpr std::string_view draw_option = "Draw Quiet Plies";

/// Without leading and trailing white space.
std::string_view trimmed(std::string_view line) {
  constexpr std::string_view blanks = " \t\r\v\f";
  const auto begin = line.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return line.substr(begin, line.find_last_not_of(blanks) + 1 - begin);
}

/// Cuts what is too long for a line of moves.
void limit_pv(std::vector<std::string>& pv) {
  const auto is_long = [](const std::string& move) { return move.size() > longest_pv_move; };
  pv.erase(std::find_if(pv.begin(), pv.end(), is_long), pv.end());
  if (pv.size() > most_pv_moves) pv.resize(most_pv_moves);
}

/// What engines answer to an option that they do not have or to a wrong value: crownd, Stockfish, and others.
bool is_complaint(const std::string& line) {
  return wire::read_error(line) || line.find("No such option") != std::string::npos ||
         line.find("Unknown option") != std::string::npos || line.find("unknown option") != std::string::npos;
}

/// Adds a report, and drops the oldest ones if an engine floods its output.
void keep(wire::Info info, std::vector<wire::Info>& reports) {
  constexpr std::size_t most = 1000;
  if (reports.size() == most) reports.erase(reports.begin(), reports.begin() + most / 2);
  reports.push_back(std::move(info));
}

Microseconds since(Clock::time_point begin) { return std::chrono::duration_cast<Microseconds>(Clock::now() - begin); }

}  // namespace

EnginePlayer::~EnginePlayer() { quit(); }

void EnginePlayer::quit() {
  if (!channel_) return;
  if (hoped_) send("stop", within(stop_interval));
  send("quit", within(stop_interval));
  channel_.reset();
  kill();
}

bool EnginePlayer::send(std::string_view line, Deadline deadline) {
  if (traffic_) traffic_->line(spec_.name, Direction::to_engine, line);
  return channel_->send(line, deadline);
}

std::optional<std::string> EnginePlayer::receive(Deadline deadline) {
  while (true) {
    if (stop_) throw Stopped{};
    const auto slice = std::min(deadline, within(stop_interval));
    if (const auto line = channel_->receive(slice)) {
      if (traffic_) traffic_->line(spec_.name, Direction::from_engine, *line);
      return std::string(trimmed(*line));
    }
    if (channel_->health() != connection::Health::open || Clock::now() >= deadline) return std::nullopt;
  }
}

void EnginePlayer::insist(std::string_view line, Deadline deadline) {
  if (send(line, deadline)) return;
  // Read the rest of its output: only the end of that shows whether it is gone.
  const auto end = within(time_to_end);
  while (Clock::now() < end && receive(end)) {
  }
  throw ConnectionError(trouble("it does not read its input"));
}

std::string EnginePlayer::trouble(const std::string& if_open) const {
  switch (channel_->health()) {
    case connection::Health::open: return if_open;
    case connection::Health::ended: return "it has ended";
    case connection::Health::garbled: break;
  }
  return "it sent a line of more than " + std::to_string(longest_engine_line) + " bytes";
}

void EnginePlayer::expect(std::string_view last_line, const std::function<bool(const std::string&)>& take,
                          std::size_t most) {
  const auto deadline = within(patience_.start);
  const auto answer = '\'' + std::string(last_line) + '\'';
  std::size_t bytes = 0;
  while (Clock::now() < deadline) {
    const auto line = receive(deadline);
    if (!line) break;
    if (*line == last_line) return;
    if ((bytes += line->size() + 1) > most)
      throw ConnectionError("it sent more than " + std::to_string(most) + " bytes without answering " + answer);
    if (take && take(*line)) continue;
    // A daemon that requires a token, or is full, will answer nothing else.
    const auto error = wire::read_error(*line);
    if (error && (error->code == "auth" || error->code == "limit"))
      throw ConnectionError("it says: " + shown(error->message));
  }
  if (channel_->health() == connection::Health::ended) throw ConnectionError("it ended instead of answering " + answer);
  throw ConnectionError(
      trouble("it did not answer " + answer + " within " + std::to_string(patience_.start.count()) + " ms"));
}

void EnginePlayer::become_ready() {
  insist("isready", within(patience_.start));
  expect("readyok");
}

void EnginePlayer::shake_hands() {
  send("uci", within(write_patience));
  declared_ = Declared{};
  expect(
      "uciok", [this](const std::string& line) { return declared_.read(line); }, longest_greeting);
}

void EnginePlayer::set_option(const EngineOption& option) {
  const auto& [name, value, for_all] = option;
  const auto* const declared = declared_.option(name);
  if (declared) {
    if (const auto fault = fault_of_value(*declared, value)) {
      option_faults_.push_back({option, true, *fault});
      return;
    }
  }
  const bool button = declared && declared->type == "button";
  // An empty value keeps its blank: some engines look for " value ".
  send("setoption name " + name + (button ? "" : " value " + value), within(write_patience));
  std::string complaint;
  insist("isready", within(patience_.start));
  expect("readyok", [&](const std::string& line) {
    if (complaint.empty() && is_complaint(line)) complaint = "it answers '" + shown(line) + "'";
    return true;
  });
  if (declared && complaint.empty()) return;
  std::string why = complaint;
  if (!declared) {
    std::vector<std::string> names;
    for (const auto& each : declared_.options) names.push_back(each.name);
    const auto nearest = wire::nearest_word(name, names);
    why = "it does not list this option" + (nearest ? "; did you mean " + wire::quoted(*nearest) + "?" : "") +
          (complaint.empty() ? "" : (nearest ? " " : "; ") + complaint);
  }
  option_faults_.push_back({option, declared != nullptr, why});
}

void EnginePlayer::set_options() {
  option_faults_.clear();
  for (const auto& option : spec_.options) {
    set_option(option);
    // A file of variants adds to the declared variants, so ask again with `uci`.
    if (wire::same_word(option.name, "VariantPath")) shake_hands();
  }
  if (spec_.ponder && declared_.has_option("Ponder")) send("setoption name Ponder value true", within(write_patience));
}

void EnginePlayer::launch() {
  kill();
  ++starts_;
  errors_.emplace(spec_.errors);
  const OnCores on_cores(spec_.cores);
  auto launched = match::launch(spec_, *errors_, within(patience_.start));
  channel_ = std::move(launched.channel);
  channel_->limit_lines(longest_engine_line);
  process_ = launched.process;
  for (const auto& line : spec_.first_lines) send(line, within(write_patience));
  shake_hands();
  set_options();
  become_ready();
}

void EnginePlayer::announce_game(const Start& start) {
  const auto dialect = find_dialect(declared_, game_, start);
  if (!dialect) {
    throw ConnectionError("it cannot play " + game_ + (start.fen.empty() ? "" : " from " + start.fen) +
                          ": UCI_Variant does not name it");
  }
  dialect_ = *dialect;
  if (!dialect_.variant.empty() && dialect_.variant != variant_) {
    send("setoption name UCI_Variant value " + dialect_.variant, within(write_patience));
    variant_ = dialect_.variant;
  }
  send_draw_rule();
  send("ucinewgame", within(write_patience));
  become_ready();
}

void EnginePlayer::send_draw_rule() {
  const auto is_it = [](const auto& option) { return wire::same_word(option.name, draw_option); };
  if (!declared_.has_option(draw_option) || std::any_of(spec_.options.begin(), spec_.options.end(), is_it)) return;
  send("setoption name " + std::string(draw_option) + " value " + std::to_string(spec_.quiet_plies),
       within(write_patience));
}

std::optional<std::string> EnginePlayer::prepare(const Start& start) {
  asked_.clear();
  if (spec_.restart) quit();
  // A process that has died since its last game is restarted once, a new one is not.
  while (true) {
    const bool fresh = !channel_;
    try {
      if (fresh) launch();
      if (!fresh) errors_->begin_game();
      end_pondering();
      announce_game(start);
      return std::nullopt;
    } catch (const ConnectionError& error) {
      const auto ended = process_ != 0 && channel_ ? how_it_ended(*channel_) : "";
      kill();
      if (!fresh) continue;
      std::string fault = error.what() + (ended.empty() ? "" : " (" + ended + ")");
      for (const auto& line : errors()) fault += "\n  its standard error: " + line;
      return fault;
    }
  }
}

bool EnginePlayer::has_predicted(const Question& question) const {
  return hoped_ == position_command(dialect_, question.start, question.moves);
}

void EnginePlayer::end_pondering() {
  if (!hoped_) return;
  hoped_.reset();
  send("stop", within(write_patience));
  const auto deadline = within(patience_.start);
  while (Clock::now() < deadline) {
    const auto line = receive(deadline);
    if (!line) break;
    if (line->starts_with("bestmove")) return;
  }
  throw ConnectionError("it did not end its pondering");
}

/// If the connection is lost and re-established, the question is asked once more, with the same time.
Thought EnginePlayer::think(const Question& question) {
  connection::Retry retry(spec_.reconnect);
  while (true) {
    auto thought = think_once(question);
    if (thought.answer != Answer::gone || !reconnect(question.start, retry)) return thought;
  }
}

bool EnginePlayer::reconnect(const Start& start, connection::Retry& retry) {
  while (const auto pause = retry.next()) {
    for (const auto end = within(*pause); Clock::now() < end; std::this_thread::sleep_for(stop_interval))
      if (stop_) throw Stopped{};
    if (!prepare(start)) return true;
  }
  return false;
}

Thought EnginePlayer::think_once(const Question& question) {
  if (!channel_) return failed(Answer::gone, Clock::now());
  last_line_.clear();
  ready_after_.reset();
  const auto wait = question.allowance ? *question.allowance + patience_.grace : Microseconds(patience_.move);
  const bool predicted = has_predicted(question);
  auto asked = Clock::now();
  try {
    if (predicted) {
      hoped_.reset();
    } else {
      end_pondering();
      // The engine gets the position and answers isready before its clock starts, so older output is behind us.
      asked_ = {position_command(dialect_, question.start, question.moves)};
      send(asked_.back(), within(patience_.start));
      const auto before = Clock::now();
      become_ready();
      ready_after_ = since(before);
    }
    asked_.push_back(predicted ? "ponderhit" : go_command(question, spec_.limits, false));
    asked = Clock::now();
    insist(asked_.back(), asked + wait);
  } catch (const ConnectionError& error) {
    last_line_ = error.what();
    return failed(channel_->health() == connection::Health::ended ? Answer::gone : Answer::silent, asked);
  }
  if (!predicted) asked = Clock::now();
  return await_move(asked, asked + wait);
}

Thought EnginePlayer::await_move(Clock::time_point asked, Deadline deadline) {
  Thought thought;
  std::string refusal;  // crownd says so why it has no move
  while (Clock::now() < deadline) {
    const auto line = receive(deadline);
    if (!line) break;
    if (auto info = wire::read_info(*line)) {
      limit_pv(info->pv);
      if (info->score && info->multipv.value_or(1) == 1) thought.info = *info;
      if (!info->pv.empty()) keep(std::move(*info), thought.reports);
    }
    last_line_ = shown(*line);
    if (line->starts_with("info string error ")) refusal = last_line_ + "; ";
    if (!line->starts_with("bestmove")) continue;
    thought.time = since(asked);
    thought.asked_at = asked;
    thought.ready_after = ready_after_;
    thought.asked = asked_;
    thought.line = refusal + last_line_;
    const auto best = wire::read_best_move(*line);
    if (!best)
      thought.answer = Answer::malformed;
    else if (!best->move)
      thought.answer = Answer::no_move;
    else {
      thought.answer = Answer::move;
      thought.move = *best->move;
      thought.ponder = best->ponder;
    }
    if (traffic_) traffic_->flush();
    return thought;
  }
  auto result = failed(channel_->health() == connection::Health::ended ? Answer::gone : Answer::silent, asked);
  result.info = thought.info;
  result.reports = std::move(thought.reports);
  return result;
}

Thought EnginePlayer::failed(Answer answer, Clock::time_point asked) {
  Thought thought;
  thought.answer = answer;
  thought.time = since(asked);
  thought.asked_at = asked;
  thought.asked = asked_;
  thought.line = last_line_;
  if (channel_ && channel_->health() == connection::Health::garbled) {
    thought.answer = Answer::garbled;
    thought.line = trouble("");
  }
  if (answer == Answer::gone && channel_) {
    const auto ended = how_it_ended(*channel_);
    if (!ended.empty()) thought.line += (thought.line.empty() ? "(" : " (") + ended + ")";
  }
  kill();
  return thought;
}

void EnginePlayer::ponder(const Question& question) {
  if (!channel_ || !spec_.ponder) return;
  hoped_ = position_command(dialect_, question.start, question.moves);
  asked_ = {*hoped_, go_command(question, spec_.limits, true)};
  for (const auto& line : asked_) send(line, within(write_patience));
}

std::vector<std::string> EnginePlayer::errors() const {
  return errors_ ? errors_->last_lines() : std::vector<std::string>{};
}

void EnginePlayer::kill() {
  // Engines lead a process group of their own, so this also kills what they started.
  if (process_ > 0) ::kill(-process_, SIGKILL);
  channel_.reset();
  process_ = 0;
  variant_.clear();
  hoped_.reset();
}

}  // namespace crownd::match
