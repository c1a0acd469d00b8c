// Arbitrary bytes as lines of HUB: each is a command of the session that answers in HUB; and a line that is written
// must be parsed to the same value again.

#include "session/hub_dialect.hpp"
#include "wire/hub_line.hpp"

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
  const auto written = wire::hub_line(wire::read_hub_line(line));
  if (wire::hub_line(wire::read_hub_line(written)) != written) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static session::SearchTurns turns(1, std::chrono::milliseconds(5), std::numeric_limits<int>::max(),
                                    search::SteadyClock::now);
  static session::HashBudget hash(std::size_t{1} << 20);
  static session::Environment environment{turns, hash, {}, "english", "1", nullptr, games::catalogue()};
  session::HubDialect hub(environment);
  std::istringstream input(std::string(reinterpret_cast<const char*>(data), size));
  for (std::string line; std::getline(input, line);) {
    check_writing(line);
    const auto command = hub.read(line);
    if (!command) continue;
    if (command->dialect == nullptr) std::abort();
    const bool searches = command->manner >= session::Manner::thinking;
    if (searches && command->dialect->translate("bestmove (none)") != "done move=none") std::abort();
  }
  return 0;
}
