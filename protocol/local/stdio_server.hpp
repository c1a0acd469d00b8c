#pragma once

#include "platform/standard_streams.hpp"
#include "session/session.hpp"
#include "wire/line_splitter.hpp"

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

namespace crownd::local {

/// Serves one client on this process's standard input and output; a blocking loop.
class StdioServer final : public session::Client {
 public:
  /// `bails`: the session ends at the first line that is refused.
  explicit StdioServer(session::Environment& environment, bool bails = false);

  enum class End : std::uint8_t {
    end_of_input,  ///< everything that was asked has been done
    quit,          ///< the session ended before its input: by `quit`, stop(), or because the output was closed
    refused,       ///< a line was refused, at which the session bails
  };
  /// Returns when the session has ended.
  End run();
  /// Ends the session after its last lines are sent. From any thread.
  void stop();

  /// The line that was refused, and why, if run() has returned End::refused.
  [[nodiscard]] const std::string& refusal() const { return refusal_; }

  void send(std::string_view line, session::Urgency urgency) override;
  void refused(std::uint64_t line, std::string_view error) override;
  void close() override;
  [[nodiscard]] std::string_view name() const override { return "standard input"; }

 private:
  enum class Input : std::uint8_t { more, ended };

  Input read_and_handle();
  void handle_lines();
  platform::StandardStreams streams_;
  wire::LineSplitter lines_;
  const session::Log log_;
  const bool bails_;
  std::mutex output_;
  bool output_broken_ = false;
  std::string refusal_;  ///< empty: none
  session::Session session_;
};

}  // namespace crownd::local
