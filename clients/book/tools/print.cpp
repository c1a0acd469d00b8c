#include "book/tools/loaded_book.hpp"
#include "book/tools/tools.hpp"
#include "wire/words.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <iostream>

namespace crownd::crown_book {

namespace {

using Json = nlohmann::ordered_json;

Json json_of(const book::Entry& entry) {
  Json json{{"position", entry.position}, {"moves", Json::array()}};
  for (const auto& move : entry.moves) {
    Json each{{"move", move.move}};
    if (move.score.is_decided())
      each["mate"] = move.score.moves_to_end();
    else
      each["cp"] = move.score.raw();
    each["depth"] = move.depth;
    each["wins"] = move.wins;
    each["losses"] = move.losses;
    each["visits"] = move.visits;
    json["moves"].push_back(std::move(each));
  }
  return json;
}

void print_text(const book::Entry& entry) {
  std::cout << entry.position;
  for (const auto& move : entry.moves)
    std::cout << " | " << move.move << ' ' << move.score.raw() << ' ' << move.depth << ' ' << move.wins << ' '
              << move.losses << ' ' << move.visits;
  std::cout << '\n';
}

}  // namespace

void print_statistics(const std::string& file) {
  const LoadedBook loaded(file);
  const auto& book = loaded.book();
  std::uint64_t moves = 0, several = 0;
  book.for_each([&](const book::Entry& entry) {
    moves += entry.moves.size();
    several += entry.moves.size() > 1 ? 1 : 0;
  });
  for (const auto& [key, value] : book.facts())
    std::cout << wire::printable(key) << ' ' << wire::printable(value) << '\n';
  std::cout << "positions " << book.positions() << "\npositions with several moves " << several << "\nmoves " << moves
            << "\nbytes " << std::filesystem::file_size(file) << '\n';
}

void print_entries(const std::string& file, Format format) {
  const LoadedBook loaded(file);
  loaded.book().for_each([&](const book::Entry& entry) {
    if (format == Format::json)
      std::cout << json_of(entry).dump(-1, ' ', false, Json::error_handler_t::replace) << '\n';
    else
      print_text(entry);
  });
}

}  // namespace crownd::crown_book
