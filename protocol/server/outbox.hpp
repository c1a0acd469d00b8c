#pragma once

#include "session/client.hpp"

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

namespace crownd::server {

/// The queue of output lines of one client: many producers, one writer. Droppable lines are dropped when it is more
/// than half full. A client that reads gets all other lines, however long an answer is: only while the socket takes no
/// more bytes is the queue bounded. Thread-safe.
class Outbox {
 public:
  explicit Outbox(std::size_t max_bytes) : max_bytes_(max_bytes) {}

  enum class Put : std::uint8_t {
    kept,      ///< the writer is awake, or the outbox is closed
    wake,      ///< kept, and the caller must wake the writer
    overflow,  ///< no room for a line that must arrive: closed, with an `error` line in place of all that waited
  };
  [[nodiscard]] Put put(std::string_view line, session::Urgency urgency);

  /// Lines put after this are discarded. Gives `wake` if the caller must wake the writer.
  Put close();
  /// Closes, and discards what waits.
  void abandon();

  enum class Taken : std::uint8_t {
    text,
    nothing,  ///< the next put or close will give `wake`
    end,      ///< closed, and everything has been taken
  };
  /// Swaps all waiting lines into `text`, whose old content must have been written by now.
  [[nodiscard]] Taken take(std::string& text);

  /// The socket takes no more of the text that was taken, until `take` is called again.
  void stuck();

  /// Back-pressure: more than half full, counting what is being written, so no more input should be read.
  [[nodiscard]] bool crowded() const;
  [[nodiscard]] bool closed() const;

 private:
  [[nodiscard]] Put wake_writer();
  [[nodiscard]] std::string overflow_line() const;

  const std::size_t max_bytes_;
  mutable std::mutex mutex_;
  std::string waiting_;
  std::size_t being_written_ = 0;
  bool writer_sleeps_ = false;
  bool is_stuck_ = false;
  bool closed_ = false;
};

}  // namespace crownd::server
