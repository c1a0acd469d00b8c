#include "protocol/server/metrics.hpp"
#include "protocol/server/temporary_file.hpp"

#include <cstdlib>
#include <fstream>
#include <set>
#include <string>
#include <vector>

using namespace crownd::testing;

namespace {

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

TEST_CASE("OPERATING.md's configuration of Prometheus scrapes the address at which its daemon serves") {
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
