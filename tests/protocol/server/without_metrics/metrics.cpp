#include "server/metrics.hpp"
#include "support/catch.hpp"

using namespace crownd;

TEST_CASE("a build without prometheus-cpp refuses to serve metrics, with the reason") {
  const session::Statistics statistics{};
  const session::SearchScheduler scheduler(1);
  const session::MemoryBudget hash(1);
  try {
    (void)server::serve_metrics({}, {statistics, scheduler, hash, "1.2.3"});
    FAIL("it serves metrics");
  } catch (const std::runtime_error& error) {
    CHECK(std::string(error.what()).find("install prometheus-cpp-dev") != std::string::npos);
  }
}
