#include "match/game/play_game.hpp"

#include "match/game/pv_check.hpp"
#include "notation/game.hpp"

#include <algorithm>
#include <ctime>

namespace crownd::match {

namespace {

std::string in_milliseconds(Microseconds time) {
  return std::to_string(std::chrono::ceil<Milliseconds>(time).count()) + " ms";
}

class Game {
 public:
  Game(Referee& referee, const std::array<Seat, 2>& seats, const Opening& opening, const AdjudicationRules& rules,
       SchedulingDelays* scheduling_delays, LiveGames* live, GameRecord record)
      : referee_(referee),
        seats_(seats),
        rules_(rules),
        scheduling_delays_(scheduling_delays),
        live_(live),
        timers_{GameTimer(seats[0].time_control), GameTimer(seats[1].time_control)},
        record_(std::move(record)) {
    record_.began = static_cast<std::int64_t>(std::time(nullptr));
    set_up(opening);
    change_live_game([this](LiveGame& entry) {
      entry.game = record_;
      entry.game.moves.clear();
      entry.moves = moves_;
      entry.turn = side();
    });
  }
  Game(const Game&) = delete;
  Game& operator=(const Game&) = delete;
  ~Game() {
    if (live_) live_->remove(record_.index);
  }

  GameRecord play() {
    auto ending = prepare_players();
    while (!ending) {
      ending = judge();
      if (!ending) ending = play_move();
    }
    ending->position = referee_.position();
    ending->fen = referee_.standard_position().value_or("");
    if (is_failure(ending->termination)) {
      ending->asked = asked_;
      if (ending->winner) ending->errors = seats_[static_cast<std::size_t>(1 - *ending->winner)].player.errors();
    }
    record_.ending = *std::move(ending);
    return std::move(record_);
  }

 private:
  void set_up(const Opening& opening) {
    opening_start_ = opening.start;
    const auto answer = referee_.set_position(opening.start);
    if (const auto* refusal = std::get_if<wire::Error>(&answer))
      throw RefereeError("the opening '" + opening.start + "': " + refusal->message);
    status_ = std::get<wire::Status>(answer);
    record_.start = referee_.position();
    record_.to_move = side();
    record_.start_fen = referee_.standard_position().value_or("");
    record_.notation = referee_.notation();
    pgn_ = record_.notation.form == board::GameInfo::Notation::Form::pgn;
    for (const auto& move : opening.moves) {
      MoveRecord played;
      played.book = true;
      if (const auto refusal = make(move, played))
        throw RefereeError("the opening's move " + move + ": " + refusal->message);
    }
    start_ = Start{opening.start == "startpos" ? "startpos" : record_.start, record_.start_fen};
  }

  void change_live_game(const std::function<void(LiveGame&)>& change) {
    if (live_) live_->change(record_.index, change);
  }

  [[nodiscard]] int side() const { return referee_.side_of(status_.side); }

  /// Plays and records a move, or returns why it is refused. The referee would also play several moves with commas in
  /// between. Openings may contain moves that the referee accepts but does not list as legal, such as a forfeited turn.
  std::optional<wire::Error> make(const std::string& text, MoveRecord played) {
    std::string fen;
    std::vector<std::string> legal;
    if (pgn_) fen = referee_.standard_position().value_or("");
    if (pgn_ || !played.book) legal = referee_.legal_moves();
    const auto answer = referee_.play(text);
    if (const auto* refusal = std::get_if<wire::Error>(&answer)) return *refusal;
    const auto& [played_moves, status] = std::get<wire::Moved>(answer);
    const auto& move = played_moves.front();
    const bool several = played_moves.size() > 1;
    if (several || (!played.book && std::find(legal.begin(), legal.end(), move) == legal.end())) {
      (void)referee_.set_position(start_.text, moves_);
      return wire::Error{"illegal-move",
                         several ? "unreadable: it is several moves" : "it is not among the legal moves"};
    }
    status_ = status;
    played.move = move;
    if (pgn_) {
      played.san = notation::to_san(fen, move, legal);
      if (status.reason == "checkmate")
        played.san += '#';
      else if (status.check)
        played.san += '+';
    }
    moves_.push_back(move);
    record_.moves.push_back(std::move(played));
    return std::nullopt;
  }

  std::optional<Ending> prepare_players() {
    for (const int number : {0, 1}) {
      const auto fault = seats_[static_cast<std::size_t>(number)].player.prepare(start_);
      if (fault) return Ending{Termination::no_start, 1 - number, *fault};
    }
    return std::nullopt;
  }

  std::optional<Ending> judge() {
    if (status_.outcome != wire::Outcome::ongoing) {
      const bool won = status_.outcome == wire::Outcome::win;
      return Ending{Termination(Termination::by_the_rules, status_.reason), won ? std::optional(side()) : std::nullopt};
    }
    if (auto ending = adjudicate(rules_, record_.moves, status_, side())) return ending;
    if (!rules_.exact) return std::nullopt;
    const auto value = referee_.exact_value();
    if (!value) return std::nullopt;
    auto winner = *value == 0 ? std::nullopt : std::optional(*value > 0 ? side() : 1 - side());
    return Ending{Termination::exact_adjudication, winner, "the referee knows the result of the position"};
  }

  MoveRequest request(int mover, const std::vector<std::string>& moves) const {
    const auto& timer = timers_[static_cast<std::size_t>(mover)];
    MoveRequest result{start_, moves};
    for (const std::size_t each : {0U, 1U}) {
      result.clocks[each] = timers_[each].left();
      result.increments[each] = seats_[each].time_control.increment;
    }
    result.moves_to_go = timer.moves_to_go();
    result.allowance = timer.allowance();
    return result;
  }

  std::optional<Ending> play_move() {
    const int mover = side();
    const auto index = static_cast<std::size_t>(mover);
    const auto asked = request(mover, moves_);
    change_live_game([&](LiveGame& entry) {
      entry.turn = mover;
      entry.clocks = asked.clocks;
      entry.since = std::chrono::duration_cast<Milliseconds>(std::chrono::system_clock::now().time_since_epoch());
    });
    const auto found = seats_[index].player.think(asked);
    asked_ = found.asked;
    if (seats_[index].check_pv) check_pv(mover, found);
    if (found.answer == Answer::silent && asked.allowance && found.time > *asked.allowance)
      return late(Termination::stall, found, found.time - *asked.allowance, 1 - mover);
    if (auto ending = failure(found, 1 - mover)) return ending;

    const auto excess = timers_[index].excess(found.time);
    const auto over = timers_[index].spend(found.time);
    if (over.count() > 0) return late(Termination::time_loss, found, over, 1 - mover);
    const MoveRecord played{{}, {}, found.info, found.ready_after, timers_[index].left(), found.time, excess};
    if (const auto refusal = make(found.move, played)) {
      if (refusal->code == "limit") return Ending{Termination::max_plies, std::nullopt, refusal->message};
      const bool unreadable = refusal->message.starts_with("unreadable") || refusal->code != "illegal-move";
      return Ending{unreadable ? Termination::malformed_move : Termination::illegal_move, 1 - mover,
                    shown(found.move) + ": " + shown(refusal->message), found.line};
    }
    change_live_game([&](LiveGame& entry) {
      entry.moves = moves_;
      entry.last[index] = record_.moves.back();
    });
    if (seats_[index].ponder && found.ponder && status_.outcome == wire::Outcome::ongoing) ponder(mover, *found.ponder);
    return std::nullopt;
  }

  /// A late or missing move. Throws GameVoided if the runner was delayed for as long.
  Ending late(const Termination& termination, const SearchResult& found, Microseconds over, int winner) const {
    const auto detail = termination == Termination::stall ? "no answer after " + in_milliseconds(found.time)
                                                          : in_milliseconds(over) + " over the limit";
    const auto held_up = scheduling_delays_
                             ? scheduling_delays_->during(found.started_at, found.started_at + found.time)
                             : Microseconds{0};
    if (held_up >= over) throw GameVoided(detail + ", while the runner got no CPU for " + in_milliseconds(held_up));
    return {termination, winner, detail, found.line};
  }

  void check_pv(int mover, const SearchResult& found) {
    const auto index = static_cast<std::size_t>(mover);
    for (const auto& [fault, text] : check_pvs(referee_, opening_start_, moves_, found)) {
      ++record_.pv_faults[index][static_cast<std::size_t>(fault)];
      auto& example = record_.pv_examples[index];
      if (!example.empty()) continue;
      example = text;
      for (const auto& line : found.asked) example += "\n  " + line;
    }
  }

  /// The ending if there is no valid answer.
  static std::optional<Ending> failure(const SearchResult& found, int winner) {
    const auto lost = [&](Termination::Kind termination, const std::string& why) {
      return Ending{termination, winner, why, found.line};
    };
    const auto after = " after " + in_milliseconds(found.time);
    switch (found.answer) {
      case Answer::move: break;
      case Answer::no_move: return lost(Termination::no_move, "it reports no move although there are legal moves");
      case Answer::malformed: return lost(Termination::malformed_move, "the answer has no move");
      case Answer::gone: return lost(Termination::disconnect, "the engine exited" + after);
      case Answer::garbled: return Ending{Termination::stall, winner, found.line};
      case Answer::silent: return lost(Termination::stall, "no answer" + after);
    }
    return std::nullopt;
  }

  /// Starts pondering on the expected move, if that is legal.
  void ponder(int mover, const std::string& expected) {
    const auto legal = referee_.legal_moves();
    if (std::find(legal.begin(), legal.end(), expected) == legal.end()) return;
    auto moves = moves_;
    moves.push_back(expected);
    seats_[static_cast<std::size_t>(mover)].player.ponder(request(mover, moves));
  }

  Referee& referee_;
  const std::array<Seat, 2>& seats_;
  const AdjudicationRules& rules_;
  SchedulingDelays* scheduling_delays_;
  LiveGames* live_;
  std::array<GameTimer, 2> timers_;
  GameRecord record_;
  Start start_;
  std::string opening_start_;  ///< as in the opening
  std::vector<std::string> moves_;
  std::vector<std::string> asked_;  ///< the lines sent for the last move
  wire::Status status_;
  bool pgn_ = false;
};

}  // namespace

GameRecord play_game(Referee& referee, const std::array<Seat, 2>& seats, const Opening& opening,
                     const AdjudicationRules& rules, SchedulingDelays* scheduling_delays, LiveGames* live,
                     GameRecord record) {
  return Game(referee, seats, opening, rules, scheduling_delays, live, std::move(record)).play();
}

}  // namespace crownd::match
