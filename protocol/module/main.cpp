#include "module/host.hpp"
#include "module/weights.hpp"
#include "session/session.hpp"
#include "version/version.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// The engine as a WebAssembly module: one session, in the thread that calls; other threads only search.

namespace crownd::module {

namespace {

using Clock = search::SteadyClock;
using std::chrono::milliseconds;

/// A search hears others at least so often, where it has to be suspended for that.
constexpr milliseconds longest_deaf{10};
/// Where it cannot be suspended, it is left so often.
constexpr milliseconds slice{40};
constexpr std::size_t megabyte_shift = 20;
/// More than one session has.
constexpr int most_searches = 1000;

class Page final : public session::Client {
 public:
  void send(std::string_view line, session::Urgency /*urgency*/) override {
    crownd_host_send(line.data(), line.size());
  }
  void close() override { crownd_host_close(); }
  [[nodiscard]] std::string_view name() const override { return "the page"; }
};

/// What whoever loads the module may set before the session begins.
struct Settings {
  std::size_t memory_mb = 64;  ///< of all tables together
  std::string game;            ///< empty: the usual one
  bool in_slices = false;      ///< nothing is heard before crownd_run has returned
  session::SessionLimits limits;

  Settings() {
    limits.max_hash_mb = memory_mb;
    limits.max_threads = 1;
  }
  /// False if there is no such setting.
  bool set(std::string_view name, std::size_t value) {
    if (name == "max-hash") {
      memory_mb = value;
    } else if (name == "session-hash") {
      limits.max_hash_mb = value;
    } else if (name == "session-threads") {
      limits.max_threads = static_cast<int>(value);
    } else if (name == "max-line") {
      limits.max_line_bytes = value;
    } else if (name == "max-queue") {
      limits.max_queued_bytes = value;
    } else if (name == "max-plies") {
      limits.max_plies = value;
    } else if (name == "max-game-bytes") {
      limits.max_game_bytes = value;
    } else if (name == "max-movetime") {
      limits.max_movetime = milliseconds(value);
    } else if (name == "in-slices") {
      in_slices = value != 0;
    } else {
      return false;
    }
    return true;
  }
};

class Conversation {
 public:
  explicit Conversation(const Settings& settings)
      : turns_(settings.limits.max_threads, milliseconds(10), most_searches),
        hash_(settings.memory_mb << megabyte_shift),
        environment_{turns_,
                     hash_,
                     settings.limits,
                     settings.game,
                     std::string(version::number()),
                     nullptr,
                     games_with_weights()},
        buffer_(settings.limits.max_line_bytes + 1) {
    environment_.library = &library_;
    environment_.log = session::Log([](session::LogLevel level, const std::string& text) {
      if (level == session::LogLevel::error) crownd_host_log(text.data(), text.size());
    });
    session_.emplace(environment_, page_, session::Access::open, executor(settings));
  }

  /// Handles all lines that are there, and goes on with what was left. Returns in how many milliseconds there is more
  /// to do, unless lines come before.
  double run() {
    const bool has_left = slices_ != nullptr && slices_->due() != Clock::time_point::max();
    take_lines();
    if (has_left) slices_->go_on();
    if (slices_ == nullptr || slices_->due() == Clock::time_point::max()) return never;
    return std::max(std::chrono::duration<double, std::milli>(slices_->due() - Clock::now()).count(), 0.0);
  }

 private:
  static constexpr double never = std::numeric_limits<double>::infinity();

  std::unique_ptr<session::Executor> executor(const Settings& settings) {
    if (!settings.in_slices)
      return std::make_unique<session::CallersThread>([this](milliseconds may_wait) { poll(may_wait); });
    auto slices = std::make_unique<session::Slices>(slice);
    slices_ = slices.get();
    return slices;
  }

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

  void poll(milliseconds may_wait) {
    if (const auto now = Clock::now(); may_wait.count() > 0 || now - heard_ >= longest_deaf) {
      crownd_host_wait(static_cast<double>(may_wait.count()));
      heard_ = Clock::now();
    }
    take_lines();
  }

  Page page_;
  session::SearchTurns turns_;
  session::HashBudget hash_;
  tables::Library library_{
      {[this](std::size_t bytes) { return hash_.take(bytes); }, [this](std::size_t bytes) { hash_.release(bytes); }},
      tables::Library::Maker::caller};
  session::Environment environment_;
  std::vector<char> buffer_;
  Clock::time_point heard_;
  session::Slices* slices_ = nullptr;        ///< of the session, where it has them
  std::optional<session::Session> session_;  // last: it uses the others
};

Settings settings;
std::optional<Conversation> conversation;

}  // namespace

}  // namespace crownd::module

extern "C" {

/// Sets a limit, named as the daemon's flag, before crownd_open; 0 if there is none of that name.
int crownd_set(const char* name, double value) {
  return crownd::module::settings.set(name, static_cast<std::size_t>(value)) ? 1 : 0;
}

/// Begins the session with a game; an empty name means the usual one.
void crownd_open(const char* game) {
  crownd::module::settings.game = game;
  crownd::module::conversation.emplace(crownd::module::settings);
}

/// Handles the lines that have come. To be called again when further lines have come, or after so many milliseconds:
/// infinity, unless it works in slices.
double crownd_run() { return crownd::module::conversation->run(); }
}
