#pragma once

#include "play/any_game.hpp"
#include "session/client.hpp"
#include "wire/reply.hpp"

#include <memory>

namespace crownd::session {

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
  /// The answer to a refused command. `during_search`: an earlier search is not answered yet.
  [[nodiscard]] virtual std::vector<std::string> error(wire::ErrorCode code, std::string_view message,
                                                       bool /*during_search*/) const {
    return {wire::error_line(code, message)};
  }
};

[[nodiscard]] const Dialect& native_dialect();
/// The dialect of the answer to a line after `uci`; null for the native one. Needs no memory.
[[nodiscard]] std::shared_ptr<const Dialect> uci_dialect_for(std::string_view line);

/// Sends the answer to one command.
class Reply {
 public:
  /// `dialect` is null for the native protocol. `line` is the number of the client's line.
  Reply(Client& client, const Dialect* dialect, std::uint64_t line);

  /// A copy for refusals while an earlier search runs; in UCI they then have no `bestmove`.
  [[nodiscard]] Reply during_search() const {
    auto reply = *this;
    reply.during_search_ = true;
    return reply;
  }

  void ready() { send(dialect_->ready(), Delivery::guaranteed); }
  void info(const wire::Info& info) { send(dialect_->info(info), Delivery::droppable); }
  void message(std::string_view text, Delivery delivery = Delivery::droppable) {
    send(dialect_->message(text), delivery);
  }
  void best_move(const wire::BestMove& best) { send(dialect_->best_move(best), Delivery::guaranteed); }
  void refuse(wire::ErrorCode code, std::string_view message);
  /// Sends a line of these parts, as wire::line_of joins them; only for answers of the native protocol.
  template <class... Parts>
  void line(const Parts&... parts) {
    client_.send(wire::line_of(parts...), Delivery::guaranteed);
  }

 private:
  void send(const std::optional<std::string>& line, Delivery delivery) {
    if (line) client_.send(*line, delivery);
  }

  Client& client_;
  const Dialect* dialect_;
  std::uint64_t line_;
  bool during_search_ = false;
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
