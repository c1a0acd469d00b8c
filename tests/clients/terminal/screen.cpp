#include "clients/terminal/pseudo_terminal.hpp"
#include "support/game_names.hpp"
#include "terminal/board.hpp"

#include <cmath>

using namespace crownd::testing;
using crownd::terminal::Colours;
using crownd::terminal::Palette;

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
double min_contrast(const Palette& palette, ColourOf colour_of) {
  double min = 21;
  const auto look = [&](int text, int ground) { min = std::min(min, contrast(colour_of(text), colour_of(ground))); };
  for (const int ground : {palette.light_square, palette.dark_square, palette.last, palette.target, palette.captured}) {
    look(palette.text, ground);
    for (const auto& ink : {palette.light_piece, palette.dark_piece, palette.red_piece})
      look(ink.text, ink.ground.value_or(ground));
  }
  look(palette.light_piece.text, palette.dark_piece.text);
  look(palette.red_piece.text, palette.dark_piece.text);
  return min;
}

constexpr double enough = 4.5;

std::string board(const std::string& setting, const std::string& game) {
  const TemporaryFolder folder;
  PseudoTerminal terminal(folder, setting + " crown " + game + " --board --black human");
  auto shown = terminal.wait_for(" to move> ");
  terminal.leave();
  return shown;
}

/// The daemon's drawing of a position.
crownd::terminal::Board drawn_board(const std::string& position) {
  ChildProcess daemon({program_path("crownd")}, crownd::connection::Errors::discarded);
  daemon.send("position " + position);
  daemon.send("squares");
  crownd::wire::SquaresReader reader;
  while (const auto line = daemon.receive(within(test_timeout)))
    if (reader.read(*line)) break;
  REQUIRE(reader.result().has_value());
  return crownd::terminal::Board(*reader.result());
}

/// The number of columns: bytes except UTF-8 continuation bytes.
std::size_t columns_of(const std::string& line) {
  return static_cast<std::size_t>(
      std::count_if(line.begin(), line.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::vector<std::string> lines_of(const std::string& shown) {
  std::istringstream text(without_escapes(shown));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

/// The lines shown before a text, and the line with it.
std::vector<std::string> lines_before(const std::string& text, const std::string& command, unsigned short columns) {
  const TemporaryFolder folder;
  PseudoTerminal terminal(folder, command, "", columns);
  auto lines = lines_of(terminal.wait_for(text));
  terminal.leave();
  return lines;
}

std::size_t widest(const std::vector<std::string>& lines) {
  std::size_t width = 0;
  for (const auto& line : lines) width = std::max(width, columns_of(line));
  return width;
}

std::string large(int size) {
  const auto number = std::to_string(size);
  return "reduced-chess --black human --position '" + number + " Ka1,Ra2," + "Rb" + number + " Kc" + number + " w'";
}

struct Dialogue {
  std::string command;
  std::vector<std::string> lines;
  bool ends;  ///< with the last line, else with Ctrl-D
};

const std::string capture = "......a.......a...b.b...........:b";
const std::string few_pieces = "r......./......../......../......../......../......../......../.b.....b b";

// Besides --plain only flags that make the engine deterministic, and those of the specifications.
const Dialogue dialogues[] = {
    {"english --plain",
     {"11-15", "hello", "12-11", "", "9-13", "24", "20", "help", "undo", "flip", "moves 11", "quit"},
     true},
    {"english --plain", {"11", "15", "resign"}, true},
    {"english --plain", {"11-15", "9z-8a"}, false},
    {"english --plain " + capture, {"12-16", "moves 14", "14x23", "30"}, true},
    {"english --plain ....aaaaaaaaaaaabbbbbbbbbbbb....:b", {}, true},
    {"spanish --plain --depth 3", {"10-14", "21-17", "12", "11-15", "12-16", "undo", "9", "8", "save game.pdn"}, false},
    {"spanish --plain --depth 1 --no-touch-move", {"11", "10-14", "eval", "resign"}, true},
    {"stupid", {"B2", "B6", "A7", "B9", "b2", "help", "B4", "undo", "C1", "quit"}, false},
    {"stupid --score", {"B2", "undo", "B2", "C2", "", " B2", "Z9"}, false},
    {"stupid --counter --nice", {"B2", "B2", "b2", " b4", "help", "undo", "quit"}, true},
    {"stupid --plain", {"B2", "B6"}, false},
    {"stupid --position '" + few_pieces + "'", {"B8", "A1"}, true},
    {"towers --plain", {"G6-F5", "H3-G4", "", "A"}, true},
    {"towers --plain", {"G6-F5", "P"}, true},
    {"towers --plain", {"G6-F5", "G6-F5"}, true},
    {"towers --plain", {"G6-F5", "H3-G4"}, false},
    {"reduced-chess", {"missing", "board", "a1a1", "help", "quit", " a1b2 "}, true},
    {"reduced-chess", {"board", "a5a3"}, true},
    {"reduced-chess", {" board ", " QUIT ", " stored "}, true},
    {"reduced-chess --depth 2", {"large", "b9b26"}, false},
    {"reduced-chess", {"QUIT"}, true},
};

void make_boards(const TemporaryFolder& folder) {
  make_file(folder / "board", "5\nKc5, Ra2, Ra5, Ba1, Be2\nKb3, Rb4, Rd3, Re4\n");
  make_file(folder / "large", "26\nKa10, Rb9\nKz1\n");
}

/// The output to a pipe after this many of the lines.
std::string text_in_a_pipe(const Dialogue& dialogue, std::size_t count) {
  const TemporaryFolder folder;
  make_boards(folder);
  std::string input;
  for (std::size_t i = 0; i < count; ++i) input += dialogue.lines[i] + "\n";
  return crown(folder, dialogue.command, input).out;
}

/// The same with the echo of typed lines, line by line: the first element precedes all input.
std::vector<std::string> texts_at_a_terminal(const Dialogue& dialogue) {
  auto in_pipe = text_in_a_pipe(dialogue, 0);
  std::vector<std::string> texts{in_pipe};
  for (std::size_t i = 0; i < dialogue.lines.size(); ++i) {
    const auto answered = text_in_a_pipe(dialogue, i + 1);
    REQUIRE(answered.starts_with(in_pipe));
    texts.push_back(texts.back() + dialogue.lines[i] + "\n" + answered.substr(in_pipe.size()));
    in_pipe = answered;
  }
  return texts;
}

/// The whole dialogue at a terminal.
class Play {
 public:
  Play(const Dialogue& dialogue, const std::string& setting)
      : dialogue_(dialogue),
        terminal_((make_boards(folder_), folder_), setting + "crown " + dialogue.command + " 2>errors") {}

  void wait_until_shown(const std::string& text) { REQUIRE(terminal_.text_of(text.size()) == text); }
  void type(std::size_t line) { terminal_.type(dialogue_.lines[line] + enter); }

  void check_end(const std::string& text) {
    if (!dialogue_.ends) terminal_.type(ctrl_d);
    CHECK(terminal_.wait_for_end() == 0);
    CHECK(terminal_.text_of(0) == text + (dialogue_.ends ? "" : "^D\n"));
  }

 private:
  const Dialogue& dialogue_;
  TemporaryFolder folder_;
  PseudoTerminal terminal_;
};

}  // namespace

TEST_CASE("all text on a board has a contrast of at least 4.5") {
  CHECK(min_contrast(crownd::terminal::palette_of(Colours::many), colour_of_many) >= enough);
  // The Linux console (VGA), and xterm.
  const auto& eight = crownd::terminal::palette_of(Colours::eight);
  CHECK(min_contrast(eight, [](int number) { return colour_of_eight(number, 0xAA, 0xAA); }) >= enough);
  CHECK(min_contrast(eight, [](int number) { return colour_of_eight(number, 0xCD, 0xE5); }) >= enough);
}

TEST_CASE("used and unused squares differ in more than hue") {
  const auto& many = crownd::terminal::palette_of(Colours::many);
  CHECK(contrast(colour_of_many(many.dark_square), colour_of_many(many.unused_light_square)) >= enough);
  CHECK(contrast(colour_of_many(many.light_square), colour_of_many(many.unused_dark_square)) >= enough);
}

TEST_CASE("the number of colours depends on TERM") {
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

TEST_CASE("colours add no information: the characters are the same without them") {
  const auto board = drawn_board("towers wwwwwwww.www.w....b.bbb.bbbbbbbb:b");
  crownd::terminal::Marks marks;
  marks.last = {{2, 1}, {3, 2}};
  marks.targets = {{4, 5}};
  marks.captured = {{0, 1}};
  for (const auto width : {std::size_t{80}, std::size_t{8}}) {
    crownd::terminal::Style style;
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

TEST_CASE("without room for marks, the last move is underlined") {
  const auto board = drawn_board("towers wwwwwwww.www.w....b.bbb.bbbbbbbb:b");
  crownd::terminal::Marks marks;
  marks.last = {{2, 1}, {3, 2}};
  crownd::terminal::Style style;
  style.width = 8;
  style.colours = Colours::many;
  const auto text = draw(board, marks, style);
  CHECK(std::count(text.begin(), text.end(), '<') == 1);
  const auto underlined = text.find("\033[4m");
  REQUIRE(underlined != std::string::npos);
  CHECK(text.substr(underlined + 4, 1) == "w");
}

TEST_CASE("8x8 boards fit into 80 columns") {
  for (const auto& game : crownd::testing::game_names()) {
    INFO(game);
    CHECK(widest(lines_before("> ", "NO_COLOR=1 crown " + game + " --board --black human", 80)) <= 80);
  }
  CHECK(widest(lines_before("> ", "NO_COLOR=1 crown reduced-chess --black human --position '8 Ka1 Kh8 w'", 80)) <= 80);
}

TEST_CASE_METHOD(InFolder, "the largest board of reduced chess fits into 80 columns, with a column per square") {
  for (const int size : {25, 26}) {
    make_file(folder / "board", std::to_string(size) + "\nKa1, Ra" + std::to_string(size) + "\nKc3\n");
    PseudoTerminal terminal(folder, "crown reduced-chess", "File name for initial configuration: ");
    terminal.type("board" + enter, "The initial configuration is:\r\n");
    const auto lines = lines_of(terminal.wait_for("Next move of White: "));
    REQUIRE(lines.size() == static_cast<std::size_t>(size) + 1);
    for (int row = 0; row < size; ++row) CHECK(columns_of(lines[row]) == static_cast<std::size_t>(size));
    CHECK(lines.front().starts_with("\u2656\u2001"));
    terminal.leave();
  }
}

TEST_CASE("a board too wide for the terminal loses its gaps, then its labels") {
  for (const std::string colour : {"", "NO_COLOR=1 "}) {
    INFO(colour);
    const auto board_of = [&](int size, unsigned short columns) {
      auto lines = lines_before(" to move", colour + "crown " + large(size), columns);
      lines.erase(lines.begin(), lines.begin() + 3);  // the greeting
      return lines;
    };
    // Two columns for the row numbers on either side, and a blank next to the board.
    CHECK(widest(board_of(24, 80)) == 78);
    CHECK(widest(board_of(8, 30)) == 29);
    CHECK(widest(board_of(26, 84)) == 84);
    for (const auto columns : std::initializer_list<unsigned short>{58, 80, 83}) {
      const auto lines = board_of(26, columns);
      CHECK(widest(lines) == 58);
      REQUIRE(lines.size() == 1 + 26 + 1 + 1);
      CHECK(lines[0] == "   a b c d e f g h i j k l m n o p q r s t u v w x y z");
      CHECK(lines[1].starts_with("26 "));
      CHECK(lines[26].starts_with(" 1 "));
      CHECK(lines[26].ends_with(" 1"));
      CHECK(lines[27] == lines[0]);
    }
    const auto lines = board_of(26, 57);
    REQUIRE(lines.size() == 26 + 1);
    for (int row = 0; row < 26; ++row) CHECK(columns_of(lines[row]) == 26);
  }
}

TEST_CASE("with --plain, and in a prescribed dialogue, a terminal shows the text of a pipe, except for bold") {
  for (const auto& dialogue : dialogues) {
    INFO(dialogue.command);
    const auto texts = texts_at_a_terminal(dialogue);
    const auto count = dialogue.lines.size();
    for (const std::string setting : {"", "NO_COLOR=1 ", "TERM=dumb "}) {
      INFO("line by line " << setting);
      Play play(dialogue, setting);
      for (std::size_t i = 0; i < count; ++i) {
        play.wait_until_shown(texts[i]);
        play.type(i);
      }
      play.wait_until_shown(texts.back());
      play.check_end(texts.back());
    }
    INFO("all lines before they are asked for");
    Play play(dialogue, "");
    play.wait_until_shown(texts.front());
    for (std::size_t i = 0; i < count; ++i) play.type(i);
    play.check_end(texts.back());
  }
}
