#pragma once

#include "connection/remote.hpp"

#include <CLI/CLI.hpp>

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace crownd::batch {

/// Where the daemons are: programs of our own, or daemons elsewhere.
struct Daemons {
  std::vector<std::string> command;         ///< starts one of our own
  std::vector<connection::Remote> remotes;  ///< if there are any, none of our own are started
  std::size_t workers = 0;                  ///< of our own, or connections to each remote; 0: as many as cores, or one
  std::chrono::seconds patience{60};        ///< how long a lost one is tried again
};

/// The flags that say where the daemons are.
class DaemonFlags {
 public:
  /// Declares --engine, --connect, --token-file, --tls-ca, --reconnect and --workers, which is described by
  /// `workers_text`, or is not there without a text.
  void declare(CLI::App& app, const std::string& workers_text);
  /// After parsing. Throws CLI::ParseError with a sentence for people if the flags do not fit together.
  [[nodiscard]] Daemons daemons() const;

 private:
  std::vector<std::string> command_, connect_, tokens_, authorities_;
  std::size_t patience_ = 60, workers_ = 0;
};

}  // namespace crownd::batch
