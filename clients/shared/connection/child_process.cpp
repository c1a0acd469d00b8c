#include "connection/child_process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>

extern char** environ;  // NOLINT: no POSIX header declares it

namespace crownd::connection {

namespace {

/// Time for an engine to exit after its input was closed.
constexpr std::chrono::milliseconds time_to_exit{500};
/// waitpid has no timeout, so it is polled.
constexpr std::chrono::milliseconds poll_interval{1};

/// The ends of a pipe, for reading and for writing.
std::pair<Descriptor, Descriptor> make_pipe() {
  std::array<int, 2> fds{};
  if (::pipe2(fds.data(), O_CLOEXEC) != 0)
    throw ConnectionError(std::string("cannot make a pipe: ") + std::strerror(errno));
  return {Descriptor(fds[0]), Descriptor(fds[1])};
}

void set_non_blocking(const Descriptor& fd) { ::fcntl(fd.get(), F_SETFL, ::fcntl(fd.get(), F_GETFL) | O_NONBLOCK); }

/// Starts a program with these standard input, output and error, with all signals unblocked and SIGPIPE restored, in a
/// process group of its own, so that Ctrl-C does not reach it.
pid_t spawn(const std::vector<std::string>& command, const std::array<int, 3>& standard) {
  std::vector<char*> arguments;
  for (const auto& word : command)
    arguments.push_back(const_cast<char*>(word.c_str()));  // NOLINT: POSIX does not modify it
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  for (const int there : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    ::posix_spawn_file_actions_adddup2(&actions, standard[static_cast<std::size_t>(there)], there);
  sigset_t none, pipe;
  ::sigemptyset(&none);
  ::sigemptyset(&pipe);
  ::sigaddset(&pipe, SIGPIPE);
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  ::posix_spawnattr_setsigdefault(&attributes, &pipe);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  pid_t pid = -1;
  const int error = ::posix_spawnp(&pid, arguments[0], &actions, &attributes, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::posix_spawnattr_destroy(&attributes);
  if (error != 0) throw ConnectionError("cannot start '" + command[0] + "': " + std::strerror(error));
  return pid;
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& command, Errors errors) {
  if (errors == Errors::discarded) errors_ = Descriptor(::open("/dev/null", O_RDWR | O_CLOEXEC));
  if (errors == Errors::captured) errors_ = Descriptor(::memfd_create("errors", MFD_CLOEXEC));
  start(command, errors == Errors::passed ? STDERR_FILENO : errors_.get());
}

ChildProcess::ChildProcess(const std::vector<std::string>& command, const Descriptor& errors) {
  start(command, errors.get());
}

void ChildProcess::start(const std::vector<std::string>& command, int errors) {
  if (command.empty()) throw ConnectionError("no program to start");
  auto [input, to_child] = make_pipe();
  auto [from_child, output] = make_pipe();
  pid_ = spawn(command, {input.get(), output.get(), errors});
  to_child_ = std::move(to_child);
  from_child_ = std::move(from_child);
  set_non_blocking(to_child_);
  set_non_blocking(from_child_);
  // Fails before Linux 5.3; then only closed output shows the exit.
  exit_ = Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0)));
  use(from_child_.get(), to_child_.get(), exit_.get());
}

ChildProcess::~ChildProcess() {
  close_input();
  from_child_.reset();
  if (wait(within(time_to_exit))) return;
  signal(SIGKILL);
  wait(Deadline::max());
}

void ChildProcess::close_input() { to_child_.reset(); }

std::optional<ExitStatus> ChildProcess::wait(Deadline deadline) {
  while (!status_) {
    int status = 0;
    const auto ended = ::waitpid(pid_, &status, WNOHANG);
    if (ended == pid_) {
      status_ = WIFEXITED(status) ? ExitStatus{true, WEXITSTATUS(status)} : ExitStatus{false, WTERMSIG(status)};
    } else if (Clock::now() >= deadline) {
      return std::nullopt;
    } else {
      std::this_thread::sleep_for(poll_interval);
    }
  }
  return status_;
}

void ChildProcess::signal(int number) {
  if (!wait(Deadline::min())) ::kill(pid_, number);
}

std::string ChildProcess::errors() const {
  std::string text;
  std::array<char, 4096> part{};
  while (errors_) {
    const auto count = ::pread(errors_.get(), part.data(), part.size(), static_cast<off_t>(text.size()));
    if (count <= 0) break;
    text.append(part.data(), static_cast<std::size_t>(count));
  }
  return text;
}

long ChildProcess::write_some(std::string_view bytes) {
  const SigpipeBlocker guard;
  return ::write(to_child_.get(), bytes.data(), bytes.size());
}

}  // namespace crownd::connection
