#include "games/english/rules.hpp"
#include "games/spanish/rules.hpp"
#include "games/towers/rules.hpp"
#include "tables/generator.hpp"
#include "tables/tables.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

// crown-tables GAME|all PIECES DIR: works out the endgame tables of a game and writes them to DIR/GAME.tables.

namespace {

using namespace crownd;
namespace fs = std::filesystem;

/// Whole or not at all: whoever reads the file meanwhile sees the old one.
void write_file(const fs::path& path, const std::vector<std::uint8_t>& bytes) {
  const fs::path unfinished = path.string() + ".unfinished";
  std::ofstream file(unfinished, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) throw std::runtime_error(unfinished.string() + " cannot be written");
  fs::rename(unfinished, path);
}

template <HasTablePieces R>
void make(int pieces, const fs::path& directory) {
  const auto begun = std::chrono::steady_clock::now();
  const auto values = tables::Generator<R>(pieces).run();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begun;
  const auto file = tables::file_of(R::name, pieces, values);
  const auto path = directory / (std::string(R::name) + ".tables");
  write_file(path, file);
  const auto count = [&](auto test) { return std::count_if(values.begin(), values.end(), test); };
  std::cout << path.string() << ": " << file.size() << " bytes in " << seconds.count() << " s; wins "
            << count([](tables::Value value) { return tables::score_of(value).is_win(); }) << ", losses "
            << count([](tables::Value value) { return tables::score_of(value).is_loss(); }) << ", longest "
            << *std::max_element(values.begin(), values.end()) - 1 << " plies" << std::endl;
}

struct Row {
  std::string_view game;
  void (*make)(int pieces, const fs::path& directory);
};
constexpr Row rows[] = {{english::Rules::name, make<english::Rules>},
                        {spanish::Rules::name, make<spanish::Rules>},
                        {towers::Rules::name, make<towers::Rules>}};

/// Whether there was a game of that name.
bool make_tables(std::string_view game, int pieces, const fs::path& directory) {
  bool found = false;
  fs::create_directories(directory);
  for (const Row& row : rows)
    if (game == row.game || game == "all") {
      row.make(pieces, directory);
      found = true;
    }
  return found;
}

}  // namespace

int main(int argc, char** argv) {
  const int pieces = argc == 4 ? std::atoi(argv[2]) : 0;
  try {
    if (pieces >= 2 && pieces <= tables::most_pieces && make_tables(argv[1], pieces, argv[3])) return 0;
  } catch (const std::exception& fault) {
    std::cerr << "crown-tables: " << fault.what() << '\n';
    return 1;
  }
  std::cerr << "usage: crown-tables english|spanish|towers|all PIECES DIR, with 2 to " << tables::most_pieces
            << " pieces\n";
  return 2;
}
