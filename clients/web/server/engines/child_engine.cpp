#include "web/server/engines/child_engine.hpp"

#include "wire/words.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/read_until.hpp>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <iostream>
#include <utility>

namespace crownd::web {

namespace asio = boost::asio;

namespace {

using Clock = std::chrono::steady_clock;

/// Longer lines of the daemon's standard error are split.
constexpr std::size_t max_error_line_bytes = 65'536;
/// Pause before a restart: the first, and the maximum if it keeps ending.
constexpr std::chrono::milliseconds first_pause{100};
constexpr std::chrono::milliseconds max_pause{10'000};
/// A longer run resets the pause.
constexpr std::chrono::seconds steady_run{30};
/// crownd takes at most two seconds to shut down.
constexpr std::chrono::milliseconds shutdown_timeout{2500};
/// waitpid has no timeout, so it is polled at this interval.
constexpr std::chrono::milliseconds poll_interval{2};
constexpr int exit_code_not_executed = 127;

/// Runs the program in the forked child. Only async-signal-safe calls are allowed before exec.
[[noreturn]] void exec_in_child(char* const* arguments, int errors, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != parent) ::_exit(exit_code_not_executed);
  ::setpgid(0, 0);  // Ctrl-C is for us; we end it
  ::signal(SIGPIPE, SIG_DFL);
  sigset_t none{};
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  const int nothing = ::open("/dev/null", O_RDWR);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(nothing, STDOUT_FILENO);
  ::dup2(errors, STDERR_FILENO);
  ::execvp(arguments[0], arguments);
  const char* const why = std::strerror(errno);
  (void)!::write(STDERR_FILENO, why, std::strlen(why));
  (void)!::write(STDERR_FILENO, "\n", 1);
  ::_exit(exit_code_not_executed);
}

/// The process id (negative on failure), and the read end of its standard error.
std::pair<pid_t, net::Descriptor> start_process(const std::vector<std::string>& command) {
  std::vector<char*> arguments;
  for (const auto& word : command)
    arguments.push_back(const_cast<char*>(word.c_str()));  // NOLINT: POSIX does not modify it
  arguments.push_back(nullptr);
  std::array<int, 2> pipe{};
  if (::pipe2(pipe.data(), O_CLOEXEC) != 0) return {-1, net::Descriptor()};
  net::Descriptor read_end(pipe[0]);
  const net::Descriptor write_end(pipe[1]);
  const auto parent = ::getpid();
  const auto pid = ::fork();
  if (pid == 0) exec_in_child(arguments.data(), write_end.get(), parent);
  return {pid, std::move(read_end)};
}

std::string text_of_status(int status) {
  if (WIFEXITED(status)) return "exit code " + std::to_string(WEXITSTATUS(status));
  return std::string("signal ") + ::strsignal(WTERMSIG(status));
}

}  // namespace

ChildEngine::ChildEngine(asio::io_context& io, std::vector<std::string> command, std::chrono::seconds start_timeout)
    : io_(io),
      command_([&] {
        command.insert(command.end(), {"--listen", "127.0.0.1:0"});
        return std::move(command);
      }()),
      start_timeout_(start_timeout),
      pause_(io),
      start_deadline_(io),
      stop_deadline_(io) {}

ChildEngine::~ChildEngine() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

void ChildEngine::start(std::function<void()> ready, std::function<void(const std::string&)> failed) {
  ready_ = std::move(ready);
  failed_ = std::move(failed);
  asio::co_spawn(io_, supervise(), asio::detached);
}

void ChildEngine::stop(std::function<void()> stopped) {
  stopping_ = true;
  if (pid_ <= 0) {
    pause_.cancel();
    return stopped();
  }
  stopped_ = std::move(stopped);
  ::kill(pid_, SIGTERM);
  stop_deadline_.expires_after(shutdown_timeout);
  stop_deadline_.async_wait([this](const net::error_code& cancelled) {
    if (!cancelled && pid_ > 0) ::kill(pid_, SIGKILL);
  });
}

net::Task<> ChildEngine::supervise() {
  auto pause = first_pause;
  while (!stopping_) {
    const auto began = Clock::now();
    auto [pid, errors] = start_process(command_);
    pid_ = pid;
    std::string how = "no process could be made";
    if (pid_ > 0) {
      limit_start();
      co_await read_errors(std::move(errors));
      start_deadline_.cancel();
      how = co_await reap();
      if (started_late_)
        how = "it did not say within " + std::to_string(start_timeout_.count()) + " s where it listens, and was killed";
    }
    if (stopping_) break;
    if (ready_) co_return failed_("the engine '" + command_.front() + "' did not start: " + how);
    if (Clock::now() - began > steady_run) pause = first_pause;
    std::cerr << "crown-web: the engine has ended (" << how << "); it is started again\n";
    pause_.expires_after(pause);
    net::error_code ignored;
    co_await pause_.async_wait(net::redirect(ignored));
    pause = std::min(2 * pause, max_pause);
  }
  stop_deadline_.cancel();
  if (stopped_) stopped_();
}

void ChildEngine::limit_start() {
  started_late_ = false;
  start_deadline_.expires_after(start_timeout_);
  start_deadline_.async_wait([this](const net::error_code& cancelled) {
    if (cancelled || pid_ <= 0 || address_) return;
    started_late_ = true;
    ::kill(pid_, SIGKILL);
    ::kill(-pid_, SIGKILL);  // also its children, which may hold its standard error open
  });
}

net::Task<> ChildEngine::read_errors(net::Descriptor errors) {
  asio::posix::stream_descriptor input(io_, errors.release());
  std::string text;
  while (true) {
    net::error_code error;
    const auto length = co_await asio::async_read_until(input, asio::dynamic_buffer(text, max_error_line_bytes), '\n',
                                                        net::redirect(error));
    if (error == asio::error::not_found) {  // a longer line
      read_line(std::exchange(text, {}));
      continue;
    }
    if (error) break;
    read_line(text.substr(0, length - 1));
    text.erase(0, length);
  }
  if (!text.empty()) std::cerr << wire::printable(text) << '\n';
  address_.reset();
}

void ChildEngine::read_line(const std::string& line) {
  constexpr std::string_view listening = "listening on ";
  if (!line.starts_with(listening)) {
    std::cerr << wire::printable(line) << '\n';
    return;
  }
  address_ = connection::parse_address(std::string_view(line).substr(listening.size()));
  start_deadline_.cancel();
  if (ready_) std::exchange(ready_, nullptr)();
}

/// Waits for the process after it closed its standard error.
net::Task<std::string> ChildEngine::reap() {
  asio::steady_timer timer(io_);
  const auto deadline = Clock::now() + shutdown_timeout;
  int status = 0;
  while (::waitpid(pid_, &status, WNOHANG) == 0) {
    if (Clock::now() > deadline) ::kill(pid_, SIGKILL);
    timer.expires_after(poll_interval);
    net::error_code ignored;
    co_await timer.async_wait(net::redirect(ignored));
  }
  pid_ = -1;
  co_return text_of_status(status);
}

}  // namespace crownd::web
