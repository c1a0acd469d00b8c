#include "protocol/random_scripts/delivery.hpp"

#include "connection/child_process.hpp"
#include "connection/tcp_channel.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <chrono>
#include <random>
#include <string_view>
#include <thread>

namespace crownd::testing {

namespace {

using connection::Channel;
using connection::ConnectionError;
using connection::within;

/// A timeout against hanging; the searches take some milliseconds.
constexpr std::chrono::seconds patience{120};

void send(Channel& channel, std::string_view bytes) {
  if (!channel.send_bytes(bytes, within(patience))) throw ConnectionError("the daemon does not read");
}

void send_bytewise(Channel& channel, std::string_view bytes) {
  for (std::size_t i = 0; i < bytes.size(); ++i) send(channel, bytes.substr(i, 1));
}

/// Sends some lines at once, then perhaps pauses, for shorter or longer than a search.
void send_with_pauses(Channel& channel, const Script& script, std::uint64_t seed) {
  constexpr int longest_pause = 6000;  // microseconds
  std::mt19937_64 random(seed);
  for (const auto& line : script.lines) {
    send(channel, line + "\n");
    if (random() % 2 == 0) std::this_thread::sleep_for(std::chrono::microseconds(random() % longest_pause));
  }
}

std::string all_of(const Script& script) {
  std::string text;
  for (const auto& line : script.lines) text += line + "\n";
  return text;
}

std::vector<std::string> hear_to_the_end(Channel& channel) {
  channel.close_input();
  std::vector<std::string> heard;
  const auto deadline = within(patience);
  while (auto line = channel.receive(deadline)) heard.push_back(std::move(*line));
  if (channel.health() == connection::Health::ended) return heard;
  std::string all;
  for (const auto& line : heard) all += line + "\n";
  throw ConnectionError("the session does not end; it has said\n" + all);
}

}  // namespace

std::string name_of(Delivery delivery) {
  switch (delivery) {
    case Delivery::in_one_write: return "in one write";
    case Delivery::byte_by_byte: return "byte by byte";
    case Delivery::with_pauses: break;
  }
  return "with pauses";
}

std::vector<std::string> deliver(const Script& script, Delivery delivery, std::uint64_t seed,
                                 const connection::Address& daemon) {
  connection::TcpChannel channel(daemon, within(patience));
  const int at_once = 1;
  ::setsockopt(channel.native_handle(), IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof at_once);
  switch (delivery) {
    case Delivery::in_one_write: send(channel, all_of(script)); break;
    case Delivery::byte_by_byte: send_bytewise(channel, all_of(script)); break;
    case Delivery::with_pauses: send_with_pauses(channel, script, seed); break;
  }
  return hear_to_the_end(channel);
}

std::vector<std::string> deliver_to_input(const Script& script, const std::string& program) {
  connection::ChildProcess daemon({program});
  send(daemon, all_of(script));
  auto heard = hear_to_the_end(daemon);
  if (daemon.wait(within(patience)) != connection::ExitStatus{true, 0})
    throw ConnectionError("the daemon did not exit with 0");
  return heard;
}

}  // namespace crownd::testing
