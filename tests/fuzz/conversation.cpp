#include "fuzz/conversation.hpp"

#include "fuzz/answers.hpp"
#include "fuzz/oracle.hpp"
#include "session/environment.hpp"
#include "wire/reply.hpp"
#include "wire/words.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <utility>

namespace crownd::fuzz {

namespace {

using namespace std::chrono_literals;
using session::Policy;

constexpr std::string_view token = "sesame";
/// Longer searches are stopped.
constexpr auto patience_with_searches = 100ms;
/// Nothing takes longer than this, even with sanitizers on a busy machine.
constexpr auto patience = 20s;

session::SessionLimits short_limits() {
  session::SessionLimits limits;
  limits.max_line_bytes = 1000;
  limits.max_queued_bytes = 4096;
  limits.max_hash_mb = 4;
  limits.max_threads = 2;
  return limits;
}

/// Each error in the daemon's log is a failure.
void fail_at_errors(session::LogLevel level, const std::string& text) {
  if (level != session::LogLevel::error) return;
  std::cerr << "FAILED: the log says " << text << '\n';
  std::abort();
}

session::Environment make_environment(session::SearchScheduler& scheduler, session::MemoryBudget& hash) {
  session::Environment environment{scheduler,       hash, short_limits(),
                                   "reduced-chess", "0",  [](std::string_view offered) { return offered == token; }};
  environment.settable.emplace(session::remote_options.begin(), session::remote_options.end());
  environment.log = session::Log(fail_at_errors);
  return environment;
}

// Long searches find no more bugs than short ones: which commands to run.

bool is_small(const session::Go& go) {
  constexpr std::chrono::milliseconds longest{20};
  const auto& limits = go.limits;
  const auto is_short = [&](const auto& clock) { return clock && clock->left <= longest; };
  const bool by_count = limits.nodes.value_or(1'000'000) <= 3000 || limits.depth.value_or(100) <= 2;
  const bool by_time =
      (limits.movetime && *limits.movetime <= longest) || is_short(limits.clock[0]) || is_short(limits.clock[1]);
  return by_count || by_time || !go.limited();
}

bool is_small(const Line& line) {
  if (line.is("bench")) return false;  // of fixed size, and tested elsewhere
  if (line.is("perft")) return line.number(0) <= 2;
  if (line.go) return is_small(*line.go);
  if (line.is("go")) return line.number(1) <= (wire::same_word(line.arguments[0], "perft") ? 2 : 3);
  return true;
}

bool ends_by_itself_after_ponderhit(const session::Go& go) { return go.on_ponderhit() >= session::OnPonderhit::bounds; }

}  // namespace

Daemon::Daemon(bool wants_token)
    : scheduler(2, 5ms),
      hash(256 << 10),
      environment(make_environment(scheduler, hash)),
      session(environment, client, wants_token ? session::Access::token_required : session::Access::open) {}

Conversation::Conversation(bool wants_token) : daemon_(wants_token) {
  if (!wants_token) look();
}

void Conversation::fail(const std::string& what, const Lines& heard) const {
  for (const auto& line : said_) std::cerr << "> " << wire::printable(line) << '\n';
  for (const auto& line : heard) std::cerr << wire::printable(line) << '\n';
  std::cerr << "FAILED: " << what << " (" << game_ << ' ' << position_ << ")\n";
  std::abort();
}

void Conversation::say(std::string_view written) {
  const auto text = with_moves(written);
  const Line line(text);
  const bool too_long = text.size() > daemon_.environment.limits.max_line_bytes;
  if (!too_long && !is_small(line)) return;
  if (line.is("hub")) return;  // another protocol with its own fuzz target
  said_.push_back(text);
  const bool admitted = daemon_.session.is_authenticated();
  daemon_.session.handle_line(text);
  if (line.is("quit") && !too_long) {
    over_ = true;
    return;
  }
  if (!admitted) return answer_at_the_gate(too_long ? Line("?") : line);
  if (too_long) {
    if (line.sets_position) has_position_ = false;
    const bool in_turn = speaks_uci_ && line.wants_best_move;
    const auto heard = until(in_turn ? "bestmove " : "error too-long ");
    const auto error = error_in(heard);
    return require(error && error->code == (in_turn && unbounded_ ? "busy" : "too-long"), "a long line is not refused",
                   heard);
  }
  if (line.is("uci")) speaks_uci_ = true;
  if (unbounded_) {
    if (line.sets_position) has_position_ = false;
    return answer_while_unbounded(line);
  }
  answer(line);
}

std::string Conversation::with_moves(std::string_view line) const {
  std::string result(line);
  if (legal_.empty()) return result;
  for (std::size_t at = result.find(" @"); at != std::string::npos; at = result.find(" @", at + 1)) {
    const auto end = std::min(result.find(' ', at + 1), result.size());
    const auto number = wire::read_number(std::string_view(result).substr(at + 2, end - at - 2));
    if (number && *number >= 0)
      result.replace(at + 1, end - at - 1, legal_[static_cast<std::size_t>(*number) % legal_.size()]);
  }
  return result;
}

void Conversation::answer_at_the_gate(const Line& line) {
  const auto heard = daemon_.client.all();
  if (line.kind == Line::Kind::nothing) return require(heard.empty(), "an answer to nothing", heard);
  require(heard.size() == 1, "not one answer before the token was shown", heard);
  const bool let_in = daemon_.session.is_authenticated();
  require(let_in == (line.token == token), "the wrong ones are let in", heard);
  require(let_in ? heard[0] == "authok" : begins(heard[0], "error auth "), "a wrong answer at the gate", heard);
  if (let_in) look();
  over_ = daemon_.client.wait_closed(0ms);
}

void Conversation::answer_while_unbounded(const Line& line) {
  if (line.is("stop")) {
    unbounded_.reset();
    return expect_best_move(until("bestmove "));
  }
  if (line.is("ponderhit")) {
    if (!ends_by_itself_after_ponderhit(*unbounded_)) return;
    unbounded_.reset();
    return expect_best_move(until("bestmove "));
  }
  if (line.policy <= Policy::read_only && !(speaks_uci_ && line.wants_best_move)) {
    take_answer(line);
    return;
  }
  const auto heard = until("error busy ");
  require(begins(heard.back(), "error busy "), "busy expected, for it searches", heard);
}

void Conversation::answer(const Line& line) {
  if (line.policy == Policy::unbounded_search) {
    // A refusal comes before the answer to a later command; the result comes after it.
    const auto heard = ask("status", "status ");
    const auto error = error_in(heard);
    if (error) require(may_fail_with(line, error->code), "an error that this command does not have", heard);
    if (!error) unbounded_ = line.go;
    return check_position(line, heard);
  }
  const auto heard = take_answer(line);
  const bool refused = error_in(heard).has_value();
  if (!refused && begins(heard.empty() ? "" : heard.back(), "bestmove ")) expect_best_move(heard);
  if (line.go && begins(heard.back(), "bestmove "))
    require(begins(heard.front(), "info "), "a bestmove without an info", heard);
  check_position(line, heard);
  check_game(line, heard);
}

std::optional<wire::Error> Conversation::error_in(const Lines& lines) const {
  constexpr std::string_view info = "info string ";
  for (const auto& line : lines) {
    const bool for_uci = speaks_uci_ && begins(line, "info string error ");
    if (auto error = wire::read_error(for_uci ? std::string_view(line).substr(info.size()) : line)) return error;
  }
  return std::nullopt;
}

void Conversation::check_position(const Line& line, const Lines& answer) {
  const auto error = error_in(answer);
  const bool searches = line.go || line.is("go") || line.is("perft") || line.is("probe");
  if (searches)
    require(has_position_ != (error && error->code == "bad-position"), "a search without a position, or none", answer);
  if (searches || line.is("setoption")) return;
  if (line.sets_position)
    has_position_ = !error;
  else if (line.policy == Policy::exclusive && !error)
    has_position_ = true;
}

Conversation::Lines Conversation::take_answer(const Line& line) {
  const auto words = speaks_uci_ && line.wants_best_move ? "bestmove " : last_words(line);
  auto heard = words.empty() ? ask("status", "status ") : until(words);
  if (words.empty()) heard.pop_back();
  const auto errors = static_cast<std::size_t>(
      std::count_if(heard.begin(), heard.end(), [](const auto& one) { return wire::read_error(one).has_value(); }));
  if (const auto error = error_in(heard))
    require(may_fail_with(line, error->code), "an error that this command does not have", heard);
  require(errors <= 1, "two errors for one command", heard);
  if (words.empty())
    require(heard.size() == errors ||
                std::all_of(heard.begin(), heard.end(),
                            [](const auto& one) { return begins(one, "info ") || begins(one, "error "); }),
            "an answer to a command that has none", heard);
  return heard;
}

Conversation::Lines Conversation::until(std::string_view words) {
  const auto is_it = [&](std::string_view line) { return begins(line, words) || begins(line, "error "); };
  auto heard = daemon_.client.until(is_it, patience_with_searches);
  if (!heard) {
    daemon_.session.handle_line("stop");
    heard = daemon_.client.until(is_it, patience);
  }
  if (!heard) fail("no answer that begins with " + std::string(words), daemon_.client.all());
  for (const auto& line : *heard)
    if (const auto fault = fault_of(line); !fault.empty()) fail(fault + ": " + line, *heard);
  return *std::move(heard);
}

void Conversation::expect_best_move(const Lines& heard) {
  const auto best = wire::read_best_move(heard.back());
  if (!best) return require(begins(heard.back(), "error "), "no bestmove", heard);
  require(best->move.has_value() == !legal_.empty(), "a bestmove, or none, where it should not be", heard);
  if (best->move)
    require(std::find(legal_.begin(), legal_.end(), *best->move) != legal_.end(), "an illegal bestmove", heard);
}

Conversation::Lines Conversation::ask(std::string_view line, std::string_view words) {
  daemon_.session.handle_line(line);
  const auto is_it = [&](std::string_view heard) { return begins(heard, words); };
  auto heard = daemon_.client.until(is_it, patience);
  if (!heard) fail("no answer to " + std::string(line), daemon_.client.all());
  for (const auto& one : *heard)
    if (const auto fault = fault_of(one); !fault.empty()) fail(fault + ": " + one, *heard);
  return *std::move(heard);
}

std::string Conversation::ask_for(std::string_view line, std::string_view words) { return ask(line, words).back(); }

void Conversation::look() {
  const auto fen = wire::read_fen(ask_for("fen", "fen "));
  game_ = fen->game;
  position_ = fen->text;
  legal_ = *wire::read_legal_moves(ask_for("legalmoves", "legalmoves "));
  require(are_legal_moves(game_, position_, legal_), "legal moves are not those of the rules", legal_);
  const auto status = wire::read_status(ask_for("status", "status "));
  require((status->outcome == wire::Outcome::ongoing) == !legal_.empty(), "over with moves, or not without any");
}

void Conversation::check_game(const Line& line, const Lines& heard) {
  if (line.policy != Policy::exclusive) return;
  // With "debug on" the echo of the last command comes after the error.
  const bool failed = std::any_of(heard.begin(), heard.end(), [](const auto& one) { return begins(one, "error "); });
  const auto game = game_, position = position_;
  look();
  const bool same = game == game_ && position == position_;
  if (line.is("undo")) return check_undone(line.number(0, 1), !failed);
  if (failed) {
    require(same, "a refused command changed the game", heard);
    const bool by_name = line.is("move") && line.arguments.size() == 1;
    require(!by_name || std::find(legal_.begin(), legal_.end(), line.arguments[0]) == legal_.end(),
            "a legal move was refused", heard);
    return;
  }
  if (line.is("position")) {
    past_.clear();
    const auto moves = std::find_if(line.arguments.begin(), line.arguments.end(),
                                    [](const auto& word) { return wire::same_word(word, "moves"); });
    unknown_ = moves == line.arguments.end() ? 0 : static_cast<std::size_t>(line.arguments.end() - moves) - 1;
  } else if (line.is("move")) {
    check_moved(position, heard.back());
  } else if (game != game_) {
    require(line.is("setoption"), "another game", heard);
    past_.clear();
    unknown_ = 0;
  } else {
    require(same, "the position changed", heard);
  }
}

void Conversation::check_moved(const std::string& before, const std::string& line) {
  auto position = before;
  const auto moved = wire::read_moved(line);
  for (const auto& move : moved->moves) {
    past_.push_back(position);
    position = position_after(game_, position, move);
    if (position.empty()) fail("an illegal move was played: " + move);
  }
  require(same_position(game_, position, position_), "the moves do not lead there: " + position);
}

void Conversation::check_undone(int count, bool done) {
  const auto moves = static_cast<std::size_t>(count);
  require(done == (moves <= past_.size() + unknown_), "undone too much, or not all");
  if (!done) return;
  if (moves <= past_.size()) {
    const auto expected = past_[past_.size() - moves];
    past_.resize(past_.size() - moves);
    require(same_position(game_, expected, position_), "undo did not lead back to " + expected);
  } else {
    unknown_ -= moves - past_.size();
    past_.clear();
  }
}

void Conversation::finish(bool at_once) {
  if (at_once)
    daemon_.session.end_now();
  else
    daemon_.session.end_of_input();
  require(daemon_.client.wait_closed(patience), "the session does not end");
  const auto heard = daemon_.client.all();
  for (const auto& line : heard)
    if (const auto fault = fault_of(line); !fault.empty()) fail(fault + ": " + line, heard);
  const auto answers = std::count_if(heard.begin(), heard.end(), [](const auto& line) { return is_last_line(line); });
  require(answers == (unbounded_ ? 1 : 0), "not as many answers at the end as searches", heard);
  if (unbounded_) expect_best_move({heard.begin(), std::find_if(heard.begin(), heard.end(), is_last_line) + 1});
}

}  // namespace crownd::fuzz
