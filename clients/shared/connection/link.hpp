#pragma once

#include "connection/channel.hpp"
#include "connection/child_process.hpp"
#include "connection/socket_channel.hpp"

#include <algorithm>
#include <functional>

namespace crownd::connection {

/// Address and credentials of a daemon.
struct Remote {
  std::string address;      ///< HOST:PORT, or tls:HOST:PORT
  std::string token_file;   ///< its first line is the token; empty: no token is sent
  std::string authorities;  ///< for TLS: a file with the certificates to trust; empty: the system's certificates
};

/// The token in the first line of a file; throws ConnectionError if there is none. The file may also be a pipe.
[[nodiscard]] std::string read_token(const std::string& file);

/// Connects and authenticates with the token. Throws ConnectionError.
[[nodiscard]] std::unique_ptr<Channel> reach(const Remote& remote, Deadline deadline);

/// Sends `auth TOKEN` and waits for the answer; throws ConnectionError unless it is `authok`.
void authenticate(Channel& channel, std::string_view token, Deadline deadline);

/// Pauses between retries (exponential backoff), up to a total time. Uses no clock.
class Retry {
 public:
  using Milliseconds = std::chrono::milliseconds;

  explicit Retry(Milliseconds total) : left_(total) {}

  /// The pause before the next try; none to give up.
  std::optional<Milliseconds> next() {
    if (left_.count() <= 0) return std::nullopt;
    const auto pause = std::min(next_, left_);
    left_ -= pause;
    next_ = std::min(2 * next_, max_pause);
    return pause;
  }

 private:
  static constexpr Milliseconds first_pause{250};
  static constexpr Milliseconds max_pause{30'000};

  Milliseconds next_ = first_pause;
  Milliseconds left_;
};

/// A link to an engine: a child process, or a connection to a daemon that can be established again after a loss.
class Link {
 public:
  using Report = std::function<void(const std::string&)>;

  /// Starts the program. Throws ConnectionError.
  Link(const std::vector<std::string>& command, Errors errors);
  /// Connects to the daemon. `retry_time` is how long reconnect tries, and `report` gets a message when it begins.
  /// Throws ConnectionError.
  Link(const Remote& remote, std::chrono::seconds retry_time, Report report);

  [[nodiscard]] Channel& channel() { return *channel_; }
  /// Replaces channel() by a new connection, to an engine without any state. False if the retry time, which counts
  /// for all calls until confirm(), has passed, or if a signal asks the program to end. Child processes are not
  /// restarted: they would end again. Daemons that never answered are not tried again.
  [[nodiscard]] bool reconnect();
  /// Call when the engine has answered: resets the retry time.
  void confirm();
  /// When the retry time ends; none unless the daemon is lost.
  [[nodiscard]] std::optional<Deadline> deadline() const { return loss_ ? std::optional(loss_->end) : std::nullopt; }
  /// The child's captured standard error, printable; empty if it was not captured.
  [[nodiscard]] std::string log() const;

 private:
  Remote remote_;
  std::chrono::seconds retry_time_{0};
  Report report_;
  std::unique_ptr<Channel> channel_;
  const ChildProcess* child_ = nullptr;
  bool has_answered_ = false;
  struct Loss {
    Retry retry;
    Deadline end;
  };
  std::optional<Loss> loss_;
};

}  // namespace crownd::connection
