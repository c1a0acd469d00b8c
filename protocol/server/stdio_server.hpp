#pragma once

#include "server/line_splitter.hpp"
#include "session/session.hpp"

#include <cstdint>
#include <mutex>
#include <string_view>

namespace crownd::server {

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
  /// An event that poll can wait for, and that happens once.
  class Event {
   public:
    Event();
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;
    ~Event();
    void happen();
    [[nodiscard]] int descriptor() const { return fd_; }

   private:
    int fd_;
  };

  enum class Input : std::uint8_t { more, ended };

  Input read_and_handle();
  void handle_lines();
  /// Waits for input or for the end of the session. False for the latter.
  bool wait(bool for_input);

  LineSplitter lines_;
  Event over_;
  std::mutex output_;
  bool output_broken_ = false;
  session::Session session_;
};

}  // namespace crownd::server
