#include "local/stdio_server.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <system_error>

namespace crownd::local {

namespace {

constexpr std::size_t chunk = std::size_t{64} << 10;

}  // namespace

StdioServer::StdioServer(session::Environment& environment, bool bails)
    : lines_(environment.limits.max_line_bytes),
      log_(environment.log),
      bails_(bails),
      session_(environment, *this, session::Access::open) {}

StdioServer::End StdioServer::run() {
  auto input = Input::more;
  while (input == Input::more && !session_.ended() && streams_.wait(true)) input = read_and_handle();
  const bool quit = session_.ended();
  session_.end_of_input();
  static_cast<void>(streams_.wait(false));
  const std::lock_guard lock(output_);
  if (!refusal_.empty()) return End::refused;
  return quit ? End::quit : End::end_of_input;
}

void StdioServer::stop() { session_.end_now(); }

StdioServer::Input StdioServer::read_and_handle() {
  std::array<char, chunk> bytes;
  const auto count = streams_.read(bytes);
  if (count < 0) return Input::more;
  if (count == 0) {
    lines_.finish();
  } else {
    lines_.append({bytes.data(), static_cast<std::size_t>(count)});
  }
  handle_lines();
  return count > 0 ? Input::more : Input::ended;
}

void StdioServer::handle_lines() {
  using Next = wire::LineSplitter::Next;
  while (true) {
    switch (lines_.next()) {
      case Next::nothing: return;
      case Next::line: session_.handle_line(lines_.line()); break;
      case Next::too_long: session_.line_too_long(lines_.line()); break;
    }
    session_.wait_for_room();
  }
}

void StdioServer::send(std::string_view line, session::Urgency) {
  {
    const std::lock_guard lock(output_);
    if (output_broken_) return;
    try {
      platform::StandardStreams::write(std::string(line) + '\n');
      return;
    } catch (const std::system_error& fault) {
      output_broken_ = true;
      if (fault.code() != std::errc::broken_pipe)
        log_.error("cannot write to standard output: " + fault.code().message());
    }
  }
  session_.end_now();
}

void StdioServer::refused(std::uint64_t line, std::string_view error) {
  if (!bails_) return;
  {
    const std::lock_guard lock(output_);
    if (!refusal_.empty()) return;
    refusal_ = "line " + std::to_string(line) + " of standard input: " + std::string(error) + " (--bail)";
  }
  session_.end_now();
}

void StdioServer::close() { streams_.interrupt(); }

}  // namespace crownd::local
