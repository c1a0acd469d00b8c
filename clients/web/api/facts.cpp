#include "web/api/facts.hpp"

#include "wire/words.hpp"

#include <algorithm>
#include <utility>

namespace crownd::web {

namespace {

Facts::Tables read_tables(wire::Words& words) {
  Facts::Tables tables;
  while (!words.empty()) {
    const auto key = words.take();
    const auto value = words.take();
    const auto number = wire::read_number(value).value_or(0);
    if (key == "pieces") tables.pieces = static_cast<int>(number);
    if (key == "kind") tables.kind = value;
    if (key == "files") tables.files = number;
    if (key == "places") tables.places = number;
    if (key == "bytes") tables.bytes = number;
  }
  return tables;
}

}  // namespace

const Facts::Game* Facts::find(std::string_view game) const {
  const auto found = std::ranges::find_if(games, [&](const Game& one) { return wire::same_word(one.name, game); });
  return found == games.end() ? nullptr : &*found;
}

bool read_facts(Facts& facts, std::string_view line) {
  wire::Words words(line);
  if (words.take_if("version")) {
    const auto program = words.take();
    facts.version = std::string(program) + ' ' + std::string(words.take());
  }
  if (words.take_if("game")) {
    std::string name(words.take());
    facts.games.push_back({std::move(name), std::string(words.take_rest()), {}});
  }
  if (words.take_if("table")) {
    const std::string_view name = words.take();
    const auto game =
        std::ranges::find_if(facts.games, [&](const Facts::Game& one) { return wire::same_word(one.name, name); });
    if (game != facts.games.end()) game->tables.push_back(read_tables(words));
  }
  return line == "tablesok";
}

}  // namespace crownd::web
