#include "clients/web/browser.hpp"
#include "clients/web/program.hpp"

namespace crownd::testing {

namespace {

/// A text message masked with zeros.
std::string frame(const std::string& text) {
  return std::string{'\x81', static_cast<char>(0x80 + text.size())} + std::string(4, '\0') + text;
}

bool serves(const CrownWeb& web) {
  Page page(web.address());
  page.send("isready");
  return page.receive() == "readyok";
}

}  // namespace

TEST_CASE("a tab above the limit gets an error until another one closes") {
  CrownWeb web({"--max-sessions", "2"});
  Page one(web.address());
  {
    Page two(web.address());
    REQUIRE(two.ask("isready", "ready") == "readyok");
    Page three(web.address());
    three.wait_for_end();
    CHECK(three.close_code() == 1013);
    CHECK(three.close_reason() == "too many sessions (--max-sessions 2); try again later");
  }
  CHECK(comes_true([&] { return serves(web); }));
  CHECK(one.ask("isready", "ready") == "readyok");
}

TEST_CASE("invalid messages close the WebSocket with a reason") {
  CrownWeb web({"--max-line", "1000"});
  const auto check = [&](const std::string& message, unsigned code, const std::string& reason, Page::Kind kind) {
    INFO(message);
    Page page(web.address());
    page.send("#" + std::string(999, 'x'));
    REQUIRE(page.ask("isready", "ready") == "readyok");
    page.send(message, kind);
    page.wait_for_end();
    CHECK(page.close_code() == code);
    CHECK_THAT(page.close_reason(), has_text(reason));
  };
  check("isready", 1003, "a message must be text, not binary", Page::Kind::binary);
  for (const auto* const text : {"isready\nisready", "isready\n", "\r"})
    check(text, 1007, "a message is one line, without an end of line", Page::Kind::text);
  for (const std::size_t length : {1000, 50'000})
    check("#" + std::string(length, 'x'), 1009, "--max-line", Page::Kind::text);
  check("\xFF\xFE", 1007, "", Page::Kind::text);
  CHECK(serves(web));
}

TEST_CASE("invalid frames close only their WebSocket") {
  CrownWeb web;
  const std::string unmasked{"\x81\x07isready"};
  const std::string reserved{"\xF1\x80\0\0\0\0", 6};
  const std::string bad_opcode{"\x83\x80\0\0\0\0", 6};
  const std::string endless_length{"\x81\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\0\0\0\0", 14};
  const std::string long_ping = std::string("\x89\xFE\x01\x00", 4) + std::string(260, 'x');
  for (const auto& bytes : {unmasked, reserved, bad_opcode, endless_length, long_ping, std::string(5000, '\xA5')}) {
    Page page(web.address());
    page.send_bytes(bytes);
    page.wait_for_end();
    CHECK((page.close_code() == 1002 || page.close_code() == 1009));
  }
  CHECK(serves(web));
}

TEST_CASE("malformed and oversized requests are refused") {
  CrownWeb web;
  const auto status = [&](const std::string& bytes) {
    Browser browser(web.address());
    browser.send(bytes);
    const auto answer = browser.answer();
    CHECK(browser.is_ended());
    return answer ? answer->status : 0;
  };
  CHECK(status("\x16\x03\x01\x02\n\r\n\r\n") == 400);
  CHECK(status("GET / HTTP/1.1\r\nHost 127.0.0.1\r\n\r\n") == 400);
  for (const std::string hosts : {"Host: 127.0.0.1\r\nHost: 127.0.0.1\r\n", ""})
    CHECK(status("GET / HTTP/1.1\r\n" + hosts + "Connection: close\r\n\r\n") == 400);
  CHECK(status("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + std::string(20'000, 'x') + "\r\n\r\n") == 431);
  CHECK(status("GET /" + std::string(100'000, 'x')) == 431);
  std::string many = "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n";
  for (int i = 0; i < 5000; ++i) many += "X" + std::to_string(i) + ": x\r\n";
  CHECK(status(many + "\r\n") == 431);
  CHECK(status("POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000000\r\n\r\n" + std::string(1000, 'x')) ==
        413);
  CHECK(serves(web));
}

TEST_CASE("invalid WebSocket requests are refused") {
  CrownWeb web;
  const auto authority = connection::text_of(web.address());
  const auto answer_to = [&](const std::string& rest) {
    Browser browser(web.address());
    browser.send("GET /engine/0 HTTP/1.1\r\nHost: " + authority + "\r\nOrigin: http://" + authority +
                 "\r\nConnection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n" + rest);
    return browser.answer().value();
  };
  CHECK(answer_to("\r\n").status == 400);
  const auto early = answer_to("Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n" + frame("isready"));
  CHECK(early.status == 400);
  CHECK_THAT(early.body, has_text("must wait"));
  CHECK(serves(web));
}

TEST_CASE("a tab that does not read causes backpressure, not buffering") {
  CrownWeb web({"--patience", "1000"});
  Page page(web.address());
  REQUIRE(page.ask("uci", "uciok") == "uciok");
  const auto before = number_in_status(web.process(), "VmRSS:");
  // The response to each is two KiB: hundreds of megabytes if they were buffered.
  std::string questions;
  for (int i = 0; i < 1000; ++i) questions += frame("uci");
  constexpr std::size_t enough = std::size_t{64} << 20;  // more than the kernels' buffers
  constexpr int max_tries = 20;
  std::string waiting;
  std::size_t sent = 0;
  for (int tries = 0; sent < enough && tries < max_tries;) {
    if (waiting.empty()) waiting = questions;
    const auto count = page.send_bytes(waiting);
    waiting.erase(0, count);
    sent += count;
    tries = count > 0 ? 0 : tries + 1;
    if (count == 0) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  CHECK(sent < enough);
  constexpr double most_growth_kib = 64 << 10;
  CHECK(number_in_status(web.process(), "VmRSS:") - before < most_growth_kib);
  CHECK(serves(web));
}

TEST_CASE("a tab that does not answer pings is disconnected") {
  CrownWeb web({"--patience", "1", "--max-sessions", "1"});
  Page silent(web.address());  // it does not read, so it answers no ping
  CHECK(comes_true([&] { return serves(web); }));
}

}  // namespace crownd::testing
