#include "session/session.hpp"

#include "session/session_state.hpp"
#include "wire/words.hpp"

#include <exception>
#include <new>

namespace crownd::session {

using Decision = CommandQueue::Decision;

constexpr std::string_view why_busy = "a search without limit runs; send stop first, or ponderhit";
constexpr std::string_view why_full = "too many commands wait behind the search; this one is dropped (--max-queue)";

// Lines.

Session::Session(Environment& environment, Client& client, Access access, std::unique_ptr<Worker> worker)
    : counted_(nullptr, [statistics = environment.statistics](void*) { ++statistics->sessions_ended; }),
      authenticated_(access == Access::open),
      state_(std::make_unique<SessionState>(environment, client)),
      queue_(environment.limits),
      worker_(std::move(worker)) {
  ++environment.statistics->sessions_begun;
}

Session::~Session() {
  {
    const std::lock_guard lock(mutex_);
    destroying_ = true;
  }
  end_now();
}

std::shared_ptr<const Dialect> Session::dialect_for(std::string_view line) const {
  if (state_->hub) return HubReader::dialect_for(line);
  return uci_ ? uci_dialect_for(line) : nullptr;
}

Session::Cost Session::cost_of(std::string_view line) {
  wire::Words words(line);
  const auto takes = [&](const char* word) { return words.take_if(word); };
  if (takes("read")) return Cost::high;  // each line may complete a game
  constexpr std::size_t max_bytes = 64;  // a longer line may exceed the limit
  if (line.size() > max_bytes) return Cost::usual;
  const bool is_signal = takes("stop") || takes("ponderhit") || takes("ponder-hit") || takes("quit");
  return is_signal && words.empty() ? Cost::nothing : Cost::usual;
}

void Session::line_too_long(std::string_view beginning) {
  ++lines_received_;
  if (!ended()) refuse_long_line(beginning);
}

void Session::refuse_long_line(std::string_view beginning) {
  if (!authenticated_) return demand_token();
  reject_position(beginning, "its line was too long");
  const auto why =
      "a line may have at most " + std::to_string(state_->environment.limits.max_line_bytes) + " bytes (--max-line)";
  const auto dialect = dialect_for(beginning);
  const auto refuse = [why](SessionState& state, const Reply& reply) {
    state.refuse(reply, "max-line", why, wire::ErrorCode::too_long);
  };
  if (state_->hub || !dialect) return refuse(*state_, {state_->client, dialect.get(), lines_received_});
  Command command(Policy::exclusive, refuse);
  command.dialect = dialect;
  command.line = lines_received_;
  submit(std::move(command), why.size(), state_->environment.scheduler.now());
}

void Session::reject_position(std::string_view line, std::string_view why) {
  if (state_->hub) return state_->hub->reject_position(line, why);
  if (sets_position(line)) reject_position(why);
}

void Session::demand_token() {
  state_->refuse({state_->client, nullptr, lines_received_}, "token-missing",
                 "a token is required: send auth TOKEN first", wire::ErrorCode::auth);
}

std::optional<Command> Session::read(std::string_view line) {
  auto command = state_->hub ? state_->hub->read(line) : read_command(line);
  if (!command) return command;
  command->line = lines_received_;
  if (state_->hub) return command;
  command->sets_position = sets_position(line);
  command->dialect = dialect_for(line);
  // A `go` with bad arguments, too, is answered after the searches before it, or refused as busy.
  if (command->dialect && !command->is_long()) command->policy = Policy::exclusive;
  return command;
}

void Session::handle_line(std::string_view line) {
  ++lines_received_;
  if (ended()) return;
  if (line.size() > state_->environment.limits.max_line_bytes) return refuse_long_line(line);
  const auto arrived = state_->environment.scheduler.now();
  try {
    if (auto command = read(line)) handle(*std::move(command), line, arrived);
  } catch (const std::bad_alloc&) {
    reject_position(line, "out of memory");
    const auto dialect = dialect_for(line);
    const Reply reply(state_->client, dialect.get(), lines_received_);
    state_->refuse(busy() ? reply.during_search() : reply, "memory", "out of memory; the line is dropped");
  } catch (const std::exception& fault) {
    state_->environment.log(LogLevel::error,
                            "a line of " + std::string(state_->client.name()) + " failed: " + fault.what());
    reject_position(line, "it could not be read");
    const auto dialect = dialect_for(line);
    Reply(state_->client, dialect.get(), lines_received_).refuse(wire::ErrorCode::limit, fault.what());
  }
}

void Session::handle(Command command, std::string_view line, Time arrived) {
  if (!check_access(command)) return;
  if (!state_->hub && wire::Words(line).take_if("uci")) uci_ = true;
  const bool secret = command.token.has_value();
  if (!secret)
    state_->environment.log(LogLevel::debug, std::string(state_->client.name()) + " sends " + wire::printable(line));
  if (state_->debug && !secret)
    state_->client.send(wire::info_string_line("received " + std::string(line)), Delivery::droppable);
  submit(std::move(command), line.size(), arrived);
  if (!secret && !state_->had_command) state_->had_command = true;
  speaks_hub_ = state_->hub != nullptr;
}

bool Session::check_access(const Command& command) {
  if (authenticated_ || !command.needs_token) return true;
  if (!command.token) {
    demand_token();
    return false;
  }
  check_token(*command.token);
  if (wrong_tokens_ >= state_->environment.limits.max_wrong_tokens) end_now();
  return authenticated_;
}

void Session::check_token(std::string_view token) {
  auto& client = state_->client;
  if (const auto lockout = client.lockout(); lockout.count() > 0) {
    ++wrong_tokens_;
    return state_->refuse(
        {client, nullptr, lines_received_}, "auth-backoff",
        "after wrong tokens this address must wait another " + std::to_string(lockout.count()) + " s (--auth-backoff)",
        wire::ErrorCode::auth);
  }
  const auto& is_token = state_->environment.is_token;
  const bool right = is_token && is_token(token);
  authenticated_ = right;
  client.token_was(right);
  if (right) return;
  ++wrong_tokens_;
  state_->environment.statistics->refuse("token-wrong");
  Reply(client, nullptr, lines_received_).refuse(wire::ErrorCode::auth, "this is not the token");
}

// Running commands.

RunningCommand::RunningCommand(Session& session, const Command& command, const Reply& reply)
    : session_(session),
      reply_(reply),
      control_(command.on_ponderhit != OnPonderhit::nothing, session.queue_.clock_start(),
               [&scheduler = session.state_->environment.scheduler] { return scheduler.now(); }) {
  control_.on_progress = [this](std::uint64_t nodes) { poll(nodes); };
  Session::Lock lock(session.mutex_);
  control_.deadline = session.queue_.deadline();
  session.queue_.begin(session.now());
  session.control_ = &control_;
  session.apply_effects(lock);
}

/// A later `stop` is for another search.
RunningCommand::~RunningCommand() {
  const std::lock_guard lock(session_.mutex_);
  session_.control_ = nullptr;
  session_.queue_.finish();
}

void RunningCommand::sent_line(std::uint64_t nodes) {
  nodes_ = nodes;
  const std::lock_guard lock(session_.mutex_);
  session_.queue_.line_sent(session_.now());
}

bool RunningCommand::timed_out() const { return session_.queue_.timed_out(); }

bool RunningCommand::stopped_by_quit() const { return session_.queue_.stopped_by_quit(); }

void RunningCommand::poll(std::uint64_t nodes) {
  nodes_ = nodes;
  session_.worker_->poll();
  Session::Lock lock(session_.mutex_);
  const bool silent = session_.queue_.check_time(session_.now());
  saw_stop_ = session_.queue_.stopped();
  session_.apply_effects(lock);
  if (silent) send_keep_alive();
}

void RunningCommand::send_keep_alive() {
  wire::Info alive;
  alive.nodes = nodes_;
  alive.time = std::chrono::duration_cast<std::chrono::milliseconds>(control_.elapsed()).count();
  reply_.info(alive);
}

void RunningCommand::wait_to_answer() {
  auto& queue = session_.queue_;
  Session::Lock lock(session_.mutex_);
  while (!queue.may_answer()) {
    const auto now = session_.now();
    if (queue.check_time(now)) {
      lock.unlock();
      send_keep_alive();
      lock.lock();
    } else if (!queue.may_answer()) {
      session_.worker_->wait(lock, session_.changed_, now, queue.next_check());
    }
  }
  queue.finish();
}

void Session::submit(Command command, std::size_t line_bytes, Time arrived) {
  const auto bytes = line_bytes + command.extra_bytes;
  QueuedCommand queued{std::move(command), bytes, arrived};
  Lock lock(mutex_);
  auto decision = queue_.arrive(queued, now());
  while (decision == Decision::retry) {  // for a short command, which ends soon
    changed_.wait(lock);
    decision = queue_.arrive(queued, now());
  }
  apply_effects(lock);
  switch (decision) {
    case Decision::run: return run(queued);
    case Decision::start: return start();
    case Decision::busy:
      if (queued.command.sets_position) reject_position(why_busy);
      return refuse_busy(queued.command);
    case Decision::full:
      if (queued.command.sets_position) reject_position(why_full);
      return state_->refuse(state_->reply_to(queued.command).during_search(), "max-queue", why_full);
    case Decision::queued:
    case Decision::retry:
    case Decision::session_over: return;
  }
}

void Session::start() {
  auto& scheduler = state_->environment.scheduler;
  const bool admitted = scheduler.admit_search();
  if (admitted && worker_->run([this] { return work(); })) return;
  if (admitted) scheduler.end_search();
  Lock lock(mutex_);
  const auto queued = queue_.abandon();
  apply_effects(lock);
  const auto reply = state_->reply_to(queued.command);
  if (admitted) return state_->refuse(reply, "thread", "the system has no thread left for this; try again later");
  state_->refuse(
      reply, "max-searches",
      std::to_string(scheduler.max_searches()) + " searches are under way already (--max-searches); try again later");
}

void Session::refuse_busy(const Command& command) {
  state_->environment.statistics->refuse("busy");
  state_->reply_to(command).during_search().refuse(wire::ErrorCode::busy, why_busy);
}

void Session::reject_position(std::string_view why) {
  const Lock lock(mutex_);
  if (auto* const last = queue_.last())
    last->position_refusal = why;
  else
    state_->refused_position.set(why);
}

void Session::apply_effects(Lock& lock) {
  bool signalled = false;
  if (control_ != nullptr && queue_.ponder_hit() && control_->pondering()) {
    control_->ponderhit();
    signalled = true;
  }
  if (control_ != nullptr && queue_.stopped() && !control_->stopped()) {
    control_->stop();
    signalled = true;
  }
  const bool over = queue_.take_session_end() && !destroying_;
  changed_.notify_all();
  lock.unlock();
  if (signalled) state_->environment.scheduler.wake();
  if (over) state_->client.close();
}

void Session::work() {
  do run_current();
  while (next());
}

void Session::run_current() {
  const QueuedCommand& queued = queue_.current();
  const Command& command = queued.command;
  if (!command.is_long()) return run(queued);
  ++state_->environment.statistics->searches;
  if (!command.prepare || try_run(command, command.prepare))
    try_run(command, [&](SessionState& state, Reply& reply) {
      RunningCommand running(*this, command, reply);
      run_deferred();
      command.run_long(state, reply, running);
    });
  state_->game.mark_idle();
  count_latency(queued);
}

bool Session::next() {
  Lock lock(mutex_);
  if (const auto why = queue_.current().position_refusal; !why.empty()) state_->refused_position.set(why);
  const bool more = queue_.next(now());
  if (!more) state_->environment.scheduler.end_search();
  apply_effects(lock);
  return more;
}

void Session::run_deferred() {
  while (true) {
    Lock lock(mutex_);
    const auto deferred = queue_.take_deferred();
    apply_effects(lock);
    if (!deferred) return;
    if (deferred->refused) {
      if (deferred->queued.command.sets_position) state_->refused_position.set(why_busy);
      refuse_busy(deferred->queued.command);
    } else {
      run(deferred->queued);
    }
    if (const auto why = deferred->queued.position_refusal; !why.empty()) state_->refused_position.set(why);
  }
}

void Session::run(const QueuedCommand& queued) {
  try_run(queued.command, queued.command.run);
  count_latency(queued);
}

void Session::count_latency(const QueuedCommand& queued) {
  auto& statistics = *state_->environment.statistics;
  (queued.command.is_long() ? statistics.long_commands : statistics.short_commands).add(now() - queued.arrived);
}

CommandQueue::Time Session::now() const { return state_->environment.scheduler.now(); }

bool Session::try_run(const Command& command, const Command::Run& run) {
  auto reply = state_->reply_to(command);
  const auto note = [&](std::string_view why) {
    if (!command.sets_position) return;
    const std::lock_guard lock(mutex_);  // the reader may get here while an unbounded search ends
    state_->refused_position.set(why);
  };
  try {
    run(*state_, reply);
    return true;
  } catch (const BadInput& bad) {
    note(bad.what());
    reply.refuse(to_wire(bad.fault()), bad.what());
  } catch (const LimitReached& limit) {
    note(limit.what());
    state_->refuse(reply, limit.kind(), limit.what());
  } catch (const std::bad_alloc&) {
    note("out of memory");
    state_->refuse(reply, "memory", "out of memory; the command did not run");
  } catch (const std::exception& fault) {
    note(fault.what());
    state_->environment.log(LogLevel::error,
                            "a command of " + std::string(state_->client.name()) + " failed: " + fault.what());
    reply.refuse(wire::ErrorCode::limit, fault.what());
  }
  return false;
}

}  // namespace crownd::session
