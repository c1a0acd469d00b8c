#pragma once

#include "batch/daemon.hpp"
#include "connection/engine.hpp"

#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>
#include <string>
#include <vector>

namespace crownd::batch {

/// Work in pieces, each of which is a number here.
struct Work {
  std::deque<std::size_t> pieces;
  /// Does a piece. Called by several threads, and for a piece once more if its engine was lost.
  std::function<void(connection::Engine&, std::size_t)> perform;
  std::function<std::string(std::size_t)> name;  ///< of a piece, for messages
  Daemon::Report report;
};

/// Does all pieces, in the order given, with a thread for each daemon. The piece of a daemon that is lost for longer
/// than `patience` is done by another one. Gives how many were not done since no daemon was left. Throws what
/// Daemon::engine throws at the start, and what Daemon::persist throws: then nothing more is begun.
[[nodiscard]] std::size_t share_out(const Work& work, std::vector<Daemon> daemons, std::chrono::seconds patience);

}  // namespace crownd::batch
