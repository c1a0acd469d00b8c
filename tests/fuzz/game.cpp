// Arbitrary bytes as a position and moves of one game: the first line is a position text, the other words are moves.
// Nothing may crash, and an accepted input must survive a round trip through its text.

#include "games/catalogue.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

using crownd::BadInput;
using crownd::play::AnyGame;

constexpr int max_moves = 40;  // longer games are slow and cover nothing new

[[noreturn]] void fail(const AnyGame& game, std::string_view what) {
  std::cerr << FUZZ_GAME << ": " << what << " in " << game.position_text() << '\n';
  std::abort();
}

void check_round_trip(const AnyGame& game) {
  const auto copy = crownd::games::find(FUZZ_GAME)->make();
  copy->set_position(game.position_text(), {});
  if (copy->position_text() != game.position_text()) fail(game, "text does not round-trip");
  if (copy->legal_moves() != game.legal_moves()) fail(game, "moves differ after a round trip");
  if (game.legal_moves().empty() != game.status().result.over()) fail(game, "no moves, but not over, or the reverse");
  (void)game.picture();
  (void)game.evaluate();
}

void play_word(AnyGame& game, const std::string& word) {
  const std::string before = game.position_text();
  try {
    const auto canonical = game.play(std::vector<std::string>{word});
    game.undo(1);
    if (game.position_text() != before) fail(game, "undo does not restore");
    game.play(canonical);
  } catch (const BadInput& error) {
    if (game.position_text() != before) fail(game, "a refused move changed the position");
    if (std::string_view(error.what()).empty()) fail(game, "an error without a message");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::istringstream input(std::string(reinterpret_cast<const char*>(data), size));
  const auto game = crownd::games::find(FUZZ_GAME)->make();
  std::string position;
  std::getline(input, position);
  try {
    game->set_position(position, {});
  } catch (const BadInput&) {
    // Otherwise moves are tried in the start position.
  }
  check_round_trip(*game);
  std::string word;
  for (int count = 0; count < max_moves && input >> word; ++count) play_word(*game, word);
  check_round_trip(*game);
  return 0;
}
