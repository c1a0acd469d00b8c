#include "protocol/server/daemon.hpp"
#include "support/temporary_folder.hpp"

#include <list>

namespace connection = crownd::connection;
using namespace crownd::testing;
using crownd::connection::Address;

namespace {

/// The samples of a scrape, by name and labels as written.
using Samples = std::map<std::string, double>;

Arguments with_metrics(const Arguments& flags = {}) { return extended(flags, {"--metrics", "127.0.0.1:0"}); }

connection::Address metrics_address(const ChildProcess& daemon) {
  const std::string beginning = "metrics at http://";
  const auto line = wait_for_log(daemon, beginning);
  REQUIRE(line.ends_with("/metrics"));
  const auto from = line.find(beginning) + beginning.size();
  return connection::parse_address(line.substr(from, line.rfind('/') - from));
}

/// The response to a GET, headers first.
std::vector<std::string> get(const connection::Address& address, const std::string& path) {
  TcpChannel channel(address, within(test_timeout));
  REQUIRE(channel.send_bytes("GET " + path + " HTTP/1.0\r\n\r\n", within(test_timeout)));
  std::vector<std::string> lines;
  for (const auto deadline = within(test_timeout); auto line = channel.receive(deadline);) lines.push_back(*line);
  REQUIRE(channel.health() == Health::ended);
  return lines;
}

Samples scrape(const ChildProcess& daemon) {
  const auto lines = get(metrics_address(daemon), "/metrics");
  REQUIRE(!lines.empty());
  REQUIRE(contains(lines.front(), " 200 "));
  Samples samples;
  bool in_body = false;
  for (const auto& line : lines) {
    in_body = in_body || line.empty();
    if (line.empty() || !in_body || line.starts_with('#')) continue;
    const auto space = line.rfind(' ');
    samples[line.substr(0, space)] = std::stod(line.substr(space + 1));
  }
  return samples;
}

/// The first scrape that meets the condition; fails the test if none comes.
Samples scrape_until(const ChildProcess& daemon, const std::function<bool(Samples&)>& is_as_told) {
  Samples samples;
  for (const auto deadline = within(test_timeout); Clock::now() < deadline; std::this_thread::sleep_for(5ms)) {
    samples = scrape(daemon);
    if (is_as_told(samples)) return samples;
  }
  for (const auto& [name, value] : samples) UNSCOPED_INFO(name << ' ' << value);
  FAIL("no scrape is as it should be");
  return {};
}

std::string refusals(const std::string& kind) { return "crownd_refusals_total{kind=\"" + kind + "\"}"; }

/// Waits until exactly this many refusals of the kind have been counted.
void expect_refusals(const ChildProcess& daemon, const std::string& kind, int count) {
  INFO(kind);
  const auto samples = scrape_until(daemon, [&](Samples& now) { return now.at(refusals(kind)) >= count; });
  CHECK(samples.at(refusals(kind)) == count);
}

/// The last `info depth` line of a search.
std::string last_info(Channel& client, const std::string& go) {
  client.send(go);
  std::string last;
  for (std::string line; !line.starts_with("bestmove"); line = client.receive(within(test_timeout)).value())
    if (line.starts_with("info depth")) last = line;
  return last;
}

/// The number after a word of an `info` line.
double number_after(const std::string& line, const std::string& word) {
  const auto at = line.find(" " + word + " ");
  REQUIRE(at != std::string::npos);
  return std::stod(line.substr(at + word.size() + 2));
}

constexpr auto short_count = "crownd_command_duration_seconds_count{kind=\"short\"}";
constexpr auto long_count = "crownd_command_duration_seconds_count{kind=\"long\"}";
constexpr auto long_sum = "crownd_command_duration_seconds_sum{kind=\"long\"}";

/// The section of OPERATING.md about metrics, line by line.
std::vector<std::string> written_about_metrics() {
  std::ifstream document(CROWND_SOURCE_DIR "/protocol/OPERATING.md");
  std::vector<std::string> lines;
  bool in_section = false;
  for (std::string line; std::getline(document, line);) {
    if (line.starts_with("#")) in_section = line.ends_with(" Watch a daemon");
    if (in_section) lines.push_back(line);
  }
  REQUIRE(!lines.empty());
  return lines;
}

/// The text between backticks in the first cell of each row of a table.
std::set<std::string> first_cells(const std::vector<std::string>& lines) {
  std::set<std::string> cells;
  for (const auto& line : lines) {
    if (line.starts_with("| `")) cells.insert(line.substr(3, line.find('`', 3) - 3));
  }
  return cells;
}

/// The name of the metric that a sample belongs to.
std::string family_of(const std::string& sample) {
  auto name = sample.substr(0, sample.find('{'));
  for (const std::string part : {"_bucket", "_sum", "_count"}) {
    if (name.ends_with("_seconds" + part)) name.resize(name.size() - part.size());
  }
  return name;
}

std::string text_after(const std::vector<std::string>& lines, const std::string& beginning) {
  for (const auto& line : lines) {
    if (const auto at = line.find(beginning); at != std::string::npos) return line.substr(at + beginning.size());
  }
  FAIL("OPERATING.md does not say '" << beginning << "'");
  return {};
}

}  // namespace

TEST_CASE("a scrape reports sessions, commands, searches and memory") {
  Daemon daemon(with_metrics({"--max-hash", "100"}));
  auto before = scrape(daemon.process());
  CHECK(before.at("crownd_sessions") == 0);
  CHECK(before.at("crownd_hash_limit_bytes") == 100 << 20);
  CHECK(before.at("crownd_hash_taken_bytes") == 0);
  CHECK(before.at("process_resident_memory_bytes") > 1 << 20);
  CHECK(before.at(long_count) == 0);
  {
    auto client = daemon.connect();
    client.send("position english startpos");
    const auto last = last_info(client, "go depth 9");
    auto after = scrape_until(daemon.process(), [](Samples& now) { return now.at(long_count) == 1; });
    CHECK(after.at("crownd_sessions") == 1);
    CHECK(after.at("crownd_sessions_total") == 1);
    CHECK(after.at("crownd_searches_total") == 1);
    CHECK(after.at("crownd_nodes_total") == number_after(last, "nodes"));
    CHECK(after.at("crownd_hash_taken_bytes") == 16 << 20);
    CHECK(after.at(short_count) == 1);
    CHECK(after.at(long_sum) > 0);
    CHECK(after.at("crownd_command_duration_seconds_bucket{kind=\"long\",le=\"+Inf\"}") == 1);

    client.send("isready");
    client.send("go movetime 200");
    wait_for(client, "bestmove");
    after = scrape_until(daemon.process(), [](Samples& now) { return now.at(long_count) == 2; });
    CHECK(after.at(short_count) == 2);
    CHECK(after.at(long_sum) >= 0.1);
    CHECK(after.at("crownd_command_duration_seconds_bucket{kind=\"long\",le=\"0.1\"}") <= 1);
    const auto before_why = after.at("crownd_nodes_total");
    CHECK(before_why > number_after(last, "nodes"));

    constexpr int nodes = 5'000;
    client.send("why 9-13 nodes " + std::to_string(nodes));
    wait_for(client, "why");
    after = scrape_until(daemon.process(), [](Samples& now) { return now.at(long_count) == 3; });
    CHECK(after.at("crownd_nodes_total") >= before_why + nodes);
  }
  const auto gone = scrape_until(daemon.process(), [](Samples& now) { return now.at("crownd_sessions") == 0; });
  CHECK(gone.at("crownd_sessions_total") == 1);
  CHECK(gone.at("crownd_hash_taken_bytes") == 0);
}

TEST_CASE("a scrape reports running and waiting searches") {
  Daemon daemon(with_metrics({"--searches", "1"}));
  std::list<TcpChannel> clients;
  for (int i = 0; i < 3; ++i) {
    auto& client = clients.emplace_back(daemon.connect());
    client.send("position english startpos");
    ask(client, "go infinite", "info");
  }
  const auto busy = scrape_until(daemon.process(), [](Samples& now) {
    return now.at("crownd_search_threads_running") == 1 && now.at("crownd_search_threads_waiting") == 2;
  });
  CHECK(busy.at("crownd_searches") == 3);
  for (auto& client : clients) ask(client, "stop", "bestmove");
  const auto idle = scrape_until(daemon.process(), [](Samples& now) { return now.at("crownd_searches") == 0; });
  CHECK(idle.at("crownd_search_threads_running") == 0);
  CHECK(idle.at("crownd_search_threads_waiting") == 0);
  CHECK(idle.at("crownd_searches_total") == 3);
}

TEST_CASE("hits in endgame tables are counted") {
  Daemon daemon(with_metrics());
  auto client = daemon.connect();
  client.send("position english A..............................b:b");
  const auto reported = number_after(last_info(client, "go depth 5"), "tbhits");
  REQUIRE(reported > 0);
  CHECK(scrape(daemon.process()).at("crownd_table_hits_total") == reported);
}

TEST_CASE("refusals are counted by kind") {
  const TemporaryFile token("secret\n");
  Daemon daemon(with_metrics({"--token-file", token.path(), "--max-line", "300", "--max-searches", "1",
                              "--session-hash", "4", "--max-sessions", "3", "--auth-backoff", "60"}));
  for (const auto& [name, value] : scrape(daemon.process())) {
    if (name.starts_with("crownd_refusals_total")) CHECK(value == 0);
  }
  auto client = daemon.connect();
  struct Step {
    std::string line, answer;
    const char* kind = nullptr;  ///< counted now
    int count = 1;
  };
  for (const auto& [line, answer, kind, count] :
       {Step{"isready", "error auth"}, Step{"go infinite", "error auth", "token-missing", 2},
        Step{"auth guess", "error auth", "token-wrong"}, Step{"auth secret", "authok"},
        Step{"isready " + std::string(300, 'x'), "error too-long", "max-line"},
        Step{"setoption name Hash value 5", "error limit", "option"},
        Step{"position english startpos\ngo infinite", "info"}, Step{"go infinite", "error busy", "busy"}}) {
    ask(client, line, answer);
    if (kind != nullptr) expect_refusals(daemon.process(), kind, count);
  }

  auto second = daemon.connect();
  ask(second, "auth secret", "authok");
  for (int i = 0; i < 3; ++i) ask(second, "go depth 1", "error limit");
  expect_refusals(daemon.process(), "max-searches", 3);
  const auto third = daemon.connect();
  scrape_until(daemon.process(), [](Samples& now) { return now.at("crownd_sessions") == 3; });
  auto fourth = daemon.connect();
  CHECK(ends(fourth));
  expect_refusals(daemon.process(), "max-sessions", 1);
}

TEST_CASE("proxies are refused by kind") {
  Daemon daemon(with_metrics({"--proxy-from", "127.0.0.1", "--login-timeout", "1"}));
  auto without_header = daemon.connect();
  without_header.send("position english startpos");
  CHECK(ends(without_header));
  expect_refusals(daemon.process(), "proxy-header", 1);
  auto silent = daemon.connect();
  CHECK(ends(silent));
  expect_refusals(daemon.process(), "login-timeout", 1);
}

TEST_CASE("connections of proxies without a header are limited, and those refused are counted") {
  Daemon daemon(with_metrics({"--proxy-from", "127.0.0.1", "--max-sessions", "1"}));
  const auto without_header = daemon.connect();
  auto second = daemon.connect();
  CHECK(ends(second));
  expect_refusals(daemon.process(), "max-sessions", 1);
}

TEST_CASE("a session on standard input is counted") {
  ChildProcess daemon(crownd_command(with_metrics()), crownd::connection::Errors::captured);
  ask(daemon, "isready", "readyok");
  const auto samples = scrape_until(daemon, [](Samples& now) { return now.at(short_count) == 1; });
  CHECK(samples.at("crownd_sessions") == 1);
  daemon.close_input();
  CHECK(daemon.wait(within(test_timeout)) == ExitStatus{true, 0});
}

TEST_CASE("an incomplete request delays no scrape") {
  Daemon daemon(with_metrics());
  const auto address = metrics_address(daemon.process());
  std::list<TcpChannel> slow;
  for (int i = 0; i < 100; ++i) {
    slow.emplace_back(address, within(test_timeout));
    if (i % 2 == 0) slow.back().send_bytes("GET /metrics HTTP/1.1\r\nHost", within(test_timeout));
  }
  const auto began = Clock::now();
  for (int i = 0; i < 60; ++i) CHECK(scrape(daemon.process()).contains("crownd_sessions"));
  CHECK(Clock::now() - began < 30s);  // a second for each would be twice that
}

TEST_CASE("connections for metrics do not delay the end of the daemon") {
  auto fastest = Clock::duration::max();
  for (int tries = 0; tries < 3; ++tries) {
    Daemon daemon(with_metrics());
    const auto address = metrics_address(daemon.process());
    std::list<TcpChannel> slow;
    for (int i = 0; i < 30; ++i)
      slow.emplace_back(address, within(test_timeout)).send_bytes("GET", within(test_timeout));
    CHECK(scrape(daemon.process()).contains("crownd_sessions"));
    const auto began = Clock::now();
    CHECK(daemon.terminate() == ExitStatus{true, 0});
    fastest = std::min(fastest, Clock::now() - began);
  }
  CHECK(fastest < 1500ms);  // after 1700 ms the daemon ends in any case
}

TEST_CASE("a request for metrics has limits, and its faults are reported") {
  Daemon daemon(with_metrics());
  const auto address = metrics_address(daemon.process());
  const auto first_line = [&](const std::string& bytes) {
    TcpChannel channel(address, within(test_timeout));
    channel.send_bytes(bytes, within(test_timeout));
    auto line = channel.receive(within(test_timeout)).value_or("");
    while (channel.receive(within(test_timeout))) continue;
    CHECK(channel.health() == Health::ended);
    return line;
  };
  CHECK(contains(first_line("GET /metrics HTTP/1.1\r\nX: " + std::string(20'000, 'x') + "\r\n\r\n"), " 431 "));
  CHECK(contains(first_line("auth secret\r\n\r\n"), " 400 "));
  CHECK(contains(first_line("POST /metrics HTTP/1.1\r\n\r\n"), " 405 "));
  CHECK(contains(first_line("POST /metrics HTTP/1.1\r\nContent-Length: 4\r\n\r\ngive"), " 405 "));
  CHECK(contains(first_line("GET /metrics?x=1 HTTP/1.1\r\n\r\n"), " 200 "));
  CHECK(first_line("GET /metrics HTTP/1.1\r\n").empty());  // it is closed without an answer in the end
}

TEST_CASE("metrics are served over IPv6, too") {
  ChildProcess daemon(crownd_command({"--metrics", "[::1]:0"}), crownd::connection::Errors::captured);
  CHECK(scrape(daemon).contains("crownd_sessions"));
}

TEST_CASE("only metrics are served there") {
  Daemon daemon(with_metrics());
  for (const auto* path : {"/", "/etc/passwd", "/metrics/../../etc/passwd"}) {
    INFO(path);
    const auto lines = get(metrics_address(daemon.process()), path);
    REQUIRE(!lines.empty());
    CHECK(!contains(lines.front(), " 200 "));
  }
}

TEST_CASE("without --metrics it has no thread and no address") {
  Daemon without;
  Daemon with(with_metrics());
  auto client = without.connect();
  ask(client, "isready", "readyok");
  metrics_address(with.process());
  CHECK(without.threads() < with.threads());
  CHECK(!contains(without.process().errors(), "metrics"));
}

TEST_CASE("metrics are for this machine only, unless the operator allows others") {
  for (const auto* address : {"0.0.0.0:0", "[::]:0"}) {
    const auto message = refused({"--metrics", address});
    CHECK(contains(message, "other machines can reach"));
    CHECK(contains(message, "--metrics-public"));
  }
  ChildProcess daemon(crownd_command({"--metrics", "0.0.0.0:0", "--metrics-public"}),
                      crownd::connection::Errors::captured);
  CHECK(metrics_address(daemon).host == "0.0.0.0");
}

TEST_CASE("an unusable address for metrics has an error message") {
  for (const std::string address : {"here", "127.0.0.1", "127.0.0.1:70000", "::1:7711", ":80"})
    CHECK(contains(refused({"--metrics", address}), "'" + address + "' is no address to listen on"));
  check_refused({{"--metrics-public"}});
  const Daemon daemon;
  const auto taken = text_of(daemon.address());
  CHECK(contains(refused({"--metrics", taken}, 1), "cannot serve metrics at " + taken + ": Address already in use"));
}

TEST_CASE("OPERATING.md describes each metric and each kind of refusal, and no other") {
  Daemon daemon(with_metrics());
  std::set<std::string> served;
  std::set<std::string> kinds;
  const std::string refusal = "crownd_refusals_total{kind=\"";
  for (const auto& [name, value] : scrape(daemon.process())) {
    served.insert(family_of(name));
    if (name.starts_with(refusal)) kinds.insert(name.substr(refusal.size(), name.rfind('"') - refusal.size()));
  }
  for (const auto& kind : kinds) served.insert(kind);
  CHECK(first_cells(written_about_metrics()) == served);
}

TEST_CASE("the configuration of Prometheus in OPERATING.md scrapes the address that the daemon serves") {
  const auto lines = written_about_metrics();
  const auto address = text_after(lines, "--metrics ");
  CHECK(text_after(lines, "- targets: ") == "['" + address + "']");

  Daemon daemon({"--metrics", "127.0.0.1:0"});
  CHECK(!get(metrics_address(daemon.process()), "/metrics").empty());
  if (std::system("command -v promtool >/dev/null") != 0) return;
  std::string yaml;
  bool inside = false;
  for (const auto& line : lines) {
    if (line.starts_with("```")) inside = line == "```yaml";
    if (inside && !line.starts_with("```")) yaml += line + "\n";
  }
  const TemporaryFile file(yaml);
  CHECK(std::system(("promtool check config " + file.path() + " >/dev/null").c_str()) == 0);
  std::string text;
  bool in_body = false;
  for (const auto& line : get(metrics_address(daemon.process()), "/metrics")) {
    if (in_body) text += line + "\n";
    in_body = in_body || line.empty();
  }
  const TemporaryFile samples(text);
  CHECK(std::system(("promtool check metrics <" + samples.path()).c_str()) == 0);
}
