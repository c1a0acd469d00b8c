#pragma once

#include "server/address_range.hpp"
#include "server/limits.hpp"
#include "session/environment.hpp"
#include "session/session.hpp"

#include <boost/asio/ssl/context.hpp>

#include <memory>
#include <vector>

namespace crownd::server {

/// What a connection is served under from its begin to its end, whatever a reload brings for those that come later.
struct Terms {
  session::Environment environment;
  ServerLimits limits;
  session::Access access;
  std::shared_ptr<boost::asio::ssl::context> tls;  ///< null for plain text
  std::vector<AddressRange> proxies;               ///< from where the header of the PROXY protocol must come first

  [[nodiscard]] SSL_CTX* tls_handle() const { return tls ? tls->native_handle() : nullptr; }
};

}  // namespace crownd::server
