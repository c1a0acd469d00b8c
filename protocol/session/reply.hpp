#pragma once

#include "session/client.hpp"
#include "wire/reply.hpp"

#include <cstdint>
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
  /// The same while an earlier search is yet to be answered.
  [[nodiscard]] virtual std::vector<std::string> early_refusal(wire::ErrorCode code, std::string_view sentence) const {
    return refusal(code, sentence);
  }
};

/// Where the answer to one command goes.
class Reply {
 public:
  /// `dialect` is null for the native protocol. `line` is the number of the client's line.
  Reply(Client& client, const Dialect* dialect, std::uint64_t line) : client_(client), dialect_(dialect), line_(line) {}

  /// The same reply, while an earlier search is yet to be answered.
  [[nodiscard]] Reply early() const {
    auto reply = *this;
    reply.early_ = true;
    return reply;
  }

  void say(std::string_view line) { send(line, Urgency::must_arrive); }
  /// For `info` lines, which may be dropped.
  void say_if_room(std::string_view line) { send(line, Urgency::droppable); }
  void refuse(wire::ErrorCode code, std::string_view sentence) {
    const auto error = wire::error_line(code, sentence);
    if (dialect_ == nullptr) {
      say(error);
    } else {
      for (const auto& line : early_ ? dialect_->early_refusal(code, sentence) : dialect_->refusal(code, sentence))
        client_.send(line, Urgency::must_arrive);
    }
    client_.refused(line_, error);
  }

 private:
  void send(std::string_view line, Urgency urgency) {
    if (dialect_ == nullptr) return client_.send(line, urgency);
    if (const auto translated = dialect_->translate(line)) client_.send(*translated, urgency);
  }

  Client& client_;
  const Dialect* dialect_;
  std::uint64_t line_;
  bool early_ = false;
};

}  // namespace crownd::session
