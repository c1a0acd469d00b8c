#include "match/engines/launch.hpp"

#include "connection/child_process.hpp"
#include "connection/remote.hpp"
#include "wire/words.hpp"

#include <fcntl.h>
#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sstream>

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

constexpr std::size_t most_lines = 5;
constexpr std::size_t most_width = 200;
/// How many bytes at the end are read.
constexpr off_t looked_at = 4096;
/// Mode of a new file, before the umask.
constexpr int permissions = 0666;

/// Of standard error that is kept in memory for a game; the engine cannot write more.
constexpr off_t most_in_memory = off_t{16} << 20;

}  // namespace

StandardError::StandardError(const std::optional<std::string>& file) : in_memory_(!file) {
  if (file) {
    descriptor_ = connection::Descriptor(::open(file->c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, permissions));
    if (!descriptor_)
      throw connection::ConnectionError("stderr=" + *file + " cannot be written: " + std::strerror(errno));
  } else {
    descriptor_ = connection::Descriptor(::memfd_create("errors", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    if (::ftruncate(descriptor_.get(), most_in_memory) != 0 ||
        ::fcntl(descriptor_.get(), F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK) != 0)
      throw connection::ConnectionError(std::string("standard error cannot be kept: ") + std::strerror(errno));
  }
  begin_game();
}

void StandardError::begin_game() {
  if (in_memory_) {
    ::fallocate(descriptor_.get(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, most_in_memory);
    ::lseek(descriptor_.get(), 0, SEEK_SET);  // the engine shares this offset
  }
  begin_ = end();
}

off_t StandardError::end() const {
  return std::max<off_t>(0, ::lseek(descriptor_.get(), 0, in_memory_ ? SEEK_CUR : SEEK_END));
}

std::vector<std::string> StandardError::last_lines() const {
  const auto written = end();
  const auto from = std::max(begin_, written - looked_at);
  std::string text(static_cast<std::size_t>(std::max<off_t>(0, written - from)), '\0');
  const auto count = ::pread(descriptor_.get(), text.data(), text.size(), from);
  text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (line.ends_with('\r')) line.pop_back();
    lines.push_back(wire::printable(line.substr(0, most_width)));
  }
  if (lines.size() > most_lines) lines.erase(lines.begin(), lines.end() - most_lines);
  return lines;
}

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
