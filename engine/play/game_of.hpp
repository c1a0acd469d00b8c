#pragma once

#include "core/rules.hpp"
#include "play/abilities.hpp"
#include "play/any_game.hpp"
#include "play/course.hpp"
#include "play/make_game.hpp"
#include "play/thought.hpp"
#include "search/abilities.hpp"
#include "search/minimax.hpp"
#include "search/perft.hpp"
#include "search/solved.hpp"
#include "search/worst_move.hpp"
#include "tables/abilities.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace crownd::play {

/// A game of the rules R behind the interface AnyGame: no templates above this layer.
template <Rules R>
requires HasBoard<R>
class GameOf final : public AnyGame {
  static_assert(!has_foreign_endings<R>(), "the game has the endgame tables of another: it needs an Ending of its own");

 public:
  using Move = typename R::Move;
  using Position = typename R::Position;

  [[nodiscard]] std::string_view name() const override { return R::name; }

  void set_position(std::string_view start, std::span<const std::string> moves) override {
    constexpr auto ignore = [](const Position&, const Move&) {};
    // Clients send the whole game before each search: the common prefix is kept.
    if (start == course_.start()) {
      const auto known = course_.common(moves);
      return course_.play_after(known, moves.subspan(known), ignore);
    }
    Course<R> next(start);
    next.play_after(0, moves, ignore);
    course_ = std::move(next);
  }

  std::vector<std::string> play(std::span<const std::string> moves) override {
    std::vector<std::string> canonical;
    course_.play_after(course_.plies(), moves, [&](const Position& before, const Move& move) {
      canonical.push_back(R::format_move(before, move));
    });
    return canonical;
  }

  [[nodiscard]] std::vector<std::string> moves_in_file(std::string_view text) const override {
    if constexpr (ReadsFiles<R>) {
      std::vector<std::string> texts;
      try {
        for (const Move& move : R::moves_in_file(now(), text)) texts.push_back(R::format_move(now(), move));
      } catch (const BadInput&) {
        // read_move below has the reason.
      }
      if (!texts.empty()) return texts;
    }
    return {R::format_move(now(), Course<R>::read_move(now(), text))};
  }

  void undo(int count) override {
    const auto played = static_cast<int>(course_.plies());
    if (count < 0 || count > played)
      throw BadInput(Fault::bad_argument,
                     "there are " + std::to_string(played) + " moves to take back, not " + std::to_string(count));
    course_.take_back_to(static_cast<std::size_t>(played - count));
  }

  [[nodiscard]] std::vector<std::string> moves_played() const override {
    std::vector<std::string> texts;
    texts.reserve(course_.plies());
    course_.for_each([&](const Position& before, const Move& move) { texts.push_back(R::format_move(before, move)); });
    return texts;
  }

  [[nodiscard]] std::size_t plies_played() const override { return course_.plies(); }
  [[nodiscard]] std::size_t bytes() const override { return course_.bytes(); }

  [[nodiscard]] std::string position_text() const override { return R::format_position(now()); }

  [[nodiscard]] std::string standard_text() const override {
    if constexpr (WritesCounters<R>)
      return R::standard_position(now(), {course_.history().reversible_plies(), course_.move_number()});
    else if constexpr (HasStandardText<R>)
      return R::standard_position(now());
    else
      throw BadInput(Fault::bad_argument, std::string(R::name) + " has no standard text; `fen` gives its own");
  }

  [[nodiscard]] std::vector<std::string> picture() const override { return R::picture(now()); }

  [[nodiscard]] std::vector<std::string> legal_moves() const override {
    std::vector<std::string> texts;
    for (const Move& move : crownd::legal_moves<R>(now())) texts.push_back(R::format_move(now(), move));
    return texts;
  }

  [[nodiscard]] Squares squares() const override {
    const bool over = R::result(now()).over();
    return {R::title, R::description(now()), R::side_names, R::board(now()),
            over ? "" : std::string(R::side_names[static_cast<std::size_t>(index_of(R::side_to_move(now())))])};
  }

  [[nodiscard]] std::vector<MovePaths> move_paths() const override {
    std::vector<MovePaths> all;
    for (const Move& move : crownd::legal_moves<R>(now()))
      all.push_back({R::format_move(now(), move), R::paths(now(), move)});
    return all;
  }

  [[nodiscard]] Status status() const override {
    Status status;
    status.result = R::result(now());
    const Side side = status.result.over() ? status.result.winner : R::side_to_move(now());
    if (status.result.outcome != Outcome::draw) status.side = R::side_names[static_cast<std::size_t>(index_of(side))];
    if constexpr (HasCheck<R>) status.check = R::in_check(now());
    status.repetition = course_.history().earlier_occurrences() + 1;
    status.reversible_plies = course_.history().reversible_plies();
    return status;
  }

  [[nodiscard]] Evaluation evaluate() const override {
    const Result result = R::result(now());
    if (result.over()) return {final_score(result, R::side_to_move(now())), {}};
    Evaluation evaluation{R::evaluate(now()), {}};
    if constexpr (HasEvaluationTerms<R>) evaluation.terms = R::evaluation_terms(now());
    return evaluation;
  }

  void judge_search_moves(std::span<const std::string> moves) const override { (void)moves_to_consider(moves); }

  BestMove search(const Limits& limits, std::span<const std::string> search_moves, Control& control,
                  const OnInfo& on_info) override {
    const search::OnLine<Move> on_line = [&](const search::Line<Move>& line) { on_info(info_of(line)); };
    if constexpr (!HasSolution<R>)
      if (control.left) return go_on(control, on_line);
    const auto moves = moves_to_consider(search_moves);
    if (moves.empty()) {
      report_end(control, on_info);
      return {};
    }
    search::Question<R> question{now(),
                                 course_.history(),
                                 moves,
                                 settings_.multipv,
                                 settings_.move_overhead,
                                 {settings_.tables.get(), settings_.library, settings_.table_probe_limit},
                                 settings_.threads,
                                 settings_.drawn_after_reversible_plies,
                                 turns_};
    const auto player = settings_.weaker_player();
    if constexpr (HasSolution<R>) {
      if (player) weaken(question, *player);
      return text_of(search::answer_solved<R>(question, control, on_line));
    } else {
      if (!memory_) memory_ = std::make_shared<search::Memory>(usual_hash_bytes);
      if (player) {
        weaken(question, *player);
        if (search::is_careless<R>(now(), *question.strength))
          question.moves = {search::worst_move<R>(question, moves, *memory_, control)};
      }
      search::OnCurrentMove<Move> on_current_move;
      if (control.on_current_move)
        on_current_move = [this, &control](const search::CurrentMove<Move>& now_at) {
          control.on_current_move(now_at.depth, R::format_move(now(), now_at.move), now_at.number);
        };
      thought_.reset();
      thought_ =
          std::make_unique<Thought<R>>(std::move(question), limits, *memory_, control, std::move(on_current_move));
      return go_on(control, on_line);
    }
  }

  BestMove minimax([[maybe_unused]] int depth, [[maybe_unused]] Control& control,
                   [[maybe_unused]] const OnInfo& on_info) override {
    if constexpr (HasMachinePlayer<R>) {
      const auto found = search::Minimax<R>(control, turns_).choose(now(), depth);
      if (!found.best) {
        report_end(control, on_info);
        return {};
      }
      Info info;
      info.depth = found.depth;
      info.has_score = found.complete;
      // Costs are for the first side and count men. A lost game costs more than any number of men.
      constexpr int most_men = Score::max_centipawns / man_value;
      const int cost = man_value * std::clamp(found.cost, -most_men, most_men);
      info.score = Score::centipawns(R::side_to_move(now()) == Side::first ? cost : -cost);
      info.wdl = search::chances(info.score);
      info.nodes = found.nodes;
      info.time = std::chrono::duration_cast<std::chrono::milliseconds>(control.elapsed());
      info.pv = {R::format_move(now(), *found.best)};
      on_info(info);
      return {info.pv.front(), std::nullopt};
    } else {
      throw BadInput(Fault::bad_argument,
                     std::string(R::name) + " has no machine player of its own; use `go` with another limit");
    }
  }

  [[nodiscard]] std::optional<PerftResult> perft(int depth, Control& control) const override {
    search::Perft<R> perft(control, turns_);
    PerftResult result;
    for (const Move& move : crownd::legal_moves<R>(now())) {
      const auto count = depth == 1 ? 1 : perft.count(R::after(now(), move), depth - 1);
      if (control.stopped()) return std::nullopt;
      result.moves.emplace_back(R::format_move(now(), move), count);
      result.total += count;
    }
    return result;
  }

  [[nodiscard]] std::optional<Truth> probe(Control& control) const override {
    tables::Access access = access_to_tables();
    const search::Look look(turns_, control);
    const auto goes_on = [&] {
      look(0);
      return !control.stopped();
    };
    Truth truth;
    truth.position = exact_score(now(), access, goes_on);
    bool all_known = true;
    std::optional<Score> best;
    for (const Move& move : crownd::legal_moves<R>(now())) {
      auto score = exact_score(R::after(now(), move), access, goes_on);
      if (score) score = (-*score).one_ply_later();
      all_known = all_known && score;
      if (score && (!best || *score > *best)) best = score;
      truth.moves.emplace_back(R::format_move(now(), move), score);
    }
    if (control.stopped()) return std::nullopt;
    if (!truth.position && all_known) truth.position = best;
    return truth;
  }

  void forget() override {
    if (memory_) memory_->forget();
  }

  void configure(const Settings& settings) override {
    // A player of another strength starts without what this one has learned.
    if (settings.weaker_player() != settings_.weaker_player()) forget();
    settings_ = settings;
  }

  void share_memory(std::shared_ptr<search::Memory> memory) override {
    memory_ = std::move(memory);
    memory_->forget();
  }

  void share_cores(search::Turns& turns) override { turns_ = &turns; }

 private:
  /// The search under way, until it is over or left.
  BestMove go_on(const Control& control, const search::OnLine<Move>& on_line) requires(!HasSolution<R>) {
    const auto answer = text_of(thought_->go_on(on_line));
    if (!control.left) thought_.reset();
    return answer;
  }

  [[nodiscard]] const Position& now() const { return course_.now(); }

  [[nodiscard]] std::vector<Move> moves_to_consider(std::span<const std::string> texts) const {
    const auto legal = crownd::legal_moves<R>(now());
    if (texts.empty() || legal.empty()) return {legal.begin(), legal.end()};
    std::vector<Move> moves;
    for (const std::string& text : texts) {
      const Move move = Course<R>::read_move(now(), text);
      const bool listed = std::find(legal.begin(), legal.end(), move) != legal.end();
      if (!listed) throw BadInput(Fault::bad_argument, "searchmoves: " + text + " is not a move to search");
      if (std::find(moves.begin(), moves.end(), move) == moves.end()) moves.push_back(move);
    }
    return moves;
  }

  /// Makes the question that of the weaker player: one thread and no endgame tables, so that it plays with the same
  /// strength on every machine.
  void weaken(search::Question<R>& question, const WeakerPlayer& player) const {
    question.strength =
        search::strength_of(search::scale_of<R>(now()), player.elo, static_cast<std::uint64_t>(player.seed));
    question.moves = search::considered<R>(now(), std::move(question.moves), *question.strength);
    question.tables = {};
    question.threads = 1;
  }

  /// For the current position; waits for tables that are still being computed.
  [[nodiscard]] tables::Access access_to_tables() const {
    if constexpr (HasEndings<R>)
      return {{settings_.tables.get(), settings_.library, settings_.table_probe_limit},
              tables::pieces_from_library<R>(now()),
              R::most_in_ending,
              tables::Patience::all};
    return {};
  }

  /// `goes_on`: asked from time to time while tables are made.
  template <class GoesOn>
  [[nodiscard]] static std::optional<Score> exact_score(const Position& position,
                                                        [[maybe_unused]] tables::Access& access,
                                                        [[maybe_unused]] const GoesOn& goes_on) {
    const Result result = R::result(position);
    if (result.over()) return final_score(result, R::side_to_move(position));
    if constexpr (HasSolution<R>) return R::solve(position);
    if constexpr (HasEndings<R>) {
      if (R::piece_count(position) > access.pieces()) return std::nullopt;
      return access.probe<R>(position, goes_on);
    }
    return std::nullopt;
  }

  /// The only report of a search in a finished game.
  void report_end(const Control& control, const OnInfo& on_info) const {
    const Result result = R::result(now());
    Info info;
    info.score = final_score(result, R::side_to_move(now()));
    info.wdl = search::chances(info.score);
    info.time = std::chrono::duration_cast<std::chrono::milliseconds>(control.elapsed());
    on_info(info);
  }

  [[nodiscard]] Info info_of(const search::Line<Move>& line) const {
    Info info;
    info.depth = line.depth;
    info.seldepth = line.seldepth;
    info.multipv = line.multipv;
    info.has_score = line.has_score;
    info.score = line.score;
    info.bound = line.bound;
    info.wdl = search::chances(line.score);
    info.nodes = line.nodes;
    info.time = line.time;
    info.hashfull = line.hashfull;
    info.tbhits = line.tbhits;
    Position position = now();
    for (const Move& move : line.pv) {
      info.pv.push_back(R::format_move(position, move));
      position = R::after(position, move);
    }
    return info;
  }

  [[nodiscard]] BestMove text_of(const search::Answer<Move>& answer) const {
    BestMove best{R::format_move(now(), answer.best), std::nullopt};
    if (answer.ponder) best.ponder = R::format_move(R::after(now(), answer.best), *answer.ponder);
    return best;
  }

  Course<R> course_{"startpos"};
  Settings settings_;
  search::Turns* turns_ = nullptr;
  std::shared_ptr<search::Memory> memory_;
  /// That was left, or is under way. A solved game needs no search.
  std::conditional_t<HasSolution<R>, std::monostate, std::unique_ptr<Thought<R>>> thought_;
};

template <class R>
std::unique_ptr<AnyGame> make_game() {
  return std::make_unique<GameOf<R>>();
}

}  // namespace crownd::play
