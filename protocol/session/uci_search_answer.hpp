#pragma once

#include "session/reply.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::session {

/// The answer to a `go` of a client that has sent `uci`. GUIs ignore `error` and wait for a `bestmove`, so a refusal
/// ends with one; but not while an earlier search is yet to be answered, whose `bestmove` they would take it for.
class UciSearchAnswer final : public Dialect {
 public:
  /// How a line is answered; null where it does not ask for a `bestmove`.
  [[nodiscard]] static std::shared_ptr<const Dialect> to(std::string_view line);

  [[nodiscard]] std::optional<std::string> translate(std::string_view line) const override;
  [[nodiscard]] std::vector<std::string> refusal(wire::ErrorCode code, std::string_view sentence) const override;
  [[nodiscard]] std::vector<std::string> early_refusal(wire::ErrorCode code, std::string_view sentence) const override;
};

}  // namespace crownd::session
