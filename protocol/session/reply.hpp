#pragma once

#include "session/client.hpp"
#include "wire/reply.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::session {

/// How the answer to one command is written in another protocol than the native one.
class Dialect {
 public:
  Dialect() = default;
  Dialect(const Dialect&) = delete;
  Dialect& operator=(const Dialect&) = delete;
  virtual ~Dialect() = default;

  /// The line that stands for a native one; none if the dialect has no counterpart.
  [[nodiscard]] virtual std::optional<std::string> translate(std::string_view line) const = 0;
  /// The lines that answer the command where it is refused.
  [[nodiscard]] virtual std::vector<std::string> refusal(wire::ErrorCode code, std::string_view sentence) const = 0;
};

/// Where the answer to one command goes.
class Reply {
 public:
  /// `dialect` is null for the native protocol.
  Reply(Client& client, const Dialect* dialect) : client_(client), dialect_(dialect) {}

  void say(std::string_view line) { send(line, Urgency::must_arrive); }
  /// For `info` lines, which may be dropped.
  void say_if_room(std::string_view line) { send(line, Urgency::droppable); }
  void refuse(wire::ErrorCode code, std::string_view sentence) {
    if (dialect_ == nullptr) return say(wire::error_line(code, sentence));
    for (const auto& line : dialect_->refusal(code, sentence)) client_.send(line, Urgency::must_arrive);
  }

 private:
  void send(std::string_view line, Urgency urgency) {
    if (dialect_ == nullptr) return client_.send(line, urgency);
    if (const auto translated = dialect_->translate(line)) client_.send(*translated, urgency);
  }

  Client& client_;
  const Dialect* dialect_;
};

}  // namespace crownd::session
