#include "games/reduced_chess/data_file.hpp"
#include "games/reduced_chess/rules.hpp"
#include "support/catch.hpp"

#include <string>
#include <vector>

namespace {

using namespace crownd;
using R = reduced_chess::Rules<4>;

/// The three lines of a board file; missing ones are empty.
std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines(1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      lines.back() += text[i];
    } else if (text[++i] == 'n') {
      lines.emplace_back();
    }
  }
  lines.resize(3);
  return lines;
}

std::string without_spaces(const std::string& text) {
  std::string result;
  for (const char c : text)
    if (c != ' ') result += c;
  return result;
}

/// How a client may join the lines: with bars, or as one word each.
std::vector<std::string> joined_forms(const std::vector<std::string>& lines) {
  return {lines[0] + " | " + lines[1] + " | " + lines[2] + " | w",
          without_spaces(lines[0]) + ' ' + without_spaces(lines[1]) + ' ' + without_spaces(lines[2]) + " w"};
}

TEST_CASE("Board files are valid where their authors say so", "[reduced-chess]") {
  for (const auto& fields : testing::read_fields("boards.txt")) {
    REQUIRE(fields.size() >= 3);
    const bool valid = fields[0] == "VALID";
    for (const auto& text : joined_forms(lines_of(fields[2]))) {
      INFO(fields[1] << ": " << text);
      if (valid) {
        CHECK(R::format_position(R::parse_position(text)) == fields.at(3));
      } else {
        CHECK_THROWS_AS(R::parse_position(text), BadInput);
      }
    }
  }
}

TEST_CASE("A board file without last commas may be joined as it is", "[reduced-chess]") {
  CHECK(R::format_position(R::parse_position("5 Ba1, Ra2, Be2, Ra5, Kc5 Kb3 , Rd3 ,Rb4, Re4 w")) ==
        "5 Kc5,Ra2,Ra5,Ba1,Be2 Kb3,Rb4,Rd3,Re4 w");
}

}  // namespace
