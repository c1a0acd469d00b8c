#pragma once

#include "core/bad_input.hpp"
#include "games/catalogue.hpp"
#include "search/control.hpp"
#include "session/client.hpp"
#include "wire/words.hpp"

#include <limits>
#include <utility>

namespace crownd::session {

struct Command;
class Session;
class Context;
class CurrentGame;

/// How a command interacts with a running search. The order matters: up to `immediate` a command never waits, and from
/// `bounded_search` on it is long.
enum class Policy : std::uint8_t {
  stop,              ///< ends the search that it belongs to
  ponderhit,         ///< see OnPonderhit
  quit,              ///< ends the session
  immediate,         ///< runs when it arrives, even during a search
  after_short,       ///< waits for earlier short commands, but not for a search
  read_only,         ///< waits for a bounded search, but runs during an unbounded one
  exclusive,         ///< needs the search to end
  bounded_search,    ///< a long command; later commands wait for it
  unbounded_search,  ///< a long command that ends only after `stop` or `ponderhit`; no command may wait for it
};

/// The effect of `ponderhit` on a long command.
enum class OnPonderhit : std::uint8_t {
  nothing,       ///< it does not ponder
  starts_clock,  ///< it continues until `stop`
  bounds,        ///< it becomes a bounded search
  stops,         ///< it has no limits: the expected move ends it
};

/// The running search of the current command. Used by the thread that runs it.
class RunningSearch {
 public:
  RunningSearch(Session& session, const Command& command, const Reply& reply);
  ~RunningSearch();

  [[nodiscard]] search::Control& control() { return control_; }
  /// The command has sent a line, after this number of nodes.
  void sent_line(std::uint64_t nodes);
  /// Nodes searched, as last reported: those of about the last millisecond may be missing.
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
  /// The command has its result: waits until the result may be sent. A later `stop` is for another search.
  void finish();
  /// Whether it was stopped because it took too long.
  [[nodiscard]] bool timed_out() const;
  [[nodiscard]] bool stopped_by_quit() const;
  /// Whether it had been stopped when it last polled.
  [[nodiscard]] bool saw_stop() const { return saw_stop_; }

 private:
  void poll(std::uint64_t nodes);
  void send_keep_alive();

  Session& session_;
  Reply reply_;
  std::uint64_t nodes_ = 0;
  bool saw_stop_ = false;
  search::Control control_;
};

/// One command with its arguments.
struct Command {
  /// Runs it. Throws BadInput or LimitReached, and then has changed nothing.
  using Run = std::function<void(Context&, Reply&)>;
  using RunLong = std::function<void(Context&, Reply&, RunningSearch&)>;

  Command(Policy its_policy, Run its_run) : policy(its_policy), run(std::move(its_run)) {}
  /// A long command.
  Command(Policy its_policy, RunLong its_run) : policy(its_policy), run_long(std::move(its_run)) {}

  /// Whether it runs as a search does, and can be stopped.
  [[nodiscard]] bool is_long() const { return policy >= Policy::bounded_search; }

  Policy policy;
  Run run = nullptr;           ///< of a short command
  RunLong run_long = nullptr;  ///< of a long command
  Run prepare = nullptr;       ///< of a long command: if it throws, the command is refused
  OnPonderhit on_ponderhit = OnPonderhit::nothing;
  bool needs_token = true;                           ///< if the session needs one: only runs after a right `auth`
  std::optional<std::string> token{};                ///< of `auth`, whose line is neither logged nor echoed
  std::size_t extra_bytes = 0;                       ///< memory besides the text of its line
  std::shared_ptr<const Dialect> dialect = nullptr;  ///< of its answer; null: native
  std::uint64_t line = 0;                            ///< number of its line among those of the client, from 1
  bool sets_position = false;                        ///< if it is refused, a search has no position
};

// Commands with their arguments, for the command table and for other dialects.

/// The parameters of `go`.
struct Go {
  search::Limits limits;  ///< as given, but a clock of one side counts for both
  std::vector<std::string> search_moves;
  bool analysis = false;  ///< the client does not play the move

  /// Whether the answer may be a book move: only a plain request for a move.
  [[nodiscard]] bool may_use_book() const;
  /// Whether anything but `infinite` and `ponder` limits the search.
  [[nodiscard]] bool limited() const;
  /// Unbounded: the answer waits for `stop` or `ponderhit`.
  [[nodiscard]] Policy policy() const;
  [[nodiscard]] OnPonderhit on_ponderhit() const;
};

[[nodiscard]] Command make_is_ready();
[[nodiscard]] Command make_new_game();
[[nodiscard]] Command make_set_option(std::string name, std::optional<std::string> value);
/// A search. `set_position`, if any, runs before it.
[[nodiscard]] Command make_search(Go go, std::function<void(CurrentGame&)> set_position = nullptr);
[[nodiscard]] Command make_stop();
[[nodiscard]] Command make_ponderhit();
[[nodiscard]] Command make_quit();
/// A command that only answers with this error; it waits as Policy::read_only does.
[[nodiscard]] Command make_refusal(wire::ErrorCode code, std::string message);
[[nodiscard]] Command make_refusal(const BadInput& bad);

/// A row of the table of commands.
struct Row {
  std::string_view word;
  std::string_view arguments;  ///< as in PROTOCOL.md; empty if there are none
  std::string_view summary;    ///< for `help`
  /// Reads the arguments, except for checks that depend on the game or the options. Throws BadInput for bad ones.
  Command (*read)(wire::Words&);
};

/// Reads no arguments: words after a command without arguments are ignored, as UCI requires.
template <Policy policy, void (&run)(Context&, Reply&)>
Command plain(wire::Words&) {
  return {policy, run};
}

/// The table of commands, in the order of PROTOCOL.md.
[[nodiscard]] const std::vector<Row>& all_commands();
/// The row of a word, in any case; null if it is no command.
[[nodiscard]] const Row* find_command(std::string_view word);

/// Reads a line, with or without its line end; none if it is empty or a comment. Any other line becomes a command,
/// which may answer with an error. Throws nothing but bad_alloc.
[[nodiscard]] std::optional<Command> read_command(std::string_view line);
/// Whether a line, possibly incomplete, is a `position`.
[[nodiscard]] bool sets_position(std::string_view line);
/// Reads the parameters of `go`, but not `go perft N` and `go minimax N`. Throws BadInput.
[[nodiscard]] Go read_go(wire::Words& words);

// Parts of the table.

[[nodiscard]] std::span<const Row> engine_commands();
[[nodiscard]] std::span<const Row> position_commands();
[[nodiscard]] std::span<const Row> search_commands();
[[nodiscard]] std::span<const Row> session_commands();

// Arguments.

inline constexpr std::int64_t no_least = std::numeric_limits<std::int64_t>::min();
inline constexpr std::int64_t largest_int = std::numeric_limits<int>::max();

/// A number with an allowed range, which the error message names.
struct Range {
  std::string_view what;
  std::int64_t least;
  std::int64_t most;
};

/// Takes the next word as a number in the range; throws BadInput for anything else.
std::int64_t take_number(wire::Words& words, const Range& range);
/// The same for an int of at least 1.
int take_count(wire::Words& words, std::string_view what);
/// Whether the next word is `flag`; false if there is none. Throws BadInput for any other word.
bool take_flag(wire::Words& words, std::string_view command, std::string_view flag);

inline constexpr std::size_t bench_hash_bytes = std::size_t{16} << 20;

struct BenchResult {
  std::uint64_t nodes = 0;
  std::int64_t time = 0;  ///< milliseconds
  std::uint64_t signature = 0;
};

/// Searches the fixed list of positions, each in a fresh game with one thread, to a depth that suits the game or to
/// `depth`. Nodes and signature are deterministic. Nothing if `control` was stopped before the end.
[[nodiscard]] std::optional<BenchResult> run_bench(std::span<const games::Entry> games, std::optional<int> depth,
                                                   search::Control& control, search::Scheduler& scheduler,
                                                   const std::function<void(const std::string&)>& report);

}  // namespace crownd::session
