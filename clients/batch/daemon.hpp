#pragma once

#include "batch/daemons.hpp"
#include "connection/engine.hpp"
#include "connection/source.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace crownd::batch {

/// Options of the engine, by name.
using Options = std::vector<std::pair<std::string, std::string>>;

/// One of our own daemons, or a connection to one elsewhere. A lost one is replaced as a whole: what it had begun is
/// begun again, since its hash table is gone.
class Daemon {
 public:
  Daemon(std::vector<std::string> command, Options options)
      : command_(std::move(command)), options_(std::move(options)) {}
  Daemon(connection::Remote remote, Options options) : remote_(std::move(remote)), options_(std::move(options)) {}

  /// The engine, started or reached if need be. Throws connection::ConnectionError, connection::EngineGone or
  /// connection::Refused.
  connection::Engine& engine();
  using Report = std::function<void(const std::string&)>;
  /// Does some work with the engine. If that is lost it is replaced, which is tried for so long, and the work begins
  /// anew. False if it does not come back. `what` names the work, and `report` gets sentences for people. Throws
  /// std::runtime_error if the work ends one engine after the other, or if the engine refuses something.
  [[nodiscard]] bool persist(const std::function<void(connection::Engine&)>& work, const std::string& what,
                             std::chrono::seconds patience, const Report& report);
  /// For messages.
  [[nodiscard]] std::string name() const { return remote_ ? remote_->address : "crownd"; }

 private:
  [[nodiscard]] bool find_again(const std::string& why, std::chrono::seconds patience, const Report& report);
  /// Starts or reaches the engine. With a time limit, waits for its first sign of life, at most twice that long.
  void begin(std::optional<std::chrono::milliseconds> patience);
  void drop();

  std::vector<std::string> command_;
  std::optional<connection::Remote> remote_;
  Options options_;
  std::unique_ptr<connection::Source> source_;
  std::unique_ptr<connection::Engine> engine_;
};

/// All that are asked for, at most `most`; each with so many search threads.
[[nodiscard]] std::vector<Daemon> make_daemons(const Daemons& settings, const Options& options, int threads,
                                               std::size_t most);

}  // namespace crownd::batch
