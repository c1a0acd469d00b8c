#include "connection/link.hpp"

#include "net/access.hpp"
#include "wire/words.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <sstream>

namespace crownd::connection {

namespace {

constexpr std::string_view tls_prefix = "tls:";
constexpr std::chrono::seconds time_to_connect{5};
/// The longest line that crownd sends lists the moves of a crowded board of 26x26: some 100 kB.
constexpr std::size_t max_line = std::size_t{1} << 20;

std::unique_ptr<Channel> connect(const Remote& remote, Deadline deadline) {
  const std::string_view address = remote.address;
  if (address.starts_with(tls_prefix)) {
    const auto where = parse_address(address.substr(tls_prefix.size()));
    return std::make_unique<TlsChannel>(where, remote.authorities, deadline);
  }
  if (!remote.authorities.empty())
    throw ConnectionError("certificates are for TLS: write the address as tls:" + remote.address);
  return std::make_unique<TcpChannel>(parse_address(address), deadline);
}

std::optional<std::string> receive_unless_ending(Channel& channel, Deadline deadline) {
  constexpr std::chrono::milliseconds slice{50};
  while (true) {
    if (auto line = channel.receive(std::min(deadline, within(slice)))) return line;
    if (channel.health() != Health::open || Clock::now() >= deadline || termination_pending()) return std::nullopt;
  }
}

/// The first bytes of a file or pipe, up to the first line. Stops early if a signal asks the program to end.
std::string read_beginning(const std::string& file) {
  const Descriptor input(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  std::string text;
  std::array<char, 4096> part{};
  while (input && text.size() < part.size() && text.find('\n') == std::string::npos) {
    std::array<pollfd, 1> fds{{{input.get(), POLLIN, 0}}};
    if (!wait_unless_ending(fds, Deadline::max())) break;
    const auto count = ::read(input.get(), part.data(), part.size() - text.size());
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count <= 0) break;
    text.append(part.data(), static_cast<std::size_t>(count));
  }
  return text;
}

}  // namespace

std::string read_token(const std::string& file) {
  auto token = net::first_token(read_beginning(file));
  if (token.empty()) throw ConnectionError("the token file '" + file + "' cannot be read, or its first line is empty");
  return token;
}

std::unique_ptr<Channel> reach(const Remote& remote, Deadline deadline) {
  auto channel = connect(remote, deadline);
  if (!remote.token_file.empty()) authenticate(*channel, read_token(remote.token_file), deadline);
  return channel;
}

void authenticate(Channel& channel, std::string_view token, Deadline deadline) {
  channel.send("auth " + std::string(token), deadline);
  const auto answer = receive_unless_ending(channel, deadline);
  if (answer == "authok") return;
  if (answer) throw ConnectionError("the engine did not accept the token: " + wire::printable(*answer));
  throw ConnectionError(channel.health() == Health::open
                            ? "the engine did not answer to the token in time"
                            : "the engine closed the connection instead of accepting the token");
}

Link::Link(const std::vector<std::string>& command, Errors errors) {
  auto child = std::make_unique<ChildProcess>(command, errors);
  child_ = child.get();
  channel_ = std::move(child);
  channel_->limit_lines(max_line);
}

Link::Link(const Remote& remote, std::chrono::seconds retry_time, Report report)
    : remote_(remote),
      retry_time_(retry_time),
      report_(std::move(report)),
      channel_(reach(remote_, within(time_to_connect))) {
  channel_->limit_lines(max_line);
}

std::string Link::log() const {
  std::string text;
  std::istringstream lines(child_ == nullptr ? "" : child_->errors());
  for (std::string line; std::getline(lines, line);) text += wire::printable(line) + '\n';
  return text;
}

bool Link::reconnect() {
  if (child_ != nullptr || !has_answered_ || retry_time_.count() == 0) return false;
  if (!loss_) {
    report_("the connection to " + remote_.address + " is lost; trying again for " +
            std::to_string(retry_time_.count()) + " s");
    loss_ = {Retry(retry_time_), within(retry_time_)};
  }
  while (const auto pause = loss_->retry.next()) {
    (void)wait_unless_ending({}, within(*pause));
    if (termination_pending() || Clock::now() >= loss_->end) return false;
    try {
      channel_ = reach(remote_, std::min(within(time_to_connect), loss_->end));
      channel_->limit_lines(max_line);
      return true;
    } catch (const ConnectionError&) {
      continue;
    }
  }
  return false;
}

void Link::confirm() {
  has_answered_ = true;
  loss_.reset();
}

}  // namespace crownd::connection
