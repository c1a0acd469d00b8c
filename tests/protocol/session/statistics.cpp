#include "protocol/session/talk.hpp"
#include "session/latency_histogram.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <thread>

using namespace crownd::testing;
using namespace crownd;
using namespace std::chrono_literals;
using session::LatencyHistogram;

namespace {

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

TEST_CASE("a time is counted under the least bound that it does not exceed") {
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

TEST_CASE("a command's time runs from its arrival, also while it waits behind a search") {
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

TEST_CASE("what is refused is counted as that, not as a command that was carried out") {
  Talk talk(session::Access::token_required);
  const auto& statistics = *talk.environment.statistics;
  const auto refused = [&](session::Refusal kind) {
    return statistics.refusals[static_cast<std::size_t>(kind)].load();
  };
  talk.say("isready");
  talk.say("auth guess");
  CHECK(refused(session::Refusal::token_missing) == 1);
  CHECK(refused(session::Refusal::token_wrong) == 1);
  CHECK(counted(statistics.short_commands) == 0);
  talk.say("auth secret");
  CHECK(counted(statistics.short_commands) == 1);

  talk.say("go infinite");
  wait_until_it_looks();
  talk.say("go infinite");
  CHECK(talk.client.until("error busy").size() > 0);
  CHECK(refused(session::Refusal::busy) == 1);
  CHECK(statistics.searches == 1);
  CHECK(counted(statistics.long_commands) == 0);
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
  CHECK(talk.hash.taken() == 0);
}
