#include "match/game/play_game.hpp"

#include "notation/game.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>

namespace crownd::match {

namespace {

/// For comparison with a limit in centipawns; a mate score is beyond every limit.
int centipawns(const wire::Score& score) {
  constexpr int beyond = 1'000'000;
  if (!score.mate) return score.value;
  return score.value > 0 ? beyond : -beyond;
}

/// Counts consecutive scores that meet a condition, backwards from the last move to the opening. The condition gets a
/// move and its distance in plies, and returns nothing for a move that is skipped.
template <class Condition>
int run_length(const std::vector<MoveRecord>& moves, Condition condition) {
  int length = 0;
  int back = 0;
  for (auto move = moves.rbegin(); move != moves.rend() && !move->book; ++move, ++back) {
    const std::optional<bool> counts = condition(*move, back);
    if (counts == false) break;
    length += counts ? 1 : 0;
  }
  return length;
}

std::optional<Ending> draw_by_score(const AdjudicationRules& rules, const std::vector<MoveRecord>& moves) {
  if (rules.draw_plies == 0 || static_cast<int>(moves.size()) < rules.draw_from) return std::nullopt;
  const int length = run_length(moves, [&](const MoveRecord& move, int) {
    return move.info.score && std::abs(centipawns(*move.info.score)) <= rules.draw_score;
  });
  if (length < rules.draw_plies) return std::nullopt;
  return Ending{Verdict::score_adjudication_draw, std::nullopt,
                fmt::format("{} scores in a row within {} centipawns", length, rules.draw_score)};
}

std::optional<Ending> win_by_score(const AdjudicationRules& rules, const std::vector<MoveRecord>& moves, int side) {
  for (const int winner : {0, 1}) {
    const int length = run_length(moves, [&](const MoveRecord& move, int back) -> std::optional<bool> {
      const bool by_winner = winner == (back % 2 == 0 ? 1 - side : side);
      if (by_winner && rules.one_sided) return std::nullopt;
      return move.info.score && centipawns(*move.info.score) * (by_winner ? 1 : -1) >= rules.win_score;
    });
    if (rules.win_plies > 0 && length >= rules.win_plies)
      return Ending{
          Verdict::score_adjudication_win, winner,
          fmt::format("{} scores in a row of at least {} centipawns for the winner", length, rules.win_score)};
  }
  return std::nullopt;
}

using Moves = std::vector<std::string>;

std::string quoted(const Moves& pv) { return shown(fmt::format("pv {}", fmt::join(pv, " "))); }

int own_moves(std::size_t plies) { return static_cast<int>(plies + 1) / 2; }

class PvCheck {
 public:
  PvCheck(Referee& referee, const std::string& start, const Moves& moves)
      : referee_(referee), start_(start), moves_(moves) {}

  std::vector<PvFaultReport> check(const SearchResult& found) {
    // Later PVs are longer: most earlier ones are a prefix of one.
    for (auto info = found.reports.rbegin(); info != found.reports.rend(); ++info) check_line(*info);
    if (found.answer == Answer::move) check_first_move(found);
    if (asked_) (void)referee_.set_position(start_, moves_);
    return std::move(reports_);
  }

 private:
  void complain(PvFault fault, std::string text) {
    const auto is_known = [fault](const PvFaultReport& each) { return each.fault == fault; };
    if (std::none_of(reports_.begin(), reports_.end(), is_known)) reports_.push_back({fault, std::move(text)});
  }

  void check_line(const wire::Info& info) {
    const auto& pv = info.pv;
    const bool has_mate_score = info.score && info.score->mate && info.score->bound == wire::Bound::exact;
    const auto begins = [&pv](const Moves& known) {
      return pv.size() <= known.size() && std::equal(pv.begin(), pv.end(), known.begin());
    };
    if (!has_mate_score && std::any_of(legal_.begin(), legal_.end(), begins)) return;
    auto all = moves_;
    all.insert(all.end(), pv.begin(), pv.end());
    asked_ = true;
    const auto answer = referee_.set_position(start_, all);
    if (const auto* refusal = std::get_if<Refusal>(&answer))
      return complain(PvFault::illegal_move, refusal->message + ", in " + quoted(pv));
    legal_.push_back(pv);
    if (has_mate_score) check_mate(info, std::get<wire::Status>(answer));
  }

  /// The side to move where the lines begin.
  const std::string& mover() {
    if (!mover_) mover_ = std::get<wire::Status>(referee_.set_position(start_, moves_)).side;
    return *mover_;
  }

  /// The status after the line names the winner.
  void check_mate(const wire::Info& info, const wire::Status& after) {
    const int mate = info.score->value;
    std::string fault;
    if (const int moves = own_moves(info.pv.size()); moves != std::abs(mate))
      fault = fmt::format("a line with {} instead of {} own moves", moves, std::abs(mate));
    else if (after.outcome != wire::Outcome::win)
      fault = "a line that wins nothing";
    else if ((after.side == mover()) != (mate > 0))
      fault = "a line that the other side wins";
    if (!fault.empty())
      complain(PvFault::mate_length, fmt::format("score mate {} has {}, {}", mate, fault, quoted(info.pv)));
  }

  /// Bounds after the last exact score may have another first move.
  void check_first_move(const SearchResult& found) {
    const wire::Info* last = nullptr;
    for (auto info = found.reports.rbegin(); info != found.reports.rend(); ++info) {
      if (info->multipv.value_or(1) != 1) continue;
      if (info->pv.front() == found.move) return;
      if (!last) last = &*info;
      if (!info->score || info->score->bound == wire::Bound::exact) break;
    }
    if (last) complain(PvFault::other_first_move, "bestmove " + shown(found.move) + " after " + quoted(last->pv));
  }

  Referee& referee_;
  const std::string& start_;
  const Moves& moves_;
  bool asked_ = false;
  std::optional<std::string> mover_;
  std::vector<Moves> legal_;  ///< lines known to be legal
  std::vector<PvFaultReport> reports_;
};

std::string in_milliseconds(Microseconds time) {
  return std::to_string(std::chrono::ceil<Milliseconds>(time).count()) + " ms";
}

class Game {
 public:
  Game(Referee& referee, const std::array<Seat, 2>& seats, const Opening& opening, const AdjudicationRules& rules,
       RunnerDelays* runner_delays, LiveGames* live, GameRecord record)
      : referee_(referee),
        seats_(seats),
        rules_(rules),
        runner_delays_(runner_delays),
        live_(live),
        timers_{GameTimer(seats[0].limits), GameTimer(seats[1].limits)},
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
    if (is_failure(ending->verdict)) {
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
    if (const auto* refusal = std::get_if<Refusal>(&answer))
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

  /// Plays and records a move, or returns why it is refused. Openings may contain moves that the referee accepts but
  /// does not list as legal, such as a forfeited turn.
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

  std::optional<Ending> prepare_players() {
    for (const int number : {0, 1}) {
      const auto fault = seats_[static_cast<std::size_t>(number)].player.prepare(start_);
      if (fault) return Ending{Verdict::no_start, 1 - number, *fault};
    }
    return std::nullopt;
  }

  std::optional<Ending> judge() {
    if (status_.outcome != wire::Outcome::ongoing) {
      const bool won = status_.outcome == wire::Outcome::win;
      return Ending{Verdict(Verdict::by_the_rules, status_.reason), won ? std::optional(side()) : std::nullopt};
    }
    if (auto ending = adjudicate(rules_, record_.moves, status_, side())) return ending;
    if (!rules_.exact) return std::nullopt;
    const auto value = referee_.exact_value();
    if (!value) return std::nullopt;
    auto winner = *value == 0 ? std::nullopt : std::optional(*value > 0 ? side() : 1 - side());
    return Ending{Verdict::exact_adjudication, winner, "the referee knows the result of the position"};
  }

  MoveRequest request(int mover, const std::vector<std::string>& moves) const {
    const auto& timer = timers_[static_cast<std::size_t>(mover)];
    MoveRequest result{start_, moves};
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
      return late(Verdict::stall, found, found.time - *asked.allowance, 1 - mover);
    if (auto ending = failure(found, 1 - mover)) return ending;

    const auto excess = timers_[index].excess(found.time);
    const auto over = timers_[index].spend(found.time);
    if (over.count() > 0) return late(Verdict::time_loss, found, over, 1 - mover);
    MoveRecord played;
    played.info = found.info;
    played.ready_after = found.ready_after;
    played.left = timers_[index].left();
    played.time = found.time;
    played.late = excess;
    if (const auto refusal = make(found.move, played)) {
      if (refusal->code == "limit") return Ending{Verdict::max_plies, std::nullopt, refusal->message};
      const bool unreadable = refusal->message.starts_with("unreadable") || refusal->code != "illegal-move";
      return Ending{unreadable ? Verdict::malformed_move : Verdict::illegal_move, 1 - mover,
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
  Ending late(const Verdict& verdict, const SearchResult& found, Microseconds over, int winner) const {
    const auto detail = verdict == Verdict::stall ? "no answer after " + in_milliseconds(found.time)
                                                  : in_milliseconds(over) + " over the limit";
    const auto held_up =
        runner_delays_ ? runner_delays_->during(found.started_at, found.started_at + found.time) : Microseconds{0};
    if (held_up >= over) throw GameVoided(detail + ", while the runner got no CPU for " + in_milliseconds(held_up));
    return {verdict, winner, detail, found.line};
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
    const auto lost = [&](Verdict::Kind verdict, const std::string& why) {
      return Ending{verdict, winner, why, found.line};
    };
    const auto after = " after " + in_milliseconds(found.time);
    switch (found.answer) {
      case Answer::move: break;
      case Answer::no_move: return lost(Verdict::no_move, "it reports no move although there are legal moves");
      case Answer::malformed: return lost(Verdict::malformed_move, "the answer has no move");
      case Answer::gone: return lost(Verdict::disconnect, "the engine exited" + after);
      case Answer::garbled: return Ending{Verdict::stall, winner, found.line};
      case Answer::silent: return lost(Verdict::stall, "no answer" + after);
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
  RunnerDelays* runner_delays_;
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

std::optional<Ending> adjudicate(const AdjudicationRules& rules, const std::vector<MoveRecord>& moves,
                                 const wire::Status& status, int side) {
  const auto draw = [](Verdict::Kind verdict, const std::string& detail) { return Ending{verdict, {}, detail}; };
  const int plies = static_cast<int>(moves.size());
  if (rules.repetitions > 0 && status.repetition >= rules.repetitions)
    return draw(Verdict::repetition_adjudication, fmt::format("the position occurred {} times", status.repetition));
  if (rules.quiet_plies > 0 && status.quiet >= rules.quiet_plies)
    return draw(Verdict::quiet_adjudication, fmt::format("{} quiet plies", status.quiet));
  if (const auto win = win_by_score(rules, moves, side)) return win;
  if (const auto by_score = draw_by_score(rules, moves)) return by_score;
  if (rules.max_plies > 0 && plies >= rules.max_plies) return draw(Verdict::max_plies, fmt::format("{} plies", plies));
  return std::nullopt;
}

void LiveGames::change(std::size_t index, const std::function<void(LiveGame&)>& change) {
  const std::lock_guard lock(mutex_);
  change(games_[index]);
  ++changes_;
}

void LiveGames::remove(std::size_t index) {
  const std::lock_guard lock(mutex_);
  games_.erase(index);
  ++changes_;
}

std::vector<LiveGame> LiveGames::all() const {
  const std::lock_guard lock(mutex_);
  std::vector<LiveGame> games;
  for (const auto& [index, game] : games_) games.push_back(game);
  return games;
}

std::uint64_t LiveGames::changes() const {
  const std::lock_guard lock(mutex_);
  return changes_;
}

std::vector<PvFaultReport> check_pvs(Referee& referee, const std::string& start, const std::vector<std::string>& moves,
                                     const SearchResult& found) {
  return PvCheck(referee, start, moves).check(found);
}

GameRecord play_game(Referee& referee, const std::array<Seat, 2>& seats, const Opening& opening,
                     const AdjudicationRules& rules, RunnerDelays* runner_delays, LiveGames* live, GameRecord record) {
  return Game(referee, seats, opening, rules, runner_delays, live, std::move(record)).play();
}

}  // namespace crownd::match
