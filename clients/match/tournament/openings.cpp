#include "match/tournament/openings.hpp"

#include "notation/game_file_reader.hpp"
#include "platform/system.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <numeric>
#include <sstream>

namespace crownd::match {

namespace {

[[noreturn]] void refuse(std::size_t line, const std::string& why) {
  throw std::invalid_argument("opening in line " + std::to_string(line) + ": " + why);
}

/// At most `plies` moves of a game in the file, checked by the referee; 0: all moves. None for a position where the
/// game is over, as --epdout writes them.
std::optional<Opening> opening_of(notation::ReadGame game, std::size_t line, Referee& referee, std::size_t plies) {
  if (!game.is_readable(plies)) refuse(game.errors.front().line, game.errors.front().sentence);
  if (game.game_name != referee.game()) refuse(line, "a game of " + game.game_name + ", not of " + referee.game());
  Opening opening{std::move(game.start), game.record.moves()};
  if (plies > 0 && opening.moves.size() > plies) opening.moves.resize(plies);
  const auto answer = referee.set_position(opening.start, opening.moves);
  if (const auto* refusal = std::get_if<wire::Error>(&answer)) refuse(line, refusal->message);
  if (std::get<wire::Status>(answer).outcome == wire::Outcome::ongoing) return opening;
  if (opening.moves.empty()) return std::nullopt;
  refuse(line,
         std::string("the game is over there") + (plies == 0 ? "; plies=N takes no more than the first N moves" : ""));
}

/// Calls `on_game` with each game of the text and its line.
void read_games_of(std::string_view text, Referee& referee, std::size_t plies,
                   const std::function<void(notation::ReadGame, std::size_t)>& on_game) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";  // some editors begin UTF-8 with it
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  const notation::Exchange exchange = [&](std::string_view commands, const auto& is_last) {
    referee.exchange(commands, is_last);
  };
  if (!notation::is_list(text)) {
    for (const auto& game : notation::read_games(exchange, referee.game(), text)) on_game(game, game.line_number);
    return;
  }
  std::istringstream stream{std::string(text)};
  std::size_t number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    line.erase(line.find_last_not_of(" \t\r") + 1);
    if (line.empty() || line.starts_with('#')) continue;
    try {
      on_game(notation::read_list_line(exchange, referee.game(), line, plies), number);
    } catch (const notation::NotRead& why) {
      refuse(number, why.what());
    }
  }
}

/// Gives different rounds independent random numbers.
constexpr std::uint64_t round_stride = 0x51ed270b9f8a3c65U;

std::vector<std::size_t> shuffled(std::size_t count, std::uint64_t seed) {
  std::vector<std::size_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  Random random(seed);
  for (std::size_t left = count; left > 1; --left) std::swap(numbers[left - 1], numbers[random.below(left)]);
  return numbers;
}

/// Plays random moves from the referee's position; false if the game ends before or after the last of them.
bool add_random_moves(Referee& referee, int plies, Random& random, std::vector<std::string>& moves) {
  for (int ply = 0; ply < plies; ++ply) {
    const auto legal = referee.legal_moves();
    if (legal.empty()) return false;
    moves.push_back(legal[random.below(legal.size())]);
    (void)referee.play(moves.back());
  }
  return !referee.legal_moves().empty();
}

/// A random book move, with a probability proportional to its visits (at least 1).
const std::string& random_move(const std::vector<wire::BookMove>& moves, Random& random) {
  const auto weight = [](const wire::BookMove& move) {
    return static_cast<double>(std::max<std::uint64_t>(1, move.visits));
  };
  double sum = 0;
  for (const auto& move : moves) sum += weight(move);
  double rest = random.fraction() * sum;
  for (const auto& move : moves)
    if ((rest -= weight(move)) < 0) return move.move;
  return moves.front().move;
}

}  // namespace

std::vector<Opening> read_openings(std::string_view text, Referee& referee, std::size_t plies) {
  std::vector<Opening> openings;
  bool is_over = false;
  read_games_of(text, referee, plies, [&](notation::ReadGame game, std::size_t line) {
    auto opening = opening_of(std::move(game), line, referee, plies);
    if (opening)
      openings.push_back(*std::move(opening));
    else
      is_over = true;
  });
  if (openings.empty() && is_over) throw std::invalid_argument("the game is over in all positions");
  return openings;
}

std::size_t OpeningBook::number(std::size_t round) const {
  const std::size_t turn = (first_ + round) / openings_.size();
  const std::size_t place = (first_ + round) % openings_.size();
  return order_ == Order::sequential ? place : shuffled(openings_.size(), seed_ + turn)[place];
}

Opening with_book_plies(Referee& referee, Opening opening, int plies, std::uint64_t seed, std::size_t round) {
  if (plies == 0) return opening;
  Random random(seed ^ (round_stride * (round + 1)));
  (void)referee.set_position(opening.start, opening.moves);
  for (int ply = 0; ply < plies; ++ply) {
    const auto known = referee.book_moves();
    if (known.empty()) break;
    auto move = random_move(known, random);
    (void)referee.play(move);
    if (referee.legal_moves().empty()) break;
    opening.moves.push_back(std::move(move));
  }
  return opening;
}

Opening with_random_plies(Referee& referee, const Opening& opening, int plies, std::uint64_t seed, std::size_t round) {
  if (plies == 0) return opening;
  constexpr int max_attempts = 500;
  Random random(seed ^ (round_stride * (round + 1)));
  for (int attempt = 0; attempt < max_attempts; ++attempt) {
    auto result = opening;
    (void)referee.set_position(opening.start, opening.moves);
    if (add_random_moves(referee, plies, random, result.moves)) return result;
  }
  throw RefereeError(std::to_string(plies) + " random plies end every game from the opening '" + opening.start + "'");
}

std::optional<std::string> default_openings_file(const std::string& game) {
  std::error_code error;
  const auto folder = platform::program_data_folder() / "openings";
  std::ifstream defaults(folder / "defaults");
  for (std::string name, file; defaults >> name >> file;)
    if (name == game && std::filesystem::exists(folder / file, error)) return (folder / file).string();
  return std::nullopt;
}

}  // namespace crownd::match
