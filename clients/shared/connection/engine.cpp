#include "connection/engine.hpp"

#include "wire/words.hpp"

#include <algorithm>
#include <type_traits>

namespace crownd::connection {

namespace {

/// How often the callbacks of a running search are called.
constexpr std::chrono::milliseconds watch_interval{50};
/// A command that loses so many connections probably causes the losses.
constexpr int max_losses = 5;

constexpr std::string_view reason_end = ": ";
constexpr std::string_view board_word = "board ";
constexpr std::string_view readyok = "readyok";

/// The message text after the reason word.
std::string sentence_of(const wire::Error& error) {
  const auto end = error.message.find(reason_end);
  if (error.code != "illegal-move" || end == std::string::npos) return error.message;
  return error.message.substr(end + reason_end.size());
}

std::string option_command(const std::string& name, const std::string& value) {
  return "setoption name " + name + " value " + value;
}

}  // namespace

Refused::Refused(const wire::Error& error) : std::runtime_error(sentence_of(error)), code_(error.code) {
  if (code_ == "illegal-move") reason_ = error.message.substr(0, error.message.find(reason_end));
}

void Engine::send(std::string_view command) {
  if (!link_.channel().send(command)) throw EngineGone("the engine is gone");
}

Clock::duration Engine::timeout() const {
  const auto deadline = link_.deadline();
  return deadline ? std::min<Clock::duration>(timeout_, time_until(*deadline) / 2) : timeout_;
}

std::string Engine::receive(Wait& wait) {
  while (true) {
    if (Clock::now() >= wait.next_check) {
      check_();
      wait.next_check = within(watch_interval);
    }
    if (auto line = receive_soon(wait)) return *std::move(line);
  }
}

std::optional<std::string> Engine::receive_soon(Wait& wait) {
  if (Clock::now() >= wait.deadline) {
    if (wait.asked) throw EngineGone("the engine does not answer");
    send("isready");
    ++pending_readyok_;
    wait.asked = true;
    wait.deadline = within(timeout());
  }
  auto line = link_.channel().receive(std::min(wait.deadline, within(watch_interval)));
  if (line == readyok && pending_readyok_ > 0) {
    --pending_readyok_;
    link_.confirm();
    wait = begin_wait();
    return std::nullopt;
  }
  if (line && (wait.bytes += line->size() + 1) > max_bytes) throw EngineGone("the engine sends an endless answer");
  if (line) return wire::printable(*line);
  switch (link_.channel().health()) {
    case Health::open: break;
    case Health::ended: throw EngineGone("the engine is gone");
    case Health::garbled: throw EngineGone("the engine sends an endless line");
  }
  return std::nullopt;
}

void Engine::ask(std::string_view command, const std::function<bool(const std::string&)>& is_last) {
  send(command);
  auto wait = begin_wait();
  while (true) {
    const auto line = receive(wait);
    if (const auto error = wire::read_error(line)) throw Refused(*error);
    if (is_last(line)) return;
  }
}

template <class Converse>
auto Engine::with_reconnect(Converse converse) {
  for (int losses = 1;; ++losses) {
    try {
      if constexpr (std::is_void_v<decltype(converse())>) {
        converse();
        return link_.confirm();
      } else {
        auto answer = converse();
        link_.confirm();
        return answer;
      }
    } catch (const Refused&) {
      link_.confirm();
      throw;
    } catch (const EngineGone&) {
      if (losses == max_losses || !restore()) throw;
    }
  }
}

bool Engine::restore() {
  while (link_.reconnect()) {
    pending_readyok_ = 0;
    try {
      for (const auto& [name, value] : options_) command(option_command(name, value));
      if (!position_.empty()) command(position_);
      for (const auto& move : moves_)
        ask("move " + move, [](const std::string& line) { return wire::read_moved(line).has_value(); });
      return true;
    } catch (const EngineGone&) {
      continue;
    }
  }
  return false;
}

template <class Answer>
Answer Engine::collect(std::string_view command, bool (*read)(Answer& answer, const std::string& line)) {
  return with_reconnect([&] {
    Answer answer{};
    ask(command, [&](const std::string& line) { return read(answer, line); });
    return answer;
  });
}

template <class Answer>
Answer Engine::ask_for(std::string_view command, std::optional<Answer> (*read)(std::string_view)) {
  return with_reconnect([&] {
    std::optional<Answer> answer;
    ask(command, [&](const std::string& line) { return (answer = read(line)).has_value(); });
    return *std::move(answer);
  });
}

void Engine::command(const std::string& line) {
  std::optional<Refused> refused;
  send(line);
  try {
    send("isready");
    auto wait = begin_wait();
    for (auto answer = receive(wait); answer != readyok; answer = receive(wait)) {
      const auto error = wire::read_error(answer);
      if (error && refused) throw Refused(*error);  // `isready` is refused too
      if (error) refused.emplace(*error);
    }
  } catch (const EngineGone&) {
    if (!refused) throw;  // else the engine has said why it left
  }
  if (refused) throw Refused(*refused);
}

void Engine::ready() {
  with_reconnect([&] { ask("isready", [](const std::string& line) { return line == readyok; }); });
}

void Engine::set_option(const std::string& name, const std::string& value) {
  with_reconnect([&] { command(option_command(name, value)); });
  options_[name] = value;
}

void Engine::new_game() {
  with_reconnect([&] { command("ucinewgame"); });
}

void Engine::set_position(std::string_view game, std::string_view start) {
  const auto line = "position " + std::string(game) + " " + std::string(start);
  with_reconnect([&] { command(line); });
  position_ = line;
  moves_.clear();
}

wire::Moved Engine::move(const std::string& moves) {
  auto moved = ask_for("move " + moves, wire::read_moved);
  moves_.insert(moves_.end(), moved.moves.begin(), moved.moves.end());
  return moved;
}

wire::Status Engine::undo(int count) {
  const auto status = ask_for("undo " + std::to_string(count), wire::read_undone).status;
  moves_.resize(moves_.size() - std::min(moves_.size(), static_cast<std::size_t>(count)));
  return status;
}

wire::Status Engine::status() { return ask_for("status", wire::read_status); }

std::vector<std::pair<std::string, std::string>> Engine::games() {
  using Games = std::vector<std::pair<std::string, std::string>>;
  return collect<Games>("games", [](Games& games, const std::string& line) {
    wire::Words words(line);
    if (words.take_if("game")) {
      std::string name(words.take());
      games.emplace_back(std::move(name), words.take_rest());
    }
    return line == "gamesok";
  });
}

wire::Squares Engine::squares() {
  auto squares = collect<wire::SquaresReader>("squares", [](wire::SquaresReader& reader, const std::string& line) {
                   return reader.read(line);
                 }).result();
  if (!squares) throw EngineGone("the engine draws no board");
  return *std::move(squares);
}

std::vector<wire::Route> Engine::routes() {
  using Routes = std::vector<wire::Route>;
  return collect<Routes>("legalmoves squares", [](Routes& routes, const std::string& line) {
    if (auto route = wire::read_route(line)) routes.push_back(*std::move(route));
    return wire::read_legal_moves(line).has_value();
  });
}

std::vector<std::string> Engine::legal_moves() { return ask_for("legalmoves", wire::read_legal_moves); }

std::string Engine::position() { return ask_for("fen", wire::read_fen).text; }

std::string Engine::standard_position() { return ask_for("fen standard", wire::read_fen).text; }

std::vector<std::string> Engine::picture() {
  using Rows = std::vector<std::string>;
  return collect<Rows>("d", [](Rows& rows, const std::string& line) {
    if (line.starts_with(board_word)) rows.push_back(line.substr(board_word.size()));
    return wire::read_status(line).has_value();
  });
}

Engine::Evaluation Engine::evaluate() {
  return collect<Evaluation>("eval", [](Evaluation& evaluation, const std::string& line) {
    wire::Words words(line);
    if (!words.take_if("eval")) {
      if (words.take_if("info") && words.take_if("string")) evaluation.terms.emplace_back(words.take_rest());
      return false;
    }
    // The rest is in the form of an `info score`.
    if (const auto info = wire::read_info("info score " + std::string(words.take_rest())))
      evaluation.score = info->score.value_or(wire::Score());
    return true;
  });
}

Engine::Probe Engine::probe() {
  return collect<Probe>("probe", [](Probe& probe, const std::string& line) {
    if (auto value = wire::read_value(line)) probe.moves.push_back(*std::move(value));
    const auto position = wire::read_probe(line);
    if (position) probe.position = *position;
    return position.has_value();
  });
}

Engine::Explanation Engine::why(const std::string& move, std::optional<std::int64_t> nodes) {
  const auto command = "why " + move + (nodes ? " nodes " + std::to_string(*nodes) : "");
  return collect<Explanation>(command, [](Explanation& explanation, const std::string& line) {
    if (auto reason = wire::read_move_reason(line)) explanation.reasons.push_back(*std::move(reason));
    const auto verdict = wire::read_move_verdict(line);
    if (verdict) explanation.verdict = *verdict;
    return verdict.has_value();
  });
}

void Engine::exchange(std::string_view commands, const std::function<bool(const std::string&)>& is_last) {
  if (!link_.channel().send_bytes(commands, within(timeout_))) throw EngineGone("the engine is gone");
  auto wait = begin_wait();
  while (!is_last(receive(wait))) {
  }
}

wire::BestMove Engine::go(std::string_view limits, const Watch& watch) {
  return with_reconnect([&] { return search(limits, watch); });
}

wire::BestMove Engine::search(std::string_view limits, const Watch& watch) {
  send("go " + std::string(limits));
  auto wait = begin_wait();
  std::optional<Deadline> end;  // of a search that was stopped
  while (true) {
    if (end) {
      check_();
    } else if (watch.wants_stop()) {
      send("stop");
      end = within(2 * timeout());
    }
    if (end && Clock::now() >= *end) throw EngineGone("the engine does not stop its search");
    const auto line = receive_soon(wait);
    if (!line) continue;
    if (const auto error = wire::read_error(*line)) throw Refused(*error);
    if (const auto info = wire::read_info(*line)) watch.on_info(*info);
    if (auto best = wire::read_best_move(*line)) return *std::move(best);
  }
}

}  // namespace crownd::connection
