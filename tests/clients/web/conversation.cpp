#include "clients/web/browser.hpp"
#include "clients/web/program.hpp"
#include "support/temporary_folder.hpp"

namespace crownd::testing {

TEST_CASE("messages are passed line by line, errors of the daemon included") {
  CrownWeb web;
  CHECK(web.url() == "http://" + connection::text_of(web.address()) + "/");
  Page page(web.address());
  REQUIRE(page.is_open());
  page.send("position english startpos moves 11-15 22-18");
  CHECK(page.ask("legalmoves", "legalmoves") == "legalmoves 1 15x22");
  CHECK(page.ask("go depth 3", "bestmove").starts_with("bestmove 15x22"));
  CHECK(page.ask("move 12-16", "error").starts_with("error illegal-move capture-mandatory: "));
  CHECK(page.ask("position english nonsense", "error").starts_with("error bad-position "));
}

TEST_CASE("each page has its own session") {
  CrownWeb web;
  Page one(web.address());
  Page other(web.address());
  one.send("position english startpos moves 11-15");
  other.send("position spanish startpos");
  CHECK(one.ask("fen", "fen").starts_with("fen english"));
  CHECK(other.ask("fen", "fen").starts_with("fen spanish"));
}

TEST_CASE("a search stops when its page is closed") {
  CrownWeb web({"--crownd", program_path("crownd") + " --max-searches 1"});
  {
    Page page(web.address());
    page.ask("go infinite", "info");
  }
  Page page(web.address());
  CHECK(comes_true([&] { return !page.ask("go depth 1", "").starts_with("error"); }));
}

TEST_CASE("long lines are passed, in fragments of any size") {
  CrownWeb web;
  Page page(web.address());
  std::string line = "position english startpos moves";
  for (int i = 0; i < 3000; ++i) line += i % 2 == 0 ? " 9-13 22-18" : "";
  for (std::size_t from = 0; from < line.size(); from += 1000)
    page.send_fragment(line.substr(from, 1000), from + 1000 >= line.size());
  CHECK(page.wait_for("error").starts_with("error illegal-move"));
}

TEST_CASE("two daemons are served with their names and tokens") {
  const TemporaryFolder folder;
  const auto token = folder.write("token", "secret of the second\n");
  ServerProcess second({program_path("crownd"), "--listen", "127.0.0.1:0", "--token-file", token});
  CrownWeb web({"--connect", "own", "--connect", "second=" + connection::text_of(second.address()), "--token-file",
                "second=" + token, "--page-engine", "none"});
  const auto config = Browser(web.address()).ask("/config.json").body;
  CHECK_THAT(
      config,
      has_text(R"([{"name":"crownd","path":"/engine/0","sameVersion":true},{"name":"second","path":"/engine/1"}])"));
  for (const auto* const path : {"/engine/0", "/engine/1"})
    CHECK(Page(web.address(), path).ask("isready", "ready") == "readyok");
  CHECK(Page(web.address(), "/engine/2").status() == 404);
}

TEST_CASE("a token refused by the daemon shows its message") {
  const TemporaryFolder folder;
  const auto right = folder.write("right", "right\n");
  const auto wrong = folder.write("wrong", "wrong\n");
  ServerProcess daemon(
      {program_path("crownd"), "--listen", "127.0.0.1:0", "--token-file", right, "--auth-backoff", "0"});
  CrownWeb web({"--connect", connection::text_of(daemon.address()), "--token-file", wrong});
  Page page(web.address());
  CHECK(page.wait_for("error").starts_with("error auth"));
  page.wait_for_end();
  CHECK(page.close_code() == 1012);
  CHECK(page.close_reason() == "the engine cannot be reached");
}

}  // namespace crownd::testing
