#include "match/engines/engine_player.hpp"

#include <sched.h>
#include <signal.h>

#include <algorithm>

namespace crownd::match {

namespace {

using connection::Clock;
using connection::ConnectionError;
using connection::Deadline;
using connection::within;

// Limits against broken or hostile engines.

/// The longest lines are those of UCI_Variant, with some kilobytes.
constexpr std::size_t max_engine_line = std::size_t{64} << 10;
/// The most output before uciok.
constexpr std::size_t max_greeting_bytes = std::size_t{1} << 20;

/// For an engine to exit after it closed its input or output; long enough for busy machines.
constexpr std::chrono::seconds exit_wait{2};
/// crownd's option for the number of quiet plies that draw.
constexpr std::string_view draw_option = "Draw Quiet Plies";

/// The command for its working directory: a shell changes to it and execs the program.
std::vector<std::string> command_in_directory(const EngineSpec& spec) {
  if (!spec.directory) return spec.command;
  std::vector<std::string> command{"sh", "-c", "cd -- \"$1\" && shift && exec \"$@\"", "sh", *spec.directory};
  command.insert(command.end(), spec.command.begin(), spec.command.end());
  return command;
}

/// The answers of crownd, Stockfish and others to an unknown option or a wrong value.
bool is_option_error(const std::string& line) {
  return wire::read_error(line) || line.find("No such option") != std::string::npos ||
         line.find("Unknown option") != std::string::npos || line.find("unknown option") != std::string::npos;
}

/// During its lifetime, pins the current thread, and processes that it starts, to these cores (none: no change).
class CoreAffinity {
 public:
  explicit CoreAffinity(const std::vector<int>& cores) {
    if (cores.empty() || ::sched_getaffinity(0, sizeof before_, &before_) != 0) return;
    cpu_set_t set;
    CPU_ZERO(&set);
    for (const int core : cores) CPU_SET(static_cast<std::size_t>(core), &set);
    changed_ = ::sched_setaffinity(0, sizeof set, &set) == 0;
  }
  CoreAffinity(const CoreAffinity&) = delete;
  CoreAffinity& operator=(const CoreAffinity&) = delete;
  ~CoreAffinity() {
    if (changed_) ::sched_setaffinity(0, sizeof before_, &before_);
  }

 private:
  bool changed_ = false;
  cpu_set_t before_{};
};

Microseconds since(Clock::time_point begin) { return std::chrono::duration_cast<Microseconds>(Clock::now() - begin); }

}  // namespace

void EnginePlayer::quit() {
  if (!channel_) return;
  if (!pondering_.empty()) send("stop", within(stop_poll_interval));
  send("quit", within(stop_poll_interval));
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
    const auto slice = std::min(deadline, within(stop_poll_interval));
    if (const auto line = channel_->receive(slice)) {
      if (traffic_) traffic_->line(spec_.name, Direction::from_engine, *line);
      return std::string(wire::trimmed(*line));
    }
    if (channel_->health() != connection::Health::open || Clock::now() >= deadline) return std::nullopt;
  }
}

void EnginePlayer::send_or_throw(std::string_view line, Deadline deadline) {
  if (send(line, deadline)) return;
  // Only the end of its output shows whether it has exited.
  const auto end = within(exit_wait);
  while (Clock::now() < end && receive(end)) {
  }
  throw ConnectionError(health_text("it does not read its input"));
}

std::string EnginePlayer::health_text(const std::string& if_open) const {
  switch (channel_->health()) {
    case connection::Health::open: return if_open;
    case connection::Health::ended: return "it has exited";
    case connection::Health::garbled: break;
  }
  return "it sent a line of more than " + std::to_string(max_engine_line) + " bytes";
}

/// "exit code 3", "signal 11", or empty.
std::string EnginePlayer::exit_status() const {
  auto* const child = dynamic_cast<connection::ChildProcess*>(channel_.get());
  if (!child || child->health() != connection::Health::ended) return "";
  const auto status = child->wait(within(exit_wait));
  return status ? (status->exited ? "exit code " : "signal ") + std::to_string(status->code) : "";
}

void EnginePlayer::read_until(std::string_view last_line, const std::function<bool(const std::string&)>& take,
                              std::size_t max) {
  const auto deadline = within(timeouts_.start);
  const auto answer = '\'' + std::string(last_line) + '\'';
  std::size_t bytes = 0;
  while (Clock::now() < deadline) {
    const auto line = receive(deadline);
    if (!line) break;
    if (*line == last_line) return;
    if ((bytes += line->size() + 1) > max)
      throw ConnectionError("it sent more than " + std::to_string(max) + " bytes without answering " + answer);
    if (take && take(*line)) continue;
    // A daemon that requires a token or is full answers nothing else.
    const auto error = wire::read_error(*line);
    if (error && (error->code == "auth" || error->code == "limit"))
      throw ConnectionError("it says: " + shown(error->message));
  }
  if (channel_->health() == connection::Health::ended)
    throw ConnectionError("it exited instead of answering " + answer);
  throw ConnectionError(
      health_text("it did not answer " + answer + " within " + std::to_string(timeouts_.start.count()) + " ms"));
}

void EnginePlayer::wait_until_ready(const std::function<bool(const std::string&)>& take) {
  send_or_throw("isready", within(timeouts_.start));
  read_until("readyok", take);
}

void EnginePlayer::handshake() {
  send("uci");
  declared_ = Declared{};
  read_until(
      "uciok", [this](const std::string& line) { return declared_.read(line); }, max_greeting_bytes);
}

void EnginePlayer::set_option(const EngineOption& option) {
  const auto& [name, value, for_all] = option;
  const auto* const declared = declared_.option(name);
  if (const auto fault = declared ? fault_of_value(*declared, value) : std::nullopt) {
    option_faults_.push_back({option, true, *fault});
    return;
  }
  const bool button = declared && declared->type == "button";
  // An empty value keeps its blank: some engines look for " value ".
  send("setoption name " + name + (button ? "" : " value " + value));
  std::string complaint;
  wait_until_ready([&](const std::string& line) {
    if (complaint.empty() && is_option_error(line)) complaint = "it answers '" + shown(line) + "'";
    return true;
  });
  if (declared && complaint.empty()) return;
  std::string why = complaint;
  if (!declared) {
    const auto nearest = wire::nearest_word(name, wire::names(declared_.options, &DeclaredOption::name));
    why = "the engine does not have this option" + (nearest ? "; did you mean " + wire::quoted(*nearest) + "?" : "") +
          (complaint.empty() ? "" : (nearest ? " " : "; ") + complaint);
  }
  option_faults_.push_back({option, declared != nullptr, why});
}

void EnginePlayer::set_options() {
  option_faults_.clear();
  for (const auto& option : spec_.options) {
    set_option(option);
    // A file of variants adds to the declared variants, so ask again with `uci`.
    if (wire::same_word(option.name, "VariantPath")) handshake();
  }
  if (spec_.ponder && declared_.option("Ponder")) send("setoption name Ponder value true");
}

void EnginePlayer::launch() {
  kill();
  ++starts_;
  if (spec_.remote.address.empty()) {
    errors_ = std::make_unique<StandardError>(spec_.errors);
    const CoreAffinity affinity(spec_.cores);
    auto child = std::make_unique<connection::ChildProcess>(command_in_directory(spec_), errors_->descriptor());
    process_ = child->pid();
    channel_ = std::move(child);
  } else {
    channel_ = connection::reach(spec_.remote, within(timeouts_.start));
  }
  channel_->limit_lines(max_engine_line);
  for (const auto& line : spec_.first_lines) send(line);
  handshake();
  set_options();
  wait_until_ready();
}

void EnginePlayer::start_new_game(const Start& start) {
  const auto format = find_position_format(declared_, game_, start);
  if (!format)
    throw ConnectionError("it cannot play " + game_ + (start.fen.empty() ? "" : " from " + start.fen) +
                          ": its UCI_Variant does not list the game");
  format_ = *format;
  if (!format_.variant.empty() && format_.variant != variant_) {
    send("setoption name UCI_Variant value " + format_.variant);
    variant_ = format_.variant;
  }
  send_draw_rule();
  send("ucinewgame");
  wait_until_ready();
}

void EnginePlayer::send_draw_rule() {
  const auto is_set = [](const auto& option) { return wire::same_word(option.name, draw_option); };
  if (!declared_.option(draw_option) || std::any_of(spec_.options.begin(), spec_.options.end(), is_set)) return;
  send("setoption name " + std::string(draw_option) + " value " + std::to_string(spec_.quiet_plies));
}

std::optional<std::string> EnginePlayer::prepare(const Start& start) {
  if (spec_.restart) quit();
  // A process that died since its last game is restarted once.
  while (true) {
    const bool fresh = !channel_;
    try {
      if (fresh) launch();
      if (!fresh && errors_) errors_->begin_game();
      end_pondering();
      start_new_game(start);
      return std::nullopt;
    } catch (const ConnectionError& error) {
      const auto ended = exit_status();
      kill();
      if (!fresh) continue;
      std::string fault = error.what() + (ended.empty() ? "" : " (" + ended + ")");
      for (const auto& line : errors()) fault += "\n  its standard error: " + line;
      return fault;
    }
  }
}

void EnginePlayer::end_pondering() {
  if (pondering_.empty()) return;
  pondering_.clear();
  send("stop");
  const auto deadline = within(timeouts_.start);
  while (Clock::now() < deadline) {
    const auto line = receive(deadline);
    if (!line) break;
    if (line->starts_with("bestmove")) return;
  }
  throw ConnectionError("it did not stop pondering");
}

/// Repeats the request with the same time after a reconnect.
SearchResult EnginePlayer::think(const MoveRequest& request) {
  connection::Retry retry(spec_.reconnect);
  while (true) {
    auto found = search_once(request);
    if (found.answer != Answer::gone || !reconnect(request.start, retry)) return found;
  }
}

bool EnginePlayer::reconnect(const Start& start, connection::Retry& retry) {
  while (const auto pause = retry.next()) {
    sleep_unless_stopped(*pause, stop_);
    if (!prepare(start)) return true;
  }
  return false;
}

SearchResult EnginePlayer::search_once(const MoveRequest& request) {
  SearchResult found;
  found.started_at = Clock::now();
  if (!channel_) return failed(std::move(found));
  const auto wait = request.allowance ? *request.allowance + timeouts_.grace : Microseconds(timeouts_.move);
  const auto position = position_command(format_, request.start, request.moves);
  const bool predicted = !pondering_.empty() && pondering_.front() == position;
  try {
    if (predicted) {
      found.asked = std::exchange(pondering_, {});
      found.asked.emplace_back("ponderhit");
    } else {
      end_pondering();
      // isready after the position: older output is read before the clock starts.
      found.asked = {position};
      send(position, within(timeouts_.start));
      const auto before = Clock::now();
      wait_until_ready();
      found.ready_after = since(before);
      found.asked.push_back(go_command(request, spec_.time_control, false));
    }
    found.started_at = Clock::now();
    send_or_throw(found.asked.back(), found.started_at + wait);
  } catch (const ConnectionError& error) {
    found.line = error.what();
    return failed(std::move(found));
  }
  if (!predicted) found.started_at = Clock::now();
  const auto deadline = found.started_at + wait;
  return read_move(std::move(found), deadline);
}

SearchResult EnginePlayer::read_move(SearchResult found, Deadline deadline) {
  std::string refusal;  // why crownd has no move
  while (Clock::now() < deadline) {
    const auto line = receive(deadline);
    if (!line) break;
    const auto time = since(found.started_at);
    read_info(*line, found);
    found.line = shown(*line);
    if (line->starts_with("info string error ")) refusal = found.line + "; ";
    if (!line->starts_with("bestmove")) continue;
    read_best_move(*line, found);
    found.time = time;
    found.line = refusal + found.line;
    if (traffic_) traffic_->flush();
    return found;
  }
  return failed(std::move(found));
}

SearchResult EnginePlayer::failed(SearchResult found) {
  found.time = since(found.started_at);
  const auto health = channel_ ? channel_->health() : connection::Health::ended;
  found.answer = Answer::silent;
  if (health == connection::Health::garbled) {
    found.answer = Answer::garbled;
    found.line = health_text("");
  } else if (health == connection::Health::ended) {
    found.answer = Answer::gone;
    if (const auto status = exit_status(); !status.empty())
      found.line += (found.line.empty() ? "(" : " (") + status + ")";
  }
  kill();
  return found;
}

void EnginePlayer::ponder(const MoveRequest& request) {
  if (!channel_ || !spec_.ponder) return;
  pondering_ = {position_command(format_, request.start, request.moves), go_command(request, spec_.time_control, true)};
  for (const auto& line : pondering_) send(line);
}

void EnginePlayer::kill() {
  // Engines lead a process group of their own, so this also kills what they started.
  if (process_ > 0) ::kill(-process_, SIGKILL);
  channel_.reset();
  process_ = 0;
  variant_.clear();
  pondering_.clear();
}

}  // namespace crownd::match
