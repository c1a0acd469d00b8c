#include "core/bad_input.hpp"
#include "platform/wasm/weights.hpp"
#include "session/session.hpp"
#include "version/version.hpp"

#include <zstd.h>

#include <algorithm>

// The engine as a WebAssembly module: one session, in the thread that calls; other threads only search.

// Functions that JavaScript provides to the module; see host.js.

extern "C" {

/// Sends a line, given without its end.
void crownd_host_send(const char* line, std::size_t bytes);
/// The session is over.
void crownd_host_close();

/// Copies the next line to `buffer`, truncated to `room` bytes. Returns its size in bytes, or a number below.
int crownd_host_receive(char* buffer, std::size_t room);
inline constexpr int no_line = -1;
inline constexpr int end_of_lines = -2;

/// Called during a search: lets the host receive lines, and waits for one up to so many milliseconds. The host suspends
/// the module meanwhile, or blocks its thread; a host that can do neither returns at once.
void crownd_host_wait(double milliseconds);

/// Fetches a file beside the module. Returns its size in bytes, or -1 on failure.
int crownd_host_fetch(const char* path, std::size_t bytes);
/// Copies the bytes of the last fetched file, and frees them.
void crownd_host_take(std::uint8_t* to);

/// Writes an error to the host's log.
void crownd_host_log(const char* text, std::size_t bytes);
}

namespace crownd::wasm {

namespace {

using Clock = search::SteadyClock;
using std::chrono::milliseconds;

/// The interval of polls during a search if the host suspends the module for them.
constexpr milliseconds poll_interval{10};
constexpr std::size_t megabyte_shift = 20;
/// More than one session has.
constexpr int max_searches = 1000;

/// The module contains the beginning of each file of weights, with a checksum.
constexpr std::size_t head_bytes = 64;

std::string folder_of(std::string_view game) {
  std::string folder(game);
  std::replace(folder.begin(), folder.end(), '-', '_');
  return folder;
}

/// Fills `room` from the file; false if it is missing or of another version.
bool fill(std::span<std::uint8_t> room, const std::string& path) {
  const int size = crownd_host_fetch(path.data(), path.size());
  if (size < 0) return false;
  std::vector<std::uint8_t> packed(static_cast<std::size_t>(size));
  crownd_host_take(packed.data());
  // Decompress into `room`: WebAssembly memory cannot shrink, so a temporary copy would stay allocated.
  const std::vector<std::uint8_t> head(room.begin(), room.begin() + head_bytes);
  const bool fits = ::ZSTD_decompress(room.data(), room.size(), packed.data(), packed.size()) == room.size() &&
                    std::equal(head.begin(), head.end(), room.begin());
  if (!fits) std::copy(head.begin(), head.end(), room.begin());
  return fits;
}

/// Throws BadInput if a file is missing.
void need_weights(std::string_view game) {
  static std::vector<const platform::AbsentWeights*> there;
  for (const auto& absent : platform::absent_weights()) {
    if (absent.game != folder_of(game) || std::find(there.begin(), there.end(), &absent) != there.end()) continue;
    const auto path = std::string(absent.game) + "/" + std::string(absent.file) + ".zst";
    if (!fill(absent.room, path))
      throw BadInput(Fault::bad_argument, "the weights of " + std::string(game) + " cannot be loaded: " + path +
                                              " is missing, or of another version");
    there.push_back(&absent);
  }
}

constexpr std::size_t max_games = 16;

template <std::size_t Number>
std::unique_ptr<play::AnyGame> make_with_weights() {
  const auto& entry = games::catalogue()[Number];
  need_weights(entry.name);
  return entry.make();
}

template <std::size_t... Numbers>
std::vector<games::Entry> entries(std::index_sequence<Numbers...>) {
  constexpr std::array makers{make_with_weights<Numbers>...};
  const auto all = games::catalogue();
  std::vector<games::Entry> list(all.begin(), all.end());
  for (std::size_t i = 0; i < std::min(list.size(), makers.size()); ++i) list[i].make = makers[i];
  return list;
}

/// All games of the engine. The weights of each are fetched when it is first made, which throws BadInput on failure.
std::span<const games::Entry> games_with_weights() {
  static const auto list = entries(std::make_index_sequence<max_games>());
  return list;
}

class Page final : public session::Client {
 public:
  void send(std::string_view line, session::Delivery /*delivery*/) override {
    crownd_host_send(line.data(), line.size());
  }
  void close() override { crownd_host_close(); }
  [[nodiscard]] std::string_view name() const override { return "the page"; }
};

/// Settings that the page may change before the session begins.
struct Settings {
  std::size_t memory_mb = 64;  ///< the budget of all tables
  std::string game;            ///< empty: the default
  session::SessionLimits limits;

  Settings() {
    limits.max_hash_mb = memory_mb;
    limits.max_threads = 1;
  }
  /// False if there is no such setting.
  bool set(std::string_view name, std::size_t value) {
    const std::pair<std::string_view, std::size_t*> sizes[] = {{"max-hash", &memory_mb},
                                                               {"session-hash", &limits.max_hash_mb},
                                                               {"max-line", &limits.max_line_bytes},
                                                               {"max-queue", &limits.max_queued_bytes},
                                                               {"max-plies", &limits.max_plies},
                                                               {"max-game-bytes", &limits.max_game_bytes}};
    for (const auto& [known, size] : sizes)
      if (known == name) {
        *size = value;
        return true;
      }
    if (name == "session-threads") limits.max_threads = static_cast<int>(value);
    if (name == "max-movetime") limits.max_movetime = milliseconds(value);
    return name == "session-threads" || name == "max-movetime";
  }
};

class Conversation {
 public:
  explicit Conversation(const Settings& settings)
      : scheduler_(settings.limits.max_threads, milliseconds(10), max_searches),
        memory_budget_(settings.memory_mb << megabyte_shift),
        environment_{scheduler_, memory_budget_,      settings.limits, settings.game, std::string(version::number()),
                     nullptr,    games_with_weights()},
        buffer_(settings.limits.max_line_bytes + 1) {
    environment_.computed_tables = &computed_tables_;
    environment_.log = [](session::LogLevel level, const std::string& text) {
      if (level == session::LogLevel::error) crownd_host_log(text.data(), text.size());
    };
    session_.emplace(environment_, page_, session::Access::open,
                     std::make_unique<session::CallersThread>([this](milliseconds may_wait) { poll(may_wait); }));
  }

  /// Handles all received lines.
  void take_lines() {
    for (;;) {
      const int size = crownd_host_receive(buffer_.data(), buffer_.size());
      if (size == no_line) return;
      if (size == end_of_lines) return session_->end_of_input();
      if (static_cast<std::size_t>(size) >= buffer_.size()) {
        session_->line_too_long({buffer_.data(), buffer_.size()});
      } else {
        // A search reads further lines into the same buffer.
        session_->handle_line(std::string(buffer_.data(), static_cast<std::size_t>(size)));
      }
    }
  }

 private:
  void poll(milliseconds may_wait) {
    if (const auto now = Clock::now(); may_wait.count() > 0 || now - polled_ >= poll_interval) {
      crownd_host_wait(static_cast<double>(may_wait.count()));
      polled_ = Clock::now();
    }
    take_lines();
  }

  Page page_;
  session::SearchScheduler scheduler_;
  session::MemoryBudget memory_budget_;
  tables::ComputedTables computed_tables_{{[this](std::size_t bytes) { return memory_budget_.take(bytes); },
                                           [this](std::size_t bytes) { memory_budget_.release(bytes); }},
                                          tables::ComputedTables::Threads::callers};
  session::Environment environment_;
  std::vector<char> buffer_;
  Clock::time_point polled_;
  std::optional<session::Session> session_;  // last: it uses the others
};

Settings settings;
std::optional<Conversation> conversation;

}  // namespace

}  // namespace crownd::wasm

extern "C" {

/// Sets a limit, named as the daemon's flag, before crownd_open; 0 if there is none of that name.
int crownd_set(const char* name, double value) {
  return crownd::wasm::settings.set(name, static_cast<std::size_t>(value)) ? 1 : 0;
}

/// Begins the session with a game; an empty name means the default.
void crownd_open(const char* game) {
  crownd::wasm::settings.game = game;
  crownd::wasm::conversation.emplace(crownd::wasm::settings);
}

/// Handles the received lines. Call it again for further lines.
void crownd_run() { crownd::wasm::conversation->take_lines(); }
}
