#include "network/accumulate.hpp"
#include "platform/system.hpp"
#include "stdio/stdio_server.hpp"
#include "version/version.hpp"

#include <exception>
#include <iostream>

// crownd without a network.

namespace {

using namespace crownd;

/// Standard output has only lines of the protocol.
void write_to_errors(session::LogLevel level, const std::string& text) {
  if (level != session::LogLevel::debug) std::cerr << "crownd: " + text + '\n';
}

/// Returns the exit code, see the man page of crownd.
int run(int argc, const char* const* argv) {
  platform::prepare_process();
  try {
    const auto read = stdio::read_engine_flags(argc, argv, version::text("crownd", network::instructions()));
    if (const auto* const code = std::get_if<int>(&read)) return *code;
    stdio::SessionHost host(std::get<stdio::EngineFlags>(read), std::string(version::number()), write_to_errors);
    auto environment = host.environment_of_user();
    stdio::StdioServer server(environment, std::get<stdio::EngineFlags>(read).bail);
    server.run();
    if (server.failure().empty()) return 0;
    std::cerr << "crownd: " + server.failure() + '\n';
    return 1;
  } catch (const std::exception& fault) {
    std::cerr << "crownd: " << fault.what() << '\n';
    return 1;
  }
}

}  // namespace

#ifdef _WIN32
/// Exported by the library for one instruction set.
extern "C" __declspec(dllexport) int crownd_main(int argc, char** argv) {
  const int code = run(argc, argv);
  std::cout.flush();
  return code;
}
#else
int main(int argc, char** argv) { return run(argc, argv); }
#endif
