// Arbitrary bytes as lines from a client: reading never fails, and reading the same line twice gives the same result.

#include "session/command_table.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::istringstream input(std::string(reinterpret_cast<const char*>(data), size));
  for (std::string line; std::getline(input, line);) {
    const auto once = crownd::session::read_command(line), again = crownd::session::read_command(line);
    if (once.has_value() != again.has_value()) std::abort();
    if (once && (once->policy != again->policy || once->token != again->token)) std::abort();
  }
  return 0;
}
