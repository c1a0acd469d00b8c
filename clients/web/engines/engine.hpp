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
  /// Its address; none while it does not run.
  std::function<std::optional<connection::Address>()> address;
  std::shared_ptr<boost::asio::ssl::context> tls;  ///< null for plain text
  std::optional<std::string> token;                ///< that it requires
  std::string fault;                               ///< why the last connection failed; empty if it succeeded
};

using Engines = std::vector<Engine>;

}  // namespace crownd::web
