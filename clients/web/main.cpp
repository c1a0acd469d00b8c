#include "program/standard_descriptors.hpp"
#include "version/version.hpp"
#include "web/flags.hpp"
#include "web/run.hpp"

#include <exception>
#include <iostream>
#include <string>
#include <variant>

/// Exit codes: 0 after a signal; 1 if it could not serve; 2 for a bad command line.
int main(int argc, char** argv) {
  crownd::program::open_standard_descriptors();
  using namespace crownd::web;
  try {
    const auto flags = read_flags(argc, argv, crownd::version::text("crown-web"));
    if (const auto* const code = std::get_if<int>(&flags)) return *code;
    run(std::get<Flags>(flags), std::string(crownd::version::number()));
    return 0;
  } catch (const std::exception& fault) {
    std::cerr << "crown-web: " << fault.what() << '\n';
    return 1;
  }
}
