#pragma once

#include "play/any_game.hpp"
#include "session/session.hpp"
#include "support/catch.hpp"
#include "support/manual_clock.hpp"
#include "support/recorder.hpp"
#include "support/timeouts.hpp"

#include <charconv>
#include <limits>
#include <mutex>

namespace crownd::testing {

/// The calls to the games of one test, in order, and how often their searches checked whether to stop.
struct Notes {
  std::mutex mutex;
  std::vector<std::string> lines;
  std::atomic<int> looks{0};
  std::atomic<int> texts_in_files{0};  ///< that games were asked to read

  void add(const std::string& line) {
    const std::lock_guard lock(mutex);
    lines.push_back(line);
  }
  [[nodiscard]] std::vector<std::string> taken() {
    const std::lock_guard lock(mutex);
    return std::exchange(lines, {});
  }
};

inline Notes& notes() {
  static Notes all;
  return all;
}

inline constexpr Reason no_moves{"no-moves", "LOSER has no moves left"};

/// A game for tests: the position is a number, the moves "1" to "9" add to it, the game is over from 100 up.
/// `go depth N` checks N times, once a millisecond, whether to stop; `go movetime N` until N milliseconds have passed
/// on the clock of its control. From 50 up any search ends by itself at once.
class ScriptedGame : public play::AnyGame {
 public:
  explicit ScriptedGame(std::string name) : name_(std::move(name)) {}

  [[nodiscard]] std::string_view name() const override { return name_; }

  void set_position(std::string_view start, std::span<const std::string> moves) override {
    int first = 0;
    if (start != "startpos" && std::from_chars(start.data(), start.data() + start.size(), first).ec != std::errc())
      throw bad_position("a number is needed");
    auto line = after({first}, moves);
    line_ = std::move(line);
  }
  std::vector<std::string> play(std::span<const std::string> moves) override {
    line_ = after(line_, moves);
    return {moves.begin(), moves.end()};
  }
  /// `some` may be any legal move.
  [[nodiscard]] std::vector<std::string> moves_in_file(std::string_view text) const override {
    ++notes().texts_in_files;
    if (text == "some" && !over()) return legal_moves();
    const std::array move{std::string(text)};
    (void)after(line_, move);
    return {move.front()};
  }
  void undo(int count) override {
    if (static_cast<std::size_t>(count) >= line_.size())
      throw BadInput(Fault::bad_argument, "only " + std::to_string(line_.size() - 1) + " moves were played");
    line_.resize(line_.size() - static_cast<std::size_t>(count));
  }

  [[nodiscard]] std::vector<std::string> moves_played() const override {
    std::vector<std::string> moves;
    for (std::size_t i = 1; i < line_.size(); ++i) moves.push_back(std::to_string(line_[i] - line_[i - 1]));
    return moves;
  }

  [[nodiscard]] std::size_t plies_played() const override { return line_.size() - 1; }
  [[nodiscard]] std::size_t bytes() const override { return line_.capacity() * sizeof(int); }

  [[nodiscard]] std::string position_text() const override { return std::to_string(line_.back()); }
  [[nodiscard]] std::string standard_text() const override {
    throw BadInput(Fault::bad_argument, name_ + " has no standard form");
  }
  [[nodiscard]] std::vector<std::string> picture() const override { return {"[" + position_text() + "]"}; }
  [[nodiscard]] std::vector<std::string> legal_moves() const override {
    if (over()) return {};
    return {"1", "2", "3"};
  }
  [[nodiscard]] play::Squares squares() const override {
    static constexpr std::array pieces{PieceInfo{'p', Side::first, "man"}};
    static constexpr std::array reasons{&no_moves};
    return {name_,
            {{SideInfo{"X"}, SideInfo{"Y", false, false, SideInfo::Player::human}}, pieces, reasons},
            {"x", "y"},
            {{"a"}, {"1"}, {{{"a1", true, 'p'}, {}}}},
            over() ? "" : status().side};
  }
  [[nodiscard]] std::vector<play::MovePaths> move_paths() const override {
    std::vector<play::MovePaths> all;
    for (const auto& move : legal_moves()) all.push_back({move, {{{"a1", "b" + move}, {"c1"}, 'q'}}});
    return all;
  }
  [[nodiscard]] play::Status status() const override {
    play::Status status;
    status.side = line_.size() % 2 == 1 ? "x" : "y";
    if (over()) status.result = Result::win(Side::first, no_moves);
    return status;
  }
  [[nodiscard]] play::Evaluation evaluate() const override {
    return {Score::centipawns(line_.back()), {{"number", line_.back()}}};
  }

  void check_search_moves(std::span<const std::string> moves) const override {
    for (const auto& move : moves) (void)after(line_, std::array{move});
  }
  play::BestMove search(const play::Limits& limits, std::span<const std::string> search_moves, play::Control& control,
                        const play::OnInfo& on_info) override {
    think(limits, control);
    play::Info info;
    info.depth = over() ? 0 : 1;
    info.score = over() ? Score::loss_in(0) : Score::centipawns(7);
    info.wdl = {500, 300, 200};
    if (!over()) info.pv = {"1"};
    on_info(info);
    if (over()) return {};
    return {search_moves.empty() ? "1" : search_moves.front(), "2"};
  }
  std::optional<play::Explanation> explain(const std::string& move, std::uint64_t /*nodes*/, int /*least_loss*/,
                                           play::Control&) override {
    (void)after(line_, std::array{move});
    return play::Explanation{move, "1", 80, {{"draws", {{"by", "end"}}, {move}}}};
  }
  play::BestMove minimax(int depth, play::Control& control, const play::OnInfo& on_info) override {
    play::Limits limits;
    limits.depth = depth;
    return search(limits, {}, control, on_info);
  }
  [[nodiscard]] std::optional<play::PerftResult> perft(int depth, play::Control& control) const override {
    play::Limits limits;
    limits.depth = depth;
    think(limits, control);
    if (control.stopped()) return std::nullopt;
    return play::PerftResult{{{"1", 10}, {"2", 20}}, 30};
  }

  [[nodiscard]] std::optional<play::ProbeResult> probe(play::Control& control) const override {
    play::Limits limits;
    limits.depth = line_.back() == 1 ? std::numeric_limits<int>::max() : 1;  // infinite after the first move
    think(limits, control);
    if (control.stopped()) return std::nullopt;
    return play::ProbeResult{Score::win_in(3), {{"1", Score::win_in(3)}, {"2", Score::draw()}, {"3", std::nullopt}}};
  }

  void clear_memory() override { notes().add("forget"); }
  void configure(const play::Settings& settings) override {
    notes().add("multipv " + std::to_string(settings.multipv) + (settings.tables ? " with tables" : ""));
  }
  void share_memory(std::shared_ptr<search::Memory> memory) override {
    notes().add("hash " + std::to_string(memory->table_bytes()));
  }

  void use_scheduler(search::Scheduler& scheduler) override { scheduler_ = &scheduler; }

 private:
  [[nodiscard]] bool over() const { return line_.back() >= 100; }

  static std::vector<int> after(std::vector<int> line, std::span<const std::string> moves) {
    for (const auto& move : moves) {
      if (line.back() >= 100) throw illegal_move(MoveFault::game_over, "the game has ended");
      if (move.size() != 1 || move[0] < '1' || move[0] > '9') throw illegal_move(MoveFault::unreadable, "not a digit");
      line.push_back(line.back() + (move[0] - '0'));
    }
    return line;
  }

  void think(const play::Limits& limits, play::Control& control) const {
    using std::chrono::milliseconds;
    const bool endless = !limits.depth && !limits.movetime && !limits.clock[0];
    const search::Yield yield(scheduler_, control);
    for (int looks = 0;; ++looks) {
      ++notes().looks;
      yield(static_cast<std::uint64_t>(looks));
      if (control.stopped()) return;
      if (line_.back() >= 50) return;
      const bool over =
          limits.depth ? looks >= *limits.depth : control.clock_used() >= limits.movetime.value_or(milliseconds(20));
      if (!endless && !control.pondering() && over) return;
      std::this_thread::sleep_for(milliseconds(1));
    }
  }

  std::string name_;
  std::vector<int> line_{0};
  search::Scheduler* scheduler_ = nullptr;
};

/// The output of a search of the scripted game, and other answers during an unbounded one.
inline constexpr const char* best = "bestmove 1 ponder 2";
inline constexpr const char* busy = "error busy a search without limit runs; send stop first, or ponderhit";

/// A recorder whose test fails if something does not come.
class RecordingClient final : public Recorder {
 public:
  /// Waits for `line` (or a line with that prefix), and returns and removes all lines up to it.
  std::vector<std::string> until(const std::string& line) {
    auto lines = Recorder::until([&](const auto& one) { return one.starts_with(line); }, test_timeout);
    INFO("waiting for " << line);
    REQUIRE(lines);
    return *std::move(lines);
  }
  void wait_closed() { REQUIRE(Recorder::wait_closed(test_timeout)); }
};

/// Waits until a search of a scripted game has checked several times whether to stop: it is running, and has seen
/// all earlier commands.
inline void wait_until_it_looks() {
  constexpr int times = 3;
  const int before = notes().looks;
  const auto deadline = std::chrono::steady_clock::now() + test_timeout;
  while (notes().looks < before + times && std::chrono::steady_clock::now() < deadline)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  REQUIRE(notes().looks >= before + times);
}

inline std::unique_ptr<play::AnyGame> make_first() { return std::make_unique<ScriptedGame>("first"); }
inline std::unique_ptr<play::AnyGame> make_second() { return std::make_unique<ScriptedGame>("second"); }

inline constexpr games::Entry scripted_games[] = {{"first", "The first game", make_first, {}},
                                                  {"second", "The second game", make_second, {}}};

/// A session with scripted games, and its client. Its clock only moves when the test moves it.
struct Talk {
  explicit Talk(session::Access access = session::Access::open, session::SessionLimits limits = {},
                std::size_t hash_bytes = std::size_t{64} << 20)
      : scheduler(2, std::chrono::milliseconds(5), std::numeric_limits<int>::max(), clock.reader()),
        hash(hash_bytes),
        environment{scheduler,     hash,    limits,
                    "first",       "1.2.3", [](std::string_view offered) { return offered == "secret"; },
                    scripted_games},
        session(std::make_unique<session::Session>(environment, client, access)) {
    (void)notes().taken();
  }

  void say(const std::string& line) const { session->handle_line(line); }
  /// Sends the line, and returns all output before the answer to an `isready` after it.
  std::vector<std::string> ask(const std::string& line) {
    say(line);
    say("isready");
    auto answer = client.until("readyok");
    answer.pop_back();
    return answer;
  }

  RecordingClient client;
  ManualClock clock;
  session::SearchScheduler scheduler;
  session::MemoryBudget hash;
  session::Environment environment;
  std::unique_ptr<session::Session> session;
};

using Lines = std::vector<std::string>;

/// The lines without `info` lines.
inline Lines without_info(const Lines& lines) {
  Lines kept;
  for (const auto& line : lines)
    if (line.substr(0, 5) != "info ") kept.push_back(line);
  return kept;
}

}  // namespace crownd::testing
