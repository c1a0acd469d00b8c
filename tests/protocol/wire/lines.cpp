#include "support/catch.hpp"
#include "wire/words.hpp"

using namespace crownd::wire;
using Lines = std::vector<std::string>;
using crownd::wire::LineSplitter;

namespace {

/// All complete lines; "<too long>" for a line above the limit.
void take_all(LineSplitter& splitter, Lines& lines) {
  while (true) {
    switch (splitter.next()) {
      case LineSplitter::Next::nothing: return;
      case LineSplitter::Next::line: lines.emplace_back(splitter.line()); break;
      case LineSplitter::Next::too_long: lines.emplace_back("<too long>"); break;
    }
  }
}

Lines split(std::string_view text, std::size_t piece, std::size_t max_line = 10) {
  LineSplitter splitter(max_line);
  Lines lines;
  for (; !text.empty(); text.remove_prefix(std::min(piece, text.size()))) {
    splitter.append(text.substr(0, piece));
    take_all(splitter, lines);
  }
  splitter.finish();
  take_all(splitter, lines);
  return lines;
}

const std::vector<std::string> games{"english", "spanish", "stupid", "towers", "reduced-chess", "chess"};

std::string nearest(std::string_view word) { return nearest_word(word, games).value_or(""); }

}  // namespace

TEST_CASE("lines are split alike, in whatever chunks they arrive") {
  const std::string text = "uci\r\n\nisready\n" + std::string(11, 'x') + "\nquit\n" + std::string(100, 'y') + "\n" +
                           std::string(10, 'z') + "\r\nlast";
  const Lines expected{"uci", "", "isready", "<too long>", "quit", "<too long>", std::string(10, 'z'), "last"};
  for (std::size_t piece = 1; piece <= text.size(); ++piece) {
    INFO("pieces of " << piece);
    CHECK(split(text, piece) == expected);
  }
}

TEST_CASE("a line that is too long is reported once, early, and discarded") {
  LineSplitter splitter(1000);
  const std::string piece(999, 'x');
  Lines lines;
  for (int i = 0; i < 10'000; ++i) {
    splitter.append(piece);
    take_all(splitter, lines);
  }
  CHECK(lines == Lines{"<too long>"});
  splitter.append("\nisready\n");
  take_all(splitter, lines);
  CHECK(lines == Lines{"<too long>", "isready"});
}

TEST_CASE("bytes that are not text pass through") {
  using namespace std::string_view_literals;
  CHECK(split("a\0b\n\xff\xfe\n\0\n"sv, 2) == Lines{std::string("a\0b"sv), "\xff\xfe", std::string("\0"sv)});
}

TEST_CASE("the beginning of a line that is too long is kept, with or without its end") {
  const std::string text = "position " + std::string(200, 'x');
  for (const bool ends : {false, true}) {
    LineSplitter splitter(10);
    splitter.append(ends ? text + "\n" : text);
    REQUIRE(splitter.next() == LineSplitter::Next::too_long);
    CHECK(splitter.line().starts_with(text.substr(0, LineSplitter::kept_beginning)));
  }
}

TEST_CASE("a line can be looked at before it is taken") {
  LineSplitter splitter(10);
  CHECK(splitter.peek().empty());
  splitter.append("stop\r\nis");
  CHECK(splitter.peek() == "stop\r");
  CHECK(splitter.next() == LineSplitter::Next::line);
  CHECK(splitter.line() == "stop");
  CHECK(splitter.peek().empty());
  splitter.append("ready\n");
  CHECK(splitter.peek() == "isready");
  CHECK(splitter.next() == LineSplitter::Next::line);
  CHECK(splitter.line() == "isready");
  CHECK(splitter.next() == LineSplitter::Next::nothing);
}

TEST_CASE("the end of input alone is not a line") { CHECK(split("quit\n", 1) == Lines{"quit"}); }

TEST_CASE("the nearest name has the smallest edit distance") {
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

TEST_CASE("a swap of neighbours is one edit, and ties go to the first name") {
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
