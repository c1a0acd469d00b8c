#include "board/picture.hpp"
#include "clients/terminal/pseudo_terminal.hpp"
#include "support/game_names.hpp"

#include <algorithm>
#include <cmath>

using namespace crownd::testing;
using crownd::board::Colours;
using crownd::board::Palette;

namespace {

struct Colour {
  int red, green, blue;
};

/// xterm's colours from 16 on: a 6x6x6 colour cube, then greys.
Colour colour_of_many(int number) {
  REQUIRE(number >= 16);
  if (number >= 232) return {8 + 10 * (number - 232), 8 + 10 * (number - 232), 8 + 10 * (number - 232)};
  const auto step = [](int i) { return i == 0 ? 0 : 55 + 40 * i; };
  return {step((number - 16) / 36), step((number - 16) / 6 % 6), step((number - 16) % 6)};
}

/// The eight colours differ between terminals only in brightness; so does white.
Colour colour_of_eight(int number, int bright, int white) {
  REQUIRE(number < 8);
  if (number == 7) return {white, white, white};
  return {number & 1 ? bright : 0, number & 2 ? bright : 0, number & 4 ? bright : 0};
}

/// Relative luminance and contrast, as WCAG 2.1 defines them.
double luminance(const Colour& shown) {
  const auto linear = [](int value) {
    const double part = value / 255.0;
    return part <= 0.03928 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(shown.red) + 0.7152 * linear(shown.green) + 0.0722 * linear(shown.blue);
}

double contrast(const Colour& one, const Colour& other) {
  const auto [dark, light] = std::minmax({luminance(one), luminance(other)});
  return (light + 0.05) / (dark + 0.05);
}

/// The lowest contrast of a text to its background, and of the two sides' pieces to each other.
template <class ColourOf>
double least_contrast(const Palette& palette, ColourOf colour_of) {
  double least = 21;
  const auto look = [&](int text, int ground) {
    least = std::min(least, contrast(colour_of(text), colour_of(ground)));
  };
  for (const int ground : {palette.light_square, palette.dark_square, palette.last, palette.target, palette.captured}) {
    look(palette.text, ground);
    for (const auto& ink : {palette.light_piece, palette.dark_piece, palette.red_piece})
      look(ink.text, ink.ground.value_or(ground));
  }
  look(palette.light_piece.text, palette.dark_piece.text);
  look(palette.red_piece.text, palette.dark_piece.text);
  return least;
}

constexpr double enough = 4.5;

std::string board(const std::string& setting, const std::string& game) {
  const Folder folder;
  PseudoTerminal terminal(folder, setting + " crown " + game + " --board --black human");
  auto shown = terminal.wait_for(" to move> ");
  terminal.leave();
  return shown;
}

/// The daemon's drawing of a position.
crownd::board::Board drawn_board(const std::string& position) {
  ChildProcess daemon({CROWND_BIN_DIR "/crownd"}, crownd::connection::Errors::discarded);
  daemon.send("position " + position);
  daemon.send("squares");
  crownd::wire::SquaresReader reader;
  while (const auto line = daemon.receive(within(long_enough)))
    if (reader.read(*line)) break;
  REQUIRE(reader.result().has_value());
  return crownd::board::Board(*reader.result());
}

}  // namespace

TEST_CASE("every text on a board has a contrast of 4.5 or more to its ground") {
  CHECK(least_contrast(crownd::board::palette_of(Colours::many), colour_of_many) >= enough);
  // The Linux console (VGA), and xterm.
  const auto& eight = crownd::board::palette_of(Colours::eight);
  CHECK(least_contrast(eight, [](int number) { return colour_of_eight(number, 0xAA, 0xAA); }) >= enough);
  CHECK(least_contrast(eight, [](int number) { return colour_of_eight(number, 0xCD, 0xE5); }) >= enough);
}

TEST_CASE("squares that are used differ from others by more than their hue") {
  const auto& many = crownd::board::palette_of(Colours::many);
  CHECK(contrast(colour_of_many(many.dark_square), colour_of_many(many.unused_light_square)) >= enough);
  CHECK(contrast(colour_of_many(many.light_square), colour_of_many(many.unused_dark_square)) >= enough);
}

TEST_CASE("a terminal gets no more colours than TERM says it has") {
  for (const auto& game : crownd::testing::game_names()) {
    INFO(game);
    for (const std::string name : {"xterm-256color", "tmux-256color"}) {
      const auto shown = board("TERM=" + name, game);
      CHECK(contains(shown, "\033[1;38;5;"));
      CHECK(!contains(shown, "\033[0;3"));
    }
    for (const std::string name : {"xterm", "linux", "screen"}) {
      INFO(name);
      const auto shown = board("TERM=" + name, game);
      CHECK(contains(shown, "\033[0;30;4"));
      CHECK(!contains(shown, "38;5;"));
      CHECK(std::none_of(shown.begin(), shown.end(), [](char c) { return static_cast<unsigned char>(c) > 127; }));
    }
    for (const std::string name : {"vt100", "dumb"}) {
      INFO(name);
      const auto shown = board("TERM=" + name, game);
      CHECK(!contains(shown, ";4"));
    }
  }
}

TEST_CASE("what colours say is said without them too: the characters are the same") {
  const auto board = drawn_board("towers wwwwwwww.www.w....b.bbb.bbbbbbbb:b");
  crownd::board::Marks marks;
  marks.last = {{2, 1}, {3, 2}};
  marks.targets = {{4, 5}};
  marks.captured = {{0, 1}};
  for (const auto width : {std::size_t{80}, std::size_t{8}}) {
    crownd::board::Style style;
    style.width = width;
    const auto plain = draw(board, marks, style);
    for (const auto colours : {Colours::eight, Colours::many}) {
      style.colours = colours;
      const auto coloured = draw(board, marks, style);
      CHECK(coloured != plain);
      CHECK(without_escapes(coloured) == plain);
    }
  }
}

TEST_CASE("where squares have no room for a mark, the last move is underlined as well") {
  const auto board = drawn_board("towers wwwwwwww.www.w....b.bbb.bbbbbbbb:b");
  crownd::board::Marks marks;
  marks.last = {{2, 1}, {3, 2}};
  crownd::board::Style style;
  style.width = 8;
  style.colours = Colours::many;
  const auto text = draw(board, marks, style);
  CHECK(std::count(text.begin(), text.end(), '<') == 1);
  const auto underlined = text.find("\033[4m");
  REQUIRE(underlined != std::string::npos);
  CHECK(text.substr(underlined + 4, 1) == "w");
}
