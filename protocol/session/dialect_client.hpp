#pragma once

#include "session/client.hpp"
#include "session/hub_dialect.hpp"
#include "wire/reply.hpp"

#include <memory>

namespace crownd::session {

/// The client as the session sees it: the real client, with every line translated into the dialect that it has
/// chosen.
class DialectClient final : public Client {
 public:
  explicit DialectClient(Client& real) : real_(real) {}

  /// Switches to HUB; before anything is searched.
  void switch_to_hub(const Environment& environment) { hub_ = std::make_unique<HubDialect>(environment); }
  /// Null: the native protocol.
  [[nodiscard]] HubDialect* hub() { return hub_.get(); }

  /// Sends the error that is the answer to a command.
  void send_error(const wire::Command& refused, wire::ErrorCode code, std::string_view message) {
    if (!hub_) return real_.send(wire::error_line(code, message), Urgency::must_arrive);
    for (const auto& line : HubDialect::refusal(refused, code, message)) real_.send(line, Urgency::must_arrive);
  }
  void send(std::string_view line, Urgency urgency) override {
    if (!hub_) return real_.send(line, urgency);
    if (const auto translated = hub_->translate(line)) real_.send(*translated, urgency);
  }
  void close() override { real_.close(); }
  [[nodiscard]] std::string_view name() const override { return real_.name(); }
  [[nodiscard]] std::chrono::seconds lockout() const override { return real_.lockout(); }
  void token_was(bool right) override { real_.token_was(right); }

 private:
  Client& real_;
  std::unique_ptr<HubDialect> hub_;
};

}  // namespace crownd::session
