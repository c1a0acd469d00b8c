#include "notation/fen.hpp"

#include "support/catch.hpp"

#include <string>

using namespace crownd::notation;

TEST_CASE("an EPD becomes a FEN, and other positions stay as they are") {
  CHECK(epd_to_fen("4k3/8/8/8/8/8/8/R3K3 w - - id \"x\";") == "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
  CHECK(epd_to_fen("4k3/8/8/8/8/8/8/R3K3 w - - 3 9") == "4k3/8/8/8/8/8/8/R3K3 w - - 3 9");
  CHECK(epd_to_fen("W:WK29:BK22") == "W:WK29:BK22");
}

TEST_CASE("a FEN has the number of its move") {
  CHECK(move_number("4k3/8/8/8/8/8/8/R3K3 b - - 3 9") == 9);
  CHECK(move_number("W:WK29:BK22") == 1);
  CHECK(move_number("startpos") == 1);
  for (const std::string number : {"0", "-3", "4294967297", "9999999999", "99999999999999999999", "x"})
    CHECK(move_number("4k3/8/8/8/8/8/8/R3K3 b - - 3 " + number) == 1);
}
