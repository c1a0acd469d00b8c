#include "terminal/dialogue.hpp"

namespace crownd::terminal {

// Each is in a file of its own, the only one that depends on its game.
extern const Dialogue reduced_chess_dialogue;
extern const Dialogue stupid_dialogue;
extern const Dialogue towers_dialogue;

const Dialogue* dialogue_of(std::string_view game) {
  for (const Dialogue* dialogue : {&reduced_chess_dialogue, &stupid_dialogue, &towers_dialogue})
    if (dialogue->game == game) return dialogue;
  return nullptr;
}

}  // namespace crownd::terminal
