#include "connection/child_process.hpp"

#include "connection/without_sigpipe.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
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
/// waitpid has no timeout, so it is polled at this interval.
constexpr std::chrono::milliseconds asking_interval{1};

struct Pipe {
  Descriptor read_end;
  Descriptor write_end;
};

Pipe make_pipe() {
  std::array<int, 2> fds{};
  if (::pipe2(fds.data(), O_CLOEXEC) != 0)
    throw ConnectionError(std::string("cannot make a pipe: ") + std::strerror(errno));
  return {Descriptor(fds[0]), Descriptor(fds[1])};
}

void set_non_blocking(const Descriptor& fd) { ::fcntl(fd.get(), F_SETFL, ::fcntl(fd.get(), F_GETFL) | O_NONBLOCK); }

}  // namespace

/// Settings of posix_spawn for the child.
class SpawnPlan {
 public:
  SpawnPlan() {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawnattr_init(&attributes_);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;
  ~SpawnPlan() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }

  void connect(const Descriptor& here, int there) { ::posix_spawn_file_actions_adddup2(&actions_, here.get(), there); }
  void discard(int there) { ::posix_spawn_file_actions_addopen(&actions_, there, "/dev/null", O_WRONLY, 0); }
  /// The child must not inherit which signals its parent ignores or blocks. It gets a process group of its own, so
  /// that Ctrl-C at the terminal goes to its parent only.
  void reset_signals() {
    sigset_t none;
    ::sigemptyset(&none);
    sigset_t pipe;
    ::sigemptyset(&pipe);
    ::sigaddset(&pipe, SIGPIPE);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setsigdefault(&attributes_, &pipe);
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  }

  pid_t start(const std::vector<std::string>& command) {
    std::vector<char*> arguments;
    for (const auto& word : command)
      arguments.push_back(const_cast<char*>(word.c_str()));  // NOLINT: POSIX does not modify it
    arguments.push_back(nullptr);
    pid_t pid = -1;
    const int error = ::posix_spawnp(&pid, arguments[0], &actions_, &attributes_, arguments.data(), environ);
    if (error != 0) throw ConnectionError("cannot start '" + command[0] + "': " + std::strerror(error));
    return pid;
  }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

ChildProcess::ChildProcess(const std::vector<std::string>& command, Errors errors) {
  SpawnPlan plan;
  if (errors == Errors::discarded) plan.discard(STDERR_FILENO);
  if (errors == Errors::captured) {
    errors_ = Descriptor(::memfd_create("errors", MFD_CLOEXEC));
    plan.connect(errors_, STDERR_FILENO);
  }
  start(command, plan);
}

ChildProcess::ChildProcess(const std::vector<std::string>& command, const Descriptor& errors) {
  SpawnPlan plan;
  plan.connect(errors, STDERR_FILENO);
  start(command, plan);
}

void ChildProcess::start(const std::vector<std::string>& command, SpawnPlan& plan) {
  if (command.empty()) throw ConnectionError("no program to start");
  auto input = make_pipe();
  auto output = make_pipe();
  plan.reset_signals();
  plan.connect(input.read_end, STDIN_FILENO);
  plan.connect(output.write_end, STDOUT_FILENO);
  pid_ = plan.start(command);
  to_child_ = std::move(input.write_end);
  from_child_ = std::move(output.read_end);
  set_non_blocking(to_child_);
  set_non_blocking(from_child_);
  // Fails on kernels before Linux 5.3: there the exit shows only when the output is closed.
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
      std::this_thread::sleep_for(asking_interval);
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
  const WithoutSigpipe guard;
  return ::write(to_child_.get(), bytes.data(), bytes.size());
}

}  // namespace crownd::connection
