#include "protocol/session/scripted_session.hpp"
#include "session/scheduler.hpp"
#include "support/catch.hpp"
#include "support/manual_clock.hpp"
#include "support/timeouts.hpp"

#include <condition_variable>
#include <deque>
#include <mutex>

using namespace crownd::testing;
using namespace crownd;
using namespace std::chrono_literals;
using crownd::search::Control;
using crownd::search::SteadyClock;
using crownd::session::SearchScheduler;

namespace {

/// Searches that share slots in simulated time, which advances in steps of a millisecond: when there are as many
/// running as there are slots, and every search whose answer is due has given it. So each share does not depend on
/// the machine.
class PretendedSearches {
 public:
  using Duration = ManualClock::Duration;
  static constexpr std::chrono::milliseconds step{1};
  static constexpr Duration never = Duration::max();

  class Search;

  explicit PretendedSearches(int slots, std::chrono::milliseconds quantum = std::chrono::milliseconds(2))
      : scheduler_(slots, quantum, 1000, clock_.reader()), slots_(slots), end_(clock_.now()) {}
  PretendedSearches(const PretendedSearches&) = delete;
  PretendedSearches& operator=(const PretendedSearches&) = delete;
  ~PretendedSearches();

  /// Starts a search, and waits until it runs or is queued. There must be as many as slots before time advances.
  Search& begin(Duration due_in = never);
  /// Advances the time.
  void run_for(Duration duration);

  [[nodiscard]] const ManualClock& clock() const { return clock_; }
  [[nodiscard]] std::size_t waiting() const { return scheduler_.waiting(); }
  /// The maximum number of concurrent searches.
  [[nodiscard]] int most_at_work() const { return most_at_work_; }

 private:
  void work(Search& search);
  [[nodiscard]] bool may_time_pass() const;
  void let_time_pass();
  template <class Condition>
  void wait_until(const Condition& condition);

  ManualClock clock_;
  session::SearchScheduler scheduler_;
  const int slots_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Search> searches_;
  search::SteadyClock::time_point end_;  ///< time does not advance beyond it
  int at_work_ = 0;
  int most_at_work_ = 0;
  bool over_ = false;
};

/// A search that only takes its turns, until it is stopped or its answer is due.
class PretendedSearches::Search {
 public:
  Search(PretendedSearches& all, Duration due_in) : all_(all), control_(false, all.clock_.now(), all.clock_.reader()) {
    if (due_in != never) control_.set_due(all.clock_.now() + due_in);
    thread_ = std::thread([this] { run(); });
  }
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;
  ~Search() { stop(); }

  /// Returns when it has ended.
  void stop() {
    control_.stop();
    all_.scheduler_.wake();
    if (thread_.joinable()) thread_.join();
  }

  /// Milliseconds that it has run.
  [[nodiscard]] int steps() const { return steps_; }
  [[nodiscard]] bool ended() const { return ended_; }
  /// Once it has ended.
  [[nodiscard]] Duration took() const { return took_; }

 private:
  friend class PretendedSearches;

  [[nodiscard]] bool must_answer() const { return all_.clock_.now() + step >= control_.due(); }

  void run() {
    {
      const auto place = all_.scheduler_.enter(control_);
      place->wait();
      while (!control_.stopped() && !must_answer()) {
        ++steps_;
        all_.work(*this);
        place->wait();
      }
    }
    took_ = control_.elapsed();
    const std::lock_guard lock(all_.mutex_);
    ended_ = true;
    all_.changed_.notify_all();
  }

  PretendedSearches& all_;
  search::Control control_;
  std::atomic<int> steps_{0};
  std::atomic<bool> ended_{false};
  bool at_work_ = false;  ///< guarded by the mutex
  Duration took_{};
  std::thread thread_;
};

PretendedSearches::~PretendedSearches() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
    changed_.notify_all();
  }
  for (auto& search : searches_) search.stop();
}

PretendedSearches::Search& PretendedSearches::begin(Duration due_in) {
  const auto began = [&] { return static_cast<std::size_t>(at_work_) + scheduler_.waiting(); };
  std::size_t before = 0;
  {
    const std::lock_guard lock(mutex_);
    before = began();
    searches_.emplace_back(*this, due_in);
  }
  wait_until([&] { return began() > before; });
  return searches_.back();
}

void PretendedSearches::run_for(Duration duration) {
  {
    const std::lock_guard lock(mutex_);
    end_ = clock_.now() + duration;
    if (may_time_pass()) let_time_pass();
  }
  wait_until([&] { return clock_.now() >= end_ && at_work_ == slots_ && may_time_pass(); });
}

bool PretendedSearches::may_time_pass() const {
  return at_work_ == slots_ && std::all_of(searches_.begin(), searches_.end(), [](const Search& search) {
           return search.ended_ || search.at_work_ || !search.must_answer();
         });
}

void PretendedSearches::let_time_pass() {
  if (clock_.now() >= end_) return;
  clock_.advance(step);
  for (auto& search : searches_) search.at_work_ = false;
  at_work_ = 0;
  scheduler_.wake();
  changed_.notify_all();
}

/// One step of a search: waits until the clock has advanced.
void PretendedSearches::work(Search& search) {
  std::unique_lock lock(mutex_);
  search.at_work_ = true;
  most_at_work_ = std::max(most_at_work_, ++at_work_);
  changed_.notify_all();
  while (search.at_work_ && !over_) {
    if (may_time_pass()) let_time_pass();
    if (search.at_work_) changed_.wait(lock);
  }
}

template <class Condition>
void PretendedSearches::wait_until(const Condition& condition) {
  const auto deadline = search::SteadyClock::now() + test_timeout;
  std::unique_lock lock(mutex_);
  bool holds = condition();
  for (; !holds && search::SteadyClock::now() < deadline; holds = condition())
    changed_.wait_for(lock, step);  // joining the queue does not notify
  REQUIRE(holds);
}

using Searches = std::vector<PretendedSearches::Search*>;

Searches begin(PretendedSearches& all, int count, PretendedSearches::Duration due_in = PretendedSearches::never) {
  Searches searches;
  for (int i = 0; i < count; ++i) searches.push_back(&all.begin(due_in));
  return searches;
}

/// Waits until a search is queued.
void wait_for_line(const SearchScheduler& scheduler) {
  const auto deadline = SteadyClock::now() + crownd::testing::test_timeout;
  while (scheduler.waiting() == 0 && SteadyClock::now() < deadline) std::this_thread::sleep_for(1ms);
  REQUIRE(scheduler.waiting() == 1);
}

constexpr const char* sign = "info nodes ";

long signs_in(const Lines& lines) {
  return std::count_if(lines.begin(), lines.end(), [](const auto& line) { return line.starts_with(sign); });
}

/// An unbounded search that waits checks the clock again, as it does by itself when the time has come by the
/// system's clock; has no effect on `go infinite`.
void wake(const Talk& talk) { talk.say("ponderhit"); }

}  // namespace

TEST_CASE("a search alone never waits") {
  SearchScheduler scheduler(1, 0ms);
  const Control control;
  const auto place = scheduler.enter(control);
  for (int i = 0; i < 100'000; ++i) place->wait();
  CHECK(scheduler.waiting() == 0);
}

TEST_CASE("at most as many searches as slots run at a time, with equal shares") {
  const int slots = GENERATE(1, 2, 3);
  PretendedSearches all(slots, 2ms);
  const auto searches = begin(all, 4 * slots);
  CHECK(all.waiting() == static_cast<std::size_t>(3 * slots));
  all.run_for(400ms);
  CHECK(all.most_at_work() == slots);
  for (const auto* search : searches) {
    CHECK(search->steps() >= 97);
    CHECK(search->steps() <= 103);
  }
}

TEST_CASE("a stopped search that waits ends without a slot") {
  PretendedSearches all(1);
  const auto& first = all.begin();
  const auto others = begin(all, 20);
  const auto began = all.clock().now();
  for (auto* other : others) other->stop();
  for (const auto* other : others) CHECK(other->steps() == 0);
  CHECK(!first.ended());
  CHECK(all.clock().now() == began);
}

TEST_CASE("a search answers in time, independent of the number of others") {
  PretendedSearches all(1);
  begin(all, 10);

  SECTION("and gets a fair part of the time until then") {
    const auto& clocked = all.begin(200ms);
    all.run_for(260ms);
    CHECK(clocked.ended());
    CHECK(clocked.took() <= 200ms);
    CHECK(clocked.steps() >= 95);  // half of them are for searches without a clock
  }
  SECTION("also where those others are due as well") {
    const auto clocked = begin(all, 20, 100ms);
    all.run_for(200ms);
    for (const auto* search : clocked) {
      CHECK(search->ended());
      CHECK(search->took() <= 100ms);
    }
  }
}

TEST_CASE("searches with a clock do not starve those without") {
  PretendedSearches all(1);
  const auto clocked = begin(all, 5, 1h);
  const auto& endless = all.begin();
  all.run_for(200ms);
  CHECK(endless.steps() >= 95);
  for (const auto* search : clocked) CHECK(search->steps() >= 17);
}

TEST_CASE("of searches with a clock the one with the earliest deadline runs first") {
  PretendedSearches all(1);
  begin(all, 5, 1h);
  const auto& urgent = all.begin(1min);
  all.run_for(200ms);
  CHECK(urgent.steps() >= 195);
}

TEST_CASE("a waiting search continues when its answer is due, or at its time limit") {
  SearchScheduler scheduler(1, 1h);
  const Control first;
  const auto running = scheduler.enter(first);
  running->wait();

  Control control;
  const auto when = SteadyClock::now() + 20ms;
  SECTION("due") {
    control.set_due(when);
    scheduler.enter(control)->wait();
    CHECK(SteadyClock::now() >= when - 1ms);
  }
  SECTION("latest") {
    control.deadline = when;
    scheduler.enter(control)->wait();
    CHECK(SteadyClock::now() >= when);
  }
}

TEST_CASE("a waiting search continues after a ponderhit") {
  SearchScheduler scheduler(1, 1h);
  const Control first;
  const auto running = scheduler.enter(first);
  running->wait();

  Control control(true);
  std::atomic<bool> returned{false};
  std::thread waiter([&] {
    scheduler.enter(control)->wait();
    returned = true;
  });
  wait_for_line(scheduler);
  CHECK(!returned);
  control.ponderhit();
  scheduler.wake();
  waiter.join();
  CHECK(returned);
}

TEST_CASE("an unbounded search that has finished sends a keep-alive line each second, also in a finished game") {
  struct Case {
    const char *position, *go, *info, *best;
  };
  // Searches end at once from 50 on; the game is over at 100.
  const auto [position, go, info, best_move] = GENERATE(
      Case{"position 50", "go infinite", "info depth 1 ", best},
      Case{"position 50", "go infinite depth 1", "info depth 1 ", best},
      Case{"position 50", "go", "info depth 1 ", best}, Case{"position 100", "go", "info depth 0 ", "bestmove (none)"});
  Talk talk;
  (void)talk.ask(position);
  talk.say(go);
  (void)talk.client.until(info);
  for (const auto* line : {"info nodes 0 time 1000", "info nodes 0 time 2000", "info nodes 0 time 3000"}) {
    talk.clock.advance(999ms);
    (void)talk.ask("setoption name Hash value 1");
    talk.clock.advance(1ms);
    wake(talk);
    CHECK(talk.client.until(sign).back() == line);
  }
  talk.say("stop");
  const auto rest = talk.client.until("bestmove");
  CHECK(signs_in(rest) == 0);
  CHECK(rest.back() == best_move);
}

TEST_CASE("an unbounded search without new information sends keep-alive lines") {
  Talk talk;
  talk.say("go infinite");
  wait_until_it_looks();
  talk.clock.advance(1500ms);
  CHECK(talk.client.until(sign).back().ends_with(" time 1500"));
  talk.clock.advance(1s);
  CHECK(talk.client.until(sign).back().ends_with(" time 2500"));
}

TEST_CASE("a bounded search sends no keep-alive lines") {
  Talk talk;
  const bool ponders = GENERATE(false, true);
  talk.say(ponders ? "go ponder movetime 60000" : "go movetime 60000");
  if (ponders) talk.say("ponderhit");
  wait_until_it_looks();
  talk.clock.advance(30s);
  wait_until_it_looks();
  talk.say("stop");
  CHECK(signs_in(talk.client.until("bestmove")) == 0);
}
