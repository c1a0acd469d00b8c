#include "network/instructions.hpp"
#include "program/standard_descriptors.hpp"
#include "server/check.hpp"
#include "server/flags.hpp"
#include "server/run.hpp"
#include "version/version.hpp"

#include <exception>
#include <iostream>
#include <string>
#include <variant>

/// Exit codes: 0 after the end of input, `quit` or a signal; 1 if it could not serve, if a line was refused with
/// --bail, or if the daemon that --check asks is not ready; 2 for a bad command line.
int main(int argc, char** argv) {
  crownd::program::open_standard_descriptors();
  using namespace crownd::server;
  try {
    const auto flags = read_flags(argc, argv, crownd::version::text("crownd", crownd::network::instructions()));
    if (const auto* const code = std::get_if<int>(&flags)) return *code;
    if (const auto& check = std::get<Flags>(flags).check) return carry_out(*check);
    return run(std::get<Flags>(flags), std::string(crownd::version::number()));
  } catch (const std::exception& fault) {
    std::cerr << "crownd: " << fault.what() << '\n';
    return 1;
  }
}
