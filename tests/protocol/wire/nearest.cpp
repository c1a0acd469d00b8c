#include "wire/nearest.hpp"

#include "support/catch.hpp"

#include <string>
#include <vector>

using namespace crownd::wire;

namespace {

const std::vector<std::string> games{"english", "spanish", "stupid", "towers", "reduced-chess", "chess"};

std::string nearest(std::string_view word) { return nearest_word(word, games).value_or(""); }

}  // namespace

TEST_CASE("the nearest name is few edits away") {
  CHECK(nearest("englsh") == "english");
  CHECK(nearest("ENGLISH") == "english");
  CHECK(nearest("enlgish") == "english");
  CHECK(nearest("spanihs") == "spanish");
  CHECK(nearest("towerss") == "towers");
  CHECK(nearest("cess") == "chess");
  CHECK(nearest("reduced_ches") == "reduced-chess");
  CHECK(nearest("reduced") == "");
  CHECK(nearest("draughts") == "");
  CHECK(nearest("11-15") == "");
  CHECK(nearest("x") == "");
  CHECK(nearest("") == "");
  CHECK(nearest("\xff\xfe\x1b") == "");
  CHECK(nearest(std::string(10'000'000, 'e')) == "");
}

TEST_CASE("a swap of neighbours is one edit, and the first of several nearest names is taken") {
  const std::vector<std::string> words{"perft", "move", "moves", "uci", "undo"};
  CHECK(nearest_word("prefx", words) == std::nullopt);
  CHECK(nearest_word("preft", words) == "perft");
  CHECK(nearest_word("uic", words) == "uci");
  CHECK(nearest_word("movex", words) == "move");
  CHECK(nearest_word("move", {}) == std::nullopt);
}

TEST_CASE("a message about an unknown name suggests the nearest one and lists all") {
  const std::vector<std::string> two{"english", "towers"};
  CHECK(no_such("game", "englsh", two) ==
        "there is no game 'englsh'; did you mean 'english'? The games are english, towers");
  CHECK(no_such("game", "go\x1b", two) == "there is no game 'go?'; the games are english, towers");
  CHECK(choice_of("tower", "it has", two) == "did you mean 'towers'? It has english, towers");
}
