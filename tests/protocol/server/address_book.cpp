#include "server/address_book.hpp"

#include "support/catch.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

using namespace crownd::server;
using namespace std::chrono_literals;
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

TEST_CASE("an origin has at most so many sessions at once") {
  AddressBook book({2, 60s});
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
  const AddressBook book({std::nullopt, 60s});
  CHECK(!book.most_sessions(here));
  CHECK(!book.most_sessions(origin_of(make_address("::1"))));
  CHECK(book.most_sessions(there) == 100);
  CHECK(AddressBook({7, 60s}).most_sessions(here) == 7);
}

TEST_CASE("lockouts begin late, double, have an end, and are forgotten") {
  AddressBook book({std::nullopt, 10s});
  auto now = AddressBook::Clock::now();
  std::vector<std::int64_t> lockouts;
  for (int i = 0; i < 8; ++i) lockouts.push_back(book.wrong_token(there, now).count());
  CHECK(lockouts == std::vector<std::int64_t>{0, 0, 1, 2, 4, 8, 10, 10});
  CHECK(book.lockout(there, now) == 10s);
  CHECK(book.lockout(there, now + 9500ms) == 1s);
  CHECK(book.lockout(there, now + 10s) == 0s);
  CHECK(book.lockout(here, now) == 0s);
  now += 1h;
  CHECK(book.wrong_token(there, now) == 0s);

  CHECK(book.wrong_token(there, now) == 0s);
  CHECK(book.wrong_token(there, now) == 1s);
  book.right_token(there);
  CHECK(book.wrong_token(there, now) == 0s);
}

TEST_CASE("no lockout is longer than none") {
  AddressBook book({std::nullopt, 0s});
  for (int i = 0; i < 100; ++i) CHECK(book.wrong_token(there) == 0s);
}

TEST_CASE("wrong tokens from ever new addresses fill no memory") {
  AddressBook book({std::nullopt, 60s});
  const auto seat = book.enter(there);
  for (std::uint64_t i = 0; i < 100'000; ++i) book.wrong_token({i, true, false});
  CHECK(book.size() <= 20'000);
  CHECK(seat);
}
