#pragma once

#include "connection/child_process.hpp"
#include "match/engines/dialect.hpp"
#include "match/engines/engine_player.hpp"
#include "match/game/referee.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::match {

/// What an engine did wrong: a sentence for people.
class Fault : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Why something cannot be checked with an engine.
class NotTried : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The engine under test, and the settings of the test.
struct Candidate {
  std::vector<std::string> command;
  std::vector<std::string> referee;
  Patience patience;
};

/// One process of the engine, after the `uci` handshake. All waiting throws Fault if it takes too long, or if
/// the engine ends.
class Trial {
 public:
  explicit Trial(const Candidate& candidate);

  void send(std::string_view line);
  /// The next line with this prefix; the lines before it are kept in `passed`.
  std::string wait_for(std::string_view beginning);
  /// Sends isready, and waits for the answer.
  void be_ready();
  /// Sends the lines, then waits for one bestmove; returns the result of the search.
  Thought search(const std::vector<std::string>& lines);
  /// No line with this prefix may come before readyok.
  void must_not_say(std::string_view beginning);
  /// No line with this prefix may come within a short time.
  void must_wait_with(std::string_view beginning);
  /// The engine must exit by itself.
  void must_end();
  void close_input() { process_.close_input(); }

  [[nodiscard]] const Declared& declared() const { return declared_; }
  /// Its answer to `uci`.
  [[nodiscard]] const std::vector<std::string>& greeting() const { return greeting_; }
  /// The lines before the last line that was waited for.
  [[nodiscard]] const std::vector<std::string>& passed() const { return passed_; }

 private:
  std::optional<std::string> receive(connection::Deadline deadline);

  Patience patience_;
  connection::ChildProcess process_;
  Declared declared_;
  std::vector<std::string> greeting_;
  std::vector<std::string> passed_;
};

/// The game that an engine is tested with: reduced-chess on 8x8 if it can play that, else the first one that it and
/// the referee know.
class Ground {
 public:
  Ground(const Candidate& candidate, const Declared& declared);

  [[nodiscard]] bool is_chess() const { return dialect_.fen || referee_.game() == chess_like_game; }
  [[nodiscard]] Referee& referee() { return referee_; }
  [[nodiscard]] const std::string& start() const { return start_.text; }
  /// Lines that set the position after some moves from the start.
  [[nodiscard]] std::vector<std::string> position(const std::vector<std::string>& moves = {}) const;
  /// Of the start position.
  [[nodiscard]] std::vector<std::string> legal_moves();

 private:
  static std::string game_for(const Candidate& candidate, const Declared& declared);

  Referee referee_;
  Start start_;
  Dialect dialect_;
};

}  // namespace crownd::match
