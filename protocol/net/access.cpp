#include "net/access.hpp"

#include "net/descriptor.hpp"

#include <openssl/crypto.h>
#include <boost/asio/ip/address.hpp>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <stdexcept>

namespace crownd::net {

namespace ip = boost::asio::ip;

namespace {

/// The number of wrong tokens without a lockout: people mistype.
constexpr int forgiven = 2;
/// The first lockout; each later one is twice as long.
constexpr std::chrono::seconds first_lockout{1};
constexpr int max_doublings = 20;
/// Wrong tokens expire after this time without another.
constexpr std::chrono::minutes memory{15};
/// Limits the memory that an attacker with many addresses can take.
constexpr std::size_t max_origins = 20'000;

constexpr mode_t rights_of_others = 077;
constexpr mode_t rights_of_everybody = 007;
/// Enough for the first line of a token file.
constexpr std::size_t max_token_bytes = 4096;

/// Whether systemd passed the file (LoadCredential=): nobody else can enter its directory, and the group is the
/// service.
bool is_credential(const std::string& path) {
  const char* const directory = std::getenv("CREDENTIALS_DIRECTORY");
  return directory != nullptr && *directory != 0 && path.starts_with(std::string(directory) + "/");
}

}  // namespace

std::optional<Address> read_address(std::string_view text) {
  const auto colon = text.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  auto host = text.substr(0, colon);
  if (host.size() > 2 && host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
  Address address{std::string(host), 0};
  const auto* const digits = text.data() + colon + 1;
  const auto* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(digits, last, address.port);
  if (host.empty() || error != std::errc() || end != last) return std::nullopt;
  return address;
}

std::string text_of(const Address& address) {
  const bool v6 = address.host.find(':') != std::string::npos;
  return (v6 ? "[" + address.host + "]" : address.host) + ":" + std::to_string(address.port);
}

Address parse_listen_address(std::string_view text, std::uint16_t default_port) {
  const auto parsed = read_address(text);
  if (parsed && parsed->host == "localhost") return {"127.0.0.1", parsed->port};
  boost::system::error_code not_numeric;
  const auto address = ip::make_address(parsed ? parsed->host : "", not_numeric);
  if (not_numeric || address.is_v6() != text.starts_with('[')) {
    const auto port = std::to_string(default_port);
    throw std::invalid_argument("'" + std::string(text) +
                                "' is no address to listen on: expected a numeric address and a port, such as "
                                "127.0.0.1:" +
                                port + ", [::1]:" + port + " or localhost:" + port);
  }
  return {address.to_string(), parsed->port};
}

bool is_loopback(const Address& address) { return unmapped(ip::make_address(address.host)).is_loopback(); }

ip::address unmapped(const ip::address& address) {
  if (!address.is_v6() || !address.to_v6().is_v4_mapped()) return address;
  return ip::make_address_v4(ip::v4_mapped, address.to_v6());
}

Origin origin_of(const ip::address& given) {
  const auto address = unmapped(given);
  if (address.is_v4()) return {address.to_v4().to_uint(), false, address.is_loopback()};
  Origin origin{0, true, address.is_loopback()};
  const auto bytes = address.to_v6().to_bytes();
  for (std::size_t i = 0; i < sizeof origin.network; ++i) origin.network = origin.network << 8 | bytes[i];
  return origin;
}

std::string SessionSlots::Full::sentence() const {
  const std::string limit = of_origin ? " from your address (--max-sessions-per-address " : " (--max-sessions ";
  return "too many sessions" + limit + std::to_string(max) + "); try again later";
}

std::variant<SessionSlots::Slot, SessionSlots::Full> SessionSlots::take(const Origin& origin) {
  const std::lock_guard lock(mutex_);
  if (taken_ >= limits_.all) return Full{false, limits_.all};
  const int default_max_sessions = origin.loopback ? std::numeric_limits<int>::max() : default_for_origin;
  const int max = limits_.each_origin.value_or(default_max_sessions);
  auto& of_origin = by_origin_[origin];
  if (of_origin >= max) return Full{true, max};
  ++of_origin;
  ++taken_;
  return std::variant<Slot, Full>(std::in_place_type<Slot>, *this, origin);
}

void SessionSlots::release(const Origin& origin) {
  const std::lock_guard lock(mutex_);
  --taken_;
  const auto found = by_origin_.find(origin);
  if (--found->second == 0) by_origin_.erase(found);
}

std::chrono::seconds Lockouts::lockout(const Origin& origin, Clock::time_point now) const {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(origin);
  if (found == entries_.end() || found->second.locked_until <= now) return std::chrono::seconds::zero();
  return std::chrono::ceil<std::chrono::seconds>(found->second.locked_until - now);
}

std::chrono::seconds Lockouts::wrong_token(const Origin& origin, Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  if (entries_.size() >= max_origins) drop_old(now);
  auto& entry = entries_[origin];
  if (now - entry.last_wrong > memory) entry.wrong_tokens = 0;
  entry.last_wrong = now;
  ++entry.wrong_tokens;
  if (entry.wrong_tokens <= forgiven) return std::chrono::seconds::zero();
  const auto wait =
      std::min(first_lockout * (1 << std::min(entry.wrong_tokens - forgiven - 1, max_doublings)), max_lockout_);
  entry.locked_until = now + wait;
  return wait;
}

/// Drops origins with old wrong tokens; if that is not enough, all.
void Lockouts::drop_old(Clock::time_point now) {
  std::erase_if(entries_, [&](const auto& entry) { return now - entry.second.last_wrong > memory; });
  if (entries_.size() >= max_origins) entries_.clear();
}

std::string first_token(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  const auto line = text.substr(0, text.find('\n'));
  const auto from = line.find_first_not_of(blanks);
  if (from == std::string_view::npos) return {};
  return std::string(line.substr(from, line.find_last_not_of(blanks) - from + 1));
}

std::string read_token_file(const std::string& path) {
  const auto refuse = [&](const std::string& why) {
    return std::runtime_error("the token file '" + path + "' " + why);
  };
  FileBeginning file;
  try {
    file = read_regular_file(path, max_token_bytes);
  } catch (const std::runtime_error& failure) {
    throw refuse(failure.what());
  }
  if ((file.mode & (is_credential(path) ? rights_of_everybody : rights_of_others)) != 0)
    throw refuse("is readable by other users: run chmod 600");
  auto token = first_token(file.bytes);
  if (token.empty()) throw refuse("has no token in its first line");
  return token;
}

bool same_token(std::string_view offered, std::string_view secret) {
  return !secret.empty() && offered.size() == secret.size() &&
         ::CRYPTO_memcmp(offered.data(), secret.data(), secret.size()) == 0;
}

}  // namespace crownd::net
