// Arbitrary bytes as lines from an engine: parsing never fails.

#include "wire/reply.hpp"

#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace crownd::wire;
  std::istringstream input(std::string(reinterpret_cast<const char*>(data), size));
  SquaresReader squares;
  for (std::string line; std::getline(input, line);) {
    (void)read_info(line);
    (void)read_best_move(line);
    (void)read_status(line);
    (void)read_moved(line);
    (void)read_undone(line);
    (void)read_legal_moves(line);
    (void)read_fen(line);
    (void)read_error(line);
    (void)read_route(line);
    if (squares.read(line)) (void)squares.result();
  }
  return 0;
}
