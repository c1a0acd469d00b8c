#include "board/colours.hpp"

namespace crownd::board {

namespace {

/// White and black are both readable only on a background of medium luminance; these five colours of the palette are.
constexpr int green = 29, violet = 63, purple = 98, brick = 131, grey = 243;
constexpr int white = 231, black = 16, red = 124;

constexpr Palette many_colours{.light_piece = {white, {}},
                               .dark_piece = {black, {}},
                               .red_piece = {white, red},
                               .text = white,
                               .light_square = grey,
                               .dark_square = green,
                               .unused_light_square = white,
                               .unused_dark_square = black,
                               .last = purple,
                               .target = violet,
                               .captured = brick};

/// Terminals differ in brightness of the eight colours. On all, black is readable on green, cyan and white; red on
/// none.
constexpr int black_of_eight = 0, green_of_eight = 2, cyan_of_eight = 6, white_of_eight = 7;

constexpr Palette eight_colours{.light_piece = {black_of_eight, white_of_eight},
                                .dark_piece = {white_of_eight, black_of_eight},
                                .red_piece = {black_of_eight, white_of_eight},
                                .text = black_of_eight,
                                .light_square = white_of_eight,
                                .dark_square = cyan_of_eight,
                                .unused_light_square = white_of_eight,
                                .unused_dark_square = black_of_eight,
                                .last = green_of_eight,
                                .target = green_of_eight,
                                .captured = green_of_eight};

}  // namespace

const Palette& palette_of(Colours colours) { return colours == Colours::many ? many_colours : eight_colours; }

std::string escape(Colours colours, int text, int ground) {
  // With eight colours, bold would change the colour of letters on some terminals.
  if (colours != Colours::many) return "\033[0;3" + std::to_string(text) + ";4" + std::to_string(ground) + "m";
  return "\033[1;38;5;" + std::to_string(text) + ";48;5;" + std::to_string(ground) + "m";
}

}  // namespace crownd::board
