#include "notation/fen.hpp"

#include "support/catch.hpp"

#include <string>

using namespace crownd::notation;

TEST_CASE("a FEN has the number of its move") {
  CHECK(move_number("4k3/8/8/8/8/8/8/R3K3 b - - 3 9") == 9);
  CHECK(move_number("W:WK29:BK22") == 1);
  CHECK(move_number("startpos") == 1);
  for (const std::string number : {"0", "-3", "4294967297", "9999999999", "99999999999999999999", "x"})
    CHECK(move_number("4k3/8/8/8/8/8/8/R3K3 b - - 3 " + number) == 1);
}
