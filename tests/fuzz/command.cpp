// Arbitrary bytes as lines from a client: parsing never fails, and parsing the same line twice gives the same result.

#include "wire/command.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::istringstream input(std::string(reinterpret_cast<const char*>(data), size));
  for (std::string line; std::getline(input, line);)
    if (!(crownd::wire::parse_command(line) == crownd::wire::parse_command(line))) std::abort();
  return 0;
}
