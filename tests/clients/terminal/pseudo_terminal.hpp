#pragma once

#include "clients/terminal/crown.hpp"

#include <poll.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace crownd::testing {

// Keys, as a terminal sends them.
inline const std::string ctrl_a = "\x01", ctrl_c = "\x03", ctrl_d = "\x04", tab = "\t", enter = "\r",
                         backspace = "\x7f", up = "\033[A";

/// The terminal's output without carriage returns and escape sequences (ECMA-48: ESC [, parameters, one letter).
[[nodiscard]] inline std::string without_escapes(const std::string& shown) {
  std::string text;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    if (shown.compare(i, 2, "\033[") == 0)
      i = shown.find_first_not_of("0123456789;?", i + 2);
    else if (shown[i] != '\r')
      text += shown[i];
    if (i == std::string::npos) break;  // incomplete sequence
  }
  return text;
}

/// Runs a command, given as to env(1), at a terminal of 24 lines.
class PseudoTerminal {
 public:
  /// Waits for the text `until`, unless that is empty.
  PseudoTerminal(const TemporaryFolder& folder, const std::string& command, const std::string& until = "",
                 unsigned short columns = 80) {
    const winsize size{24, columns, 0, 0};
    pid_ = ::forkpty(&fd_, nullptr, nullptr, &size);
    REQUIRE(pid_ >= 0);
    if (pid_ > 0) {
      if (!until.empty()) wait_for(until);
      return;
    }
    const auto script = "cd '" + folder.path().string() +
                        "'; export TERM=xterm-256color LC_ALL=C.UTF-8 PATH=" + bin_dir() + ":$PATH; exec env " +
                        command;
    ::execl("/bin/sh", "sh", "-c", script.c_str(), nullptr);
    ::_exit(127);
  }
  PseudoTerminal(const PseudoTerminal&) = delete;
  PseudoTerminal& operator=(const PseudoTerminal&) = delete;
  ~PseudoTerminal() {
    if (pid_ > 0) ::kill(pid_, SIGKILL);
    if (pid_ > 0) ::waitpid(pid_, nullptr, 0);
    if (fd_ >= 0) ::close(fd_);
  }

  void type(const std::string& keys) {
    REQUIRE(::write(fd_, keys.data(), keys.size()) == static_cast<ssize_t>(keys.size()));
  }

  /// Types the keys; returns the output up to and including this text.
  std::string type(const std::string& keys, const std::string& until) {
    type(keys);
    return wait_for(until);
  }

  /// The output since the last call, up to and including this text; fails the test if it does not come.
  std::string wait_for(const std::string& text) {
    const auto deadline = within(test_timeout);
    auto found = shown_.find(text);
    while (found == std::string::npos && read_more(deadline)) found = shown_.find(text);
    INFO("waiting for '" << text << "' in: " << shown_);
    REQUIRE(found != std::string::npos);
    const auto end = found + text.size();
    auto seen = shown_.substr(0, end);
    shown_.erase(0, end);
    return seen;
  }

  /// All output not yet waited for, without escape sequences, once there are this many bytes.
  std::string text_of(std::size_t length) {
    const auto deadline = within(test_timeout);
    while (without_escapes(shown_).size() < length && read_more(deadline)) continue;
    return without_escapes(shown_);
  }

  /// The exit code, or the negative number of the signal that ended it; -1000 if the program does not exit.
  int wait_for_end() {
    const auto deadline = within(test_timeout);
    while (read_more(deadline)) continue;
    int status = 0;
    if (Clock::now() >= deadline) return -1000;
    ::waitpid(pid_, &status, 0);
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }

  void resize(unsigned short columns) {
    const winsize size{24, columns, 0, 0};
    REQUIRE(::ioctl(fd_, TIOCSWINSZ, &size) == 0);
  }

  /// Closes the terminal, as when its window is closed. Waits for the program to exit.
  void hang_up() {
    ::close(fd_);
    fd_ = -1;
    ::waitpid(pid_, nullptr, 0);
    pid_ = -1;
  }

  /// All output since the last wait until the program exits.
  [[nodiscard]] std::string rest() const { return shown_; }

  /// Leaves the game with Ctrl-C.
  void leave() {
    type(ctrl_c);
    wait_for("Leave the game? (y/N) ");
    type("y" + enter);
    CHECK(wait_for_end() == 0);
  }

  [[nodiscard]] pid_t pid() const { return pid_; }

 private:
  bool read_more(crownd::connection::Deadline deadline) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(crownd::connection::time_until(deadline)).count();
    pollfd readable{fd_, POLLIN, 0};
    if (::poll(&readable, 1, static_cast<int>(left)) <= 0) return false;
    std::array<char, 4096> part{};
    const auto count = ::read(fd_, part.data(), part.size());
    if (count <= 0) return false;
    shown_.append(part.data(), static_cast<std::size_t>(count));
    return true;
  }

  int fd_ = -1;
  pid_t pid_ = -1;
  std::string shown_;
};

}  // namespace crownd::testing
