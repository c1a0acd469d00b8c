#include "session/commands/go.hpp"

#include "core/bad_input.hpp"
#include "session/commands/arguments.hpp"
#include "wire/nearest.hpp"
#include "wire/written.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace crownd::session {

namespace {

using std::chrono::milliseconds;
using wire::Words;

/// About 115 days: longer than any game, and no overflow in nanoseconds.
constexpr std::int64_t most_milliseconds = 10'000'000'000;

/// More than any position has. Bounds the memory of a command that lists one move again and again.
constexpr std::size_t most_search_moves = 10'000;

/// What has been read so far. An increment without a time left means nothing.
struct Draft {
  Go go;
  std::array<std::optional<milliseconds>, 2> left;  ///< wtime, the side that moves first, and btime
  std::array<milliseconds, 2> increment{};
};

/// Some GUIs send a negative time when the flag has fallen: that means no time left, not an error.
milliseconds take_time(Words& words, std::string_view what) {
  return milliseconds(std::max<std::int64_t>(0, take_number(words, {what, no_least, most_milliseconds})));
}

struct Parameter {
  std::string_view word;
  void (&read)(Words&, Draft&);
};

const Parameter* find_parameter(std::string_view word);

void take_depth(Words& words, Draft& draft) { draft.go.limits.depth = take_count(words, "depth"); }

void take_nodes(Words& words, Draft& draft) {
  draft.go.limits.nodes = take_number(words, {"nodes", 1, std::numeric_limits<std::int64_t>::max()});
}

void take_movetime(Words& words, Draft& draft) { draft.go.limits.movetime = take_time(words, "movetime"); }

void take_wtime(Words& words, Draft& draft) { draft.left[0] = take_time(words, "wtime"); }
void take_btime(Words& words, Draft& draft) { draft.left[1] = take_time(words, "btime"); }
void take_winc(Words& words, Draft& draft) { draft.increment[0] = take_time(words, "winc"); }
void take_binc(Words& words, Draft& draft) { draft.increment[1] = take_time(words, "binc"); }

/// Some GUIs send 0 when no time control follows.
void take_moves_to_go(Words& words, Draft& draft) {
  const auto count = take_number(words, {"movestogo", 0, largest_int});
  draft.go.limits.moves_to_go = count > 0 ? std::optional(static_cast<int>(count)) : std::nullopt;
}

void take_mate(Words& words, Draft& draft) { draft.go.limits.mate = take_count(words, "mate"); }
void take_infinite(Words&, Draft& draft) { draft.go.limits.infinite = true; }
void take_ponder(Words&, Draft& draft) { draft.go.limits.ponder = true; }

void take_search_moves(Words& words, Draft& draft) {
  std::string text;
  while (!words.empty() && find_parameter(words.peek()) == nullptr) text.append(words.take()).append(" ");
  auto& moves = draft.go.search_moves;
  if (moves.size() + wire::count_moves(text) > most_search_moves)
    throw BadInput(Fault::bad_argument, "searchmoves takes at most " + std::to_string(most_search_moves) + " moves");
  for (auto& move : wire::moves_in(text)) moves.push_back(std::move(move));
  if (moves.empty()) throw BadInput(Fault::bad_argument, "searchmoves needs at least one move after it");
}

void refuse_perft(Words&, Draft&) { throw BadInput(Fault::bad_argument, "perft must be the only parameter of go"); }
void refuse_minimax(Words&, Draft&) { throw BadInput(Fault::bad_argument, "minimax must be the only parameter of go"); }

constexpr Parameter parameters[] = {
    {"depth", take_depth},       {"nodes", take_nodes},           {"movetime", take_movetime},
    {"wtime", take_wtime},       {"btime", take_btime},           {"winc", take_winc},
    {"binc", take_binc},         {"movestogo", take_moves_to_go}, {"mate", take_mate},
    {"infinite", take_infinite}, {"ponder", take_ponder},         {"searchmoves", take_search_moves},
    {"perft", refuse_perft},     {"minimax", refuse_minimax},
};

const Parameter* find_parameter(std::string_view word) {
  const auto* const found = std::find_if(std::begin(parameters), std::end(parameters), [&](const Parameter& parameter) {
    return wire::same_word(parameter.word, word);
  });
  return found == std::end(parameters) ? nullptr : found;
}

std::vector<std::string> parameter_words() {
  std::vector<std::string> words;
  for (const auto& parameter : parameters) words.emplace_back(parameter.word);
  return words;
}

}  // namespace

bool Go::limited() const {
  return limits.depth || limits.nodes || limits.movetime || limits.mate || limits.clock[0] || limits.clock[1];
}

bool Go::may_use_book() const {
  return !analysis && !limits.mate && search_moves.empty() && manner() == Manner::thinking;
}

Manner Go::manner() const {
  return limits.infinite || limits.ponder || !limited() ? Manner::unbounded : Manner::thinking;
}

Ponderhit Go::at_ponderhit() const {
  if (!limits.ponder) return Ponderhit::nothing;
  if (limits.infinite) return Ponderhit::starts_clock;
  return limited() ? Ponderhit::bounds : Ponderhit::ends;
}

Go read_go(Words& words) {
  Draft draft;
  while (!words.empty()) {
    const auto word = words.take();
    const auto* const parameter = find_parameter(word);
    if (parameter == nullptr)
      throw BadInput(Fault::bad_argument, "go has no parameter " + wire::quoted(word) + "; " +
                                              wire::choice_of(word, "it has", parameter_words()));
    parameter->read(words, draft);
  }
  for (const std::size_t side : {0U, 1U}) {
    const auto with_time = draft.left[side] ? side : 1 - side;
    if (const auto left = draft.left[with_time])
      draft.go.limits.clock[side] = search::ClockTime{*left, draft.increment[with_time]};
  }
  return std::move(draft.go);
}

}  // namespace crownd::session
