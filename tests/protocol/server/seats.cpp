#include "net/seats.hpp"

#include "support/catch.hpp"

#include <optional>
#include <vector>

using namespace crownd::server;
using boost::asio::ip::make_address;
using crownd::net::origin_of;

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

TEST_CASE("an origin has at most so many sessions at once") {
  AddressBook book(2);
  std::vector<AddressBook::Seat> seats;
  for (int i = 0; i < 2; ++i) {
    auto seat = book.enter(there);
    REQUIRE(seat);
    seats.push_back(std::move(*seat));
  }
  CHECK(!book.enter(there));
  CHECK(book.enter(here));
  seats.pop_back();
  CHECK(book.enter(there));
  seats.clear();
  CHECK(book.size() == 0);
}

TEST_CASE("unless it is told otherwise this machine may have all sessions, another one some") {
  const AddressBook book(std::nullopt);
  CHECK(!book.most_sessions(here));
  CHECK(!book.most_sessions(origin_of(make_address("::1"))));
  CHECK(book.most_sessions(there) == 100);
  CHECK(AddressBook(7).most_sessions(here) == 7);
}
