#pragma once

#include "play/any_game.hpp"
#include "wire/reply.hpp"

#include <chrono>
#include <functional>
#include <memory>

namespace crownd::session {

/// Whether a line may be dropped when the client does not read. Only `info` lines may.
enum class Urgency : std::uint8_t { must_arrive, droppable };

enum class Access : std::uint8_t { open, token_required };

/// The peer of a session. Thread-safe: a running search sends lines from its own thread.
class Client {
 public:
  virtual ~Client() = default;

  /// Sends one line, given without its line end. Does not block on a network peer, never throws.
  virtual void send(std::string_view line, Urgency urgency = Urgency::must_arrive) = 0;
  /// A line, by its number from 1, was refused with an answer, natively `error`. Called from any thread.
  virtual void refused(std::uint64_t /*line*/, std::string_view /*error*/) {}
  /// Ends the session: flushes everything sent before, then closes the connection.
  virtual void close() = 0;

  [[nodiscard]] virtual std::string_view name() const { return "a client"; }

  /// How long the client's tokens are refused unchecked; usually zero. Called by the reader, as is token_was.
  [[nodiscard]] virtual std::chrono::seconds lockout() const { return std::chrono::seconds::zero(); }
  virtual void token_was(bool /*right*/) {}
};

enum class LogLevel : std::uint8_t { debug, warning, error };

/// Writes messages for the operator. Copies write to the same log. Thread-safe.
using Log = std::function<void(LogLevel, const std::string& text)>;
inline const Log no_log = [](LogLevel, const std::string&) {};

/// Formats the answers that exist in every protocol, here natively. A line is missing if the protocol has no form of
/// it.
class Dialect {
 public:
  virtual ~Dialect() = default;

  /// The answer to `isready`.
  [[nodiscard]] virtual std::optional<std::string> ready() const { return "readyok"; }
  [[nodiscard]] virtual std::optional<std::string> info(const wire::Info& info) const { return wire::info_line(info); }
  /// A text for people.
  [[nodiscard]] virtual std::optional<std::string> message(std::string_view text) const {
    return wire::info_string_line(text);
  }
  [[nodiscard]] virtual std::optional<std::string> best_move(const wire::BestMove& best) const {
    return wire::best_move_line(best);
  }
  /// The answer to a refused command. `early`: an earlier search is not answered yet.
  [[nodiscard]] virtual std::vector<std::string> error(wire::ErrorCode code, std::string_view message,
                                                       bool /*early*/) const {
    return {wire::error_line(code, message)};
  }
};

/// The dialect of the answer to a line after `uci`; null for the native one. Needs no memory.
[[nodiscard]] std::shared_ptr<const Dialect> uci_dialect_for(std::string_view line);

/// Sends the answer to one command.
class Reply {
 public:
  /// `dialect` is null for the native protocol. `line` is the number of the client's line.
  Reply(Client& client, const Dialect* dialect, std::uint64_t line);

  /// The same reply, while an earlier search is not answered yet.
  [[nodiscard]] Reply early() const {
    auto reply = *this;
    reply.early_ = true;
    return reply;
  }

  void ready() { send(dialect_->ready(), Urgency::must_arrive); }
  void info(const wire::Info& info) { send(dialect_->info(info), Urgency::droppable); }
  void message(std::string_view text, Urgency urgency = Urgency::droppable) { send(dialect_->message(text), urgency); }
  void best_move(const wire::BestMove& best) { send(dialect_->best_move(best), Urgency::must_arrive); }
  void refuse(wire::ErrorCode code, std::string_view message);
  /// Sends a line of these parts, as wire::line_of joins them; only for answers of the native protocol.
  template <class... Parts>
  void line(const Parts&... parts) {
    client_.send(wire::line_of(parts...), Urgency::must_arrive);
  }

 private:
  void send(const std::optional<std::string>& line, Urgency urgency) {
    if (line) client_.send(*line, urgency);
  }

  Client& client_;
  const Dialect* dialect_;
  std::uint64_t line_;
  bool early_ = false;
};

// Conversions from the engine's structs.

[[nodiscard]] wire::ErrorCode to_wire(Fault fault);
[[nodiscard]] wire::Score to_wire(Score score, play::Bound bound = play::Bound::exact);
/// The exact value, if the score is exact.
[[nodiscard]] wire::Exact exact_of(const std::optional<Score>& score);
[[nodiscard]] wire::Status to_wire(const play::Status& status);
[[nodiscard]] wire::Info to_wire(const play::Info& info, bool show_wdl);
[[nodiscard]] wire::BestMove to_wire(const play::BestMove& best);

}  // namespace crownd::session
