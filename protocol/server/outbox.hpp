#pragma once

#include "session/client.hpp"

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

namespace crownd::server {

/// The lines that wait for one client to read them: many put them in, one writer takes them out. Bounded: when it is
/// more than half full, lines that may be lost are. Thread-safe.
class Outbox {
 public:
  explicit Outbox(std::size_t max_bytes) : max_bytes_(max_bytes) {}

  enum class Put : std::uint8_t {
    kept,      ///< the writer is at work, or the outbox is closed
    wake,      ///< kept, and the writer is to be woken
    overflow,  ///< no room for a line that must arrive: the client is to be cut off
  };
  [[nodiscard]] Put put(std::string_view line, session::Urgency urgency);

  /// What comes after this is not kept. Gives `wake` where the writer is to be woken.
  Put close();
  /// The same, and what waits is thrown away.
  void abandon();
  /// The same, but this line still goes out.
  Put give_up(std::string_view last_line);

  enum class Taken : std::uint8_t {
    text,
    nothing,  ///< put or close will ask for the writer to be woken
    end,      ///< closed, and all is taken
  };
  /// Swaps all that waits into `text`, which is what was taken last and has been written by now.
  [[nodiscard]] Taken take(std::string& text);

  /// More than half full, what was taken last included: no time to ask for more.
  [[nodiscard]] bool crowded() const;
  [[nodiscard]] bool closed() const;

 private:
  [[nodiscard]] Put wake_writer();

  const std::size_t max_bytes_;
  mutable std::mutex mutex_;
  std::string waiting_;
  std::size_t being_written_ = 0;
  bool writer_sleeps_ = false;
  bool closed_ = false;
};

}  // namespace crownd::server
