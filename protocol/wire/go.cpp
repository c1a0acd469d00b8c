#include "wire/go.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>

namespace crownd::wire {

namespace {

using std::chrono::milliseconds;

constexpr std::int64_t no_less = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t int_max = std::numeric_limits<int>::max();
/// About 115 days: longer than any game, and no overflow in nanoseconds.
constexpr std::int64_t most_milliseconds = 10'000'000'000;

/// A player's time. Some GUIs send a negative time when the flag has fallen: that means no time left, not an error.
milliseconds take_clock_time(Words& words, std::string_view what, std::string& why) {
  return milliseconds(std::max<std::int64_t>(0, take_number(words, {what, no_less, most_milliseconds}, why)));
}

struct Parameter {
  std::string_view word;
  void (*read)(Words&, Go&, std::string& why);
};

const Parameter* find_parameter(std::string_view word);

void take_search_moves(Words& words, Go& go, std::string& why) {
  while (!words.empty() && find_parameter(words.peek()) == nullptr) go.search_moves.emplace_back(words.take());
  if (go.search_moves.empty() && why.empty()) why = "searchmoves needs at least one move after it";
}

/// Some GUIs send 0 when no time control follows.
void take_moves_to_go(Words& words, Go& go, std::string& why) {
  const auto count = take_number(words, {"movestogo", 0, int_max}, why);
  go.moves_to_go = count > 0 ? std::optional(static_cast<int>(count)) : std::nullopt;
}

constexpr Parameter parameters[] = {
    {"depth", [](Words& w, Go& go, std::string& why) { go.depth = take_count(w, "depth", why); }},
    {"nodes",
     [](Words& w, Go& go, std::string& why) {
       go.nodes = take_number(w, {"nodes", 1, std::numeric_limits<std::int64_t>::max()}, why);
     }},
    {"movetime",
     [](Words& w, Go& go, std::string& why) {
       go.movetime = milliseconds(take_number(w, {"movetime", 1, most_milliseconds}, why));
     }},
    {"wtime", [](Words& w, Go& go, std::string& why) { go.clock[0].left = take_clock_time(w, "wtime", why); }},
    {"btime", [](Words& w, Go& go, std::string& why) { go.clock[1].left = take_clock_time(w, "btime", why); }},
    {"winc", [](Words& w, Go& go, std::string& why) { go.clock[0].increment = take_clock_time(w, "winc", why); }},
    {"binc", [](Words& w, Go& go, std::string& why) { go.clock[1].increment = take_clock_time(w, "binc", why); }},
    {"movestogo", take_moves_to_go},
    {"mate", [](Words& w, Go& go, std::string& why) { go.mate = take_count(w, "mate", why); }},
    {"infinite", [](Words&, Go& go, std::string&) { go.infinite = true; }},
    {"ponder", [](Words&, Go& go, std::string&) { go.ponder = true; }},
    {"searchmoves", take_search_moves},
    {"perft", [](Words&, Go&, std::string& why) { why = "perft must be the only parameter of go"; }},
    {"minimax", [](Words&, Go&, std::string& why) { why = "minimax must be the only parameter of go"; }},
};

const Parameter* find_parameter(std::string_view word) {
  const auto* const found = std::find_if(std::begin(parameters), std::end(parameters),
                                         [&](const Parameter& parameter) { return same_word(parameter.word, word); });
  return found == std::end(parameters) ? nullptr : found;
}

template <class C>
Command only_depth(Words& words, std::string_view what) {
  std::string why;
  const C command{take_count(words, what, why)};
  if (!why.empty()) return Malformed{why};
  if (!words.empty()) return Malformed{std::string(what) + " N must be the only parameter of go"};
  return command;
}

}  // namespace

std::int64_t take_number(Words& words, const Range& range, std::string& why) {
  const bool missing = words.empty();
  const auto word = words.take();
  const auto number = read_number(word);
  if (number && *number >= range.least && *number <= range.most) return *number;
  if (why.empty()) {
    why = std::string(range.what) + " needs a whole number ";
    why += range.least == no_less ? "up to " : "from " + std::to_string(range.least) + " to ";
    why += std::to_string(range.most) + (missing ? " after it" : ", not " + quoted(word));
  }
  return 0;
}

int take_count(Words& words, std::string_view what, std::string& why) {
  return static_cast<int>(take_number(words, {what, 1, int_max}, why));
}

Command parse_go(Words& words) {
  if (words.take_if("perft")) return only_depth<Perft>(words, "perft");
  if (words.take_if("minimax")) return only_depth<GoMinimax>(words, "minimax");
  Go go;
  std::string why;
  while (!words.empty() && why.empty()) {
    const auto word = words.take();
    if (const auto* const parameter = find_parameter(word)) {
      parameter->read(words, go, why);
    } else {
      why = "go has no parameter " + quoted(word) +
            "; it has depth, nodes, movetime, wtime, btime, winc, binc, movestogo, mate, infinite, ponder, "
            "searchmoves, perft, minimax";
    }
  }
  if (!why.empty()) return Malformed{why};
  return go;
}

}  // namespace crownd::wire
