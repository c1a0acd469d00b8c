#pragma once

#include "core/bad_input.hpp"
#include "core/board.hpp"
#include "core/history.hpp"
#include "core/rules.hpp"
#include "explain/explanation.hpp"
#include "play/any_game.hpp"
#include "search/exhaustive.hpp"
#include "search/memory.hpp"
#include "search/search.hpp"
#include "search/worker.hpp"

namespace crownd::play {

/// A start position and the moves played from there. Only every `interval`-th position is stored, the others are
/// computed from the moves, so a ply takes some fifty bytes.
template <Rules R>
class GameRecord {
 public:
  using Move = typename R::Move;
  using Position = typename R::Position;

  /// `start`: a position text, or "startpos". Throws BadInput.
  explicit GameRecord(std::string_view start)
      : start_(start), now_(start == "startpos" ? R::start() : R::parse_position(start)), snapshots_{now_} {
    Counters counters;
    if constexpr (HasStandardText<R>)
      if (start != "startpos") counters = R::counters_of(start);
    history_.begin(R::key(now_), counters.reversible_plies);
    first_move_ = counters.move;
  }

  [[nodiscard]] const std::string& start() const { return start_; }
  [[nodiscard]] const Position& now() const { return now_; }
  [[nodiscard]] const History& history() const { return history_; }
  [[nodiscard]] std::size_t plies() const { return plies_.size(); }
  [[nodiscard]] int move_number() const {
    const bool second_began = R::side_to_move(snapshots_.front()) == Side::second;
    return first_move_ + (static_cast<int>(plies()) + (second_began ? 1 : 0)) / 2;
  }
  [[nodiscard]] std::size_t bytes() const {
    return start_.capacity() + history_.bytes() + plies_.capacity() * sizeof(Ply) + texts_.capacity() +
           snapshots_.capacity() * sizeof(Position);
  }

  /// Length of the common prefix of the moves played and `texts`, compared as text.
  [[nodiscard]] std::size_t common(std::span<const std::string> texts) const {
    std::size_t count = 0;
    while (count < std::min(texts.size(), plies()) && texts[count] == text_of(count)) ++count;
    return count;
  }

  /// Keeps the first `kept` moves and plays `texts` after them; calls `on_move(position, move)` before each. Throws
  /// BadInput if one is illegal, and then has changed nothing.
  template <class OnMove>
  void play_after(std::size_t kept, std::span<const std::string> texts, const OnMove& on_move) {
    const std::vector<Ply> undone(plies_.begin() + static_cast<std::ptrdiff_t>(kept), plies_.end());
    const std::string undone_texts = texts_.substr(text_end(kept));
    const auto undone_from = text_end(kept);
    cut(kept);
    try {
      for (const std::string& text : texts) {
        const Move move = read_move(now_, text);
        on_move(now_, move);
        push(move, text.size() <= max_text ? text : R::format_move(now_, move));
      }
    } catch (...) {
      // The memory for the old moves is still allocated: nothing below throws.
      cut(kept);
      for (const Ply& ply : undone) {
        const auto from = text_end(plies()) - undone_from;
        push(ply.move, std::string_view(undone_texts).substr(from, ply.text_end - undone_from - from));
      }
      throw;
    }
  }

  /// Takes back all moves but the first `kept`.
  void cut(std::size_t kept) {
    const bool is_at_end = kept == plies();
    history_.cut(kept + 1);
    texts_.resize(text_end(kept));
    snapshots_.erase(snapshots_.begin() + static_cast<std::ptrdiff_t>(kept / interval + 1), snapshots_.end());
    plies_.erase(plies_.begin() + static_cast<std::ptrdiff_t>(kept), plies_.end());
    if (is_at_end) return;
    now_ = snapshots_.back();
    for (std::size_t i = kept - kept % interval; i < kept; ++i) now_ = R::after(now_, plies_[i].move);
  }

  /// The legal move of a text. Adds an example to the error for an unreadable text, and the result to the error for a
  /// finished game.
  [[nodiscard]] static Move read_move(const Position& position, std::string_view text) {
    try {
      return R::read_move(position, text);
    } catch (const BadInput& bad) {
      if (bad.needs_example() && has_moves<R>(position))
        throw BadInput(MoveFault::unreadable,
                       bad.sentence() + ", as in " + R::format_move(position, crownd::legal_moves<R>(position)[0]));
      const Result result = R::result(position);
      if (bad.move_fault() != MoveFault::game_over || !result.over()) throw;
      throw illegal_move(MoveFault::game_over, "the game is over: " + sentence_of(result, R::description(position)));
    }
  }

  /// Calls `visit(position, move)` for each move and the position before it.
  template <class Visit>
  void for_each(const Visit& visit) const {
    Position position = snapshots_.front();
    for (const Ply& ply : plies_) {
      visit(position, ply.move);
      position = R::after(position, ply.move);
    }
  }

 private:
  struct Ply {
    Move move;
    std::uint32_t text_end;  ///< in texts_
  };

  /// Plies between two stored positions: taking back a move calls R::after less often than this.
  static constexpr std::size_t interval = 64;
  /// Longer move texts are stored in canonical form, so that a client cannot fill the memory with one move.
  static constexpr std::size_t max_text = 64;

  [[nodiscard]] std::size_t text_end(std::size_t plies) const { return plies == 0 ? 0 : plies_[plies - 1].text_end; }
  [[nodiscard]] std::string_view text_of(std::size_t index) const {
    return std::string_view(texts_).substr(text_end(index), text_end(index + 1) - text_end(index));
  }

  /// If it throws bad_alloc, plies() has not changed, and cut() restores the rest.
  void push(const Move& move, std::string_view text) {
    const Position next = R::after(now_, move);
    history_.push(R::key(next), R::is_reversible(now_, move));
    texts_ += text;
    if ((plies() + 1) % interval == 0) snapshots_.push_back(next);
    plies_.push_back({move, static_cast<std::uint32_t>(texts_.size())});
    now_ = next;
  }

  std::string start_;
  Position now_;
  std::vector<Position> snapshots_;  ///< the start position, and that after each `interval` plies
  std::vector<Ply> plies_;
  std::string texts_;  ///< the texts of the moves, without separators
  History history_;
  int first_move_ = 1;  ///< number of the first move
};

/// A game of the rules R behind the interface AnyGame. There are no templates of games above this layer.
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
    if (start == record_.start()) {
      const auto known = record_.common(moves);
      return record_.play_after(known, moves.subspan(known), ignore);
    }
    GameRecord<R> next(start);
    next.play_after(0, moves, ignore);
    record_ = std::move(next);
  }

  std::vector<std::string> play(std::span<const std::string> moves) override {
    std::vector<std::string> canonical;
    record_.play_after(record_.plies(), moves, [&](const Position& before, const Move& move) {
      canonical.push_back(R::format_move(before, move));
    });
    return canonical;
  }

  [[nodiscard]] std::vector<std::string> moves_in_file(std::string_view text) const override {
    if constexpr (requires { R::moves_in_file(now(), text); }) {
      std::vector<std::string> texts;
      try {
        for (const Move& move : R::moves_in_file(now(), text)) texts.push_back(R::format_move(now(), move));
      } catch (const BadInput&) {
        // read_move reports the reason.
      }
      if (!texts.empty()) return texts;
    }
    return {R::format_move(now(), GameRecord<R>::read_move(now(), text))};
  }

  void undo(int count) override {
    const auto played = static_cast<int>(record_.plies());
    if (count < 0 || count > played)
      throw BadInput(Fault::bad_argument,
                     "there are " + std::to_string(played) + " moves to take back, not " + std::to_string(count));
    record_.cut(static_cast<std::size_t>(played - count));
  }

  [[nodiscard]] std::vector<std::string> moves_played() const override {
    std::vector<std::string> texts;
    texts.reserve(record_.plies());
    record_.for_each([&](const Position& before, const Move& move) { texts.push_back(R::format_move(before, move)); });
    return texts;
  }

  [[nodiscard]] std::size_t plies_played() const override { return record_.plies(); }
  [[nodiscard]] std::size_t bytes() const override { return record_.bytes(); }

  [[nodiscard]] std::string position_text() const override { return R::format_position(now()); }

  [[nodiscard]] std::string standard_text() const override {
    if constexpr (requires { R::standard_position(now(), Counters{}); })
      return R::standard_position(now(), {record_.history().reversible_plies(), record_.move_number()});
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
    status.repetition = record_.history().earlier_occurrences() + 1;
    status.reversible_plies = record_.history().reversible_plies();
    return status;
  }

  [[nodiscard]] Evaluation evaluate() const override {
    const Result result = R::result(now());
    if (result.over()) return {final_score(result, R::side_to_move(now())), {}};
    Evaluation evaluation{R::evaluate(now()), {}};
    if constexpr (requires { R::evaluation_terms(now()); }) evaluation.terms = R::evaluation_terms(now());
    return evaluation;
  }

  void check_search_moves(std::span<const std::string> moves) const override { (void)moves_to_consider(moves); }

  BestMove search(const Limits& limits, std::span<const std::string> search_moves, Control& control,
                  const OnInfo& on_info) override {
    const search::OnLine<Move> on_line = [&](const search::Line<Move>& line) { on_info(info_of(line)); };
    const auto moves = moves_to_consider(search_moves);
    if (moves.empty()) return report_end(control, on_info);
    auto root = root_of(moves);
    const auto player = settings_.weaker_player();
    if constexpr (HasSolution<R>) {
      if (player) weaken(root, *player);
      return text_of(search::solved_best_move<R>(root, control, on_line));
    } else {
      if (!memory_) memory_ = std::make_shared<search::Memory>(default_hash_bytes);
      if (player) {
        weaken(root, *player);
        if (search::is_careless<R>(now(), *root.strength))
          root.moves = {search::worst_move<R>(root, moves, *memory_, control)};
      }
      search::OnCurrentMove<Move> on_current_move;
      if (control.on_current_move)
        on_current_move = [this, &control](int depth, const Move& move, int number) {
          control.on_current_move(depth, R::format_move(now(), move), number);
        };
      search::Search<R> searching(root, limits, memory_->table(), memory_->histories(), control, on_line,
                                  std::move(on_current_move));
      return text_of(searching.run());
    }
  }

  BestMove minimax([[maybe_unused]] int depth, [[maybe_unused]] Control& control,
                   [[maybe_unused]] const OnInfo& on_info) override {
    if constexpr (HasMachinePlayer<R>) {
      const auto found = search::Minimax<R>(control, scheduler_).choose(now(), depth);
      if (!found.best) return report_end(control, on_info);
      // Costs are for the first side and count men. A lost game costs more than any number of men.
      constexpr int max_men = Score::max_centipawns / man_value;
      const int cost = man_value * std::clamp(found.cost, -max_men, max_men);
      Info info = info_of(Score::centipawns(R::side_to_move(now()) == Side::first ? cost : -cost), control);
      info.depth = found.depth;
      info.has_score = found.complete;
      info.nodes = found.nodes;
      info.pv = {R::format_move(now(), *found.best)};
      on_info(info);
      return {info.pv.front(), std::nullopt};
    } else {
      throw BadInput(Fault::bad_argument,
                     std::string(R::name) + " has no machine player of its own; use `go` with another limit");
    }
  }

  [[nodiscard]] std::optional<Explanation> explain(const std::string& text, std::uint64_t nodes, int least_loss,
                                                   Control& control) override {
    const Move move = GameRecord<R>::read_move(now(), text);
    const auto legal = moves_to_consider({});
    if (std::find(legal.begin(), legal.end(), move) == legal.end())
      throw BadInput(Fault::bad_argument, text + " is not a move to explain");
    tables::Access access;
    if constexpr (HasEndings<R>)
      access = {settings_.table_sources(), tables::computed_pieces<R>(now()), R::max_ending_pieces,
                tables::Blocking::small_tables};
    std::uint64_t searched_nodes = 0;
    // Takes no slot of the scheduler, in which many waiting explanations would hold the memory of their facts.
    const auto keep_going = [&] {
      if (control.on_progress) control.on_progress(searched_nodes);
      return !control.stopped();
    };
    const explain::Explainer<R> explainer(
        now(), record_.history(), nodes, least_loss, settings_.fifty_move_plies,
        {[&](const Position& position, const History& history, const std::vector<Move>& moves, const Limits& limits) {
           return analyse(root_of(position, history, moves), limits, control, searched_nodes);
         },
         [&](const Position& position) { return exact_score(position, access, keep_going); }, keep_going});
    // Full strength and a weaker player must not use each other's results.
    if (settings_.weaker_player()) clear_memory();
    const auto found = explainer.explain(move);
    if (settings_.weaker_player()) clear_memory();
    if (control.on_progress) control.on_progress(searched_nodes);
    if (!found) return std::nullopt;

    Explanation explanation{R::format_move(now(), move), R::format_move(now(), found->best), found->loss, {}};
    for (const auto& fact : found->facts) {
      auto& text_of_fact = explanation.facts.emplace_back();
      text_of_fact.name = fact.name;
      for (const auto& [key, value] : fact.fields) text_of_fact.fields.emplace_back(key, value);
      text_of_fact.line = texts_of(fact.line);
    }
    return explanation;
  }

  [[nodiscard]] std::optional<PerftResult> perft(int depth, Control& control) const override {
    search::Perft<R> perft(control, scheduler_);
    PerftResult result;
    for (const Move& move : crownd::legal_moves<R>(now())) {
      const auto count = depth == 1 ? 1 : perft.count(R::after(now(), move), depth - 1);
      if (control.stopped()) return std::nullopt;
      result.moves.emplace_back(R::format_move(now(), move), count);
      result.total += count;
    }
    return result;
  }

  [[nodiscard]] std::optional<ProbeResult> probe(Control& control) const override {
    tables::Access access;
    if constexpr (HasEndings<R>)
      access = {settings_.table_sources(), tables::computed_pieces<R>(now()), R::max_ending_pieces,
                tables::Blocking::all_tables};
    const search::Yield yield(scheduler_, control);
    const auto keep_waiting = [&] {
      yield(0);
      return !control.stopped();
    };
    ProbeResult found;
    found.position = exact_score(now(), access, keep_waiting);
    bool all_known = true;
    std::optional<Score> best;
    for (const Move& move : crownd::legal_moves<R>(now())) {
      auto score = exact_score(R::after(now(), move), access, keep_waiting);
      if (score) score = (-*score).at_parent();
      all_known = all_known && score;
      if (score && (!best || *score > *best)) best = score;
      found.moves.emplace_back(R::format_move(now(), move), score);
    }
    if (control.stopped()) return std::nullopt;
    // A win in one ply is the shortest; another win may not be.
    if (!found.position && best && (all_known || best->is_win() || *best == tables::known_win))
      found.position = all_known || *best == Score::win_in(1) ? *best : tables::known_win;
    return found;
  }

  void clear_memory() override {
    if (memory_) memory_->clear();
  }

  void configure(const Settings& settings) override {
    // The table and the histories of a search at another strength are misleading.
    if (settings.weaker_player() != settings_.weaker_player()) clear_memory();
    settings_ = settings;
  }

  void share_memory(std::shared_ptr<search::Memory> memory) override {
    memory_ = std::move(memory);
    memory_->clear();
  }

  void use_scheduler(search::Scheduler& scheduler) override { scheduler_ = &scheduler; }

 private:
  [[nodiscard]] const Position& now() const { return record_.now(); }

  [[nodiscard]] search::RootPosition<R> root_of(std::vector<Move> moves) const {
    return root_of(now(), record_.history(), std::move(moves));
  }

  [[nodiscard]] search::RootPosition<R> root_of(const Position& position, const History& history,
                                                std::vector<Move> moves) const {
    return {position,
            history,
            std::move(moves),
            settings_.multipv,
            settings_.move_overhead,
            settings_.table_sources(),
            settings_.threads,
            settings_.fifty_move_plies,
            scheduler_};
  }

  [[nodiscard]] std::vector<Move> moves_to_consider(std::span<const std::string> texts) const {
    const auto legal = crownd::legal_moves<R>(now());
    if (texts.empty() || legal.empty()) return {legal.begin(), legal.end()};
    std::vector<Move> moves;
    for (const std::string& text : texts) {
      const Move move = GameRecord<R>::read_move(now(), text);
      const bool listed = std::find(legal.begin(), legal.end(), move) != legal.end();
      if (!listed) throw BadInput(Fault::bad_argument, "searchmoves: " + text + " is not a move to search");
      if (std::find(moves.begin(), moves.end(), move) == moves.end()) moves.push_back(move);
    }
    return moves;
  }

  /// Weakens the search. One thread and no endgame tables give it the same strength on every machine.
  void weaken(search::RootPosition<R>& root, const WeakerPlayer& player) const {
    root.strength =
        search::strength_of(search::scale_of<R>(now()), player.elo, static_cast<std::uint64_t>(player.seed));
    root.moves = search::considered<R>(now(), std::move(root.moves), *root.strength);
    root.endgame_tables = {};
    root.threads = 1;
  }

  /// Calls `keep_waiting` while tables are made.
  template <class KeepWaiting>
  [[nodiscard]] static std::optional<Score> exact_score(const Position& position,
                                                        [[maybe_unused]] tables::Access& access,
                                                        [[maybe_unused]] const KeepWaiting& keep_waiting) {
    const Result result = R::result(position);
    if (result.over()) return final_score(result, R::side_to_move(position));
    if constexpr (HasSolution<R>) return R::solve(position);
    if constexpr (HasEndings<R>) {
      if (R::piece_count(position) > access.max_pieces()) return std::nullopt;
      return access.probe<R>(position, keep_waiting);
    }
    return std::nullopt;
  }

  [[nodiscard]] static Info info_of(Score score, const Control& control) {
    Info info;
    info.score = score;
    info.wdl = search::chances(score);
    info.time = std::chrono::duration_cast<std::chrono::milliseconds>(control.elapsed());
    return info;
  }

  /// Reports the result of a finished game, where a search finds no move.
  BestMove report_end(const Control& control, const OnInfo& on_info) const {
    on_info(info_of(final_score(R::result(now()), R::side_to_move(now())), control));
    return {};
  }

  [[nodiscard]] Info info_of(const search::Line<Move>& line) const {
    Info info;
    static_cast<search::Report&>(info) = line;
    info.wdl = search::chances(line.score);
    info.pv = texts_of(line.pv);
    return info;
  }

  [[nodiscard]] std::vector<std::string> texts_of(const std::vector<Move>& line) const {
    std::vector<std::string> texts;
    Position position = now();
    for (const Move& move : line) {
      texts.push_back(R::format_move(position, move));
      position = R::after(position, move);
    }
    return texts;
  }

  /// Searches at full strength and returns the last line. `nodes` counts the nodes of several searches.
  [[nodiscard]] search::Line<Move> analyse(search::RootPosition<R> root, const Limits& limits, Control& control,
                                           std::uint64_t& nodes) {
    search::Line<Move> last;
    const search::OnLine<Move> on_line = [&](const search::Line<Move>& line) {
      if (line.bound == Bound::exact) last = line;
    };
    Control own_control;
    own_control.parent = &control;
    if (control.on_progress)
      own_control.on_progress = [&](std::uint64_t of_this) { control.on_progress(nodes + of_this); };
    root.multipv = 1;
    if constexpr (HasSolution<R>) {
      (void)search::solved_best_move<R>(root, own_control, on_line);
    } else {
      if (!memory_) memory_ = std::make_shared<search::Memory>(default_hash_bytes);
      search::Search<R>(root, limits, memory_->table(), memory_->histories(), own_control, on_line).run();
    }
    nodes += last.nodes;
    return last;
  }

  [[nodiscard]] BestMove text_of(const search::BestMove<Move>& answer) const {
    BestMove best{R::format_move(now(), answer.best), std::nullopt};
    if (answer.ponder) best.ponder = R::format_move(R::after(now(), answer.best), *answer.ponder);
    return best;
  }

  GameRecord<R> record_{"startpos"};
  Settings settings_;
  search::Scheduler* scheduler_ = nullptr;
  std::shared_ptr<search::Memory> memory_;
};

template <class R>
std::unique_ptr<AnyGame> make_game() {
  return std::make_unique<GameOf<R>>();
}

}  // namespace crownd::play
