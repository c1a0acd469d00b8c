#pragma once

#include "connection/channel.hpp"
#include "connection/retry.hpp"
#include "match/engines/dialect.hpp"
#include "match/engines/engine_spec.hpp"
#include "match/engines/launch.hpp"
#include "match/game/player.hpp"
#include "match/output/traffic_log.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace crownd::match {

/// The runner's own timeouts. They are not limits of the game; beyond them an engine counts as hung.
struct Patience {
  Milliseconds start{10'000};  ///< for uciok and readyok
  Milliseconds move{60'000};   ///< for a move without a time limit
  Milliseconds grace{1'000};   ///< beyond a time limit, to tell a late move from a hung engine
};

/// An option of the command line that the engine does not have, or not with this value.
struct OptionFault {
  EngineOption option;
  bool listed = false;  ///< the engine has it
  std::string why;      ///< a sentence for people
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
  /// As found when it was last started.
  [[nodiscard]] const std::vector<OptionFault>& option_faults() const { return option_faults_; }
  /// How often it was started.
  [[nodiscard]] int starts() const { return starts_; }

 private:
  void launch();
  /// Sends quit, and waits a short time for the engine to exit.
  void quit();
  void shake_hands();
  void set_options();
  void set_option(const EngineOption& option);
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
  /// Reads up to this line. `take` gets the lines before it, up to `most` bytes, and returns whether it uses a line:
  /// others are searched for errors.
  void expect(std::string_view last_line, const std::function<bool(const std::string&)>& take = {},
              std::size_t most = SIZE_MAX);
  /// Why no answer came: "it has ended", or what else is wrong with its output.
  [[nodiscard]] std::string trouble(const std::string& if_open) const;
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
  std::vector<OptionFault> option_faults_;
  std::string variant_;               ///< as set in the running process
  std::optional<std::string> hoped_;  ///< pondering: the position command with the predicted move
  std::vector<std::string> asked_;
  std::optional<Microseconds> ready_after_;
  std::string last_line_;
  int starts_ = 0;
};

}  // namespace crownd::match
