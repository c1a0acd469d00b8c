#include "local/session_host.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

namespace crownd::local {

namespace {

/// The quantum of a search while others wait for their turn.
constexpr std::chrono::milliseconds search_quantum{10};

int slots(const EngineFlags& flags) {
  return flags.searches > 0 ? flags.searches : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

std::vector<std::string> table_folders(const EngineFlags& flags) {
  auto folders = flags.tables;
  if (flags.usual_tables)
    for (auto& folder : session::usual_table_folders()) folders.push_back(std::move(folder));
  return folders;
}

}  // namespace

SessionHost::SessionHost(const EngineFlags& flags, std::string version, const session::Log& log)
    : turns_(slots(flags), search_quantum, flags.max_searches),
      hash_(flags.total_hash_mb << 20),
      library_(memory_),
      table_files_(flags.table_cache_mb << 20, memory_, log),
      books_(games::catalogue(), log),
      environment_{turns_, hash_, flags.session, flags.game, std::move(version), nullptr} {
  environment_.log = log;
  environment_.library = &library_;
  environment_.table_cache = &table_files_.cache();
  if (const auto folders = table_folders(flags); !folders.empty())
    environment_.tables = table_files_.load(folders, environment_.games);
  open_books(flags);
  environment_.books = &books_;
}

void SessionHost::set_limits(const EngineFlags& flags) {
  turns_.set_limits(slots(flags), flags.max_searches);
  hash_.set_total(flags.total_hash_mb << 20);
}

void SessionHost::open_books(const EngineFlags& flags) {
  books_.fill(flags.books, flags.usual_books ? session::usual_book_folders() : std::vector<std::string>());
}

session::Environment SessionHost::environment_of_user() {
  auto environment = environment_;
  environment.table_files = &table_files_;
  environment.may_open_books = true;
  return environment;
}

}  // namespace crownd::local
