#pragma once

#include "connection/channel.hpp"
#include "connection/retry.hpp"
#include "match/engines/dialect.hpp"
#include "match/engines/engine_spec.hpp"
#include "match/engines/launch.hpp"
#include "match/game/player.hpp"
#include "match/output/traffic_log.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace crownd::match {

/// The runner's own timeouts. They are not limits of the game; beyond them an engine counts as hung.
struct Patience {
  Milliseconds start{10'000};  ///< for uciok and readyok
  Milliseconds move{60'000};   ///< for a move without a time limit
  Milliseconds grace{1'000};   ///< beyond a time limit, to tell a late move from a hung engine
};

/// A player that is a UCI or crownd engine, started when it is first needed. One that crashes or hangs is killed, and
/// restarted for the next game. While waiting it checks the flag, and throws Stopped once that is set.
class EnginePlayer final : public Player {
 public:
  /// `traffic`, if not null, gets every line.
  EnginePlayer(EngineSpec spec, std::string game, Patience patience, const StopFlag& stop, Traffic* traffic = nullptr)
      : spec_(std::move(spec)), game_(std::move(game)), patience_(patience), stop_(stop), traffic_(traffic) {}
  ~EnginePlayer() override;

  std::optional<std::string> prepare(const Start& start) override;
  Thought think(const Question& question) override;
  void ponder(const Question& question) override;
  [[nodiscard]] std::vector<std::string> errors() const override;

  /// What the engine calls itself, after the first prepare.
  [[nodiscard]] const std::string& declared_name() const { return declared_.name; }
  /// How often it was started.
  [[nodiscard]] int starts() const { return starts_; }

 private:
  void launch();
  /// Sends quit, and waits a short time for the engine to exit.
  void quit();
  void shake_hands();
  void set_options();
  void become_ready();
  void announce_game(const Start& start);
  void send_draw_rule();
  void end_pondering();
  bool has_predicted(const Question& question) const;
  bool send(std::string_view line, connection::Deadline deadline);
  /// The next line, trimmed, or none at the deadline or if the engine has ended.
  std::optional<std::string> receive(connection::Deadline deadline);
  /// Sends a line; throws ConnectionError if the engine is gone, or does not read it before the deadline.
  void insist(std::string_view line, connection::Deadline deadline);
  void expect(std::string_view last_line);
  Thought think_once(const Question& question);
  /// Reconnects within the retry's time; whether the engine is connected and ready for the game.
  bool reconnect(const Start& start, connection::Retry& retry);
  Thought await_move(connection::Clock::time_point asked, connection::Deadline deadline);
  Thought failed(Answer answer, connection::Clock::time_point asked);
  /// Kills the process at once, with all processes that it started.
  void kill();

  EngineSpec spec_;
  std::string game_;
  Patience patience_;
  const StopFlag& stop_;
  Traffic* traffic_;
  std::optional<StandardError> errors_;
  std::unique_ptr<connection::Channel> channel_;
  int process_ = 0;  ///< its id, if it is a child process
  Declared declared_;
  Dialect dialect_;
  std::string variant_;               ///< as set in the running process
  std::optional<std::string> hoped_;  ///< pondering: the position command with the predicted move
  std::vector<std::string> asked_;
  std::optional<Microseconds> ready_after_;
  std::string last_line_;
  int starts_ = 0;
};

}  // namespace crownd::match
