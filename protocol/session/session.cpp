#include "session/session.hpp"

#include "session/commands/command.hpp"
#include "session/context.hpp"
#include "session/convert.hpp"
#include "session/gate.hpp"
#include "session/limit_log.hpp"
#include "session/limit_reached.hpp"
#include "session/runner.hpp"
#include "wire/words.hpp"

#include <spdlog/spdlog.h>

#include <exception>
#include <new>
#include <string>
#include <utility>

namespace crownd::session {

namespace {

using search::SteadyClock;

}  // namespace

/// Turns lines into commands: parses them, checks that they are allowed, and runs, queues or refuses them.
class Session::Conversation {
 public:
  Conversation(Environment& environment, Client& client, Access access)
      : environment_(environment),
        presence_(*environment.statistics),
        client_(client),
        gate_(access, environment.token),
        limit_log_(client_),
        context_(environment, runner_, limit_log_),
        runner_(environment.turns,
                {[this](const Command& command, SteadyClock::time_point arrived) { carry_out(command, arrived); },
                 [this](const Command& command) { refuse_busy(command); }, [this] { client_.close(); }},
                environment.limits) {}

  void handle_line(std::string_view line);
  void say_too_long();
  [[nodiscard]] Runner& runner() { return runner_; }
  [[nodiscard]] bool admitted() const { return gate_.open(); }

 private:
  /// Counts a session as long as it lives.
  class Presence {
   public:
    explicit Presence(Statistics& statistics) : statistics_(statistics) { ++statistics_.sessions_begun; }
    Presence(const Presence&) = delete;
    Presence& operator=(const Presence&) = delete;
    ~Presence() { ++statistics_.sessions_ended; }

   private:
    Statistics& statistics_;
  };

  void handle(Command command, std::string_view line);
  /// Runs or queues a command with a line of so many bytes, or refuses it.
  void take_up(Command command, std::size_t line_bytes);
  /// Whether the client may send this command; answers if not.
  bool let_in(const Command& command);
  void say_token_first();
  void judge_token(std::string_view token);
  [[nodiscard]] Reply reply_to(const Command& command) { return {client_, command.dialect.get()}; }
  /// To a line that did not become a command.
  [[nodiscard]] Reply reply_to(std::string_view line) {
    return {client_, context_.hub ? HubDialect::answer_to(line).get() : nullptr};
  }
  /// Refuses with an error that is logged and counted, too.
  void refuse(Reply reply, Refusal kind, wire::ErrorCode code, std::string_view message);
  void carry_out(const Command& command, SteadyClock::time_point arrived);
  void carry_out(const Command& command);
  void refuse_busy(const Command& command);

  Environment& environment_;
  Presence presence_;  // first, so that the session has released everything when it is counted as ended
  Client& client_;
  Gate gate_;
  LimitLog limit_log_;
  Context context_;
  SteadyClock::time_point arrived_;  ///< arrival of the line that is being handled; used by the reader
  Runner runner_;                    // last, so that its thread has ended before anything else is destroyed
};

void Session::Conversation::refuse(Reply reply, Refusal kind, wire::ErrorCode code, std::string_view message) {
  environment_.statistics->refuse(kind);
  limit_log_.write(wire::error_line(code, message));
  reply.refuse(code, message);
}

void Session::Conversation::say_too_long() {
  if (runner_.ended()) return;
  if (!gate_.open()) return say_token_first();
  refuse(reply_to(""), Refusal::max_line, wire::ErrorCode::too_long,
         "a line may have at most " + std::to_string(environment_.limits.max_line_bytes) + " bytes (--max-line)");
}

void Session::Conversation::say_token_first() {
  refuse(reply_to(""), Refusal::token_missing, wire::ErrorCode::auth, "this engine wants a token first: auth TOKEN");
}

void Session::Conversation::refuse_busy(const Command& command) {
  environment_.statistics->refuse(Refusal::busy);
  reply_to(command).refuse(wire::ErrorCode::busy, "a search without limit runs; send stop first, or ponderhit");
}

void Session::Conversation::handle_line(std::string_view line) {
  if (runner_.ended()) return;
  if (line.size() > environment_.limits.max_line_bytes) return say_too_long();
  arrived_ = environment_.turns.now();
  try {
    if (auto command = context_.hub ? context_.hub->read(line) : read_command(line)) handle(*std::move(command), line);
  } catch (const std::bad_alloc&) {
    refuse(reply_to(line), Refusal::memory, wire::ErrorCode::limit, "out of memory; the line is dropped");
  } catch (const std::exception& fault) {
    spdlog::error("a line of {} could not be handled: {}", client_.name(), fault.what());
    reply_to(line).refuse(wire::ErrorCode::limit, fault.what());
  }
}

void Session::Conversation::handle(Command command, std::string_view line) {
  if (!let_in(command)) return;
  const bool secret = command.token.has_value();
  if (!secret) spdlog::debug("{} sends {}", client_.name(), wire::printable(line));
  if (context_.debug && !secret)
    client_.send(wire::info_string_line("received " + std::string(line)), Urgency::droppable);
  take_up(std::move(command), line.size());
  if (!secret && !context_.begun) context_.begun = true;
}

void Session::Conversation::take_up(Command command, std::size_t line_bytes) {
  if (command.manner == Manner::at_once) return carry_out(command, arrived_);
  switch (runner_.submit(command, line_bytes, arrived_)) {
    case Runner::Verdict::now: return carry_out(command, arrived_);
    case Runner::Verdict::busy: return refuse_busy(command);
    case Runner::Verdict::full:
      return refuse(reply_to(command), Refusal::max_queue, wire::ErrorCode::limit,
                    "too many commands wait behind the search; this one is dropped (--max-queue)");
    case Runner::Verdict::crowded:
      return refuse(reply_to(command), Refusal::max_searches, wire::ErrorCode::limit,
                    std::to_string(environment_.turns.most()) +
                        " searches are under way already (--max-searches); try again later");
    case Runner::Verdict::no_thread:
      return refuse(reply_to(command), Refusal::thread, wire::ErrorCode::limit,
                    "the system has no thread left for this; try again later");
    case Runner::Verdict::taken: return;
  }
}

bool Session::Conversation::let_in(const Command& command) {
  if (gate_.open() || !command.needs_token) return true;
  if (!command.token) {
    say_token_first();
    return false;
  }
  judge_token(*command.token);
  if (gate_.wrong_tries() >= environment_.limits.max_wrong_tokens) runner_.end_now();
  return gate_.open();
}

void Session::Conversation::judge_token(std::string_view token) {
  if (const auto lockout = client_.lockout(); lockout.count() > 0) {
    gate_.refuse_token();
    return refuse(reply_to(""), Refusal::auth_backoff, wire::ErrorCode::auth,
                  "after wrong tokens from this address none is looked at for another " +
                      std::to_string(lockout.count()) + " s (--auth-backoff)");
  }
  gate_.try_token(token);
  client_.token_was(gate_.open());
  if (gate_.open()) return;
  environment_.statistics->refuse(Refusal::token_wrong);
  reply_to("").refuse(wire::ErrorCode::auth, "this is not the token");
}

void Session::Conversation::carry_out(const Command& command, SteadyClock::time_point arrived) {
  auto& statistics = *environment_.statistics;
  const bool is_long = command.manner >= Manner::thinking;
  if (is_long) ++statistics.searches;
  carry_out(command);
  (is_long ? statistics.long_commands : statistics.short_commands).add(environment_.turns.now() - arrived);
}

void Session::Conversation::carry_out(const Command& command) {
  auto reply = reply_to(command);
  try {
    command.run(context_, reply);
  } catch (const BadInput& bad) {
    reply.refuse(to_wire(bad.fault()), bad.what());
  } catch (const LimitReached& limit) {
    refuse(reply, limit.kind(), wire::ErrorCode::limit, limit.what());
  } catch (const std::bad_alloc&) {
    refuse(reply, Refusal::memory, wire::ErrorCode::limit, "out of memory; the command was not carried out");
  } catch (const std::exception& fault) {
    spdlog::error("a command of {} could not be carried out: {}", client_.name(), fault.what());
    reply.refuse(wire::ErrorCode::limit, fault.what());
  }
}

Session::Session(Environment& environment, Client& client, Access access)
    : conversation_(std::make_unique<Conversation>(environment, client, access)) {}

Session::~Session() = default;

void Session::handle_line(std::string_view line) { conversation_->handle_line(line); }

void Session::line_too_long() { conversation_->say_too_long(); }

void Session::end_of_input() { conversation_->runner().end_of_input(); }

void Session::end_now() { conversation_->runner().end_now(); }

bool Session::admitted() const { return conversation_->admitted(); }

bool Session::busy() const { return conversation_->runner().busy(); }

void Session::wait_for_room() { conversation_->runner().wait_for_room(); }

}  // namespace crownd::session
