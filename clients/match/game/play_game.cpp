#include "match/game/play_game.hpp"

#include "board/game_info.hpp"
#include "match/game/pv_check.hpp"
#include "match/game/shown.hpp"
#include "notation/san.hpp"

#include <algorithm>
#include <ctime>

namespace crownd::match {

namespace {

std::string in_milliseconds(Microseconds time) {
  return std::to_string(std::chrono::ceil<Milliseconds>(time).count()) + " ms";
}

/// One game while it is played.
class Game {
 public:
  Game(Referee& referee, const std::array<Seat, 2>& seats, const Opening& opening, const AdjudicationRules& rules,
       HoldUps* hold_ups, LiveGames::Place* live)
      : referee_(referee),
        seats_(seats),
        rules_(rules),
        hold_ups_(hold_ups),
        live_(live),
        timers_{GameTimer(seats[0].limits), GameTimer(seats[1].limits)} {
    record_.began = static_cast<std::int64_t>(std::time(nullptr));
    set_up(opening);
    if (live_) live_->begin(record_, side());
  }

  GameRecord play() {
    auto ending = seat_players();
    while (!ending) {
      ending = judge();
      if (!ending) ending = play_move();
    }
    record_.ending = *ending;
    record_.ending.position = referee_.position();
    record_.ending.fen = referee_.standard_position().value_or("");
    if (is_failure(ending->verdict)) describe_failure();
    return std::move(record_);
  }

 private:
  /// Adds what is needed to reproduce the failure.
  void describe_failure() {
    auto& ending = record_.ending;
    ending.asked = asked_;
    if (ending.winner) ending.errors = seats_[static_cast<std::size_t>(1 - *ending.winner)].player.errors();
  }

  void set_up(const Opening& opening) {
    opening_start_ = opening.start;
    take_status(referee_.set_position(opening.start), opening.start);
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

  void take_status(const std::variant<wire::Status, Refusal>& answer, const std::string& what) {
    if (const auto* refusal = std::get_if<Refusal>(&answer))
      throw RefereeError("the opening '" + what + "': " + refusal->message);
    status_ = std::get<wire::Status>(answer);
  }

  [[nodiscard]] int side() const { return referee_.side_of(status_.side); }

  /// Plays a move and records it; or returns why it cannot be played. Games may accept more than legal moves, such as
  /// the forfeited turns of stupid checkers: openings may contain those, players have only the legal moves.
  std::optional<Refusal> make(const std::string& text, MoveRecord played) {
    std::string fen;
    std::vector<std::string> legal;
    if (pgn_) fen = referee_.standard_position().value_or("");
    if (pgn_ || !played.book) legal = referee_.legal_moves();
    const auto answer = referee_.play(text);
    if (const auto* refusal = std::get_if<Refusal>(&answer)) return *refusal;
    const auto& [move, status] = std::get<Played>(answer);
    if (!played.book && std::find(legal.begin(), legal.end(), move) == legal.end()) {
      (void)referee_.set_position(start_.text, moves_);
      return Refusal{"illegal-move", "it is not among the legal moves"};
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

  std::optional<Ending> seat_players() {
    for (const int number : {0, 1}) {
      const auto fault = seats_[static_cast<std::size_t>(number)].player.prepare(start_);
      if (fault) return Ending{Verdict::no_start, 1 - number, *fault, "", ""};
    }
    return std::nullopt;
  }

  std::optional<Ending> judge() {
    if (status_.outcome == wire::Outcome::win)
      return Ending{Verdict::of_rules(status_.reason), referee_.side_of(status_.side), "", "", ""};
    if (status_.outcome == wire::Outcome::draw)
      return Ending{Verdict::of_rules(status_.reason), std::nullopt, "", "", ""};
    if (auto ending = adjudicate(rules_, record_.moves, status_, side())) return ending;
    if (!rules_.exact) return std::nullopt;
    const auto value = referee_.exact_value();
    if (!value) return std::nullopt;
    auto winner = *value == 0 ? std::nullopt : std::optional(*value > 0 ? side() : 1 - side());
    return Ending{Verdict::exact_adjudication, winner, "the referee knows the result of the position", "", ""};
  }

  Question question(int mover, const std::vector<std::string>& moves) const {
    const auto& timer = timers_[static_cast<std::size_t>(mover)];
    Question result{start_, moves};
    for (const std::size_t each : {0U, 1U}) {
      result.clocks[each] = timers_[each].left();
      result.increments[each] = seats_[each].limits.increment;
    }
    result.moves_to_go = timer.moves_to_go();
    result.allowance = timer.allowance();
    return result;
  }

  std::optional<Ending> play_move() {
    const int mover = side();
    const auto index = static_cast<std::size_t>(mover);
    const auto asked = question(mover, moves_);
    if (live_) live_->thinks(mover, asked.clocks);
    const auto thought = seats_[index].player.think(asked);
    asked_ = thought.asked;
    if (seats_[index].check_pv) check_pv(mover, thought);
    if (thought.answer == Answer::silent && asked.allowance && thought.time > *asked.allowance)
      return late(Verdict::stall, thought, thought.time - *asked.allowance, 1 - mover);
    if (auto ending = failure(thought, 1 - mover)) return ending;

    const auto excess = timers_[index].excess(thought.time);
    const auto over = timers_[index].spend(thought.time);
    if (over.count() > 0) return late(Verdict::time_loss, thought, over, 1 - mover);
    MoveRecord played;
    played.score = thought.info.score;
    played.depth = thought.info.depth;
    played.nodes = thought.info.nodes;
    played.seldepth = thought.info.seldepth;
    played.nps = thought.info.nps;
    played.hashfull = thought.info.hashfull;
    played.pv = thought.info.pv;
    if (thought.info.time) played.reported_time = Milliseconds(*thought.info.time);
    played.ready_after = thought.ready_after;
    played.left = timers_[index].left();
    played.time = thought.time;
    played.late = excess;
    if (const auto refusal = make(thought.move, played)) {
      if (refusal->code == "limit") return Ending{Verdict::max_plies, std::nullopt, refusal->message, "", ""};
      const bool unreadable = refusal->message.starts_with("unreadable") || refusal->code != "illegal-move";
      return Ending{unreadable ? Verdict::malformed_move : Verdict::illegal_move, 1 - mover,
                    shown(thought.move) + ": " + shown(refusal->message), "", thought.line};
    }
    if (live_) live_->moved(mover, record_.moves.back());
    if (seats_[index].ponder && thought.ponder && status_.outcome == wire::Outcome::ongoing)
      ponder(mover, *thought.ponder);
    return std::nullopt;
  }

  /// A move, or none, that came this much too late: not the engine's fault if the runner was held up for as long.
  Ending late(const Verdict& verdict, const Thought& thought, Microseconds over, int winner) const {
    const auto detail = verdict == Verdict::stall ? "no answer after " + in_milliseconds(thought.time)
                                                  : in_milliseconds(over) + " over the limit";
    const auto held_up =
        hold_ups_ ? hold_ups_->during(thought.asked_at, thought.asked_at + thought.time) : Microseconds{0};
    if (held_up >= over) throw Unjudged(detail + ", while the runner was held up for " + in_milliseconds(held_up));
    return {verdict, winner, detail, "", thought.line};
  }

  /// No clock runs during this.
  void check_pv(int mover, const Thought& thought) {
    const auto index = static_cast<std::size_t>(mover);
    for (const auto& [fault, text] : check_pvs(referee_, opening_start_, moves_, thought)) {
      ++record_.pv_faults[index][static_cast<std::size_t>(fault)];
      auto& example = record_.pv_examples[index];
      if (!example.empty()) continue;
      example = text;
      for (const auto& line : thought.asked) example += "\n  " + line;
    }
  }

  /// How the game ends if there is no valid answer.
  static std::optional<Ending> failure(const Thought& thought, int winner) {
    const auto after = " after " + in_milliseconds(thought.time);
    switch (thought.answer) {
      case Answer::move: return std::nullopt;
      case Answer::no_move:
        return Ending{Verdict::no_move, winner, "it says that it has no move, and there are some", "", thought.line};
      case Answer::malformed:
        return Ending{Verdict::malformed_move, winner, "the answer names no move", "", thought.line};
      case Answer::gone: return Ending{Verdict::disconnect, winner, "the engine ended" + after, "", thought.line};
      case Answer::garbled: return Ending{Verdict::stall, winner, thought.line, "", ""};
      case Answer::silent: return Ending{Verdict::stall, winner, "no answer" + after, "", thought.line};
    }
    return std::nullopt;
  }

  /// Starts pondering on the expected move, if that is legal.
  void ponder(int mover, const std::string& expected) {
    const auto legal = referee_.legal_moves();
    if (std::find(legal.begin(), legal.end(), expected) == legal.end()) return;
    auto moves = moves_;
    moves.push_back(expected);
    seats_[static_cast<std::size_t>(mover)].player.ponder(question(mover, moves));
  }

  Referee& referee_;
  const std::array<Seat, 2>& seats_;
  const AdjudicationRules& rules_;
  HoldUps* hold_ups_;
  LiveGames::Place* live_;
  std::array<GameTimer, 2> timers_;
  GameRecord record_{};
  Start start_;
  std::string opening_start_;  ///< as in the opening
  std::vector<std::string> moves_;
  std::vector<std::string> asked_;  ///< the lines sent for the last move
  wire::Status status_;
  bool pgn_ = false;
};

}  // namespace

GameRecord play_game(Referee& referee, const std::array<Seat, 2>& seats, const Opening& opening,
                     const AdjudicationRules& rules, HoldUps* hold_ups, LiveGames::Place* live) {
  return Game(referee, seats, opening, rules, hold_ups, live).play();
}

}  // namespace crownd::match
