#include "stdio/stdio_server.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <system_error>
#include <thread>
#include <utility>

namespace crownd::stdio {

namespace {

/// The time slice of a search while others wait for a slot.
constexpr std::chrono::milliseconds search_quantum{10};

int slots(const EngineFlags& flags) {
  return flags.searches > 0 ? flags.searches : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

std::vector<std::string> table_folders(const EngineFlags& flags) {
  auto folders = flags.tables;
  if (flags.default_tables)
    for (auto& folder : session::default_table_folders()) folders.push_back(std::move(folder));
  return folders;
}

constexpr std::size_t chunk = std::size_t{64} << 10;

}  // namespace

SessionHost::SessionHost(const EngineFlags& flags, std::string version, const session::Log& log)
    : scheduler_(slots(flags), search_quantum, flags.max_searches),
      memory_budget_(flags.total_hash_mb << 20),
      computed_tables_(memory_),
      table_files_(flags.table_cache_mb << 20, memory_, log),
      books_(games::catalogue(), log),
      environment_{scheduler_, memory_budget_, flags.session, flags.game, std::move(version), nullptr} {
  environment_.log = log;
  environment_.computed_tables = &computed_tables_;
  environment_.table_cache = &table_files_.cache();
  if (const auto folders = table_folders(flags); !folders.empty())
    environment_.tables = table_files_.load(folders, environment_.games);
  open_books(flags);
  environment_.books = &books_;
}

void SessionHost::set_limits(const EngineFlags& flags) {
  scheduler_.set_limits(slots(flags), flags.max_searches);
  memory_budget_.set_total(flags.total_hash_mb << 20);
}

session::Environment SessionHost::environment_of_user() {
  auto environment = environment_;
  environment.table_files = &table_files_;
  environment.may_open_books = true;
  return environment;
}

StdioServer::StdioServer(session::Environment& environment, bool bails)
    : lines_(environment.limits.max_line_bytes), bails_(bails), session_(environment, *this, session::Access::open) {}

StdioServer::End StdioServer::run() {
  auto input = Input::more;
  while (input == Input::more && !session_.ended() && streams_.wait(true)) input = read_and_handle();
  const bool quit = session_.ended();
  session_.end_of_input();
  static_cast<void>(streams_.wait(false));
  const std::lock_guard lock(output_);
  if (!failure_.empty()) return End::failed;
  if (input == Input::unreadable) {
    failure_ = "cannot read standard input: " + read_error_;
    return End::unreadable;
  }
  return quit ? End::quit : End::end_of_input;
}

StdioServer::Input StdioServer::read_and_handle() {
  std::array<char, chunk> bytes;
  std::ptrdiff_t count = 0;
  try {
    count = streams_.read(bytes);
  } catch (const std::system_error& fault) {
    read_error_ = fault.code().message();
    return Input::unreadable;
  }
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

void StdioServer::send(std::string_view line, session::Delivery) {
  std::error_code error;
  {
    const std::lock_guard lock(output_);
    if (output_broken_) return;
    try {
      platform::StandardStreams::write(std::string(line) + '\n');
      return;
    } catch (const std::system_error& fault) {
      output_broken_ = true;
      error = fault.code();
    }
  }
  if (error == std::errc::broken_pipe || error == std::errc::connection_reset) return session_.end_now();
  fail("cannot write to standard output: " + error.message());
}

void StdioServer::refused(std::uint64_t line, std::string_view error) {
  if (bails_) fail("line " + std::to_string(line) + " of standard input: " + std::string(error) + " (--bail)");
}

void StdioServer::fail(const std::string& message) {
  {
    const std::lock_guard lock(output_);
    if (failure_.empty()) failure_ = message;
  }
  session_.end_now();
}

}  // namespace crownd::stdio
