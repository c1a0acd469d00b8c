#pragma once

#include "platform/standard_streams.hpp"
#include "session/session.hpp"
#include "wire/line_splitter.hpp"

#include <cstdint>
#include <mutex>
#include <string_view>

namespace crownd::local {

/// Serves one client on this process's standard input and output; a blocking loop.
class StdioServer final : public session::Client {
 public:
  explicit StdioServer(session::Environment& environment);

  enum class End : std::uint8_t {
    end_of_input,  ///< everything that was asked has been done
    quit,          ///< the session ended before its input: by `quit`, stop(), or because the output was closed
  };
  /// Returns when the session has ended.
  End run();
  /// Ends the session after its last lines are sent. From any thread.
  void stop();

  void send(std::string_view line, session::Urgency urgency) override;
  void close() override;
  [[nodiscard]] std::string_view name() const override { return "standard input"; }

 private:
  enum class Input : std::uint8_t { more, ended };

  Input read_and_handle();
  void handle_lines();
  platform::StandardStreams streams_;
  wire::LineSplitter lines_;
  const session::Log log_;
  std::mutex output_;
  bool output_broken_ = false;
  session::Session session_;
};

}  // namespace crownd::local
