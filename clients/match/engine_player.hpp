#pragma once

#include "connection/channel.hpp"
#include "connection/retry.hpp"
#include "match/dialect.hpp"
#include "match/engine_spec.hpp"
#include "match/player.hpp"
#include "match/standard_error.hpp"
#include "match/stop_flag.hpp"
#include "match/traffic_log.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace crownd::match {

/// How long the runner itself waits. These are no limits of the game; beyond them an engine counts as hung.
struct Patience {
  Milliseconds start{10'000};  ///< for uciok and readyok
  Milliseconds move{60'000};   ///< for a move without a limit of time
  Milliseconds grace{1'000};   ///< beyond a limit of time, to tell a late move from none
};

/// A player that is a UCI or crownd engine, started when it is first needed. One that crashes or hangs is ended, and
/// started anew for the next game. While it waits it looks at the flag, and throws Stopped once that is set.
class EnginePlayer final : public Player {
 public:
  /// `traffic`, if it is there, is told every line.
  EnginePlayer(EngineSpec spec, std::string game, Patience patience, const StopFlag& stop, Traffic* traffic = nullptr)
      : spec_(std::move(spec)), game_(std::move(game)), patience_(patience), stop_(stop), traffic_(traffic) {}
  ~EnginePlayer() override;

  std::optional<std::string> prepare(const Start& start) override;
  Thought think(const Question& question) override;
  void ponder(const Question& question) override;
  [[nodiscard]] std::vector<std::string> errors() const override;

  /// What the engine calls itself, after the first prepare.
  [[nodiscard]] const std::string& declared_name() const { return declared_.name; }
  /// How often it had to be started.
  [[nodiscard]] int starts() const { return starts_; }

 private:
  void launch();
  /// Lets the engine end by itself, for a short time.
  void quit();
  void shake_hands();
  void set_options();
  void become_ready();
  void be_told_of_game(const Start& start);
  void tell_draw_rule();
  void end_pondering();
  bool has_predicted(const Question& question) const;
  bool send(std::string_view line, connection::Deadline deadline);
  /// The next line, without blanks around it, or none at the deadline or at the end of the engine.
  std::optional<std::string> receive(connection::Deadline deadline);
  /// Sends a line; throws ConnectionError if the engine is gone, or does not read until the deadline.
  void insist(std::string_view line, connection::Deadline deadline);
  void expect(std::string_view last_line);
  Thought think_once(const Question& question);
  /// Whether the engine is there again, before so much time has passed, and ready for the game.
  bool reconnect(const Start& start, connection::Retry& retry);
  Thought await_move(connection::Clock::time_point asked, connection::Deadline deadline);
  Thought failed(Answer answer, connection::Clock::time_point asked);
  /// Ends the process, at once and with all that it started.
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
  std::optional<std::string> hoped_;  ///< pondering: the position command of the expected move
  std::vector<std::string> asked_;
  std::optional<Microseconds> ready_after_;
  std::string last_line_;
  int starts_ = 0;
};

}  // namespace crownd::match
