#pragma once

#include "connection/engine.hpp"
#include "notation/game_file_reader.hpp"

#include <string>
#include <vector>

namespace crownd::testing {

/// A daemon that reads games.
class ReadingDaemon {
 public:
  [[nodiscard]] connection::Engine& engine() { return engine_; }
  [[nodiscard]] notation::Exchange exchange() {
    return [this](std::string_view commands, const auto& is_last) { engine_.exchange(commands, is_last); };
  }
  [[nodiscard]] std::vector<notation::ReadGame> read(const std::string& text, const std::string& usual = "") {
    return notation::read_games(exchange(), usual, text);
  }

 private:
  connection::Link source_{{program_path("crownd"), "--no-tables", "--no-books"}, connection::Errors::discarded};
  connection::Engine engine_{source_};
};

/// The games of a text, by a daemon of its own.
inline std::vector<notation::Game> games_of(const std::string& text, const std::string& usual = "") {
  std::vector<notation::Game> games;
  for (auto& game : ReadingDaemon().read(text, usual)) games.push_back(std::move(game.record));
  return games;
}

}  // namespace crownd::testing
