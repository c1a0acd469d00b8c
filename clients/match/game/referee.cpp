#include "match/game/referee.hpp"

#include <algorithm>

namespace crownd::match {

namespace {

connection::Link start(const std::vector<std::string>& command) {
  try {
    return {command, connection::Errors::discarded};
  } catch (const connection::ConnectionError& error) {
    throw RefereeError("the referee cannot be started: " + std::string(error.what()));
  }
}

/// Sends a command and passes the lines of the answer to `read` until it returns a value, the answer.
template <class Read>
auto ask(Referee& referee, const std::string& command, const Read& read) {
  decltype(read(command)) answer;
  referee.exchange(command + '\n', [&](const std::string& line) { return (answer = read(line)).has_value(); });
  return *std::move(answer);
}

}  // namespace

template <class Function>
auto Referee::call(Function function) {
  check_stop();
  try {
    return function();
  } catch (const connection::EngineGone& error) {
    throw RefereeError("the referee failed: " + std::string(error.what()));
  }
}

Referee::Referee(const std::vector<std::string>& command, std::string game, const StopFlag* stop)
    : link_(start(command)), stop_(stop), game_(std::move(game)) {
  engine_.while_waiting([this] { check_stop(); });
  std::vector<std::string> known;
  for (const auto& [name, title] : call([this] { return engine_.games(); })) known.push_back(name);
  if (std::find(known.begin(), known.end(), game_) == known.end())
    throw UnknownGame(wire::no_such("game", game_, known));
  (void)set_position("startpos");
  side_names_ = info().sides;
}

void Referee::check_stop() const {
  if (stop_ != nullptr && *stop_) throw Stopped{};
}

void Referee::exchange(std::string_view commands, const std::function<bool(const std::string&)>& is_last) {
  call([&] {
    engine_.exchange(commands, [&](const std::string& line) {
      check_stop();
      return is_last(line);
    });
  });
}

std::variant<wire::Status, wire::Error> Referee::set_position(std::string_view start,
                                                              const std::vector<std::string>& moves) {
  auto command = "position " + game_ + ' ' + std::string(start);
  if (!moves.empty()) command += " moves";
  for (const auto& move : moves) command += ' ' + move;
  std::optional<wire::Error> refusal;
  const auto status = ask(*this, command + "\nstatus", [&](const std::string& line) {
    if (auto error = wire::read_error(line)) refusal = *std::move(error);
    return wire::read_status(line);
  });
  if (refusal) return *refusal;
  return status;
}

std::variant<wire::Moved, wire::Error> Referee::play(std::string_view text) {
  using Result = std::variant<wire::Moved, wire::Error>;
  return ask(*this, "move " + std::string(text), [](const std::string& line) -> std::optional<Result> {
    if (auto error = wire::read_error(line)) return *std::move(error);
    if (auto moved = wire::read_moved(line)) return *std::move(moved);
    return std::nullopt;
  });
}

std::vector<std::string> Referee::legal_moves() {
  return call([this] { return engine_.legal_moves(); });
}

std::string Referee::position() {
  return call([this] { return engine_.position(); });
}

std::optional<std::string> Referee::standard_position() {
  try {
    return call([this] { return engine_.standard_position(); });
  } catch (const connection::Refused&) {
    return std::nullopt;
  }
}

board::GameInfo Referee::info() {
  return call([this] { return board::game_info(engine_.squares()); });
}

std::vector<wire::BookMove> Referee::book_moves() {
  std::optional<std::size_t> count;
  std::vector<wire::BookMove> moves;
  exchange("book\n", [&](const std::string& line) {
    if (!count) {
      count = wire::read_book(line);
      if (!count) throw RefereeError("the referee does not support books: '" + line + "'");
    } else {
      auto move = wire::read_book_move(line);
      if (!move) throw RefereeError("the referee answers '" + line + "' to book");
      moves.push_back(*std::move(move));
    }
    return moves.size() == *count;
  });
  return moves;
}

std::optional<int> Referee::exact_value() {
  switch (call([this] { return engine_.probe(); }).position.verdict) {
    case wire::Verdict::win: return 1;
    case wire::Verdict::draw: return 0;
    case wire::Verdict::loss: return -1;
    case wire::Verdict::unknown: break;
  }
  return std::nullopt;
}

double Referee::speed() {
  return ask(*this, "bench", [](const std::string& line) -> std::optional<double> {
    wire::Words words(line);
    if (words.take() != "bench") return std::nullopt;
    (void)words.take_until("nps");
    return static_cast<double>(wire::read_number(words.take()).value_or(0));
  });
}

}  // namespace crownd::match
