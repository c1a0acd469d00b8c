#pragma once

#include <CLI/CLI.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace crownd::terminal {

struct Flags;
struct Table;

/// The dialogue that the specification of a game prescribes, and related functions. Where a member is null or false the
/// game uses the default.
struct Dialogue {
  std::string_view game;
  void (*play)(Table& table) = nullptr;
  /// It is for batches: at a terminal, unless the pipe's text is asked for, the game has the shared dialogue.
  bool for_batches = false;
  void (*add_flags)(CLI::App& sub, Flags& flags) = nullptr;
  /// It can begin with a position from the command line.
  bool takes_position = false;
  /// Reads a position file in the specification's own format; none if the text is of another format. Throws FileError.
  std::optional<std::string> (*read_position)(const std::string& text) = nullptr;
  /// The text of a file with the position. Throws FileError.
  std::string (*write_position)(const Table& table) = nullptr;
  /// A command that the specification names, for the shared dialogue. Throws as other commands do.
  struct Command {
    std::string_view word;
    std::string_view summary;
    void (*carry_out)(Table& table);
  };
  std::span<const Command> commands{};
  std::string_view greeting{};  ///< about them
};

/// Null for a game without one.
[[nodiscard]] const Dialogue* dialogue_of(std::string_view game);

}  // namespace crownd::terminal
