#pragma once

#include "connection/channel.hpp"
#include "match/engines/engine_spec.hpp"
#include "match/engines/standard_error.hpp"

#include <memory>
#include <string>

namespace crownd::match {

/// A running engine, before anything was sent.
struct Launched {
  std::unique_ptr<connection::Channel> channel;
  int process = 0;  ///< the id of the child process; 0 over TCP
};

/// Starts the engine's program, whose standard error is `errors`, or connects to it and authenticates; throws
/// ConnectionError.
[[nodiscard]] Launched launch(const EngineSpec& spec, const StandardError& errors, connection::Deadline deadline);

/// For a channel that has ended: "exit code 3", "signal 11"; empty if unknown.
[[nodiscard]] std::string how_it_ended(connection::Channel& channel);

}  // namespace crownd::match
