#include "games/reduced_chess/data_file.hpp"
#include "games/reduced_chess/rules.hpp"
#include "support/catch.hpp"

#include <set>
#include <sstream>
#include <string>

namespace {

using namespace crownd;
using R = reduced_chess::Rules<1>;

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

TEST_CASE("Other projects' verdicts on check, mate, stalemate and moves hold", "[reduced-chess]") {
  for (const auto& fields : testing::read_fields("verdicts.txt")) {
    REQUIRE(fields.size() == 4);
    INFO(fields[0] << " asserted by " << fields[3]);
    const auto position = R::parse_position(fields[0]);
    const std::string enemy_king = reduced_chess::square_name<1>(position.enemy_king());

    std::set<std::string> expected, found;
    std::istringstream words(fields[2]);
    for (std::string move; words >> move;)
      if (!ends_with(move, enemy_king)) expected.insert(move);  // these boards have rows of one digit
    for (const auto& move : legal_moves<R>(position)) found.insert(R::format_move(position, move));
    CHECK(found == expected);

    const auto says = [&](const std::string& verdict) {
      return (' ' + fields[1] + ' ').find(' ' + verdict + ' ') != std::string::npos;
    };
    const Result result = R::result(position);
    CHECK(R::in_check(position) == says("check"));
    CHECK((result.reason == &crownd::reduced_chess::checkmate) == says("checkmate"));
    CHECK((result.reason == &crownd::reduced_chess::stalemate) == says("stalemate"));
  }
}

}  // namespace
