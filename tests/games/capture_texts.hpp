#pragma once

#include "core/bad_input.hpp"
#include "games/random_positions.hpp"
#include "support/catch.hpp"

/// The meaning of capture texts, derived only from the routes of a second move generator.
namespace capture_texts {

/// The texts of all routes of one legal capture, `22x15x8`; a game names the capture by the first.
using Capture = std::set<std::string>;

using Squares = std::vector<int>;

[[nodiscard]] inline Squares squares_of(const std::string& text) {
  Squares squares{0};
  for (const char c : text) {
    if (c == 'x')
      squares.push_back(0);
    else
      squares.back() = squares.back() * 10 + (c - '0');
  }
  return squares;
}

[[nodiscard]] inline std::string text_of(const Squares& squares) {
  std::string text;
  for (const int square : squares) text += (text.empty() ? "" : "x") + std::to_string(square);
  return text;
}

[[nodiscard]] inline bool begins(const Squares& text, const Squares& route) {
  return text.size() < route.size() && std::equal(text.begin(), text.end(), route.begin());
}

/// Whether the text is the route without some of the landing squares between the first and the last.
[[nodiscard]] inline bool shortens(const Squares& text, const Squares& route) {
  if (text.size() < 2 || text.size() >= route.size() || text.front() != route.front() || text.back() != route.back())
    return false;
  auto next = text.begin() + 1;
  for (auto at = route.begin() + 1; at != route.end() - 1 && next != text.end() - 1; ++at)
    if (*at == *next) ++next;
  return next == text.end() - 1;
}

/// The names of the captures that a text may mean.
struct Meaning {
  std::optional<std::string> spelled;
  std::set<std::string> shortened, begun;
};

[[nodiscard]] inline Meaning meaning(const Squares& text, const std::vector<Capture>& captures) {
  Meaning all;
  for (const Capture& capture : captures)
    for (const std::string& route_text : capture) {
      const Squares route = squares_of(route_text);
      if (text == route) all.spelled = *capture.begin();
      if (shortens(text, route)) all.shortened.insert(*capture.begin());
      if (begins(text, route)) all.begun.insert(*capture.begin());
    }
  return all;
}

/// Every text that a player may take for the route, or for the beginning of it: all that begin it, and from its start
/// to each of its landing squares, with at most one in between.
inline void add_texts(const Squares& route, std::set<Squares>& texts) {
  texts.insert({route.front()});
  for (std::size_t end = 1; end < route.size(); ++end) {
    texts.insert(Squares(route.begin(), route.begin() + static_cast<std::ptrdiff_t>(end) + 1));
    texts.insert({route.front(), route[end]});
    for (std::size_t between = 1; between < end; ++between) texts.insert({route.front(), route[between], route[end]});
  }
}

/// How often what was read.
struct Counts {
  int spelled = 0, shortened = 0, ambiguous = 0, both_begun_and_short = 0, unfinished = 0;
};

/// Checks what a game makes of every such text in one position. `read` gives the name of the move that it reads, or
/// throws BadInput.
inline void check(const std::string& position, const std::vector<Capture>& captures,
                  const std::function<std::string(const std::string&)>& read, Counts& counts) {
  std::set<Squares> texts;
  std::map<std::string, std::string> names;
  for (const Capture& capture : captures)
    for (const std::string& route : capture) {
      add_texts(squares_of(route), texts);
      names[route] = *capture.begin();
    }
  for (const Squares& squares : texts) {
    const std::string text = text_of(squares);
    const Meaning means = meaning(squares, captures);
    std::set<std::string> all = means.shortened;
    all.insert(means.begun.begin(), means.begun.end());
    const bool is_one = means.spelled || (means.shortened.size() == 1 && all.size() == 1);
    std::string played;
    std::optional<crownd::Fault> fault;
    std::set<std::string> named;
    try {
      played = read(text);
    } catch (const crownd::BadInput& bad) {
      fault = bad.fault();
      const std::string message = std::string(bad.what()) + " ";
      for (std::size_t at = 0, end = 0; (end = message.find_first_of(" ,:", at)) != std::string::npos; at = end + 1)
        if (const auto found = names.find(message.substr(at, end - at)); found != names.end())
          named.insert(found->second);
    }
    const auto fail = [&](const std::string& what) { FAIL(text << " in " << position << ": " << what); };
    if (is_one) {
      if (played != means.spelled.value_or(*all.begin())) fail("played as " + played);
      ++(means.spelled ? counts.spelled : counts.shortened);
    } else if (!means.shortened.empty()) {
      if (fault != crownd::Fault::ambiguous_move) fail("not ambiguous, played as " + played);
      if (named != all) fail("not all moves that it may mean are named");
      ++counts.ambiguous;
      if (!means.begun.empty()) ++counts.both_begun_and_short;
    } else {
      if (fault != crownd::Fault::illegal_move) fail("it ends no capture, but is played as " + played);
      if (!means.begun.empty() && (named.empty() || !std::includes(all.begin(), all.end(), named.begin(), named.end())))
        fail("the captures that go on behind it are not named, or others are");
      ++counts.unfinished;
    }
  }
}

/// Whether there are at least so many routes of several jumps.
[[nodiscard]] inline bool has_routes(const std::vector<Capture>& captures, std::size_t least) {
  std::size_t routes = 0;
  for (const Capture& capture : captures)
    if (squares_of(*capture.begin()).size() > 2) routes += capture.size();
  return routes >= least;
}

/// Checks the texts of 3,000 positions with many captures: a few kings among many enemies. `captures_of` lists the
/// captures of a position's text.
template <crownd::Rules R, class CapturesOf>
void check_random_positions(CapturesOf captures_of) {
  constexpr int positions = 3'000;
  std::mt19937_64 random(11);
  Counts counts;
  for (int checked = 0; checked < positions;) {
    const auto position = crownd::testing::random_placement<R>(random, {3, 12, 80, 50});
    const std::string text = R::format_position(position);
    const std::vector<Capture> captures = captures_of(text);
    if (!has_routes(captures, 3)) continue;
    check(
        text, captures, [&](const std::string& move) { return R::format_move(position, R::read_move(position, move)); },
        counts);
    ++checked;
  }
  CHECK(counts.spelled > 5'000);
  CHECK(counts.shortened > 5'000);
  CHECK(counts.ambiguous > 250);
  CHECK(counts.both_begun_and_short > 40);
  CHECK(counts.unfinished > 5'000);
}

}  // namespace capture_texts
