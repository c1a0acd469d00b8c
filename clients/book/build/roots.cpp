#include "book/build/roots.hpp"

#include "reading/inputs.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

namespace crownd::crown_book {

namespace {

/// Moves in one command: a line has a limited length.
constexpr std::size_t most_moves_at_once = 50;

/// A game that has no position to begin from: a sentence for people.
class NotUsable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Finder {
 public:
  Finder(connection::Engine& engine, const BuildSettings& settings) : engine_(engine), settings_(settings) {}

  void add_start() {
    engine_.set_position(settings_.game, "startpos");
    add_position();
  }

  /// Throws NotUsable.
  void add(const reading::InputGame& input) {
    const auto& game = input.game;
    const auto plies = std::min(game.plies, settings_.from_plies.value_or(game.plies));
    const bool is_usable = !game.name.empty() && game.is_readable(settings_.from_plies.value_or(0));
    if (!input.damage.empty() && !is_usable) throw NotUsable(input.damage);
    if (game.name != settings_.game) throw NotUsable("a game of " + game.name + ", not of " + settings_.game);
    engine_.set_position(game.name, game.start);
    if (settings_.from_plies) add_position();
    const std::size_t at_once = settings_.from_plies ? 1 : most_moves_at_once;
    for (std::size_t ply = 0; ply < plies;) {
      std::string moves;
      for (const auto end = std::min(plies, ply + at_once); ply < end; ++ply)
        moves += game.text.line.moves[ply].text + ' ';
      (void)engine_.move(moves);
      if (settings_.from_plies) add_position();
    }
    if (settings_.from_plies || add_position()) return;
    if (plies == 0) throw NotUsable("the game is over there");
    throw NotUsable("the game is over there; --from-plies N takes the positions of its first N plies");
  }

  [[nodiscard]] std::vector<std::string> positions() && { return std::move(positions_); }

 private:
  /// That of the engine; false if the game is over there.
  bool add_position() {
    if (engine_.status().outcome != wire::Outcome::ongoing) return false;
    auto text = engine_.position();
    if (seen_.insert(text).second) positions_.push_back(std::move(text));
    return true;
  }

  connection::Engine& engine_;
  const BuildSettings& settings_;
  std::set<std::string> seen_;
  std::vector<std::string> positions_;
};

/// The part's share.
std::vector<std::string> part_of(const std::vector<std::string>& positions, const Shard& shard) {
  std::vector<std::string> part;
  for (auto index = shard.index; index < positions.size(); index += shard.count) part.push_back(positions[index]);
  if (part.empty())
    throw std::runtime_error("--shard: there are " + std::to_string(positions.size()) +
                             " positions to begin from, too few for part " + std::to_string(shard.index + 1) + " of " +
                             std::to_string(shard.count));
  return part;
}

}  // namespace

Roots roots_of(connection::Engine& engine, const BuildSettings& settings) {
  Finder finder(engine, settings);
  Roots roots;
  if (settings.from.empty()) {
    finder.add_start();
  } else {
    const auto exchange = [&](std::string_view commands, const auto& is_last) { engine.exchange(commands, is_last); };
    reading::read_files(exchange, settings.game, settings.from, [&](const reading::InputGame& input) {
      try {
        finder.add(input);
        for (const auto& warning : input.game.warnings)
          roots.warnings.push_back(reading::name_of(settings.from, input) + ": " + warning.text());
      } catch (const NotUsable& fault) {
        roots.skipped.push_back(reading::name_of(settings.from, input) + " is skipped: " + fault.what());
      }
    });
  }
  auto positions = std::move(finder).positions();
  if (positions.empty()) {
    std::string what = "there is no position to begin from in " + settings.from.front();
    for (const auto& each : roots.skipped) what += "\n" + each;
    throw std::runtime_error(what);
  }
  roots.positions = part_of(positions, settings.shard);
  return roots;
}

}  // namespace crownd::crown_book
