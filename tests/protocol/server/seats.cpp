#include "net/seats.hpp"

#include "support/catch.hpp"

#include <optional>
#include <variant>
#include <vector>

using namespace crownd::net;
using boost::asio::ip::make_address;

namespace {

const auto here = origin_of(make_address("127.0.0.1"));
const auto there = origin_of(make_address("192.0.2.1"));

}  // namespace

TEST_CASE("an origin is an IPv4 address or an IPv6 network") {
  const auto same = [](const char* a, const char* b) {
    return origin_of(make_address(a)) == origin_of(make_address(b));
  };
  CHECK(same("192.0.2.1", "192.0.2.1"));
  CHECK(!same("192.0.2.1", "192.0.2.2"));
  CHECK(same("192.0.2.1", "::ffff:192.0.2.1"));
  CHECK(same("2001:db8::1", "2001:db8::ffff:2"));
  CHECK(!same("2001:db8::1", "2001:db8:0:1::1"));
  CHECK(!same("0.0.0.0", "::"));
}

TEST_CASE("sessions are limited in all and for each origin, and seats are free again once they are left") {
  Seats seats({3, 2});
  const auto full = [&](const Origin& origin) {
    const auto place = seats.take(origin);
    return std::holds_alternative<Seats::Full>(place) ? std::get<Seats::Full>(place).sentence() : "";
  };
  auto first = seats.take(there);
  {
    const auto second = seats.take(there);
    CHECK(full(there) == "too many sessions from your address (--max-sessions-per-address 2); try again later");
    const auto third = seats.take(here);
    CHECK(std::holds_alternative<Seats::Seat>(third));
    CHECK(full(here) == "too many sessions (--max-sessions 3); try again later");
  }
  CHECK(full(there).empty());
  const auto moved = std::move(first);
  CHECK(full(there).empty());
  CHECK(seats.origins() == 1);
  seats.set_limits({3, 1});
  CHECK_FALSE(full(there).empty());
}

TEST_CASE("an origin without a session is not remembered") {
  Seats seats({2, 1});
  {
    const auto place = seats.take(there);
    CHECK(seats.origins() == 1);
  }
  CHECK(seats.origins() == 0);
}

TEST_CASE("by default this machine may have all sessions, and another one 100") {
  Seats seats({1000, std::nullopt});
  const auto sessions_of = [&](const Origin& origin) {
    std::vector<std::variant<Seats::Seat, Seats::Full>> places;
    while (places.empty() || std::holds_alternative<Seats::Seat>(places.back())) places.push_back(seats.take(origin));
    return places.size() - 1;
  };
  CHECK(sessions_of(here) == 1000);
  CHECK(sessions_of(origin_of(make_address("::1"))) == 1000);
  CHECK(sessions_of(there) == 100);
  seats.set_limits({1000, 7});
  CHECK(sessions_of(here) == 7);
}
