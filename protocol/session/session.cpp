#include "session/session.hpp"

#include "session/commands/command.hpp"
#include "session/context.hpp"
#include "session/gate.hpp"
#include "session/runner.hpp"
#include "session/uci_search_answer.hpp"
#include "wire/words.hpp"

#include <cstdint>
#include <exception>
#include <memory>
#include <new>
#include <optional>
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
  void line_too_long(std::string_view beginning) {
    ++lines_;
    refuse_long_line(beginning);
  }
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

  void refuse_long_line(std::string_view beginning);
  /// Counts the line. Whether it may be handled.
  bool take(std::string_view line);
  [[nodiscard]] std::optional<Command> read(std::string_view line);
  void handle(Command command, std::string_view line, SteadyClock::time_point arrived);
  /// Whether the client may send this command; answers if not.
  bool let_in(const Command& command);
  void say_token_first();
  void judge_token(std::string_view token);
  /// In which the answer to a line is written that need not become a command; null: native.
  [[nodiscard]] std::shared_ptr<const Dialect> dialect_for(std::string_view line) const {
    if (context_.hub) return HubDialect::answer_to(line);
    return speaks_uci_ ? UciSearchAnswer::to(line) : nullptr;
  }
  void lose_position(std::string_view line, std::string_view why);

  Presence presence_;  // first, so that the session has released everything when it is counted as ended
  Gate gate_;
  Context context_;
  std::uint64_t lines_ = 0;  ///< that have come
  bool speaks_uci_ = false;  ///< the client has sent `uci`
  Runner runner_;            // last, so that nothing runs any more when anything else is destroyed
};

bool Session::Conversation::take(std::string_view line) {
  ++lines_;
  if (runner_.ended()) return false;
  if (line.size() <= context_.environment.limits.max_line_bytes) return true;
  refuse_long_line(line);
  return false;
}

void Session::Conversation::refuse_long_line(std::string_view beginning) {
  if (runner_.ended()) return;
  if (!gate_.open()) return say_token_first();
  lose_position(beginning, "its line was too long");
  const auto why =
      "a line may have at most " + std::to_string(context_.environment.limits.max_line_bytes) + " bytes (--max-line)";
  const auto dialect = dialect_for(beginning);
  const auto refuse = [why](Context& context, const Reply& reply) {
    context.refuse(reply, Refusal::max_line, why, wire::ErrorCode::too_long);
  };
  if (context_.hub || !dialect) return refuse(context_, {context_.client, dialect.get(), lines_});
  Command command(Manner::changing, refuse);
  command.dialect = dialect;
  command.line = lines_;
  runner_.take(std::move(command), why.size(), context_.environment.turns.now());
}

void Session::Conversation::lose_position(std::string_view line, std::string_view why) {
  if (context_.hub) return context_.hub->lose_position(line, why);
  if (sets_position(line)) runner_.lose_position(why);
}

void Session::Conversation::say_token_first() {
  context_.refuse({context_.client, nullptr, lines_}, Refusal::token_missing,
                  "this engine wants a token first: auth TOKEN", wire::ErrorCode::auth);
}

std::optional<Command> Session::Conversation::read(std::string_view line) {
  auto command = context_.hub ? context_.hub->read(line) : read_command(line);
  if (!command) return command;
  command->line = lines_;
  if (context_.hub) return command;
  command->sets_position = sets_position(line);
  command->dialect = dialect_for(line);
  // So that a `go` with bad arguments, too, is answered behind the searches before it, or is refused as busy.
  if (command->dialect && !command->is_long()) command->manner = Manner::changing;
  return command;
}

void Session::Conversation::handle_line(std::string_view line) {
  if (!take(line)) return;
  const auto arrived = context_.environment.turns.now();
  try {
    if (auto command = read(line)) handle(*std::move(command), line, arrived);
  } catch (const std::bad_alloc&) {
    lose_position(line, "out of memory");
    const auto dialect = dialect_for(line);
    const Reply reply(context_.client, dialect.get(), lines_);
    context_.refuse(runner_.busy() ? reply.early() : reply, Refusal::memory, "out of memory; the line is dropped");
  } catch (const std::exception& fault) {
    context_.environment.log.error("a line of " + std::string(context_.client.name()) +
                                   " could not be handled: " + fault.what());
    lose_position(line, "it could not be read");
    const auto dialect = dialect_for(line);
    Reply(context_.client, dialect.get(), lines_).refuse(wire::ErrorCode::limit, fault.what());
  }
}

void Session::Conversation::handle(Command command, std::string_view line, SteadyClock::time_point arrived) {
  if (!let_in(command)) return;
  if (!context_.hub && wire::Words(line).take_if("uci")) speaks_uci_ = true;
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
    return context_.refuse({client, nullptr, lines_}, Refusal::auth_backoff,
                           "after wrong tokens from this address none is looked at for another " +
                               std::to_string(lockout.count()) + " s (--auth-backoff)",
                           wire::ErrorCode::auth);
  }
  gate_.try_token(token);
  client.token_was(gate_.open());
  if (gate_.open()) return;
  context_.environment.statistics->refuse(Refusal::token_wrong);
  Reply(client, nullptr, lines_).refuse(wire::ErrorCode::auth, "this is not the token");
}

Session::Session(Environment& environment, Client& client, Access access)
    : Session(environment, client, access, std::make_unique<OwnThread>()) {}

Session::Session(Environment& environment, Client& client, Access access, std::unique_ptr<Executor> executor)
    : conversation_(std::make_unique<Conversation>(environment, client, access, std::move(executor))) {}

Session::~Session() = default;

void Session::handle_line(std::string_view line) { conversation_->handle_line(line); }

void Session::line_too_long(std::string_view beginning) { conversation_->line_too_long(beginning); }

bool Session::ended() const { return conversation_->runner().ended(); }

void Session::end_of_input() { conversation_->runner().end_of_input(); }

void Session::end_now() { conversation_->runner().end_now(); }

bool Session::admitted() const { return conversation_->admitted(); }

bool Session::busy() const { return conversation_->runner().busy(); }

void Session::wait_for_room() { conversation_->runner().wait_for_room(); }

}  // namespace crownd::session
