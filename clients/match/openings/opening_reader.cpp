#include "match/openings/opening_book.hpp"
#include "notation/game_reader.hpp"

#include <sstream>
#include <stdexcept>
#include <utility>

namespace crownd::match {

namespace {

[[noreturn]] void refuse(std::size_t line, const std::string& why) {
  throw std::invalid_argument("opening in line " + std::to_string(line) + ": " + why);
}

class OpeningReader {
 public:
  OpeningReader(Referee& referee, std::size_t plies) : referee_(referee), plies_(plies) {}

  [[nodiscard]] Opening read_line(const std::string& line, std::size_t number) const {
    try {
      return opening_of(notation::read_list_line(exchange(), referee_.game(), line, plies_), number);
    } catch (const notation::NotRead& why) {
      refuse(number, why.what());
    }
  }

  /// Games in any notation.
  [[nodiscard]] std::vector<Opening> read_games(std::string_view text) const {
    std::vector<Opening> openings;
    for (auto& game : notation::read_games(exchange(), referee_.game(), text)) {
      const auto line = game.line;
      openings.push_back(opening_of(std::move(game), line));
    }
    return openings;
  }

 private:
  [[nodiscard]] notation::Exchange exchange() const {
    return [this](std::string_view commands, const auto& is_last) { referee_.exchange(commands, is_last); };
  }

  [[nodiscard]] Opening opening_of(notation::ReadGame&& game, std::size_t line) const {
    if (!game.is_readable(plies_)) refuse(game.errors.front().line, game.errors.front().sentence);
    if (game.name != referee_.game()) refuse(line, "a game of " + game.name + ", not of " + referee_.game());
    Opening opening{std::move(game.start), game.text.moves()};
    if (plies_ > 0 && opening.moves.size() > plies_) opening.moves.resize(plies_);
    const auto answer = referee_.set_position(opening.start, opening.moves);
    if (const auto* refusal = std::get_if<Refusal>(&answer)) refuse(line, refusal->message);
    if (std::get<wire::Status>(answer).outcome == wire::Outcome::ongoing) return opening;
    const bool whole = plies_ == 0 && !opening.moves.empty();
    refuse(line,
           std::string("the game is over there") + (whole ? "; plies=N takes no more than the first N moves" : ""));
  }

  Referee& referee_;
  std::size_t plies_;
};

}  // namespace

std::vector<Opening> read_openings(std::string_view text, Referee& referee, std::size_t plies) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";  // some editors begin UTF-8 with it
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  const OpeningReader reader(referee, plies);
  if (text.starts_with('[') || text.find("\n[") != std::string_view::npos) return reader.read_games(text);

  std::vector<Opening> openings;
  std::istringstream stream{std::string(text)};
  std::size_t number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    line.erase(line.find_last_not_of(" \t\r") + 1);
    if (!line.empty() && !line.starts_with('#')) openings.push_back(reader.read_line(line, number));
  }
  return openings;
}

}  // namespace crownd::match
