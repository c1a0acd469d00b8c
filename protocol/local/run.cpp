#include "local/run.hpp"

#include "local/session_host.hpp"
#include "local/stdio_server.hpp"
#include "network/instructions.hpp"
#include "program/standard_descriptors.hpp"
#include "version/version.hpp"

#include <exception>
#include <iostream>
#include <string>

namespace crownd::local {

namespace {

/// Standard output belongs to the protocol.
void write_to_errors(session::LogLevel level, const std::string& text) {
  if (level != session::LogLevel::debug) std::cerr << "crownd: " + text + '\n';
}

}  // namespace

int run(int argc, const char* const* argv) {
  program::open_standard_descriptors();
  try {
    const auto read = read_engine_flags(argc, argv, version::text("crownd", network::instructions()));
    if (const auto* const code = std::get_if<int>(&read)) return *code;
    SessionHost host(std::get<EngineFlags>(read), std::string(version::number()), session::Log(write_to_errors));
    auto environment = host.environment_of_user();
    StdioServer server(environment, std::get<EngineFlags>(read).bail);
    if (server.run() != StdioServer::End::refused) return 0;
    std::cerr << "crownd: " + server.refusal() + '\n';
    return 1;
  } catch (const std::exception& fault) {
    std::cerr << "crownd: " << fault.what() << '\n';
    return 1;
  }
}

}  // namespace crownd::local
