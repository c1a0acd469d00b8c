#pragma once

#include "match/engines/engine_spec.hpp"
#include "match/engines/standard_error.hpp"
#include "match/engines/uci.hpp"
#include "match/output/traffic_log.hpp"

namespace crownd::match {

/// Timeouts after which an engine counts as hung.
struct Timeouts {
  Milliseconds start{10'000};  ///< for uciok and readyok
  Milliseconds move{60'000};   ///< for a move without a time limit
  Milliseconds grace{1'000};   ///< beyond a time limit, to tell a late move from a hung engine
};

/// An option that the engine does not have or whose value it refuses.
struct OptionFault {
  EngineOption option;
  bool listed = false;  ///< the engine has it
  std::string why;
};

/// A UCI engine, started on demand. After a crash or timeout it is killed, and restarted for the next game. All waits
/// throw Stopped if the flag is set.
class EnginePlayer final : public Player {
 public:
  /// `traffic`, if not null, gets every line.
  EnginePlayer(EngineSpec spec, std::string game, Timeouts timeouts, const StopFlag& stop, Traffic* traffic = nullptr)
      : spec_(std::move(spec)), game_(std::move(game)), timeouts_(timeouts), stop_(stop), traffic_(traffic) {}
  ~EnginePlayer() override { quit(); }

  std::optional<std::string> prepare(const Start& start) override;
  SearchResult think(const MoveRequest& request) override;
  void ponder(const MoveRequest& request) override;
  [[nodiscard]] std::vector<std::string> errors() const override {
    return errors_ ? errors_->last_lines() : std::vector<std::string>();
  }

  /// The faults found at the last start.
  [[nodiscard]] const std::vector<OptionFault>& option_faults() const { return option_faults_; }
  [[nodiscard]] int starts() const { return starts_; }

 private:
  static constexpr std::chrono::seconds write_timeout{2};

  void launch();
  void quit();
  void handshake();
  void set_options();
  void set_option(const EngineOption& option);
  void wait_until_ready(const std::function<bool(const std::string&)>& take = {});
  void start_new_game(const Start& start);
  void send_draw_rule();
  void end_pondering();
  bool send(std::string_view line, connection::Deadline deadline = connection::within(write_timeout));
  /// The next line, trimmed; none at the deadline or if the engine has ended.
  std::optional<std::string> receive(connection::Deadline deadline);
  /// Sends a line; throws ConnectionError if the engine is gone, or does not read it before the deadline.
  void send_or_throw(std::string_view line, connection::Deadline deadline);
  /// Reads up to this line. `take` gets the lines before it and returns whether it uses a line; others are searched for
  /// errors. Throws after `max` bytes.
  void read_until(std::string_view last_line, const std::function<bool(const std::string&)>& take = {},
                  std::size_t max = SIZE_MAX);
  [[nodiscard]] std::string health_text(const std::string& if_open) const;
  [[nodiscard]] std::string exit_status() const;
  SearchResult search_once(const MoveRequest& request);
  /// Reconnects within the retry's time; whether the engine is connected and ready for the game.
  bool reconnect(const Start& start, connection::Retry& retry);
  SearchResult read_move(SearchResult found, connection::Deadline deadline);
  /// Completes the result of a search without an answer, and kills the engine.
  SearchResult failed(SearchResult found);
  /// Kills the process at once, with all processes that it started.
  void kill();

  EngineSpec spec_;
  std::string game_;
  Timeouts timeouts_;
  const StopFlag& stop_;
  Traffic* traffic_;
  std::unique_ptr<StandardError> errors_;  ///< of a child process
  std::unique_ptr<connection::Channel> channel_;
  int process_ = 0;  ///< its id, if it is a child process
  Declared declared_;
  PositionFormat format_;
  std::vector<OptionFault> option_faults_;
  std::string variant_;                 ///< as set in the running process
  std::vector<std::string> pondering_;  ///< the `position` and `go ponder` lines; empty if it does not ponder
  int starts_ = 0;
};

}  // namespace crownd::match
