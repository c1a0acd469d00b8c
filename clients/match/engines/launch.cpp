#include "match/engines/launch.hpp"

#include "connection/child_process.hpp"
#include "connection/remote.hpp"

namespace crownd::match {

namespace {

/// Time for a process to exit after it closed its output; generous, for busy machines.
constexpr std::chrono::seconds time_to_exit{2};

/// The command for its working directory: a shell changes to it and execs the program.
std::vector<std::string> command_in_directory(const EngineSpec& spec) {
  if (!spec.directory) return spec.command;
  std::vector<std::string> command{"sh", "-c", "cd -- \"$1\" && shift && exec \"$@\"", "sh", *spec.directory};
  command.insert(command.end(), spec.command.begin(), spec.command.end());
  return command;
}

}  // namespace

Launched launch(const EngineSpec& spec, const StandardError& errors, connection::Deadline deadline) {
  if (spec.remote.address.empty()) {
    auto child = std::make_unique<connection::ChildProcess>(command_in_directory(spec), errors.descriptor());
    const int process = child->pid();
    return {std::move(child), process};
  }
  return {connection::reach(spec.remote, deadline), 0};
}

std::string how_it_ended(connection::Channel& channel) {
  auto* child = dynamic_cast<connection::ChildProcess*>(&channel);
  if (!child || channel.health() != connection::Health::ended) return "";
  const auto status = child->wait(connection::within(time_to_exit));
  if (!status) return "";
  return (status->exited ? "exit code " : "signal ") + std::to_string(status->code);
}

}  // namespace crownd::match
