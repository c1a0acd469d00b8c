#pragma once

#include "connection/channel.hpp"
#include "connection/child_process.hpp"
#include "connection/remote.hpp"
#include "connection/retry.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace crownd::connection {

/// Where an engine is reached: a program that is started, or a daemon elsewhere. A lost daemon may come back, or be
/// replaced by another one at the same address.
class Source {
 public:
  using Report = std::function<void(const std::string&)>;

  /// Starts the program. Throws ConnectionError.
  Source(const std::vector<std::string>& command, Errors errors);
  /// Connects to the daemon. `patience` is how long to retry when it is lost, and `report` is called with a sentence
  /// for people when that begins. Throws ConnectionError.
  Source(const Remote& remote, std::chrono::seconds patience, Report report);

  [[nodiscard]] Channel& channel() { return *channel_; }
  /// Replaces channel() by a new connection, to an engine without any state. False if that did not succeed within the
  /// patience, or a signal that ends the program came. The patience is for all calls until works(). A program that has
  /// ended is not started again: it would end again; nor is a daemon reached again that has never worked.
  [[nodiscard]] bool find_again();
  /// The engine answers: the next loss is a new one.
  void works();
  /// When the engine must work again; none if it is not lost.
  [[nodiscard]] std::optional<Deadline> deadline() const {
    return search_ ? std::optional(search_->end) : std::nullopt;
  }
  /// The program's captured standard error, printable; empty if that was passed on.
  [[nodiscard]] std::string log() const;

 private:
  Remote remote_;
  std::chrono::seconds patience_{0};
  Report report_;
  std::unique_ptr<Channel> channel_;
  const ChildProcess* child_ = nullptr;
  bool has_worked_ = false;
  struct Search {
    Retry retry;
    Deadline end;
  };
  std::optional<Search> search_;  ///< for a lost daemon
};

}  // namespace crownd::connection
