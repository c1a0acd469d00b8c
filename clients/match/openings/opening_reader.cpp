#include "match/engines/dialect.hpp"
#include "match/game/san.hpp"
#include "match/openings/movetext.hpp"
#include "match/openings/opening_book.hpp"
#include "wire/words.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <sstream>
#include <stdexcept>

namespace crownd::match {

namespace {

/// The position fields of a chess EPD as a FEN; the text itself if it is not an EPD.
std::string epd_to_fen(const std::string& text) {
  wire::Words words(text);
  std::array<std::string, 4> fields;
  for (auto& field : fields) field = std::string(words.take());
  const bool chess = fields[0].find('/') != std::string::npos && (fields[1] == "w" || fields[1] == "b") &&
                     !fields[3].empty() && !is_digit(words.peek().empty() ? 'x' : words.peek().front());
  if (!chess) return text;
  return fields[0] + ' ' + fields[1] + ' ' + fields[2] + ' ' + fields[3] + " 0 1";
}

[[noreturn]] void refuse(std::size_t line, const std::string& why) {
  throw std::invalid_argument("opening in line " + std::to_string(line) + ": " + why);
}

std::vector<std::string> read_moves_of_line(std::string_view line) {
  bool in_braces = false;
  return read_movetext(without_comments(line, in_braces));
}

/// The game that is being read, as text.
struct GameText {
  std::size_t line = 0;  ///< line number where it begins; 0: there is none
  std::string start = "startpos";
  std::string movetext;
  std::vector<std::string> plain_moves;

  [[nodiscard]] Opening opening() const { return {start, plain_moves.empty() ? read_movetext(movetext) : plain_moves}; }
};

class OpeningReader {
 public:
  OpeningReader(Referee& referee, std::size_t plies) : referee_(referee), plies_(plies) {}

  Opening read_line(const std::string& line, std::size_t number) {
    Opening opening;
    const auto moves = line.find(" moves ");
    if (moves != std::string::npos) {
      opening = {epd_to_fen(line.substr(0, moves)), read_moves_of_line(line.substr(moves + 7))};
      if (const auto fault = prepare(opening)) refuse(number, *fault);
      return opening;
    }
    opening.start = epd_to_fen(line);
    const auto no_position = prepare(opening);
    if (!no_position) return opening;
    opening = {"startpos", read_moves_of_line(line)};
    const auto no_moves = prepare(opening);
    if (no_moves || opening.moves.empty())
      refuse(number, "as a position: " + *no_position + "; as moves: " + no_moves.value_or("there are none"));
    return opening;
  }

  /// Games with tags; a tag after moves, or after an empty line, begins the next game.
  std::vector<Opening> read_games(const std::vector<std::string>& lines) {
    std::vector<Opening> openings;
    GameText game;
    bool after_tags = false;
    bool in_braces = false;
    std::size_t brace_line = 0;
    const auto finish = [&] {
      if (game.line == 0) return;
      auto opening = game.opening();
      if (const auto fault = prepare(opening)) refuse(game.line, *fault);
      openings.push_back(std::move(opening));
      game = {};
    };
    for (std::size_t number = 1; number <= lines.size(); ++number) {
      const auto& line = lines[number - 1];
      if (!in_braces && line.starts_with('[')) {
        if (after_tags) finish();
        after_tags = false;
        if (game.line == 0) game.line = number;
        read_tag(line, number, game);
      } else if (const auto move = in_braces ? std::nullopt : plain_move(line)) {
        after_tags = true;
        game.plain_moves.push_back(*move);
      } else if (in_braces || (!line.starts_with('%') && !line.starts_with(';'))) {
        after_tags = true;
        if (!in_braces) brace_line = number;
        game.movetext += without_comments(line, in_braces) + '\n';
      }
    }
    if (in_braces) refuse(brace_line, "a comment in braces has no end");
    finish();
    return openings;
  }

 private:
  void read_tag(const std::string& line, std::size_t number, GameText& game) const {
    for (const std::string tag : {"FEN", "Start"})
      if (const auto start = tag_value(line, tag)) game.start = *start;
    if (const auto name = tag_value(line, "Game"); name && *name != referee_.game())
      refuse(number, "a game of " + *name + ", not of " + referee_.game());
  }

  /// Drops the moves that are not wanted, and converts the others to the referee's form; or returns why the
  /// referee refuses the opening.
  std::optional<std::string> prepare(Opening& opening) {
    if (plies_ > 0 && opening.moves.size() > plies_) opening.moves.resize(plies_);
    if (const auto fault = translate(opening)) return fault;
    const auto answer = referee_.set_position(opening.start, opening.moves);
    if (const auto* refusal = std::get_if<Refusal>(&answer)) return refusal->message;
    if (std::get<wire::Status>(answer).outcome == wire::Outcome::ongoing) return std::nullopt;
    const bool whole = plies_ == 0 && !opening.moves.empty();
    return std::string("the game is over there") + (whole ? "; plies=N takes no more than the first N moves" : "");
  }

  /// Chess games have their moves in SAN, which can only be read with the position and its legal moves.
  std::optional<std::string> translate(Opening& opening) {
    const auto is_san = [](const auto& move) { return std::isupper(static_cast<unsigned char>(move.front())) != 0; };
    auto& moves = opening.moves;
    if (referee_.game() != chess_like_game || std::none_of(moves.begin(), moves.end(), is_san)) return std::nullopt;
    const auto answer = referee_.set_position(opening.start);
    if (const auto* refusal = std::get_if<Refusal>(&answer)) return refusal->message;
    for (auto& move : moves) {
      if (is_san(move)) {
        const auto fen = referee_.standard_position().value_or("");
        const auto found = from_san(fen, move, referee_.legal_moves());
        if (!found) return "'" + move + "' names no move, or several, in " + fen;
        move = *found;
      }
      const auto played = referee_.play(move);
      if (const auto* refusal = std::get_if<Refusal>(&played)) return refusal->message;
    }
    return std::nullopt;
  }

  Referee& referee_;
  std::size_t plies_;
};

}  // namespace

std::vector<Opening> read_openings(std::string_view text, Referee& referee, std::size_t plies) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";  // some editors begin UTF-8 with it
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  std::vector<std::string> lines;
  std::istringstream stream{std::string(text)};
  for (std::string line; std::getline(stream, line);) {
    while (!line.empty() && std::isspace(static_cast<unsigned char>(line.back())) != 0) line.pop_back();
    lines.push_back(line);
  }
  OpeningReader reader(referee, plies);
  const bool games = std::any_of(lines.begin(), lines.end(), [](const auto& line) { return line.starts_with('['); });
  if (games) return reader.read_games(lines);

  std::vector<Opening> openings;
  for (std::size_t number = 1; number <= lines.size(); ++number) {
    const auto& line = lines[number - 1];
    if (!line.empty() && !line.starts_with('#')) openings.push_back(reader.read_line(line, number));
  }
  return openings;
}

}  // namespace crownd::match
