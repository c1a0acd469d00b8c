#pragma once

#include "terminal/table.hpp"
#include "wire/words.hpp"

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::terminal {

enum class Carried : std::uint8_t {
  not_a_command,
  out,      ///< done, or refused with a message; the game is unchanged
  changed,  ///< the game or the view of it has changed
  quit,
};

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
Carried begin_anew(Table& table, wire::Words& words);
Carried resign(Table& table, wire::Words& words);
Carried quit(Table& table, wire::Words& words);

// saving.cpp
Carried save(Table& table, wire::Words& words);
Carried load(Table& table, wire::Words& words);

// players.cpp
Carried engine(Table& table, wire::Words& words);
Carried level(Table& table, wire::Words& words);

/// The optional number after a command, from 1 to `most`; default 1.
[[nodiscard]] int take_count(wire::Words& words, int most);

/// Executes a command that a person enters in a game, of the list that help shows.
Carried carry_out(Table& table, std::string_view line);

/// Completions for Tab: legal moves and commands; after a command, its file.
[[nodiscard]] std::vector<std::string> completions(Table& table, std::string_view typed);

}  // namespace crownd::terminal
