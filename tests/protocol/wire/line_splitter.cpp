#include "wire/line_splitter.hpp"

#include "support/catch.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

using crownd::wire::LineSplitter;
using Lines = std::vector<std::string>;

namespace {

/// All complete lines; a line that was too long as "<too long>".
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

}  // namespace

TEST_CASE("lines are cut alike whatever the pieces in which they arrive") {
  const std::string text = "uci\r\n\nisready\n" + std::string(11, 'x') + "\nquit\n" + std::string(100, 'y') + "\n" +
                           std::string(10, 'z') + "\r\nlast";
  const Lines expected{"uci", "", "isready", "<too long>", "quit", "<too long>", std::string(10, 'z'), "last"};
  for (std::size_t piece = 1; piece <= text.size(); ++piece) {
    INFO("pieces of " << piece);
    CHECK(split(text, piece) == expected);
  }
}

TEST_CASE("a line too long is reported once, as soon as it is known, and nothing of it is kept") {
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

TEST_CASE("bytes that are no text pass through") {
  using namespace std::string_view_literals;
  CHECK(split("a\0b\n\xff\xfe\n\0\n"sv, 2) == Lines{std::string("a\0b"sv), "\xff\xfe", std::string("\0"sv)});
}

TEST_CASE("a line without an end counts only once all is there") {
  LineSplitter splitter(10);
  Lines lines;
  splitter.append("quit");
  take_all(splitter, lines);
  CHECK(lines.empty());
  splitter.finish();
  take_all(splitter, lines);
  CHECK(lines == Lines{"quit"});
  take_all(splitter, lines);
  CHECK(lines.size() == 1);
}

TEST_CASE("the beginning of a line that is too long is kept, whether its end has come or not") {
  const std::string text = "position " + std::string(200, 'x');
  for (const bool ends : {false, true}) {
    LineSplitter splitter(10);
    splitter.append(ends ? text + "\n" : text);
    REQUIRE(splitter.next() == LineSplitter::Next::too_long);
    CHECK(splitter.line().starts_with(text.substr(0, LineSplitter::kept_beginning)));
  }
}

TEST_CASE("an end without any bytes is no line") { CHECK(split("quit\n", 1) == Lines{"quit"}); }
