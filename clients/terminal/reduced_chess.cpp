#include "terminal/dialogue.hpp"
#include "terminal/game_file.hpp"
#include "wire/words.hpp"

#include <algorithm>
#include <iostream>
#include <regex>
#include <sstream>

namespace crownd::terminal {

namespace {

// The board file of the specification: three lines, size, White's pieces, Black's pieces.

/// A square of the specification, `a1` to `z26`.
const std::string square_pattern = "[a-z](?:[1-9]|1[0-9]|2[0-6])";

bool fits(std::string_view text, const std::regex& pattern) {
  return std::regex_match(text.begin(), text.end(), pattern);
}

/// "Kc5,Ra2" with a space after each comma, as the specification writes it.
std::string spaced(std::string_view pieces) {
  std::string text;
  for (const char c : pieces) text += c == ',' ? ", " : std::string(1, c);
  return text;
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  return first == std::string_view::npos ? "" : text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

std::string size_in(std::string_view line) {
  const auto size = trimmed(line);
  const auto number = wire::read_number(size);
  if (!number) throw FileError("the first line of a board is its size, a single number");
  return std::to_string(*number);
}

/// Normalizes a line of pieces: one space after each comma, none at the end.
std::string pieces_in(std::string_view line) {
  static const std::regex pattern("[KRB]" + square_pattern);
  std::string text;
  for (line = trimmed(line); !line.empty();) {
    const auto comma = std::min(line.find(','), line.size());
    const auto piece = trimmed(line.substr(0, comma));
    if (!fits(piece, pattern))
      throw FileError("a piece is K, R or B and its square, like Kc5, not " + wire::quoted(piece));
    text += (text.empty() ? "" : ", ") + std::string(piece);
    line.remove_prefix(std::min(comma + 1, line.size()));
  }
  return text;
}

std::string board_file_of(std::string_view position) {
  wire::Words words(position);
  std::string text;
  for (int line = 0; line < 3; ++line) text += spaced(words.take()) + "\n";
  return text;
}

/// The position text of a board file. Throws FileError; the engine validates the rest.
std::string position_of_board_file(const std::string& text) {
  if (text.size() >= max_file_bytes) throw FileError("it is too long for a board");
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    lines.push_back(line);
  }
  while (!lines.empty() && trimmed(lines.back()).empty()) lines.pop_back();
  if (lines.size() != 3) throw FileError("a board is three lines: its size, White's pieces, Black's pieces");
  return size_in(lines[0]) + " | " + pieces_in(lines[1]) + " | " + pieces_in(lines[2]) + " | w";
}

constexpr std::string_view stop_word = "QUIT";

/// The specification's symbol of a piece, or a space of the same width.
std::string_view symbol(char letter) {
  switch (letter) {
    case 'K': return "\u2654";
    case 'R': return "\u2656";
    case 'B': return "\u2657";
    case 'k': return "\u265A";
    case 'r': return "\u265C";
    case 'b': return "\u265D";
    default: return "\u2001";
  }
}

/// The dialogue of the specification, verbatim.
class ReducedChess {
 public:
  explicit ReducedChess(Table& table) : table_(table), console_(table.console), game_(table.game) {}

  void play() {
    if (!ask_for_board()) return;
    show("The initial configuration is:");
    while (!game_.is_over()) {
      if (!table_.engine_to_move()) {
        if (!white_plays()) return;
        continue;
      }
      game_.play(search(table_, table_.players.strength).move);
      show("Next move of Black is " + game_.record().moves.back() + ". The configuration after Black's move is:");
    }
    if (game_.status().outcome == wire::Outcome::draw) return console_.print_line("Game over. Draw.");
    console_.print_line("Game over. " + std::string(game_.info().titles[game_.side()]) + " wins.");
  }

 private:
  void show(const std::string& heading) {
    console_.print_line(heading);
    std::string picture;
    const Board& board = game_.board();
    for (const Cell cell : board.cells()) {
      picture += symbol(board.at(cell));
      if (cell.column + 1 == board.columns()) picture += '\n';
    }
    console_.print(picture);
  }

  std::optional<std::string> ask(const std::string& prompt, const Console::Completions& completions) {
    const auto line = console_.ask(prompt, completions);
    return line ? std::optional(std::string(wire::Words(*line).take_rest())) : std::nullopt;
  }

  /// False if the person does not want to play.
  bool ask_for_board() {
    std::string prompt = "File name for initial configuration: ";
    while (const auto name = ask(prompt, file_names_beginning)) {
      if (*name == stop_word) return false;
      try {
        game_.begin({position_of_board_file(read_file(*name)), {}, {}});
        return true;
      } catch (const FileError&) {
      } catch (const Refused&) {
      }
      prompt = "This is not a valid file. File name for initial configuration: ";
    }
    return false;
  }

  /// False if the person stops.
  bool white_plays() {
    std::string prompt = "Next move of White: ";
    while (const auto answer = ask(prompt, [this](std::string_view) { return completions(); })) {
      if (*answer == stop_word) return store();
      // The specification allows only `a1b2`; the engine accepts other notations.
      if (fits(*answer, std::regex(square_pattern + square_pattern)) && game_.play_if_legal(*answer)) {
        show("The configuration after White's move is:");
        return true;
      }
      prompt = "This is not a valid move. Next move of White: ";
    }
    return false;
  }

  /// All that White can enter.
  [[nodiscard]] std::vector<std::string> completions() const {
    auto words = table_.engine.legal_moves();
    words.emplace_back(stop_word);
    return words;
  }

  /// Asks until a file could be written. Always returns false: the game is over.
  bool store() {
    while (const auto name = ask("File name to store the configuration: ", file_names_beginning)) {
      try {
        write_file(*name, board_file_of(game_.position()));
        console_.print_line("The game configuration saved.");
        break;
      } catch (const FileError& error) {
        std::cerr << "crown: " << error.what() << '\n';
      }
    }
    return false;
  }

  Table& table_;
  Console& console_;
  Game& game_;
};

/// A board file, recognised by the number at its beginning.
std::optional<std::string> read_board_file(const std::string& text) {
  const char first = text[text.find_first_not_of(" \t\r\n")];
  if (first < '0' || first > '9') return std::nullopt;
  return position_of_board_file(text);
}

std::string write_board_file(const Table& table) {
  if (table.game.side() != 0) throw FileError("the file of a position has White to move; use save FILE");
  return board_file_of(table.game.position());
}

}  // namespace

extern const Dialogue reduced_chess_dialogue;
const Dialogue reduced_chess_dialogue{.game = "reduced-chess",
                                      .play = [](Table& table) { ReducedChess(table).play(); },
                                      .read_position = read_board_file,
                                      .write_position = write_board_file};

}  // namespace crownd::terminal
