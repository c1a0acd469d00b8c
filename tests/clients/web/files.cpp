#include "clients/web/browser.hpp"
#include "clients/web/program.hpp"
#include "support/temporary_folder.hpp"
#include "web/server/content/site.hpp"

#include <sys/stat.h>
#include <nlohmann/json.hpp>

namespace crownd::testing {

namespace {

const std::string page_folder = CROWND_SOURCE_DIR "/clients/web/page/";

/// The most bytes of all files, compressed.
constexpr std::size_t max_bytes = 225'000;

std::string unpacked_body(const Response& answer) {
  return answer["Content-Encoding"] == "gzip" ? unpacked(answer.body) : answer.body;
}

}  // namespace

TEST_CASE("files of --page are served unchanged, with type and security headers, and small if gzip is accepted") {
  CrownWeb web({"--page", page_folder});
  Browser browser(web.address());
  std::size_t all = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(page_folder)) {
    if (!entry.is_regular_file()) continue;
    const auto path = entry.path().string().substr(page_folder.size());
    CAPTURE(path);
    const auto answer = browser.ask("/" + path);
    CHECK(answer.status == 200);
    CHECK(answer.body == read_file(entry.path()));
    CHECK(answer["Content-Type"] != "application/octet-stream");
    if (path.ends_with(".js")) CHECK(answer["Content-Type"] == "text/javascript; charset=utf-8");
    if (path.ends_with(".css")) CHECK(answer["Content-Type"] == "text/css; charset=utf-8");
    if (path.ends_with(".svg")) CHECK(answer["Content-Type"] == "image/svg+xml");
    const auto policy = answer["Content-Security-Policy"];
    CHECK_THAT(policy, has_text("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self';"));
    CHECK_THAT(policy, has_text("frame-ancestors 'none'"));
    CHECK(policy.find("unsafe") == policy.rfind("unsafe"));
    CHECK(answer["X-Content-Type-Options"] == "nosniff");
    CHECK(answer["Referrer-Policy"] == "no-referrer");
    CHECK(answer["Cross-Origin-Opener-Policy"] == "same-origin");
    CHECK(answer["Cross-Origin-Embedder-Policy"] == "require-corp");
    const auto packed = browser.ask("/" + path, {{"Accept-Encoding", "br;q=1.0, gzip;q=0.8, *;q=0.1"}});
    CHECK(packed["Vary"] == "Accept-Encoding");
    CHECK(packed["Content-Encoding"] == (path.ends_with(".png") ? "" : "gzip"));
    CHECK(unpacked_body(packed) == answer.body);
    if (packed["Content-Encoding"] == "gzip") all += packed.body.size();
  }
  CHECK(all <= max_bytes);
}

TEST_CASE("the embedded page is complete") {
  CrownWeb web;
  Browser browser(web.address());
  std::size_t all = 0;
  for (const auto& [path, bytes] : web::embedded_files()) {
    CAPTURE(path);
    const auto answer = browser.ask("/" + std::string(path), {{"Accept-Encoding", "gzip"}});
    CHECK(answer.status == 200);
    CHECK(unpacked_body(answer) == bytes);
    CHECK(answer["Content-Type"] != "application/octet-stream");
    if (!path.starts_with("api/")) all += answer.body.size();
  }
  CHECK(all <= max_bytes);
  for (const auto* const path : {"/index.html", "/main.js", "/first_boards.js", "/sw.js", "/icon.svg", "/lang/es.json"})
    CHECK(browser.ask(path).status == 200);
}

TEST_CASE("folders without a page or an engine are refused") {
  const TemporaryFolder folder;
  CHECK_THAT(why_not({"--listen", "127.0.0.1:0", "--page", folder.path("")}), has_text("has no index.html"));
  CHECK_THAT(why_not({"--listen", "127.0.0.1:0", "--page-engine", folder.path("")}),
             has_text("has no worker.js: it must be the folder engine that scripts/package page makes"));
}

TEST_CASE("the page is at / and has no inline scripts or styles") {
  for (const bool is_built_in : {true, false}) {
    CrownWeb web(is_built_in ? std::vector<std::string>() : std::vector<std::string>{"--page", page_folder});
    const auto answer = Browser(web.address()).ask("/");
    CHECK(answer["Content-Type"] == "text/html; charset=utf-8");
    if (!is_built_in) CHECK(answer.body == read_file(page_folder + "index.html"));
    for (const auto* const forbidden : {"<style", " style=", " onclick=", "javascript:", "http://", "https://"})
      CHECK(answer.body.find(forbidden) == std::string::npos);
  }
}

TEST_CASE("If-None-Match gets 304") {
  CrownWeb web;
  Browser browser(web.address());
  const auto tag = browser.ask("/")["ETag"];
  CHECK(tag.size() > 2);
  for (const auto& known : {tag, "W/" + tag, "\"x\", " + tag, std::string("*")}) {
    const auto answer = browser.ask("/", {{"If-None-Match", known}});
    CHECK(answer.status == 304);
    CHECK(answer.body.empty());
    CHECK(answer["ETag"] == tag);
  }
  CHECK(browser.ask("/", {{"If-None-Match", "\"other\""}}).status == 200);
}

TEST_CASE("without Accept-Encoding: gzip files are sent uncompressed") {
  CrownWeb web({"--page", page_folder});
  Browser browser(web.address());
  for (const auto* const accepted : {"", "br", "gzip;q=0", "gzip; q=0.000", "identity"}) {
    const auto answer = browser.ask("/", {{"Accept-Encoding", accepted}});
    CHECK(answer["Content-Encoding"].empty());
    CHECK(answer.body == read_file(page_folder + "index.html"));
  }
  const auto plain = browser.ask("/")["ETag"];
  const auto packed = browser.ask("/", {{"Accept-Encoding", "gzip"}})["ETag"];
  CHECK(plain != packed);
  CHECK(browser.ask("/", {{"Accept-Encoding", "gzip"}, {"If-None-Match", packed}}).status == 304);
}

TEST_CASE("HEAD has the headers of GET; other methods are refused") {
  CrownWeb web;
  Browser browser(web.address());
  const auto head = browser.ask("/", {}, "HEAD");
  CHECK(head.status == 200);
  CHECK(head["Content-Length"] == std::to_string(browser.ask("/").body.size()));
  for (const auto method : {"POST", "PUT", "DELETE", "OPTIONS"}) {
    const auto answer = browser.ask("/", {}, method);
    CHECK(answer.status == 405);
    CHECK(answer["Allow"] == "GET, HEAD");
  }
}

TEST_CASE("files outside the page are not served") {
  for (const bool is_built_in : {true, false}) {
    CrownWeb web(is_built_in ? std::vector<std::string>() : std::vector<std::string>{"--page", page_folder});
    Browser browser(web.address());
    REQUIRE_FALSE(read_file(page_folder + "../openapi.json").empty());
    for (const auto* const path : {"/none", "/../openapi.json", "/%2e%2e/openapi.json", "//index.html", "/index.html/",
                                   "/etc/passwd", "/style/", "/match.json"}) {
      CAPTURE(path, is_built_in);
      const auto answer = browser.ask(path);
      CHECK(answer.status == 404);
      CHECK(answer["Content-Type"] == "text/plain; charset=utf-8");
    }
    CHECK(browser.ask("/engine/0").status == 426);
    CHECK(browser.ask("/index.html?x").status == 200);
    CHECK(browser.ask("http://127.0.0.1/").status == 400);
  }
}

TEST_CASE("the files of a match and of its games in progress are served in their present state") {
  const TemporaryFolder folder;
  CrownWeb web({"--match", folder.path("match.json")});
  Browser browser(web.address());
  CHECK(browser.ask("/match.json").status == 404);
  CHECK(browser.ask("/match-live.json").status == 404);
  (void)folder.write("match.json", "{\"games\":1}");
  auto answer = browser.ask("/match.json");
  CHECK(answer.body == "{\"games\":1}");
  CHECK(answer["Content-Type"] == "application/json");
  CHECK(browser.ask("/match.json", {{"If-None-Match", answer["ETag"]}}).status == 304);
  (void)folder.write("match.json", "{\"games\":2}");
  CHECK(browser.ask("/match.json").body == "{\"games\":2}");
  (void)folder.write("match.json.live", "{\"playing\":[]}\n");
  answer = browser.ask("/match-live.json");
  CHECK(answer.body == "{\"playing\":[]}\n");
  CHECK(answer["Content-Type"] == "application/json");
  std::filesystem::remove(folder.path("match.json.live"));
  CHECK(browser.ask("/match-live.json").status == 404);
}

TEST_CASE("of a match file above 8 MiB the last lines are served") {
  const TemporaryFolder folder;
  CrownWeb web({"--match", folder.path("match.json")});
  Browser browser(web.address());
  const auto line = [](int number) { return std::to_string(number) + std::string(990'000, ' ') + '\n'; };
  std::string text;
  for (int number = 10; number < 20; ++number) text += line(number);
  (void)folder.write("match.json", text);
  const auto first = browser.ask("/match.json").body;
  CHECK(first.starts_with("15 "));
  CHECK(text.ends_with(first));
  text += line(20);
  (void)folder.write("match.json", text);
  CHECK(browser.ask("/match.json").body == first + line(20));
  for (int number = 21; number < 26; ++number) text += line(number);
  (void)folder.write("match.json", text);
  const auto later = browser.ask("/match.json").body;
  CHECK(later.size() < (8U << 20U));
  CHECK(text.ends_with("\n" + later));

  (void)folder.write("match.json", std::string((8 << 20) + 1, ' '));
  const auto answer = browser.ask("/match.json");
  CHECK(answer.status == 404);
  CHECK_THAT(answer.body, has_text("a line of more than 4 MiB"));
}

TEST_CASE("the page's engine is offered with the list of files to cache") {
  const TemporaryFolder folder;
  CrownWeb without({"--page-engine", "none"});
  Browser nothing(without.address());
  CHECK(nothing.ask("/files.json").status == 404);
  CHECK(nothing.ask("/engine/worker.js").status == 404);
  CHECK(nothing.ask("/config.json").body.find("worker") == std::string::npos);

  std::filesystem::create_directory(folder.path("weights"));
  (void)folder.write("worker.js", "// an engine\n");
  (void)folder.write("weights/english.net", std::string("\0\1", 2));
  CrownWeb web({"--page-engine", folder.path("")});
  Browser browser(web.address());
  CHECK_THAT(browser.ask("/config.json").body, has_text(R"("worker":"engine/worker.js")"));
  const auto worker = browser.ask("/engine/worker.js", {{"Accept-Encoding", "gzip"}});
  CHECK(worker["Content-Type"] == "text/javascript; charset=utf-8");
  CHECK(unpacked(worker.body) == "// an engine\n");
  const auto weights = browser.ask("/engine/weights/english.net", {{"Accept-Encoding", "gzip"}});
  CHECK(weights["Content-Encoding"].empty());
  CHECK(weights.body == std::string("\0\1", 2));
  const auto files = nlohmann::json::parse(browser.ask("/files.json").body);
  CHECK(files["engine"].size() == 2);
  for (const auto& [path, hash] : files["engine"].items())
    CHECK(browser.ask("/" + path)["ETag"] == "\"" + hash.get<std::string>() + "\"");
  CHECK(files["page"].contains("main.js"));
  for (const auto* const path : {"sw.js", "config.json", "files.json", "api/openapi.json"})
    CHECK(!files["page"].contains(path));
  CHECK(!files["version"].get<std::string>().empty());
  CHECK(browser.ask("/engine/0").status == 426);
}

TEST_CASE("a match file that is a pipe or a folder does not block") {
  const TemporaryFolder folder;
  REQUIRE(::mkfifo(folder.path("pipe").c_str(), 0600) == 0);
  for (const auto& path : {folder.path("pipe"), folder.path("")}) {
    CrownWeb web({"--match", path});
    CHECK(Browser(web.address()).ask("/match.json").status == 404);
  }
}

}  // namespace crownd::testing
