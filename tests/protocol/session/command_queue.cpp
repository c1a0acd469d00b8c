#include "session/command_queue.hpp"
#include "support/catch.hpp"

#include <array>
#include <functional>
#include <map>
#include <sstream>

using namespace crownd;
using namespace std::chrono_literals;

namespace {

using session::Command;
using session::CommandQueue;
using session::OnPonderhit;
using session::Policy;
using session::QueuedCommand;
using session::SessionLimits;
using Decision = CommandQueue::Decision;
using State = CommandQueue::State;

/// A queue, fed by the words of a script. `=` separates an event from its expected outcome. Commands are distinguished
/// by their length: `read:7` is one of 7 bytes.
class Script {
 public:
  static constexpr CommandQueue::Time start{std::chrono::hours(1)};

  SessionLimits limits;
  CommandQueue queue{limits};
  CommandQueue::Time now = start;

  void run(const std::string& text) {
    std::istringstream words(text);
    std::string done;
    for (std::string word; words >> word;) {
      done += (done.empty() ? "" : " ") + word;
      INFO(done);
      const auto equals = std::min(word.find('='), word.size());
      const auto colon = std::min(word.find(':'), equals);
      const auto length = colon < equals ? std::stoul(word.substr(colon + 1, equals - colon - 1)) : 0;
      CHECK(outcome(word.substr(0, colon), length) == (equals < word.size() ? word.substr(equals + 1) : "yes"));
    }
  }

 private:
  /// The outcome of an event; "yes" or "no" for a question and for an event that always succeeds.
  std::string outcome(const std::string& event, std::size_t length) {
    static const std::map<std::string, std::pair<Policy, OnPonderhit>> commands{
        {"stop", {Policy::stop, {}}},
        {"ponderhit", {Policy::ponderhit, {}}},
        {"quit", {Policy::quit, {}}},
        {"immediate", {Policy::immediate, {}}},
        {"isready", {Policy::after_short, {}}},
        {"read", {Policy::read_only, {}}},
        {"change", {Policy::exclusive, {}}},
        {"bounded", {Policy::bounded_search, {}}},
        {"unbounded", {Policy::unbounded_search, {}}},
        {"ponder-bounds", {Policy::unbounded_search, OnPonderhit::bounds}},
        {"ponder-stops", {Policy::unbounded_search, OnPonderhit::stops}},
        {"ponder-clock", {Policy::unbounded_search, OnPonderhit::starts_clock}}};
    if (const auto found = commands.find(event); found != commands.end()) return arrive(found->second, length);
    if (event == "state") return std::array{"idle", "bounded", "unbounded"}.at(static_cast<std::size_t>(queue.state()));
    if (event == "deferred") return take_deferred();
    if (event == "next") return queue.next(now) ? std::to_string(queue.current().bytes) : "idle";
    const std::map<std::string, std::function<void()>> actions{{"begin", [&] { queue.begin(now); }},
                                                               {"finish", [&] { queue.finish(); }},
                                                               {"end-of-input", [&] { queue.end_of_input(); }},
                                                               {"end-now", [&] { queue.end_now(); }}};
    const std::map<std::string, std::function<bool()>> questions{
        {"abandon", [&] { return queue.abandon().command.is_long(); }},
        {"stopped", [&] { return queue.stopped(); }},
        {"stopped-by-quit", [&] { return queue.stopped_by_quit(); }},
        {"ponder-hit", [&] { return queue.ponder_hit(); }},
        {"may-answer", [&] { return queue.may_answer(); }},
        {"has-room", [&] { return queue.has_room(); }},
        {"ended", [&] { return queue.ended(); }},
        {"session-end", [&] { return queue.take_session_end(); }}};
    if (event == "finish" && !queue.may_answer()) return "too early";
    const auto action = actions.find(event);
    if (action == actions.end()) return questions.at(event)() ? "yes" : "no";
    action->second();
    return "yes";
  }

  std::string arrive(std::pair<Policy, OnPonderhit> kind, std::size_t length) {
    QueuedCommand queued{Command(kind.first, Command::Run()), length, now};
    queued.command.on_ponderhit = kind.second;
    const auto decision = queue.arrive(queued, now);
    if (kind.first <= Policy::immediate && decision == Decision::run) return "yes";
    return std::array{"run", "start", "queued", "retry", "busy", "full", "over"}.at(static_cast<std::size_t>(decision));
  }

  std::string take_deferred() {
    const auto deferred = queue.take_deferred();
    if (!deferred) return "none";
    return std::to_string(deferred->queued.bytes) + (deferred->refused ? "-refused" : "-runs");
  }
};

struct Case {
  const char* name;
  std::vector<std::string> scripts;  ///< each for a new queue
};

void run(const std::vector<Case>& cases) {
  for (const auto& one : cases)
    for (const auto& script : one.scripts) {
      INFO(one.name);
      Script().run(script);
    }
}

}  // namespace

TEST_CASE("queue: the order of commands") {
  run({
      {"an idle session runs short commands in the reader, and long ones in the worker",
       {"read=run change=run state=idle bounded:7=start state=bounded begin deferred=none finish next=idle state=idle "
        "change=run"}},
      {"commands during a bounded search run after it, in order",
       {"bounded=start read:1=queued begin deferred=none change:2=queued bounded:3=queued immediate finish next=1 "
        "next=2 next=3 begin deferred=none finish next=idle"}},
      {"during an unbounded search only read-only commands run",
       {"unbounded=start begin deferred=none state=unbounded may-answer=no read=run change=busy bounded=busy "
        "unbounded=busy stopped=no stop stopped state=bounded change:1=queued finish next=1"}},
      {"an unbounded search first handles the commands that arrived before it began",
       {"unbounded=start read:1=queued change:2=queued begin deferred=1-runs bounded:3=queued deferred=2-refused "
        "deferred=3-refused deferred=none read=run"}},
      {"commands are deferred only up to a stop, and later ones run after the search; isready waits for the refusals",
       {"unbounded=start change:1=queued stop change:2=queued begin deferred=1-refused isready=retry deferred=none "
        "stopped isready=run finish next=2"}},
      {"after a refused search its signals have no effect, and later commands run",
       {"unbounded=start change:1=queued stop bounded:2=queued next=1 next=2 begin deferred=none stopped=no"}},
      {"while the worker runs short commands, or answers, the reader waits",
       {"bounded=start begin deferred=none read:1=queued bounded:2=queued finish change=retry next=1 change=retry "
        "immediate next=2 change:3=queued"}},
      {"isready waits for earlier short commands, but not for a search",
       {"isready=run bounded=start isready=run begin deferred=none read:1=queued unbounded:2=queued isready=run finish "
        "isready=retry next=1 isready=retry next=2 read:3=queued isready=retry begin deferred=3-runs isready=retry "
        "deferred=none isready=run"}},
      {"a long command that cannot be started leaves the session idle",
       {"unbounded=start abandon state=idle stop change=run"}},
  });
}

TEST_CASE("queue: signals") {
  run({
      {"a stop in advance ends its search as soon as it begins", {"unbounded=start stop begin deferred=none stopped"}},
      {"signals belong to the last long command, running or waiting",
       {"bounded=start begin deferred=none unbounded:1=queued stop change:2=queued bounded:3=queued stop stopped=no "
        "finish next=1 begin deferred=none stopped finish next=2 next=3 begin deferred=none stopped finish"}},
      {"a signal after short commands that wait for a search belongs to that search",
       {"bounded=start begin deferred=none read:1=queued stop stopped",
        "bounded=start begin deferred=none bounded:1=queued read:2=queued stop finish next=1 begin deferred=none "
        "stopped"}},
      {"a signal after a search refused as busy belongs to the running search",
       {"unbounded=start bounded=queued stop begin deferred=0-refused deferred=none stopped"}},
      {"signals without a search are not remembered",
       {"stop ponderhit unbounded=start begin deferred=none stopped=no ponder-hit=no stop finish stop next=idle "
        "bounded=start begin deferred=none stopped=no"}},
      {"ponderhit bounds a search with limits, ends one without, and does not affect others",
       {"ponder-bounds=start ponderhit begin deferred=none ponder-hit may-answer stopped=no change=queued",
        "ponder-bounds=start begin deferred=none ponderhit ponder-hit may-answer stopped=no change=queued",
        "ponder-stops=start ponderhit begin deferred=none ponder-hit may-answer stopped change=queued",
        "ponder-stops=start begin deferred=none ponderhit ponder-hit may-answer stopped change=queued",
        "ponder-clock=start ponderhit begin deferred=none ponder-hit may-answer=no stopped=no change=busy",
        "ponder-clock=start begin deferred=none ponderhit ponder-hit may-answer=no stopped=no change=busy"}},
  });
}

TEST_CASE("queue: the end of a session") {
  run({
      {"quit ends the session at once, or when its search has answered",
       {"quit read=over session-end",
        "unbounded=start begin deferred=none quit read=over session-end=no stopped "
        "finish next=idle session-end"}},
      {"quit stops the running search and waiting ones, and runs waiting commands",
       {"bounded=start begin deferred=none change:1=queued bounded:2=queued read:3=queued quit read=over ended stopped "
        "stopped-by-quit finish next=1 session-end=no next=2 stopped stopped-by-quit begin deferred=none finish next=3 "
        "stopped-by-quit=no next=idle session-end session-end=no"}},
      {"with quit, commands during an unbounded search stay refused as busy",
       {"unbounded=start change:1=queued read:2=queued quit stopped=no begin deferred=1-refused deferred=2-runs "
        "deferred=none stopped stopped-by-quit=no",
        "bounded:7=start unbounded=queued change:1=queued read:2=queued quit begin deferred=none finish next=0 "
        "stopped=no begin deferred=1-refused deferred=2-runs deferred=none stopped stopped-by-quit=no"}},
      {"quit ends no search that was stopped before, or has no limit",
       {"bounded=start begin deferred=none stop quit stopped stopped-by-quit=no",
        "bounded=start begin deferred=none bounded:1=queued stop quit stopped-by-quit finish next=1 stopped "
        "stopped-by-quit=no",
        "unbounded=start begin deferred=none quit stopped stopped-by-quit=no"}},
      {"quit ends a search that became bounded by ponderhit",
       {"ponder-bounds=start begin deferred=none ponderhit quit stopped stopped-by-quit"}},
      {"end_now drops the commands that wait after quit",
       {"bounded=start read:1=queued quit end-now begin deferred=none finish next=idle session-end"}},
      {"end_now stops the current command and drops waiting ones",
       {"bounded=start read:1=queued end-now stopped ended read=over session-end=no next=idle session-end "
        "session-end=no",
        "bounded=start begin deferred=none read:1=queued end-now stopped ended read=over session-end=no next=idle "
        "session-end session-end=no"}},
      {"at the end of input an idle session is over", {"end-of-input session-end session-end=no read=over"}},
      {"the end of input lets bounded searches finish, with all that waits behind them",
       {"bounded=start begin deferred=none read:1=queued end-of-input stopped=no session-end=no finish next=1 "
        "session-end=no next=idle session-end"}},
      {"the end of input stops an unbounded search, once it has caught up",
       {"unbounded=start begin deferred=none end-of-input stopped",
        "unbounded=start change=queued end-of-input begin deferred=0-refused stopped=no deferred=none stopped"}},
  });
}

TEST_CASE("queue: the bytes of waiting commands are limited, but one command always fits") {
  Script script;
  script.limits.max_queued_bytes = 2000;
  script.limits.max_line_bytes = 500;
  script.run(
      "bounded=start begin deferred=none read:5000=queued has-room=no read=full finish next=5000 has-room next=idle "
      "bounded=start read:500=queued has-room read:500=queued has-room=no read:500=full");
}

TEST_CASE("queue: room is what the longest line needs, and a command that has left the queue takes none") {
  Script script;
  script.limits.max_queued_bytes = 2000;
  script.limits.max_line_bytes = 500;
  for (int i = 0; i < 10; ++i)
    script.run(
        "bounded=start begin deferred=none read:1100=queued has-room=no read:500=full finish next=1100 next=idle");
}

TEST_CASE("queue: a long command is stopped at the time limit") {
  Script script;
  script.limits.max_movetime = 50ms;
  script.run(GENERATE("bounded=start", "unbounded=start"));
  script.now += 10ms;
  script.run("begin deferred=none");
  CHECK(script.queue.next_check() == Script::start + 50ms);
  CHECK_FALSE(script.queue.check_time(Script::start + 49ms));
  CHECK_FALSE(script.queue.stopped());
  CHECK_FALSE(script.queue.check_time(Script::start + 50ms));
  CHECK(script.queue.stopped());
  CHECK(script.queue.timed_out());
  CHECK(script.queue.next_check() == CommandQueue::Time::max());
  script.run("finish next=idle bounded=start");
  CHECK_FALSE(script.queue.timed_out());
}

TEST_CASE("queue: a stopped search does not time out, and the next has its own time limit") {
  Script script;
  script.limits.max_movetime = 50ms;
  script.run("bounded=start bounded:1=queued begin deferred=none");
  script.now += 60ms;
  script.run("finish next=1");
  CHECK(script.queue.clock_start() == Script::start + 60ms);
  script.run("begin deferred=none");
  CHECK_FALSE(script.queue.check_time(script.now + 49ms));
  script.run("stopped=no stop");
  CHECK_FALSE(script.queue.check_time(script.now + 50ms));
  CHECK_FALSE(script.queue.timed_out());
}

TEST_CASE("queue: an unbounded search sends a keep-alive line after each second of silence") {
  Script script;
  script.run("ponder-bounds=start begin deferred=none");
  auto& queue = script.queue;
  CHECK(queue.next_check() == script.now + 1s);
  CHECK_FALSE(queue.check_time(script.now + 999ms));
  CHECK(queue.check_time(script.now + 1s));
  CHECK_FALSE(queue.check_time(script.now + 1999ms));
  queue.line_sent(script.now + 1500ms);
  CHECK_FALSE(queue.check_time(script.now + 2s));
  CHECK(queue.check_time(script.now + 2500ms));
  script.run("ponderhit");
  CHECK_FALSE(queue.check_time(script.now + 1h));
  CHECK(queue.next_check() == CommandQueue::Time::max());
}
