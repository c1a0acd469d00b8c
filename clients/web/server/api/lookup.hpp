#pragma once

#include "web/server/engines/session_pool.hpp"
#include "web/server/requests/position_request.hpp"
#include "wire/reply.hpp"

namespace crownd::web {

/// Version, games and tables of a daemon.
struct EngineInfo {
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

  /// Null if it has no such game. Case-insensitive.
  [[nodiscard]] const Game* find(std::string_view game) const;
};

/// Reads a line of the answers to `version`, `games` and `tables all`; true if it was the last one.
bool read_engine_info(EngineInfo& info, std::string_view line);

/// The latest info of a daemon, and its time. It expires, since tables and daemons change.
struct CachedEngineInfo {
  EngineInfo info;
  std::optional<std::chrono::steady_clock::time_point> read_at;
};

/// By the number of the daemon.
using EngineInfos = std::map<std::size_t, CachedEngineInfo>;

/// The kind of request about a position.
enum class Subject : std::uint8_t { probe, squares, book };

/// The daemon's answers about one position.
struct LookupResult {
  std::optional<wire::Error> error;  ///< if set, the rest is unspecified
  wire::Fen position;
  wire::Status status;
  std::vector<wire::MoveValue> values;
  wire::Exact value;
  std::vector<wire::BookMove> book;  ///< best first; empty if no book knows the position
  std::vector<std::string> moves;
  std::vector<wire::Route> routes;
  std::optional<wire::Squares> squares;
};

/// Asks a daemon about positions, and first for its EngineInfo if the session is new or the info has expired.
class PositionLookup final : public Conversation {
 public:
  /// The maximum for one session.
  static constexpr std::size_t max_positions = 32;

  /// `infos` must outlive this.
  PositionLookup(EngineInfos& infos, Subject subject, std::vector<PositionRequest> requests)
      : engine_infos_(infos), subject_(subject), requests_(std::move(requests)), results_(requests_.size()) {}

  void begin(std::size_t engine, bool is_new) override;
  [[nodiscard]] std::chrono::milliseconds pause() const override;
  [[nodiscard]] std::string commands() override;
  bool read(std::string_view line) override;

  /// One for each request, in order.
  [[nodiscard]] std::vector<LookupResult>& results() { return results_; }
  /// Info of the queried daemon.
  [[nodiscard]] const EngineInfo& engine_info() const { return cached_->info; }

 private:
  void begin_answer();
  /// Each reads a line of the present answer; true if it is the last one.
  bool read_answer(std::string_view line);
  bool read_probe(LookupResult& result, std::string_view line);
  bool read_squares(LookupResult& result, std::string_view line);
  bool read_book(LookupResult& result, std::string_view line);

  EngineInfos& engine_infos_;
  CachedEngineInfo* cached_ = nullptr;  ///< null before `begin`
  const Subject subject_;
  const std::vector<PositionRequest> requests_;
  std::vector<LookupResult> results_;
  std::vector<std::size_t> asked_;  ///< indices of the requests sent last
  std::size_t answered_ = 0;        ///< of asked_
  std::deque<std::size_t> to_ask_;  ///< indices of requests to send, or to send again
  bool is_begun_ = false;           ///< anything was sent
  bool was_busy_ = false;           ///< the daemon had no room for one of them
  bool reads_info_ = false;
  EngineInfo new_info_;
  bool has_position_ = false;  ///< the present answer has its position
  wire::SquaresReader squares_;
  std::optional<std::size_t> book_moves_;  ///< of the present answer, once it says so
};

}  // namespace crownd::web
