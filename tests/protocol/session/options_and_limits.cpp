#include "protocol/session/scripted_session.hpp"
#include "session/environment.hpp"
#include "session/session_state.hpp"
#include "support/text.hpp"

#include <limits>

using namespace crownd::testing;
using namespace crownd;
using namespace std::chrono_literals;
using session::LatencyHistogram;

namespace {

/// Another client of the same daemon.
struct Other {
  explicit Other(session::Environment& environment)
      : session(std::make_unique<session::Session>(environment, client, session::Access::open)) {}

  RecordingClient client;
  std::unique_ptr<session::Session> session;
};

void search_once(Talk& talk) {
  talk.say("go depth 1");
  (void)talk.client.until("bestmove");
}

/// How many took longer than the next lower bound, and at most `most`.
std::uint64_t counted_up_to(const LatencyHistogram& latencies, std::chrono::microseconds most) {
  for (std::size_t i = 0; i < LatencyHistogram::bounds.size(); ++i)
    if (LatencyHistogram::bounds[i] == most) return latencies.count(i);
  FAIL("no such bound");
  return 0;
}

std::uint64_t counted(const LatencyHistogram& latencies) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i <= LatencyHistogram::bounds.size(); ++i) sum += latencies.count(i);
  return sum;
}

}  // namespace

TEST_CASE("the number of searches, running or waiting, is limited") {
  Talk talk;
  session::SearchScheduler scheduler(1, 2ms, 2);
  session::Environment environment{scheduler, talk.hash, {}, "first", "1", nullptr, scripted_games};
  Other first(environment);
  Other second(environment);
  Other third(environment);
  first.session->handle_line("go infinite");
  second.session->handle_line("go infinite");
  third.session->handle_line("go infinite");
  CHECK(third.client.until("error").back() ==
        "error limit 2 searches are under way already (--max-searches); try again later");
  third.session->handle_line("perft 3");
  third.client.until("error limit 2 searches");

  first.session->handle_line("stop");
  first.client.until("bestmove");
  // The thread of the first one may need a moment to end.
  while (first.session->busy()) std::this_thread::sleep_for(1ms);
  third.session->handle_line("go infinite");
  third.session->handle_line("stop");
  third.client.until("bestmove");
}

TEST_CASE("the time limit includes the time that a search waits for a slot") {
  Talk talk;
  session::SearchScheduler scheduler(1, 1h);
  session::Environment environment{scheduler, talk.hash, {}, "first", "1", nullptr, scripted_games};
  const search::Control control;
  const auto place = scheduler.enter(control);
  place->wait();
  environment.limits.max_movetime = 50ms;
  Other second(environment);
  second.session->handle_line("go infinite");
  second.client.until("info string the search was ended after the 50 ms that this daemon allows (--max-movetime)");
  second.client.until("bestmove");
}

TEST_CASE("the work for ambiguous moves of a text is bounded") {
  Talk talk;
  std::string text = "some";
  for (int i = 0; i < 20; ++i) text += " (some some some some some some some some some some some some bad)";
  const int before = notes().texts_in_files;
  talk.say("read begin first");
  talk.say("read line " + text);
  talk.say("read end");
  talk.client.until("readok 1");
  constexpr int most = 10'000;
  CHECK(notes().texts_in_files - before < most);
}

TEST_CASE("refusals are logged, repeated ones less and less often") {
  Talk talk;
  Lines log;
  talk.environment.log = session::Log([&](session::LogLevel level, const std::string& text) {
    if (level == session::LogLevel::warning) log.push_back(text);
  });
  talk.environment.limits.max_line_bytes = 10;
  for (int i = 0; i < 5; ++i) talk.say("d d d d d d d");
  const std::string refused = "a client was sent: error too-long a line may have at most 10 bytes (--max-line)";
  CHECK(log == Lines{refused, refused + " (2 times so far)", refused + " (4 times so far)"});
}

TEST_CASE("nothing is reserved before the first search or new game") {
  Talk talk;
  (void)talk.ask("setoption name Hash value 32");
  CHECK(notes().taken().empty());
  CHECK(talk.hash.reserve(std::size_t{64} << 20) == std::size_t{64} << 20);
  talk.hash.release(std::size_t{64} << 20);
  search_once(talk);
  CHECK(notes().taken() == Lines{"hash 33554432", "multipv 1"});
  search_once(talk);
  CHECK(notes().taken().empty());
}

TEST_CASE("ucinewgame reserves memory, and the first search reports a shortage") {
  Talk talk(session::Access::open, {}, std::size_t{4} << 20);
  CHECK(talk.ask("ucinewgame").empty());
  CHECK(notes().taken() == Lines{"hash 4194304", "forget"});
  CHECK(talk.hash.reserve(1 << 20) == 0);
  talk.say("go depth 1");
  CHECK(talk.client.until("bestmove").front().starts_with("info string memory is short: the hash table gets 4096 KiB"));
  CHECK(notes().taken() == Lines{"multipv 1"});
}

TEST_CASE("settings are kept when the game changes") {
  Talk talk;
  (void)talk.ask("setoption name MultiPV value 3");
  search_once(talk);
  (void)talk.ask("position second startpos");
  search_once(talk);
  CHECK(notes().taken() == Lines{"hash 16777216", "multipv 3", "hash 16777216", "multipv 3"});
}

TEST_CASE("a new hash size releases the old memory at once") {
  Talk talk(session::Access::open, {}, std::size_t{16} << 20);
  search_once(talk);
  CHECK(talk.hash.reserve(1 << 20) == 0);
  (void)talk.ask("setoption name Hash value 4");
  CHECK(notes().taken() == Lines{"hash 16777216", "multipv 1", "hash 65536"});
  const auto free = talk.hash.reserve(std::size_t{16} << 20);
  CHECK(free == std::size_t{16} << 20);
  talk.hash.release(free);
  search_once(talk);
  CHECK(notes().taken() == Lines{"hash 4194304"});
}

TEST_CASE("a search takes the memory of the session that has been idle longest") {
  Talk talk(session::Access::open, {}, std::size_t{32} << 20);
  Other second(talk.environment);
  Other third(talk.environment);
  const auto search = [](Other& one) {
    one.session->handle_line("go depth 1");
    const auto lines = one.client.until("bestmove");
    one.session->handle_line("perft 1");  // answered once the memory is idle
    one.client.until("nodes searched");
    return lines.front().starts_with("info string memory is short");
  };
  search_once(talk);
  talk.say("perft 1");
  talk.client.until("nodes searched");
  talk.clock.advance(session::MemoryBudget::min_idle);
  CHECK_FALSE(search(second));
  CHECK_FALSE(search(third));
  CHECK(talk.hash.usage().tables == std::size_t{32} << 20);

  // The first session gets nothing until another one has been idle for long enough.
  (void)notes().taken();
  talk.say("go depth 1");
  CHECK(talk.client.until("bestmove").front().starts_with("info string memory is short: the hash table gets 64 KiB"));
  CHECK(notes().taken() == Lines{"hash 65536"});
  talk.clock.advance(session::MemoryBudget::min_idle);
  talk.say("go depth 1");
  CHECK_FALSE(talk.client.until("bestmove").front().starts_with("info string memory"));
  CHECK(notes().taken() == Lines{"hash 16777216"});
}

TEST_CASE("no search takes the memory of a running one") {
  Talk talk(session::Access::open, {}, std::size_t{16} << 20);
  Other second(talk.environment);
  talk.say("go infinite");
  wait_until_it_looks();
  talk.clock.advance(session::MemoryBudget::min_idle);
  second.session->handle_line("go depth 1");
  CHECK(second.client.until("bestmove").front().starts_with("info string memory is short"));
  talk.say("stop");
  talk.client.until("bestmove");
}

TEST_CASE("Clear Hash and ucinewgame clear the table and keep the position") {
  Talk talk;
  (void)talk.ask("position 5");
  (void)talk.ask("setoption name Clear Hash");
  (void)talk.ask("ucinewgame");
  CHECK(notes().taken() == Lines{"forget", "hash 16777216", "forget"});
  CHECK(talk.ask("fen") == Lines{"fen first 5"});
}

TEST_CASE("a time is counted at the smallest bound that it does not exceed") {
  LatencyHistogram latencies;
  latencies.add(0ns);
  latencies.add(10us);
  latencies.add(10us + 1ns);
  latencies.add(100s);
  latencies.add(100s + 1ns);
  CHECK(counted_up_to(latencies, 10us) == 2);
  CHECK(counted_up_to(latencies, 30us) == 1);
  CHECK(counted_up_to(latencies, 100s) == 1);
  CHECK(latencies.count(LatencyHistogram::bounds.size()) == 1);
  CHECK(counted(latencies) == 5);
  CHECK(latencies.sum() == 200s + 20us + 2ns);
}

TEST_CASE("a command's time includes its time in the queue") {
  Talk talk;
  const auto& statistics = *talk.environment.statistics;
  talk.say("go movetime 2000");
  wait_until_it_looks();
  talk.clock.advance(500ms);
  talk.say("d");
  CHECK(counted(statistics.short_commands) == 0);
  talk.clock.advance(1500ms);
  talk.client.until("status");
  while (talk.session->busy()) std::this_thread::sleep_for(1ms);
  CHECK(counted_up_to(statistics.long_commands, 3s) == 1);
  CHECK(statistics.long_commands.sum() == 2s);
  CHECK(counted_up_to(statistics.short_commands, 3s) == 1);
  CHECK(statistics.short_commands.sum() == 1500ms);
}

TEST_CASE("a refused command counts as a refusal, not as a command that ran") {
  Talk talk(session::Access::token_required);
  const auto& statistics = *talk.environment.statistics;
  const auto refused = [&](session::RefusalKind kind) { return statistics.refusals[kind.index].load(); };
  talk.say("isready");
  talk.say("auth guess");
  CHECK(refused("token-missing") == 1);
  CHECK(refused("token-wrong") == 1);
  CHECK(counted(statistics.short_commands) == 0);
  talk.say("auth secret");
  CHECK(counted(statistics.short_commands) == 1);

  talk.say("go infinite");
  wait_until_it_looks();
  talk.say("go infinite");
  CHECK(talk.client.until("error busy").size() > 0);
  CHECK(refused("busy") == 1);
  CHECK(statistics.searches == 1);
  CHECK(counted(statistics.long_commands) == 0);
}

TEST_CASE("the debug log has all lines but those with tokens") {
  Talk talk(session::Access::token_required);
  std::string log;
  talk.environment.log = [&](session::LogLevel level, const std::string& text) {
    if (level == session::LogLevel::debug) log += text + '\n';
  };
  talk.say("auth guess");
  talk.say("auth secret");
  talk.say("d");
  CHECK(contains(log, " sends d\n"));
  CHECK_FALSE(contains(log, "guess"));
  CHECK_FALSE(contains(log, "secret"));
}

TEST_CASE("sessions are counted when they begin and when they have ended") {
  Talk talk;
  const auto statistics = talk.environment.statistics;
  CHECK(statistics->sessions_begun == 1);
  CHECK(statistics->sessions_ended == 0);
  talk.say("go infinite");
  wait_until_it_looks();
  talk.session.reset();
  CHECK(statistics->sessions_begun == 1);
  CHECK(statistics->sessions_ended == 1);
  CHECK(talk.hash.usage().tables == 0);
}
