#pragma once

#include "terminal/commands.hpp"
#include "terminal/table.hpp"
#include "wire/words.hpp"

#include <stdexcept>

namespace crownd::terminal {

/// A command that cannot be executed: the whole sentence for people.
class BadCommand : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The commands; commands.cpp has their names and the order of the list. Each takes the words after its name,
// and throws BadCommand, FileError or Refused.

// advice.cpp
Carried moves(Table& table, wire::Words& words);
Carried history(Table& table, wire::Words& words);
Carried hint(Table& table, wire::Words& words);
Carried eval(Table& table, wire::Words& words);

// turns.cpp
Carried undo(Table& table, wire::Words& words);
Carried redo(Table& table, wire::Words& words);

// leaving.cpp
Carried begin_anew(Table& table, wire::Words& words);
Carried resign(Table& table, wire::Words& words);
Carried quit(Table& table, wire::Words& words);

// saving.cpp
Carried save(Table& table, wire::Words& words);
Carried load(Table& table, wire::Words& words);

// choosing_players.cpp
Carried engine(Table& table, wire::Words& words);
Carried level(Table& table, wire::Words& words);

/// The optional number after a command, from 1 to `most`; default 1.
[[nodiscard]] int take_count(wire::Words& words, int most);

}  // namespace crownd::terminal
