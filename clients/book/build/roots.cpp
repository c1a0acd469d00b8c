#include "book/build/roots.hpp"

namespace crownd::crown_book {

std::vector<std::string> roots_of(connection::Engine& engine, const BuildSettings& settings) {
  engine.set_position(settings.game, "startpos");
  return {engine.position()};
}

}  // namespace crownd::crown_book
