#include "match/game/chess_like_game.hpp"
#include "match/openings/opening_book.hpp"
#include "notation/fen.hpp"
#include "notation/reader.hpp"
#include "notation/san.hpp"
#include "wire/words.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <sstream>
#include <stdexcept>

namespace crownd::match {

namespace {

[[noreturn]] void refuse(std::size_t line, const std::string& why) {
  throw std::invalid_argument("opening in line " + std::to_string(line) + ": " + why);
}

class OpeningReader {
 public:
  OpeningReader(Referee& referee, std::size_t plies) : referee_(referee), plies_(plies) {}

  Opening read_line(const std::string& line, std::size_t number) {
    Opening opening;
    constexpr std::string_view separator = " moves ";
    const auto moves = line.find(separator);
    if (moves != std::string::npos) {
      opening = {notation::epd_to_fen(line.substr(0, moves)), moves_in(line.substr(moves + separator.size()), number)};
      if (const auto fault = prepare(opening)) refuse(number, *fault);
      return opening;
    }
    opening.start = notation::epd_to_fen(line);
    const auto no_position = prepare(opening);
    if (!no_position) return opening;
    opening = {"startpos", moves_in(line, number)};
    const auto no_moves = prepare(opening);
    if (no_moves || opening.moves.empty())
      refuse(number, "as a position: " + *no_position + "; as moves: " + no_moves.value_or("there are none"));
    return opening;
  }

  /// Games in any notation.
  std::vector<Opening> read_games(std::istream& text) {
    std::vector<Opening> openings;
    notation::Reader reader(text, notation::Keep::moves_only);
    while (const auto game = next(reader)) {
      if (const auto* const name = game->tag("Game"); name != nullptr && *name != referee_.game())
        refuse(game->number_of_line, "a game of " + wire::printable(*name) + ", not of " + referee_.game());
      Opening opening{game->start(), game->moves()};
      if (const auto fault = prepare(opening)) refuse(game->number_of_line, *fault);
      openings.push_back(std::move(opening));
    }
    return openings;
  }

 private:
  /// `before`: how many lines of the file stand before the reader's text.
  static std::optional<notation::Game> next(notation::Reader& reader, std::size_t before = 0) {
    try {
      return reader.next();
    } catch (const notation::BadText& bad) {
      refuse(before + bad.line(), bad.what());
    }
  }

  static std::vector<std::string> moves_in(const std::string& line, std::size_t number) {
    std::istringstream text(line);
    notation::Reader reader(text, notation::Keep::moves_only);
    const auto game = next(reader, number - 1);
    return game ? game->moves() : std::vector<std::string>();
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
        const auto found = notation::from_san(fen, move, referee_.legal_moves());
        if (!found) return wire::quoted(move) + " names no move, or several, in " + fen;
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
  OpeningReader reader(referee, plies);
  std::istringstream stream{std::string(text)};
  if (text.starts_with('[') || text.find("\n[") != std::string_view::npos) return reader.read_games(stream);

  std::vector<Opening> openings;
  std::size_t number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    while (!line.empty() && std::isspace(static_cast<unsigned char>(line.back())) != 0) line.pop_back();
    if (!line.empty() && !line.starts_with('#')) openings.push_back(reader.read_line(line, number));
  }
  return openings;
}

}  // namespace crownd::match
