#include "match/game/referee.hpp"

#include "wire/nearest.hpp"
#include "wire/reply_reader.hpp"
#include "wire/words.hpp"

#include <algorithm>

namespace crownd::match {

namespace {

using namespace std::chrono_literals;

/// The referee answers in microseconds, and its benchmark in seconds; beyond this it counts as hung.
constexpr auto patience = 60s;
/// Between two looks at the flag that stops the match.
constexpr auto look_interval = 100ms;

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const auto& each : words) text += ' ' + each;
  return text;
}

connection::ChildProcess start(const std::vector<std::string>& command) {
  try {
    return connection::ChildProcess(command, connection::Errors::discarded);
  } catch (const connection::ConnectionError& error) {
    throw RefereeError("the referee cannot be started: " + std::string(error.what()));
  }
}

}  // namespace

Referee::Referee(const std::vector<std::string>& command, std::string game, const StopFlag* stop)
    : process_(start(command)), stop_(stop), game_(std::move(game)) {
  const auto known = games();
  if (std::find(known.begin(), known.end(), game_) == known.end())
    throw RefereeError(wire::no_such("game", game_, known));
  (void)set_position("startpos");
  side_names_ = info().sides;
}

std::vector<std::string> Referee::games() {
  ask("games");
  std::vector<std::string> names;
  while (true) {
    const auto line = answer();
    wire::Words words(line);
    const auto first = words.take();
    if (first == "gamesok") return names;
    if (first == "game") names.emplace_back(words.take());
  }
}

void Referee::ask(std::string_view line) {
  deadline_ = connection::within(patience);
  if (!process_.send(line)) throw RefereeError("the referee does not read, or has ended");
}

std::string Referee::answer() {
  while (process_.health() == connection::Health::open && connection::Clock::now() < deadline_) {
    if (stop_ != nullptr && *stop_) throw Stopped{};
    if (auto line = process_.receive(std::min(deadline_, connection::within(look_interval))))
      return wire::printable(*line);
  }
  throw RefereeError(process_.health() == connection::Health::open ? "the referee does not answer"
                                                                   : "the referee has ended");
}

std::variant<wire::Status, Refusal> Referee::set_position(std::string_view start,
                                                          const std::vector<std::string>& moves) {
  std::string line = "position " + game_ + ' ' + std::string(start);
  if (!moves.empty()) line += " moves" + joined(moves);
  ask(line);
  ask("status");
  std::optional<Refusal> refusal;
  while (true) {
    const auto text = answer();
    if (const auto error = wire::read_error(text)) refusal = Refusal{error->code, error->message};
    if (const auto status = wire::read_status(text)) {
      if (refusal) return *refusal;
      return *status;
    }
  }
}

std::variant<Played, Refusal> Referee::play(std::string_view text) {
  ask("move " + std::string(text));
  while (true) {
    const auto line = answer();
    if (const auto error = wire::read_error(line)) return Refusal{error->code, error->message};
    if (const auto moved = wire::read_moved(line)) return Played{moved->moves.front(), moved->status};
  }
}

void Referee::exchange(std::string_view commands, const std::function<bool(const std::string&)>& is_last) {
  deadline_ = connection::within(patience);
  if (!process_.send_bytes(commands, deadline_)) throw RefereeError("the referee does not read, or has ended");
  while (!is_last(answer())) continue;
}

std::vector<std::string> Referee::legal_moves() {
  ask("legalmoves");
  while (true)
    if (auto moves = wire::read_legal_moves(answer())) return *moves;
}

std::string Referee::position() {
  ask("fen");
  while (true)
    if (const auto fen = wire::read_fen(answer())) return fen->text;
}

std::optional<std::string> Referee::standard_position() {
  ask("fen standard");
  while (true) {
    const auto line = answer();
    if (wire::read_error(line)) return std::nullopt;
    if (const auto fen = wire::read_fen(line)) return fen->text;
  }
}

board::GameInfo Referee::info() {
  ask("squares");
  wire::SquaresReader reader;
  while (!reader.read(answer())) continue;
  const auto squares = reader.result();
  if (!squares) throw RefereeError("the referee draws no board of '" + game_ + "'");
  return board::game_info(*squares);
}

board::GameInfo::Notation Referee::notation() { return info().notation; }

std::vector<wire::BookMove> Referee::book_moves() {
  ask("book");
  const auto line = answer();
  const auto count = wire::read_book(line);
  if (!count) throw RefereeError("the referee knows no books: '" + line + "'");
  std::vector<wire::BookMove> moves;
  while (moves.size() < *count) {
    const auto next = answer();
    auto move = wire::read_book_move(next);
    if (!move) throw RefereeError("the referee answers '" + next + "' to book");
    moves.push_back(*std::move(move));
  }
  return moves;
}

std::optional<int> Referee::exact_value() {
  ask("go depth 1");
  std::optional<wire::Info> last;
  while (true) {
    const auto line = answer();
    if (const auto info = wire::read_info(line); info && info->score && info->score->bound == wire::Bound::exact)
      last = info;
    if (!wire::read_best_move(line)) continue;
    if (!last) return std::nullopt;
    // A mate score is a proof. A draw is known if every position that was searched was in a table.
    if (last->score->mate) return last->score->value > 0 ? 1 : -1;
    const bool known = last->tbhits.value_or(0) > 0 && last->tbhits == last->nodes;
    return known && last->score->value == 0 ? std::optional(0) : std::nullopt;
  }
}

double Referee::speed() {
  ask("bench");
  while (true) {
    const auto line = answer();
    wire::Words words(line);
    if (words.take() != "bench") continue;
    while (!words.empty())
      if (words.take() == "nps") return static_cast<double>(wire::read_number(words.take()).value_or(0));
  }
}

}  // namespace crownd::match
