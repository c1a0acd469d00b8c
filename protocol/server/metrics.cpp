#include "server/metrics.hpp"

#include "server/peer.hpp"

#include <prometheus/collectable.h>
#include <prometheus/exposer.h>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/v6_only.hpp>

#include <cstdint>
#include <exception>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace crownd::server {

namespace asio = boost::asio;

namespace {

/// A slow scraper must not block a second one.
constexpr const char* http_threads = "2";
/// A client that connects and sends no request is disconnected after this, in milliseconds.
constexpr const char* http_patience = "2000";

class Source final : public prometheus::Collectable {
 public:
  explicit Source(MetricSources sources) : sources_(std::move(sources)) {}
  [[nodiscard]] std::vector<prometheus::MetricFamily> Collect() const override { return metric_families(sources_); }

 private:
  const MetricSources sources_;
};

std::runtime_error refuse(const asio::ip::tcp::endpoint& address, const std::string& why) {
  return std::runtime_error("cannot serve metrics at " + text_of(address) + ": " + why);
}

/// Tests the address: the HTTP server does not say why it cannot listen, but the system does.
void try_address(const asio::ip::tcp::endpoint& address) {
  asio::io_context io;
  asio::ip::tcp::acceptor acceptor(io);
  boost::system::error_code failure;
  acceptor.open(address.protocol(), failure);
  if (!failure) acceptor.set_option(asio::ip::tcp::acceptor::reuse_address(true), failure);
  if (!failure && address.address().is_v6()) acceptor.set_option(asio::ip::v6_only(true), failure);
  if (!failure) acceptor.bind(address, failure);
  if (!failure) acceptor.listen(1, failure);
  if (failure) throw refuse(address, failure.message());
}

}  // namespace

Metrics::Metrics(const Endpoint& address, MetricSources sources)
    : wanted_(address), collectable_(std::make_shared<Source>(std::move(sources))) {
  try_address(address);
  try {
    exposer_ = std::make_unique<prometheus::Exposer>(std::vector<std::string>{
        "listening_ports", text_of(address), "num_threads", http_threads, "request_timeout_ms", http_patience});
  } catch (const std::exception& failure) {
    const bool v6 = address.address().is_v6();
    throw refuse(address, v6 ? "the HTTP server of prometheus-cpp was built without IPv6; use an address of IPv4"
                             : failure.what());
  }
  exposer_->RegisterCollectable(collectable_);
}

Metrics::~Metrics() = default;

Metrics::Endpoint Metrics::address() const {
  return {wanted_.address(), static_cast<std::uint16_t>(exposer_->GetListeningPorts().front())};
}

}  // namespace crownd::server
