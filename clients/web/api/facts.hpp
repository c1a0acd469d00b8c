#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace crownd::web {

/// What a daemon says of itself.
struct Facts {
  struct Tables {
    int pieces = 0;
    std::string kind;  ///< `distance` or `wdl`
    long long files = 0;
    long long places = 0;
    long long bytes = 0;
  };
  struct Game {
    std::string name;
    std::string title;
    std::vector<Tables> tables;
  };

  std::string version;
  std::vector<Game> games;

  /// Null if it has no such game. The case of letters does not count.
  [[nodiscard]] const Game* find(std::string_view game) const;
};

/// The commands that ask for the facts.
constexpr std::string_view facts_commands = "version\ngames\ntables all\n";

/// Reads a line of the answers; true if it was the last one.
bool read_facts(Facts& facts, std::string_view line);

/// The facts of a daemon that were read last. They are asked anew from time to time, as tables and daemons come and go.
class KnownFacts {
 public:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] bool is_due(Clock::time_point now = Clock::now()) const {
    return !read_at_ || now - *read_at_ > lifetime;
  }
  void forget() { read_at_.reset(); }
  void set(Facts facts) {
    facts_ = std::move(facts);
    read_at_ = Clock::now();
  }
  [[nodiscard]] const Facts& facts() const { return facts_; }

 private:
  static constexpr std::chrono::seconds lifetime{10};

  Facts facts_;
  std::optional<Clock::time_point> read_at_;
};

/// By the number of the daemon.
using FactsOfEngines = std::map<std::size_t, KnownFacts>;

}  // namespace crownd::web
