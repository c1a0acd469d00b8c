#pragma once

#include <CLI/CLI.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace crownd::terminal {

struct Flags;
struct Table;

/// The dialogue that the specification of a game prescribes, and what comes with it. Whatever is null or false the game
/// has as all others.
struct Dialogue {
  std::string_view game;
  void (*play)(Table& table) = nullptr;
  void (*add_flags)(CLI::App& sub, Flags& flags) = nullptr;
  /// It can begin with a position of the command line.
  bool takes_position = false;
  /// The position in a file of the specification's own form; nothing if the text is of another form. Throws FileError.
  std::optional<std::string> (*read_position)(const std::string& text) = nullptr;
  /// The file that keeps the position. Throws FileError.
  std::string (*write_position)(const Table& table) = nullptr;
};

/// Null for a game without one.
[[nodiscard]] const Dialogue* dialogue_of(std::string_view game);

}  // namespace crownd::terminal
