#pragma once

#include "fuzz/answers.hpp"
#include "session/session.hpp"
#include "support/recorder.hpp"
#include "wire/reply.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::fuzz {

/// A daemon for one session, with limits that short conversations reach.
struct Daemon {
  explicit Daemon(bool wants_token);

  session::SearchScheduler scheduler;
  session::MemoryBudget hash;
  session::Environment environment;
  testing::Recorder client;
  session::Session session;
};

/// A model of a session by a client that knows PROTOCOL.md and the rules of all games: checks each answer; aborts, with
/// the conversation so far, at the first unexpected line.
class Conversation {
 public:
  explicit Conversation(bool wants_token);

  /// Sends a line, and checks the whole answer. In `move` and `go … searchmoves` a word @N is replaced by the Nth legal
  /// move. Lines that would take long are skipped.
  void say(std::string_view line);
  /// End of input: running commands answer, and the session ends.
  void finish(bool at_once);

  [[nodiscard]] bool over() const { return over_; }
  /// The lines actually sent.
  [[nodiscard]] const std::vector<std::string>& said() const { return said_; }

 private:
  using Lines = std::vector<std::string>;

  [[nodiscard]] std::string with_moves(std::string_view line) const;
  void answer_at_the_gate(const Line& line);
  void answer_while_unbounded(const Line& line);
  void answer(const Line& line);
  /// The error of an answer; none if there is none.
  [[nodiscard]] std::optional<wire::Error> error_in(const Lines& lines) const;
  /// Whether a search was refused exactly if its position was.
  void check_position(const Line& line, const Lines& answer);
  /// The lines of an answer; checks that the last one is valid, or an error that the command may have.
  Lines take_answer(const Line& line);
  /// All lines up to one with this prefix, or `error`.
  Lines until(std::string_view words);
  void expect_best_move(const Lines& lines);
  Lines ask(std::string_view line, std::string_view words);
  std::string ask_for(std::string_view line, std::string_view words);

  /// Whether the game is unchanged, or changed as the command should change it.
  void check_game(const Line& line, const Lines& answer);
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
  bool speaks_uci_ = false;               ///< it has sent `uci`
  bool has_position_ = true;              ///< the last one was not refused
  std::optional<session::Go> unbounded_;  ///< runs until stop or ponderhit
  std::string game_, position_;
  Lines legal_;              ///< as the session lists them, equal to those of the rules
  Lines past_;               ///< positions that undo can return to
  std::size_t unknown_ = 0;  ///< number of moves before those, which came with a position
};

}  // namespace crownd::fuzz
