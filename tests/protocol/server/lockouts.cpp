#include "net/lockouts.hpp"

#include "support/catch.hpp"

#include <chrono>
#include <cstdint>
#include <vector>

using crownd::net::Lockouts;
using crownd::net::origin_of;
using namespace std::chrono_literals;
using boost::asio::ip::make_address;

namespace {

const auto this_machine = origin_of(make_address("127.0.0.1"));
const auto another = origin_of(make_address("192.0.2.1"));

}  // namespace

TEST_CASE("lockouts begin late, double, have an end, and are forgotten") {
  Lockouts lockouts(10s);
  auto now = Lockouts::Clock::now();
  std::vector<std::int64_t> got;
  for (int i = 0; i < 8; ++i) got.push_back(lockouts.wrong_token(another, now).count());
  CHECK(got == std::vector<std::int64_t>{0, 0, 1, 2, 4, 8, 10, 10});
  CHECK(lockouts.lockout(another, now) == 10s);
  CHECK(lockouts.lockout(another, now + 9500ms) == 1s);
  CHECK(lockouts.lockout(another, now + 10s) == 0s);
  CHECK(lockouts.lockout(this_machine, now) == 0s);
  now += 1h;
  CHECK(lockouts.wrong_token(another, now) == 0s);

  CHECK(lockouts.wrong_token(another, now) == 0s);
  CHECK(lockouts.wrong_token(another, now) == 1s);
  lockouts.right_token(another);
  CHECK(lockouts.wrong_token(another, now) == 0s);
}

TEST_CASE("no lockout is longer than none") {
  Lockouts lockouts(0s);
  for (int i = 0; i < 100; ++i) CHECK(lockouts.wrong_token(another) == 0s);
}

TEST_CASE("wrong tokens from ever new addresses fill no memory") {
  Lockouts lockouts(60s);
  for (std::uint64_t i = 0; i < 100'000; ++i) lockouts.wrong_token({i, true, false});
  CHECK(lockouts.size() <= 20'000);
}
