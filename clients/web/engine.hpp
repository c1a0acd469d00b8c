#pragma once

#include "connection/address.hpp"

#include <boost/asio/ssl/context.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace crownd::web {

/// A daemon that tabs can talk to.
struct Engine {
  std::string name;
  /// Where it listens; none while it does not run.
  std::function<std::optional<connection::Address>()> address;
  std::shared_ptr<boost::asio::ssl::context> tls;  ///< null for plain text
  std::optional<std::string> token;                ///< that it wants
  std::string fault;                               ///< why it could not be reached last; empty if it could
};

using Engines = std::vector<Engine>;

/// What a TLS client needs to know: `authorities` names a file with the certificates to trust, empty for those that
/// this machine trusts. Throws connection::ConnectionError.
[[nodiscard]] std::shared_ptr<boost::asio::ssl::context> make_client_tls(const std::string& authorities);

}  // namespace crownd::web
