#include "session/resolve_moves.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace crownd::session {

namespace {

/// How many words behind an ambiguous move are tried, and how many moves at most for one decision: a capture in a game
/// is decided by the next two or three.
constexpr std::size_t words_ahead = 12;
constexpr int most_tries = 500;

constexpr std::string_view separators = "-x:X";

void play(play::AnyGame& game, const std::string& move) { game.play(std::array{move}); }

/// `9x18` and `18x25` as one move, `9x18x25`; empty if the second word does not begin where the first one ends.
std::string joined(std::string_view first, std::string_view second) {
  const auto last = first.find_last_of(separators);
  const auto end = second.find_first_of(separators);
  if (last == std::string_view::npos || end == std::string_view::npos ||
      first.substr(last + 1) != second.substr(0, end))
    return {};
  return std::string(first).append(second.substr(end));
}

/// The moves that words from `at` on may mean, and how many words they take.
struct Meanings {
  std::vector<std::string> moves;
  std::size_t words = 1;
  std::optional<BadInput> fault;  ///< where there are no moves
};

Meanings meanings_of(const play::AnyGame& game, const std::vector<MoveWord>& words, std::size_t at) {
  Meanings found;
  std::string text(words[at].text);
  for (; at + found.words <= words.size(); ++found.words) {
    try {
      found.moves = game.moves_in_file(text);
      return found;
    } catch (const BadInput& bad) {
      if (!found.fault) found.fault = bad;
    }
    if (at + found.words == words.size()) break;
    text = joined(text, words[at + found.words].text);
    if (text.empty()) break;
  }
  found.words = 1;
  return found;
}

/// How many of the next words are moves. Leaves the game as it was.
std::size_t playable_words(play::AnyGame& game, const std::vector<MoveWord>& words, std::size_t at, std::size_t end,
                           int& tries) {
  if (at >= end || tries-- <= 0) return 0;
  const auto found = meanings_of(game, words, at);
  if (found.moves.empty()) return words[at].may_be_number ? playable_words(game, words, at + 1, end, tries) : 0;
  std::size_t most = 0;
  for (const auto& move : found.moves) {
    play(game, move);
    most = std::max(most, found.words + playable_words(game, words, at + found.words, end, tries));
    game.undo(1);
    if (at + most >= end) break;
  }
  return most;
}

}  // namespace

ResolvedLine resolve_moves(play::AnyGame& game, const std::vector<MoveWord>& words, std::size_t max_plies) {
  ResolvedLine line;
  for (std::size_t at = 0; at < words.size();) {
    auto found = meanings_of(game, words, at);
    if (found.moves.empty() && words[at].may_be_number) {
      ++at;
      continue;
    }
    if (!found.moves.empty() && game.plies_played() >= max_plies)
      found = {{},
               1,
               BadInput(Fault::bad_argument,
                        "a game may have at most " + std::to_string(max_plies) + " plies here (--max-plies)")};
    if (found.moves.empty()) {
      line.fault = std::move(found.fault);
      line.fault_word = at;
      return line;
    }
    ResolvedMove move{found.moves.front(), at, found.words};
    if (found.moves.size() > 1) {
      const auto behind = at + found.words;
      const auto end = std::min(words.size(), behind + words_ahead);
      std::size_t most = 0;
      int fitting = 0;
      for (const auto& text : found.moves) {
        int tries = most_tries;
        play(game, text);
        const auto playable = playable_words(game, words, behind, end, tries);
        game.undo(1);
        if (playable > most || fitting == 0) {
          most = playable;
          fitting = 0;
          move.text = text;
        }
        if (playable == most) ++fitting;
      }
      move.ambiguous = fitting > 1;
    }
    play(game, move.text);
    at += move.words;
    line.moves.push_back(std::move(move));
  }
  return line;
}

}  // namespace crownd::session
