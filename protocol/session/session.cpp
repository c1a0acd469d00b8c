#include "session/session.hpp"

#include "session/convert.hpp"
#include "session/dialect_client.hpp"
#include "session/gate.hpp"
#include "session/handlers.hpp"
#include "session/limit_log.hpp"
#include "session/limit_reached.hpp"
#include "session/runner.hpp"
#include "wire/words.hpp"

#include <spdlog/spdlog.h>

#include <exception>
#include <new>
#include <string>
#include <utility>
#include <variant>

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
        handlers_(environment, client_, runner_, limit_log_),
        runner_(environment.turns,
                {[this](const wire::Command& command, SteadyClock::time_point arrived) { carry_out(command, arrived); },
                 [this](const wire::Command& command) { refuse_busy(command); }, [this] { client_.close(); }},
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

  void handle(wire::Command command, std::string_view line);
  void handle_hub(HubDialect& hub, std::string_view line);
  /// Runs or queues a command that holds so many bytes of text, or refuses it.
  void take_up(const wire::Command& command, std::size_t bytes);
  /// Whether the client may send this command; answers if not.
  bool let_in(const wire::Command& command);
  void say_token_first();
  void judge_token(std::string_view token);
  /// Answers a command, Nothing for a line that was not read, with an error.
  void say_error(const wire::Command& refused, wire::ErrorCode code, std::string_view message);
  /// The same, but also logged and counted.
  void refuse(const wire::Command& refused, Refusal kind, wire::ErrorCode code, std::string_view message);
  void carry_out(const wire::Command& command, SteadyClock::time_point arrived);
  void carry_out(const wire::Command& command);
  void refuse_busy(const wire::Command& command);

  Environment& environment_;
  Presence presence_;  // first, so that the session has released everything when it is counted as ended
  DialectClient client_;
  Gate gate_;
  LimitLog limit_log_;
  Handlers handlers_;
  bool begun_ = false;               ///< a command has been accepted
  SteadyClock::time_point arrived_;  ///< arrival of the line that is being handled; used by the reader
  Runner runner_;                    // last, so that its thread has ended before anything else is destroyed
};

void Session::Conversation::say_error(const wire::Command& refused, wire::ErrorCode code, std::string_view message) {
  client_.send_error(refused, code, message);
}

void Session::Conversation::refuse(const wire::Command& refused, Refusal kind, wire::ErrorCode code,
                                   std::string_view message) {
  environment_.statistics->refuse(kind);
  limit_log_.write(wire::error_line(code, message));
  say_error(refused, code, message);
}

void Session::Conversation::say_too_long() {
  if (runner_.ended()) return;
  if (!gate_.open()) return say_token_first();
  refuse(wire::Nothing{}, Refusal::max_line, wire::ErrorCode::too_long,
         "a line may have at most " + std::to_string(environment_.limits.max_line_bytes) + " bytes (--max-line)");
}

void Session::Conversation::say_token_first() {
  refuse(wire::Nothing{}, Refusal::token_missing, wire::ErrorCode::auth, "this engine wants a token first: auth TOKEN");
}

void Session::Conversation::refuse_busy(const wire::Command& command) {
  environment_.statistics->refuse(Refusal::busy);
  say_error(command, wire::ErrorCode::busy, "a search without limit runs; send stop first, or ponderhit");
}

void Session::Conversation::handle_line(std::string_view line) {
  if (runner_.ended()) return;
  if (line.size() > environment_.limits.max_line_bytes) return say_too_long();
  arrived_ = environment_.turns.now();
  const auto dropped = [&] {
    return client_.hub() != nullptr && HubDialect::is_search(line) ? wire::Command(wire::Go{}) : wire::Command();
  };
  try {
    if (client_.hub() != nullptr) return handle_hub(*client_.hub(), line);
    handle(wire::parse_command(line), line);
  } catch (const std::bad_alloc&) {
    refuse(dropped(), Refusal::memory, wire::ErrorCode::limit, "out of memory; the line is dropped");
  } catch (const std::exception& fault) {
    spdlog::error("a line of {} could not be handled: {}", client_.name(), fault.what());
    say_error(dropped(), wire::ErrorCode::limit, fault.what());
  }
}

void Session::Conversation::handle(wire::Command command, std::string_view line) {
  if (std::holds_alternative<wire::Nothing>(command)) return;
  if (!let_in(command)) return;
  const bool is_first = !begun_;
  begun_ = begun_ || !std::holds_alternative<wire::Auth>(command);
  if (is_first && std::holds_alternative<wire::Hub>(command)) {
    client_.switch_to_hub(environment_);
    return take_up(client_.hub()->introduction(), line.size());
  }
  const bool secret = std::holds_alternative<wire::Auth>(command);
  if (!secret) spdlog::debug("{} sends {}", client_.name(), wire::printable(line));
  if (handlers_.debug() && !secret)
    client_.send(wire::info_string_line("received " + std::string(line)), Urgency::droppable);
  take_up(command, line.size());
}

void Session::Conversation::handle_hub(HubDialect& hub, std::string_view line) {
  spdlog::debug("{} sends {}", client_.name(), wire::printable(line));
  const auto [command, bytes] = hub.read(line);
  if (!std::holds_alternative<wire::Nothing>(command)) take_up(command, bytes);
}

void Session::Conversation::take_up(const wire::Command& command, std::size_t bytes) {
  if (manner_of(command) == Manner::at_once) return carry_out(command, arrived_);
  switch (runner_.submit(command, bytes, arrived_)) {
    case Runner::Verdict::now: return carry_out(command, arrived_);
    case Runner::Verdict::busy: return refuse_busy(command);
    case Runner::Verdict::full:
      return refuse(command, Refusal::max_queue, wire::ErrorCode::limit,
                    "too many commands wait behind the search; this one is dropped (--max-queue)");
    case Runner::Verdict::crowded:
      return refuse(command, Refusal::max_searches, wire::ErrorCode::limit,
                    std::to_string(environment_.turns.most()) +
                        " searches are under way already (--max-searches); try again later");
    case Runner::Verdict::no_thread:
      return refuse(command, Refusal::thread, wire::ErrorCode::limit,
                    "the system has no thread left for this; try again later");
    case Runner::Verdict::taken: return;
  }
}

bool Session::Conversation::let_in(const wire::Command& command) {
  if (gate_.open() || std::holds_alternative<wire::Quit>(command)) return true;
  const auto* const auth = std::get_if<wire::Auth>(&command);
  if (auth == nullptr) {
    say_token_first();
    return false;
  }
  judge_token(auth->token);
  if (gate_.wrong_tries() >= environment_.limits.max_wrong_tokens) runner_.end_now();
  return gate_.open();
}

void Session::Conversation::judge_token(std::string_view token) {
  if (const auto lockout = client_.lockout(); lockout.count() > 0) {
    gate_.refuse_token();
    return refuse(wire::Nothing{}, Refusal::auth_backoff, wire::ErrorCode::auth,
                  "after wrong tokens from this address none is looked at for another " +
                      std::to_string(lockout.count()) + " s (--auth-backoff)");
  }
  gate_.try_token(token);
  client_.token_was(gate_.open());
  if (gate_.open()) return;
  environment_.statistics->refuse(Refusal::token_wrong);
  say_error(wire::Nothing{}, wire::ErrorCode::auth, "this is not the token");
}

void Session::Conversation::carry_out(const wire::Command& command, SteadyClock::time_point arrived) {
  auto& statistics = *environment_.statistics;
  const bool is_long = manner_of(command) >= Manner::thinking;
  if (is_long) ++statistics.searches;
  carry_out(command);
  (is_long ? statistics.long_commands : statistics.short_commands).add(environment_.turns.now() - arrived);
}

void Session::Conversation::carry_out(const wire::Command& command) {
  try {
    const auto* const go = std::get_if<wire::Go>(&command);
    if (client_.hub() != nullptr && go != nullptr) client_.hub()->begin(*go);
    std::visit(handlers_, command);
  } catch (const BadInput& bad) {
    say_error(command, to_wire(bad.fault()), bad.what());
  } catch (const LimitReached& limit) {
    refuse(command, limit.kind(), wire::ErrorCode::limit, limit.what());
  } catch (const std::bad_alloc&) {
    refuse(command, Refusal::memory, wire::ErrorCode::limit, "out of memory; the command was not carried out");
  } catch (const std::exception& fault) {
    spdlog::error("a command of {} could not be carried out: {}", client_.name(), fault.what());
    say_error(command, wire::ErrorCode::limit, fault.what());
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
