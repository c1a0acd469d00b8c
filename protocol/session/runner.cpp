#include "session/runner.hpp"

#include "core/bad_input.hpp"
#include "session/convert.hpp"
#include "session/limit_reached.hpp"

#include <chrono>
#include <exception>
#include <new>
#include <string>
#include <utility>

namespace crownd::session {

using Verdict = CommandQueue::Verdict;

namespace {

constexpr std::string_view why_busy = "a search without limit runs; send stop first, or ponderhit";
constexpr std::string_view why_full = "too many commands wait behind the search; this one is dropped (--max-queue)";

}  // namespace

Runner::Runner(Context& context, std::unique_ptr<Executor> executor)
    : context_(context), queue_(context.environment.limits), executor_(std::move(executor)) {}

Runner::~Runner() {
  {
    const std::lock_guard lock(mutex_);
    leaving_ = true;
  }
  end_now();
}

void Runner::take(Command command, std::size_t line_bytes, Time arrived) {
  const auto bytes = line_bytes + command.further_bytes;
  Order order{std::move(command), bytes, arrived};
  switch (offer(order)) {
    case Verdict::run: return run(order);
    case Verdict::start: return start();
    case Verdict::busy:
      if (order.command.sets_position) lose_position(why_busy);
      return refuse_busy(order.command);
    case Verdict::full: return refuse_full(order.command);
    case Verdict::queued:
    case Verdict::later:
    case Verdict::over: return;
  }
}

/// Gives no Verdict::later: short commands are soon done.
Verdict Runner::offer(Order& order) {
  Lock lock(mutex_);
  auto verdict = queue_.arrive(order, now());
  while (verdict == Verdict::later) {
    changed_.wait(lock);
    verdict = queue_.arrive(order, now());
  }
  follow(lock);
  return verdict;
}

void Runner::start() {
  auto& turns = context_.environment.turns;
  const bool admitted = turns.admit();
  if (admitted && executor_->run([this] { return work(); })) return;
  if (admitted) turns.dismiss();
  Lock lock(mutex_);
  const auto order = queue_.abandon();
  follow(lock);
  const auto reply = context_.reply_to(order.command);
  if (admitted)
    return context_.refuse(reply, Refusal::thread, "the system has no thread left for this; try again later");
  context_.refuse(reply, Refusal::max_searches,
                  std::to_string(turns.most()) + " searches are under way already (--max-searches); try again later");
}

void Runner::refuse_busy(const Command& command) {
  context_.environment.statistics->refuse(Refusal::busy);
  context_.reply_to(command).early().refuse(wire::ErrorCode::busy, why_busy);
}

void Runner::refuse_full(const Command& command) {
  if (command.sets_position) lose_position(why_full);
  context_.refuse(context_.reply_to(command).early(), Refusal::max_queue, why_full);
}

void Runner::lose_position(std::string_view why) {
  const Lock lock(mutex_);
  if (auto* const last = queue_.last())
    last->lost_position = why;
  else
    context_.refused_position.note(why);
}

void Runner::follow(Lock& lock) {
  bool signalled = false;
  if (control_ != nullptr && queue_.ponder_hit() && control_->pondering()) {
    control_->ponderhit();
    signalled = true;
  }
  if (control_ != nullptr && queue_.stopped() && !control_->stopped()) {
    control_->stop();
    signalled = true;
  }
  const bool over = queue_.take_end() && !leaving_;
  changed_.notify_all();
  lock.unlock();
  if (signalled) context_.environment.turns.wake();
  if (over) context_.client.close();
}

void Runner::end_of_input() {
  Lock lock(mutex_);
  queue_.end_of_input();
  follow(lock);
}

void Runner::end_now() {
  Lock lock(mutex_);
  queue_.end_now();
  follow(lock);
}

bool Runner::ended() const {
  const std::lock_guard lock(mutex_);
  return queue_.closing();
}

bool Runner::busy() const {
  const std::lock_guard lock(mutex_);
  return queue_.state() != CommandQueue::State::idle;
}

void Runner::wait_for_room() {
  Lock lock(mutex_);
  changed_.wait(lock, [&] { return queue_.has_room() || queue_.closing(); });
}

bool Runner::work() {
  do {
    if (!run_current()) return false;
  } while (next());
  return true;
}

bool Runner::run_current() {
  const Order& order = queue_.current();
  const Command& command = order.command;
  if (!command.is_long()) {
    run(order);
    return true;
  }
  if (!thinking_) ++context_.environment.statistics->searches;
  if (thinking_ || !command.prepare || attempt(command, command.prepare))
    attempt(command, [&](Context& context, Reply& reply) { think(command, context, reply); });
  if (thinking_) return false;
  count(order);
  return true;
}

void Runner::think(const Command& command, Context& context, Reply& reply) {
  struct Part {
    std::unique_ptr<Thinking>& thinking;
    ~Part() {
      if (!thinking->left()) thinking.reset();
    }
  };
  const bool begins = !thinking_;
  if (begins) thinking_ = std::make_unique<Thinking>(*this, command, reply);
  const Part part{thinking_};
  if (begins) catch_up();
  command.run(context, reply);
}

bool Runner::next() {
  Lock lock(mutex_);
  if (const auto why = queue_.current().lost_position; !why.empty()) context_.refused_position.note(why);
  const bool more = queue_.next(now());
  if (!more) context_.environment.turns.dismiss();
  follow(lock);
  return more;
}

void Runner::catch_up() {
  while (const auto belated = next_belated()) {
    if (belated->refused) {
      if (belated->order.command.sets_position) context_.refused_position.note(why_busy);
      refuse_busy(belated->order.command);
    } else {
      run(belated->order);
    }
    if (const auto why = belated->order.lost_position; !why.empty()) context_.refused_position.note(why);
  }
}

std::optional<CommandQueue::Belated> Runner::next_belated() {
  Lock lock(mutex_);
  auto belated = queue_.catch_up();
  follow(lock);
  return belated;
}

void Runner::run(const Order& order) {
  attempt(order.command, order.command.run);
  count(order);
}

void Runner::count(const Order& order) {
  auto& statistics = *context_.environment.statistics;
  (order.command.is_long() ? statistics.long_commands : statistics.short_commands).add(now() - order.arrived);
}

bool Runner::attempt(const Command& command, const Command::Run& what) {
  auto reply = context_.reply_to(command);
  const auto note = [&](std::string_view why) {
    if (!command.sets_position) return;
    const std::lock_guard lock(mutex_);  // the reader may be here while an unbounded search comes to its end
    context_.refused_position.note(why);
  };
  try {
    what(context_, reply);
    return true;
  } catch (const BadInput& bad) {
    note(bad.what());
    reply.refuse(to_wire(bad.fault()), bad.what());
  } catch (const LimitReached& limit) {
    note(limit.what());
    context_.refuse(reply, limit.kind(), limit.what());
  } catch (const std::bad_alloc&) {
    note("out of memory");
    context_.refuse(reply, Refusal::memory, "out of memory; the command was not carried out");
  } catch (const std::exception& fault) {
    note(fault.what());
    context_.environment.log.error("a command of " + std::string(context_.client.name()) +
                                   " could not be carried out: " + fault.what());
    reply.refuse(wire::ErrorCode::limit, fault.what());
  }
  return false;
}

Thinking::Thinking(Runner& runner, const Command& command, const Reply& reply)
    : runner_(runner),
      reply_(reply),
      control_(command.at_ponderhit != Ponderhit::nothing, runner.queue_.since(),
               [&turns = runner.context_.environment.turns] { return turns.now(); }) {
  control_.on_progress = [this](std::uint64_t nodes) { look(nodes); };
  runner.context_.thinking = this;
  Runner::Lock lock(runner.mutex_);
  control_.latest = runner.queue_.latest();
  runner.queue_.begin(runner.now());
  runner.control_ = &control_;
  runner.follow(lock);
}

Thinking::~Thinking() {
  runner_.context_.thinking = nullptr;
  const std::lock_guard lock(runner_.mutex_);
  runner_.control_ = nullptr;
  runner_.queue_.finish();
}

void Thinking::sent_line(std::uint64_t nodes) {
  nodes_ = nodes;
  const std::lock_guard lock(runner_.mutex_);
  runner_.queue_.spoke(runner_.now());
}

void Thinking::look(std::uint64_t nodes) {
  nodes_ = nodes;
  const bool has_time = runner_.executor_->look();
  control_.leave = may_be_left && !has_time;
  Runner::Lock lock(runner_.mutex_);
  const bool silent = runner_.queue_.tick(runner_.now());
  saw_stop_ = runner_.queue_.stopped();
  runner_.follow(lock);
  if (silent) give_sign_of_life();
}

void Thinking::give_sign_of_life() {
  wire::Info alive;
  alive.nodes = nodes_;
  alive.time = std::chrono::duration_cast<std::chrono::milliseconds>(control_.elapsed()).count();
  reply_.say_if_room(wire::info_line(alive));
}

bool Thinking::finish() {
  auto& queue = runner_.queue_;
  waits_ = false;
  Runner::Lock lock(runner_.mutex_);
  while (!queue.may_answer()) {
    const auto now = runner_.now();
    if (queue.tick(now)) {
      lock.unlock();
      give_sign_of_life();
      lock.lock();
    } else if (!queue.may_answer() && !runner_.executor_->wait(lock, runner_.changed_, now, queue.next_tick())) {
      waits_ = true;
      return false;
    }
  }
  queue.finish();
  return true;
}

}  // namespace crownd::session
