#pragma once

#include "annotate/analysis/limits.hpp"
#include "connection/engine.hpp"
#include "connection/source.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace crownd::annotate {

/// One of our own daemons, or a connection to one elsewhere. A lost one is replaced as a whole: a game that it had
/// begun is begun again, since its hash table is gone.
class Daemon {
 public:
  Daemon(std::vector<std::string> command, const Limits& limits) : command_(std::move(command)), limits_(limits) {}
  Daemon(connection::Remote remote, const Limits& limits) : remote_(std::move(remote)), limits_(limits) {}

  /// The engine, started or reached if need be. Throws connection::ConnectionError, connection::EngineGone or
  /// connection::Refused.
  connection::Engine& engine();
  /// The next call of engine() begins anew.
  void drop();
  /// For messages.
  [[nodiscard]] std::string name() const { return remote_ ? remote_->address : "crownd"; }

 private:
  std::vector<std::string> command_;
  std::optional<connection::Remote> remote_;
  Limits limits_;
  std::unique_ptr<connection::Source> source_;
  std::unique_ptr<connection::Engine> engine_;
};

}  // namespace crownd::annotate
