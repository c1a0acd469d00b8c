#include "server/successor.hpp"

#include "server/systemd.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spdlog/spdlog.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <system_error>
#include <utility>

namespace crownd::server {

namespace {

constexpr std::string_view readiness_variable = "CROWND_READY_FD";
constexpr std::string_view process_variable = "LISTEN_PID=";
constexpr std::size_t most_digits = 10;
constexpr std::chrono::milliseconds moment{10};

using Clock = std::chrono::steady_clock;

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

/// The environment without the variables about this process's own sockets.
std::vector<std::string> environment_for(std::size_t sockets) {
  std::vector<std::string> variables;
  const auto begins = [](std::string_view variable, std::string_view name) { return variable.starts_with(name); };
  for (char** variable = environ; *variable != nullptr; ++variable)
    if (!begins(*variable, "LISTEN_") && !begins(*variable, readiness_variable)) variables.emplace_back(*variable);
  variables.push_back("LISTEN_FDS=" + std::to_string(sockets));
  variables.push_back(std::string(readiness_variable) + "=" + std::to_string(first_passed_descriptor + sockets));
  variables.push_back(std::string(process_variable) + std::string(most_digits, '\0'));
  return variables;
}

/// Whether the pipe has something to read, or its other end is closed, before that time.
bool is_readable_by(Clock::time_point latest, int pipe) {
  using std::chrono::milliseconds;
  while (true) {
    const auto left = std::chrono::ceil<milliseconds>(latest - Clock::now());
    if (left <= milliseconds::zero()) return false;
    pollfd state{pipe, POLLIN, 0};
    if (::poll(&state, 1, static_cast<int>(left.count())) > 0) return true;
  }
}

/// Whether the child ends before that time.
bool ends_by(Clock::time_point latest, pid_t child) {
  while (::waitpid(child, nullptr, WNOHANG) == 0) {
    if (Clock::now() >= latest) return false;
    std::this_thread::sleep_for(moment);
  }
  return true;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (auto& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// Runs in the child, where only async-signal-safe functions may be called. The descriptors in `passed` lie above
/// the numbers that they get. Does not return.
[[noreturn]] void become(const char* program, char* const* arguments, char* const* environment, char* process_digits,
                         const std::vector<net::Descriptor>& passed) {
  ::setpgid(0, 0);
  int next = first_passed_descriptor;
  for (const auto& descriptor : passed) ::dup2(descriptor.get(), next++);
  ::close_range(static_cast<unsigned>(next), ~0U, 0);
  (void)std::to_chars(process_digits, process_digits + most_digits, static_cast<long>(::getpid()));
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::execve(program, arguments, environment);
  constexpr int cannot_execute = 127;
  ::_exit(cannot_execute);
}

/// Kills a successor and what it has started, so that nothing keeps the sockets.
void kill_all_of(pid_t process) {
  if (::kill(-process, SIGKILL) != 0) ::kill(process, SIGKILL);
}

}  // namespace

Successor::Successor(std::function<void()> changed)
    : program_(std::filesystem::read_symlink("/proc/self/exe")), changed_(std::move(changed)) {}

Successor::~Successor() {
  if (state_ == State::starts) kill_all_of(process_);
  if (waits_.joinable()) waits_.join();
}

void Successor::start(const std::vector<std::string>& arguments, const std::vector<int>& listeners,
                      std::chrono::seconds patience) {
  if (waits_.joinable()) waits_.join();
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail("no pipe can be made");
  net::Descriptor readiness(ends[0]);
  const net::Descriptor write_end(ends[1]);
  const int above = first_passed_descriptor + static_cast<int>(listeners.size()) + 1;
  std::vector<net::Descriptor> passed;
  const auto pass = [&](int descriptor) {
    const int copy = ::fcntl(descriptor, F_DUPFD_CLOEXEC, above);
    if (copy < 0) fail("a socket cannot be passed on");
    passed.emplace_back(copy);
  };
  for (const int listener : listeners) pass(listener);
  pass(write_end.get());

  auto words = arguments;
  auto variables = environment_for(listeners.size());
  const auto argument_pointers = pointers_to(words), variable_pointers = pointers_to(variables);
  char* const digits = variables.back().data() + process_variable.size();
  const auto program = program_.string();
  process_ = ::fork();
  if (process_ < 0) fail("no process can be started");
  if (process_ == 0) become(program.c_str(), argument_pointers.data(), variable_pointers.data(), digits, passed);
  state_ = State::starts;
  waits_ = std::thread([this, end = readiness.release(), patience] { wait_for(end, patience); });
}

void Successor::wait_for(int readiness, std::chrono::seconds patience) {
  const net::Descriptor end(readiness);
  const auto latest = Clock::now() + patience;
  char byte = 0;
  if (is_readable_by(latest, end.get()) && ::read(end.get(), &byte, 1) == 1) {
    state_ = State::serves;
  } else {
    const bool ended = ends_by(latest, process_);
    if (!ended) {
      kill_all_of(process_);
      ::waitpid(process_, nullptr, 0);
    }
    state_ = State::none;
    const auto what = ended ? "ended before it served anybody"
                            : "served nobody within the " + std::to_string(patience.count()) +
                                  " s of --successor-timeout and was killed";
    spdlog::error("the successor {}; this daemon goes on", what);
  }
  changed_();
}

Predecessor::Predecessor() {
  const std::string name(readiness_variable);
  const char* const text = std::getenv(name.c_str());
  if (text == nullptr) return;
  int descriptor = -1;
  const auto [end, error] = std::from_chars(text, text + std::strlen(text), descriptor);
  if (error == std::errc() && *end == 0 && ::fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0)
    readiness_ = net::Descriptor(descriptor);
  ::unsetenv(name.c_str());
}

void Predecessor::tell_ready() {
  if (!readiness_) return;
  (void)!::write(readiness_.get(), "", 1);
  readiness_.reset();
}

}  // namespace crownd::server
