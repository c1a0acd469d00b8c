#include "explain/sentences.hpp"
#include "support/catch.hpp"
#include "support/fields.hpp"

namespace wire = crownd::wire;

namespace {

/// The sentence for a line of the answer to `why`; empty if there is none.
std::string sentence(const std::string& line, const std::string& move) {
  INFO(line);
  const auto reason = wire::read_move_reason(line);
  REQUIRE(reason);
  return crownd::explain::sentence_of(*reason, move).value_or("");
}

}  // namespace

TEST_CASE("each reason is an English sentence") {
  const auto cases =
      crownd::testing::read_fields(CROWND_SOURCE_DIR "/tests/clients/shared/data/explained_moves.txt", '|');
  CHECK(cases.size() > 100);
  for (const auto& fields : cases) {
    REQUIRE(fields.size() == 4);
    if (fields[0] != "en") continue;  // the page and Python have the other languages
    const auto text = sentence(fields[2], fields[1]);
    CHECK(text == (fields[3] == "-" ? "" : fields[3]));
  }
}
