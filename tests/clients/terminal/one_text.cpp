#include "clients/terminal/pseudo_terminal.hpp"

#include <vector>

using namespace crownd::testing;

namespace {

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

void make_boards(const Folder& folder) {
  make_file(folder / "board", "5\nKc5, Ra2, Ra5, Ba1, Be2\nKb3, Rb4, Rd3, Re4\n");
  make_file(folder / "large", "26\nKa10, Rb9\nKz1\n");
}

/// The output to a pipe after this many of the lines.
std::string text_in_a_pipe(const Dialogue& dialogue, std::size_t count) {
  const Folder folder;
  make_boards(folder);
  std::string input;
  for (std::size_t i = 0; i < count; ++i) input += dialogue.lines[i] + "\n";
  return crown(folder, dialogue.command, input).out;
}

/// The same with the echo of typed lines, line by line: the first element is what is shown before any input.
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
  Folder folder_;
  PseudoTerminal terminal_;
};

}  // namespace

TEST_CASE("with --plain, and in a prescribed dialogue, a terminal shows the text that a pipe gets, but for weight") {
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
