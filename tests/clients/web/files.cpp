#include "clients/web/browser.hpp"
#include "clients/web/program.hpp"
#include "clients/web/unpacked.hpp"
#include "support/temporary_folder.hpp"
#include "web/server/content/site.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace crownd::testing {

namespace {

const std::string page_folder = CROWND_SOURCE_DIR "/clients/web/page/";

std::string contents(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("files of --page are served unchanged, with type and security headers") {
  CrownWeb web({"--page", page_folder});
  Browser browser(web.address());
  for (const auto& entry : std::filesystem::recursive_directory_iterator(page_folder)) {
    if (!entry.is_regular_file()) continue;
    const auto path = entry.path().string().substr(page_folder.size());
    CAPTURE(path);
    const auto answer = browser.ask("/" + path);
    CHECK(answer.result_int() == 200);
    CHECK(answer.body() == contents(entry.path()));
    CHECK(answer["Content-Type"] != "application/octet-stream");
    if (path.ends_with(".js")) CHECK(answer["Content-Type"] == "text/javascript; charset=utf-8");
    if (path.ends_with(".css")) CHECK(answer["Content-Type"] == "text/css; charset=utf-8");
    if (path.ends_with(".svg")) CHECK(answer["Content-Type"] == "image/svg+xml");
    const auto policy = std::string(answer["Content-Security-Policy"]);
    CHECK_THAT(policy, has_text("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self';"));
    CHECK_THAT(policy, has_text("frame-ancestors 'none'"));
    CHECK(policy.find("unsafe") == policy.rfind("unsafe"));
    CHECK(answer["X-Content-Type-Options"] == "nosniff");
    CHECK(answer["Referrer-Policy"] == "no-referrer");
    CHECK(answer["Cross-Origin-Opener-Policy"] == "same-origin");
    CHECK(answer["Cross-Origin-Embedder-Policy"] == "require-corp");
  }
}

TEST_CASE("the embedded page is complete") {
  constexpr std::size_t most_bytes = 225'000;
  CrownWeb web;
  Browser browser(web.address());
  std::size_t all = 0;
  for (const auto& [path, bytes] : web::embedded_files()) {
    CAPTURE(path);
    const auto answer = browser.ask("/" + std::string(path), {{"Accept-Encoding", "gzip"}});
    CHECK(answer.result_int() == 200);
    const bool is_packed = answer["Content-Encoding"] == "gzip";
    CHECK((is_packed ? unpacked(answer.body()) : answer.body()) == bytes);
    CHECK(answer["Content-Type"] != "application/octet-stream");
    if (!path.starts_with("api/")) all += answer.body().size();
  }
  CHECK(all <= most_bytes);
  for (const auto* const path : {"/index.html", "/main.js", "/first_boards.js", "/sw.js", "/icon.svg", "/lang/es.json"})
    CHECK(browser.ask(path).result_int() == 200);
}

TEST_CASE("a folder without a page is refused") {
  const TemporaryFolder folder;
  connection::ChildProcess process({CROWND_BIN_DIR "/crown-web", "--listen", "127.0.0.1:0", "--page", folder.path("")},
                                   connection::Errors::captured);
  CHECK(!process.receive(connection::within(long_enough)));
  CHECK_THAT(process.errors(), has_text("has no index.html"));
}

TEST_CASE("the page is at / and has no inline scripts or styles") {
  for (const bool is_built_in : {true, false}) {
    CrownWeb web(is_built_in ? std::vector<std::string>() : std::vector<std::string>{"--page", page_folder});
    const auto answer = Browser(web.address()).ask("/");
    CHECK(answer["Content-Type"] == "text/html; charset=utf-8");
    if (!is_built_in) CHECK(answer.body() == contents(page_folder + "index.html"));
    for (const auto* const forbidden : {"<style", " style=", " onclick=", "javascript:", "http://", "https://"})
      CHECK(answer.body().find(forbidden) == std::string::npos);
  }
}

TEST_CASE("If-None-Match gets 304") {
  CrownWeb web;
  Browser browser(web.address());
  const auto tag = std::string(browser.ask("/")["ETag"]);
  CHECK(tag.size() > 2);
  for (const auto& known : {tag, "W/" + tag, "\"x\", " + tag, std::string("*")}) {
    const auto answer = browser.ask("/", {{"If-None-Match", known}});
    CHECK(answer.result_int() == 304);
    CHECK(answer.body().empty());
    CHECK(answer["ETag"] == tag);
  }
  CHECK(browser.ask("/", {{"If-None-Match", "\"other\""}}).result_int() == 200);
}

TEST_CASE("files are compressed by gzip if accepted, and small together") {
  constexpr std::size_t most_bytes = 225'000;
  CrownWeb web({"--page", page_folder});
  Browser browser(web.address());
  std::size_t all = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(page_folder)) {
    if (!entry.is_regular_file()) continue;
    const auto path = entry.path().string().substr(page_folder.size());
    CAPTURE(path);
    const auto answer = browser.ask("/" + path, {{"Accept-Encoding", "br;q=1.0, gzip;q=0.8, *;q=0.1"}});
    CHECK(answer["Vary"] == "Accept-Encoding");
    const bool is_packed = answer["Content-Encoding"] == "gzip";
    CHECK(is_packed != path.ends_with(".png"));
    CHECK((is_packed ? unpacked(answer.body()) : answer.body()) == contents(entry.path()));
    if (!is_packed) continue;
    all += answer.body().size();
  }
  CHECK(all <= most_bytes);
}

TEST_CASE("without Accept-Encoding: gzip files are sent uncompressed") {
  CrownWeb web({"--page", page_folder});
  Browser browser(web.address());
  for (const auto* const accepted : {"", "br", "gzip;q=0", "gzip; q=0.000", "identity"}) {
    const auto answer = browser.ask("/", {{"Accept-Encoding", accepted}});
    CHECK(answer["Content-Encoding"].empty());
    CHECK(answer.body() == contents(page_folder + "index.html"));
  }
  const auto plain = std::string(browser.ask("/")["ETag"]);
  const auto packed = std::string(browser.ask("/", {{"Accept-Encoding", "gzip"}})["ETag"]);
  CHECK(plain != packed);
  CHECK(browser.ask("/", {{"Accept-Encoding", "gzip"}, {"If-None-Match", packed}}).result_int() == 304);
}

TEST_CASE("HEAD has the headers of GET; other methods are refused") {
  CrownWeb web;
  Browser browser(web.address());
  const auto head = browser.ask("/", {}, http::verb::head);
  CHECK(head.result_int() == 200);
  CHECK(head["Content-Length"] == std::to_string(browser.ask("/").body().size()));
  for (const auto method : {http::verb::post, http::verb::put, http::verb::delete_, http::verb::options}) {
    const auto answer = browser.ask("/", {}, method);
    CHECK(answer.result_int() == 405);
    CHECK(answer["Allow"] == "GET, HEAD");
  }
}

TEST_CASE("files outside the page are not served") {
  for (const bool is_built_in : {true, false}) {
    CrownWeb web(is_built_in ? std::vector<std::string>() : std::vector<std::string>{"--page", page_folder});
    Browser browser(web.address());
    REQUIRE_FALSE(contents(page_folder + "../openapi.json").empty());
    for (const auto* const path : {"/none", "/../openapi.json", "/%2e%2e/openapi.json", "//index.html", "/index.html/",
                                   "/etc/passwd", "/style/", "/match.json"}) {
      CAPTURE(path, is_built_in);
      const auto answer = browser.ask(path);
      CHECK(answer.result_int() == 404);
      CHECK(answer["Content-Type"] == "text/plain; charset=utf-8");
    }
    CHECK(browser.ask("/engine/0").result_int() == 426);
    CHECK(browser.ask("/index.html?x").result_int() == 200);
    CHECK(browser.ask("http://127.0.0.1/").result_int() == 400);
  }
}

TEST_CASE("the match file is served in its present state") {
  const TemporaryFolder folder;
  CrownWeb web({"--match", folder.path("match.json")});
  Browser browser(web.address());
  CHECK(browser.ask("/match.json").result_int() == 404);
  (void)folder.write("match.json", "{\"games\":1}");
  auto answer = browser.ask("/match.json");
  CHECK(answer.body() == "{\"games\":1}");
  CHECK(answer["Content-Type"] == "application/json");
  CHECK(browser.ask("/match.json", {{"If-None-Match", std::string(answer["ETag"])}}).result_int() == 304);
  (void)folder.write("match.json", "{\"games\":2}");
  CHECK(browser.ask("/match.json").body() == "{\"games\":2}");
}

TEST_CASE("of a match file above 8 MiB the last lines are served") {
  const TemporaryFolder folder;
  CrownWeb web({"--match", folder.path("match.json")});
  Browser browser(web.address());
  const auto line = [](int number) { return std::to_string(number) + std::string(990'000, ' ') + '\n'; };
  std::string text;
  for (int number = 10; number < 20; ++number) text += line(number);
  (void)folder.write("match.json", text);
  const auto first = browser.ask("/match.json").body();
  CHECK(first.starts_with("15 "));
  CHECK(text.ends_with(first));
  text += line(20);
  (void)folder.write("match.json", text);
  CHECK(browser.ask("/match.json").body() == first + line(20));
  for (int number = 21; number < 26; ++number) text += line(number);
  (void)folder.write("match.json", text);
  const auto later = browser.ask("/match.json").body();
  CHECK(later.size() < (8U << 20U));
  CHECK(text.ends_with("\n" + later));

  (void)folder.write("match.json", std::string((8 << 20) + 1, ' '));
  const auto answer = browser.ask("/match.json");
  CHECK(answer.result_int() == 404);
  CHECK_THAT(answer.body(), has_text("a line of more than 4 MiB"));
}

TEST_CASE("games in progress have their own address") {
  const TemporaryFolder folder;
  CrownWeb web({"--match", folder.path("match.json")});
  Browser browser(web.address());
  CHECK(browser.ask("/match-live.json").result_int() == 404);
  (void)folder.write("match.json.live", "{\"playing\":[]}\n");
  const auto answer = browser.ask("/match-live.json");
  CHECK(answer.body() == "{\"playing\":[]}\n");
  CHECK(answer["Content-Type"] == "application/json");
  std::filesystem::remove(folder.path("match.json.live"));
  CHECK(browser.ask("/match-live.json").result_int() == 404);
}

TEST_CASE("the page's engine is offered with the list of files to cache") {
  const TemporaryFolder folder;
  CrownWeb without({"--page-engine", "none"});
  Browser nothing(without.address());
  CHECK(nothing.ask("/files.json").result_int() == 404);
  CHECK(nothing.ask("/engine/worker.js").result_int() == 404);
  CHECK(nothing.ask("/config.json").body().find("worker") == std::string::npos);

  std::filesystem::create_directory(folder.path("weights"));
  (void)folder.write("worker.js", "// an engine\n");
  (void)folder.write("weights/english.net", std::string("\0\1", 2));
  CrownWeb web({"--page-engine", folder.path("")});
  Browser browser(web.address());
  CHECK_THAT(browser.ask("/config.json").body(), has_text(R"("worker":"engine/worker.js")"));
  const auto worker = browser.ask("/engine/worker.js", {{"Accept-Encoding", "gzip"}});
  CHECK(worker["Content-Type"] == "text/javascript; charset=utf-8");
  CHECK(unpacked(worker.body()) == "// an engine\n");
  const auto weights = browser.ask("/engine/weights/english.net", {{"Accept-Encoding", "gzip"}});
  CHECK(weights["Content-Encoding"].empty());
  CHECK(weights.body() == std::string("\0\1", 2));
  const auto files = nlohmann::json::parse(browser.ask("/files.json").body());
  CHECK(files["engine"].size() == 2);
  for (const auto& [path, hash] : files["engine"].items())
    CHECK(browser.ask("/" + path)["ETag"] == "\"" + hash.get<std::string>() + "\"");
  CHECK(files["page"].contains("main.js"));
  for (const auto* const path : {"sw.js", "config.json", "files.json", "api/openapi.json"})
    CHECK(!files["page"].contains(path));
  CHECK(!files["version"].get<std::string>().empty());
  CHECK(browser.ask("/engine/0").result_int() == 426);
}

TEST_CASE("--page-engine refuses a folder without an engine") {
  const TemporaryFolder folder;
  connection::ChildProcess process(
      {CROWND_BIN_DIR "/crown-web", "--listen", "127.0.0.1:0", "--page-engine", folder.path("")},
      connection::Errors::captured);
  CHECK(!process.receive(connection::within(long_enough)));
  CHECK_THAT(process.errors(),
             has_text("has no worker.js: it must be the folder engine that scripts/package page makes"));
}

TEST_CASE("a match file that is a pipe or a folder does not block") {
  const TemporaryFolder folder;
  REQUIRE(::mkfifo(folder.path("pipe").c_str(), 0600) == 0);
  for (const auto& path : {folder.path("pipe"), folder.path("")}) {
    CrownWeb web({"--match", path});
    CHECK(Browser(web.address()).ask("/match.json").result_int() == 404);
  }
}

}  // namespace crownd::testing
