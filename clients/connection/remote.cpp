#include "connection/remote.hpp"

#include "connection/tcp_channel.hpp"
#include "connection/tls_channel.hpp"
#include "net/token.hpp"
#include "wire/words.hpp"

#include <fstream>

namespace crownd::connection {

namespace {

constexpr std::string_view tls_prefix = "tls:";

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

}  // namespace

std::string read_token(const std::string& file) {
  std::ifstream input(file);
  std::string line;
  std::getline(input, line);
  auto token = net::first_token(line);
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
  const auto answer = channel.receive(deadline);
  if (answer == "authok") return;
  if (answer) throw ConnectionError("the engine did not accept the token: " + wire::printable(*answer));
  throw ConnectionError(channel.health() == Health::open
                            ? "the engine did not answer to the token in time"
                            : "the engine closed the connection instead of accepting the token");
}

}  // namespace crownd::connection
