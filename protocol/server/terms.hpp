#pragma once

#include "server/address_range.hpp"
#include "server/limits.hpp"
#include "session/environment.hpp"
#include "session/session.hpp"

#include <boost/asio/ssl/context.hpp>

#include <memory>
#include <vector>

namespace crownd::server {

/// The settings of a connection from start to end; a reload changes only those of later connections.
struct Terms {
  session::Environment environment;
  ServerLimits limits;
  session::Access access;
  std::shared_ptr<boost::asio::ssl::context> tls;  ///< null: no TLS
  std::vector<AddressRange> proxies;               ///< addresses that must send the PROXY protocol's header first

  [[nodiscard]] SSL_CTX* tls_handle() const { return tls ? tls->native_handle() : nullptr; }
};

}  // namespace crownd::server
