#include "network/accumulate.hpp"
#include "platform/system.hpp"
#include "server/daemon.hpp"
#include "version/version.hpp"

#include <exception>
#include <iostream>

/// The man page lists the exit codes.
int main(int argc, char** argv) {
  crownd::platform::prepare_process();
  using namespace crownd::server;
  try {
    const auto flags = read_flags(argc, argv, crownd::version::text("crownd", crownd::network::instructions()));
    if (const auto* const code = std::get_if<int>(&flags)) return *code;
    if (const auto& check = std::get<Flags>(flags).check) return run(*check);
    return run(std::get<Flags>(flags), std::string(crownd::version::number()));
  } catch (const std::exception& fault) {
    std::cerr << "crownd: " << fault.what() << '\n';
    return 1;
  }
}
