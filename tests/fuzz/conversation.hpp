#pragma once

#include "fuzz/recorder.hpp"
#include "session/session.hpp"
#include "wire/command.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::fuzz {

/// A daemon for one session, with limits that short conversations reach.
struct Daemon {
  explicit Daemon(bool wants_token);

  session::SearchTurns turns;
  session::HashBudget hash;
  session::Environment environment;
  Recorder client;
  session::Session session;
};

/// What a client that knows PROTOCOL.md and the rules of all games expects of a session, line after line; aborts, with
/// the conversation so far, when something else comes.
class Conversation {
 public:
  explicit Conversation(bool wants_token);

  /// Says a line, and checks all of the answer. In `move` and `go … searchmoves` a word @N is replaced by the Nth legal
  /// move. Lines that would take long are passed over.
  void say(std::string_view line);
  /// No more comes: whatever still runs answers, and the session ends.
  void finish(bool at_once);

  [[nodiscard]] bool over() const { return over_; }
  /// What has really been said.
  [[nodiscard]] const std::vector<std::string>& said() const { return said_; }

 private:
  using Lines = std::vector<std::string>;

  [[nodiscard]] std::string with_moves(std::string_view line) const;
  void answer_at_the_gate(const wire::Command& command);
  void answer_while_unbounded(const wire::Command& command);
  void answer(const wire::Command& command);
  /// The lines of an answer; their last one is an error that the command may have, or as it should be.
  Lines take_answer(const wire::Command& command);
  /// All lines up to one that begins so, or with `error`.
  Lines until(std::string_view words);
  void expect_best_move(const Lines& lines);
  Lines ask(std::string_view line, std::string_view words);
  std::string ask_for(std::string_view line, std::string_view words);

  /// Whether the game is as it was, or as the command should have made it.
  void check_game(const wire::Command& command, const Lines& answer);
  void check_moved(const std::string& before, const std::string& line);
  void check_undone(int count, bool done);
  void look();

  [[noreturn]] void fail(const std::string& what, const Lines& heard = {}) const;
  void require(bool holds, const std::string& what, const Lines& heard = {}) const {
    if (!holds) fail(what, heard);
  }

  Daemon daemon_;
  Lines said_;
  bool over_ = false;
  std::optional<wire::Go> unbounded_;  ///< runs until stop or ponderhit
  std::string game_, position_;
  Lines legal_;              ///< as the session tells them, and the rules
  Lines past_;               ///< positions that undo leads back to
  std::size_t unknown_ = 0;  ///< moves before those, which came with a position
};

}  // namespace crownd::fuzz
