// Arbitrary bytes as lines of HUB: each becomes a command of the session with an answer in HUB; and a written line
// must be parsed to the same value again.

#include "session/hub.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <sstream>
#include <string>

using namespace crownd;

namespace {

void check_writing(const std::string& line) {
  const auto written = session::hub_line(session::read_hub_line(line));
  if (session::hub_line(session::read_hub_line(written)) != written) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static session::SearchScheduler scheduler(1, std::chrono::milliseconds(5), std::numeric_limits<int>::max(),
                                            search::SteadyClock::now);
  static session::MemoryBudget hash(std::size_t{1} << 20);
  static session::Environment environment{scheduler, hash, {}, "english", "1", nullptr, games::catalogue()};
  session::HubReader hub(environment);
  std::istringstream input(std::string(reinterpret_cast<const char*>(data), size));
  for (std::string line; std::getline(input, line);) {
    check_writing(line);
    const auto command = hub.read(line);
    if (!command) continue;
    if (command->dialect == nullptr) std::abort();
    const bool searches = command->policy >= session::Policy::bounded_search;
    if (searches && command->dialect->best_move({}) != "done move=none") std::abort();
  }
  return 0;
}
