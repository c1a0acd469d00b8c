#include "web/seats.hpp"

#include <boost/asio/ip/address.hpp>

#include <algorithm>

namespace crownd::web {

namespace ip = boost::asio::ip;

Seats::Full Seats::full(const std::string& address) const {
  if (taken_ >= limits_.all) return Full::all;
  const auto found = by_address_.find(address);
  return found != by_address_.end() && found->second >= limits_.each_address ? Full::address : Full::no;
}

std::optional<Seats::Seat> Seats::take(const std::string& address) {
  if (full(address) != Full::no) return std::nullopt;
  ++by_address_[address];
  ++taken_;
  return std::optional<Seat>(std::in_place, *this, address);
}

void Seats::leave(const std::string& address) {
  --taken_;
  const auto found = by_address_.find(address);
  if (--found->second == 0) by_address_.erase(found);
}

std::string counted_address(const std::string& address) {
  boost::system::error_code error;
  const auto read = ip::make_address(address, error);
  if (error || !read.is_v6()) return address;
  if (read.to_v6().is_v4_mapped()) return ip::make_address_v4(ip::v4_mapped, read.to_v6()).to_string();
  auto bytes = read.to_v6().to_bytes();
  std::fill(bytes.begin() + bytes.size() / 2, bytes.end(), static_cast<unsigned char>(0));
  return ip::make_address_v6(bytes).to_string();
}

}  // namespace crownd::web
