#include "session/session.hpp"

#include "session/commands/command.hpp"
#include "session/context.hpp"
#include "session/gate.hpp"
#include "session/runner.hpp"
#include "wire/words.hpp"

#include <exception>
#include <new>
#include <string>
#include <utility>

namespace crownd::session {

namespace {

using search::SteadyClock;

}  // namespace

/// Turns lines into commands, and checks that they are allowed.
class Session::Conversation {
 public:
  Conversation(Environment& environment, Client& client, Access access, std::unique_ptr<Executor> executor)
      : presence_(*environment.statistics),
        gate_(access, environment.is_token),
        context_(environment, client),
        runner_(context_, std::move(executor)) {}

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

  void handle(Command command, std::string_view line, SteadyClock::time_point arrived);
  /// Whether the client may send this command; answers if not.
  bool let_in(const Command& command);
  void say_token_first();
  void judge_token(std::string_view token);
  /// To a line that did not become a command.
  [[nodiscard]] Reply reply_to(std::string_view line) {
    return {context_.client, context_.hub ? HubDialect::answer_to(line).get() : nullptr};
  }

  Presence presence_;  // first, so that the session has released everything when it is counted as ended
  Gate gate_;
  Context context_;
  Runner runner_;  // last, so that nothing runs any more when anything else is destroyed
};

void Session::Conversation::say_too_long() {
  if (runner_.ended()) return;
  if (!gate_.open()) return say_token_first();
  context_.refuse(
      reply_to(""), Refusal::max_line,
      "a line may have at most " + std::to_string(context_.environment.limits.max_line_bytes) + " bytes (--max-line)",
      wire::ErrorCode::too_long);
}

void Session::Conversation::say_token_first() {
  context_.refuse(reply_to(""), Refusal::token_missing, "this engine wants a token first: auth TOKEN",
                  wire::ErrorCode::auth);
}

void Session::Conversation::handle_line(std::string_view line) {
  if (runner_.ended()) return;
  if (line.size() > context_.environment.limits.max_line_bytes) return say_too_long();
  const auto arrived = context_.environment.turns.now();
  try {
    if (auto command = context_.hub ? context_.hub->read(line) : read_command(line))
      handle(*std::move(command), line, arrived);
  } catch (const std::bad_alloc&) {
    context_.refuse(reply_to(line), Refusal::memory, "out of memory; the line is dropped");
  } catch (const std::exception& fault) {
    context_.environment.log.error("a line of " + std::string(context_.client.name()) +
                                   " could not be handled: " + fault.what());
    reply_to(line).refuse(wire::ErrorCode::limit, fault.what());
  }
}

void Session::Conversation::handle(Command command, std::string_view line, SteadyClock::time_point arrived) {
  if (!let_in(command)) return;
  const bool secret = command.token.has_value();
  if (!secret) context_.environment.log.debug(std::string(context_.client.name()) + " sends " + wire::printable(line));
  if (context_.debug && !secret)
    context_.client.send(wire::info_string_line("received " + std::string(line)), Urgency::droppable);
  runner_.take(std::move(command), line.size(), arrived);
  if (!secret && !context_.begun) context_.begun = true;
}

bool Session::Conversation::let_in(const Command& command) {
  if (gate_.open() || !command.needs_token) return true;
  if (!command.token) {
    say_token_first();
    return false;
  }
  judge_token(*command.token);
  if (gate_.wrong_tries() >= context_.environment.limits.max_wrong_tokens) runner_.end_now();
  return gate_.open();
}

void Session::Conversation::judge_token(std::string_view token) {
  auto& client = context_.client;
  if (const auto lockout = client.lockout(); lockout.count() > 0) {
    gate_.refuse_token();
    return context_.refuse(reply_to(""), Refusal::auth_backoff,
                           "after wrong tokens from this address none is looked at for another " +
                               std::to_string(lockout.count()) + " s (--auth-backoff)",
                           wire::ErrorCode::auth);
  }
  gate_.try_token(token);
  client.token_was(gate_.open());
  if (gate_.open()) return;
  context_.environment.statistics->refuse(Refusal::token_wrong);
  reply_to("").refuse(wire::ErrorCode::auth, "this is not the token");
}

Session::Session(Environment& environment, Client& client, Access access)
    : Session(environment, client, access, std::make_unique<OwnThread>()) {}

Session::Session(Environment& environment, Client& client, Access access, std::unique_ptr<Executor> executor)
    : conversation_(std::make_unique<Conversation>(environment, client, access, std::move(executor))) {}

Session::~Session() = default;

void Session::handle_line(std::string_view line) { conversation_->handle_line(line); }

void Session::line_too_long() { conversation_->say_too_long(); }

bool Session::ended() const { return conversation_->runner().ended(); }

void Session::end_of_input() { conversation_->runner().end_of_input(); }

void Session::end_now() { conversation_->runner().end_now(); }

bool Session::admitted() const { return conversation_->admitted(); }

bool Session::busy() const { return conversation_->runner().busy(); }

void Session::wait_for_room() { conversation_->runner().wait_for_room(); }

}  // namespace crownd::session
