#include "book/build/roots.hpp"

#include "notation/fen.hpp"
#include "reading/inputs.hpp"
#include "reading/setting_up.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

namespace crownd::crown_book {

namespace {

using reading::NotPlayable;

class Finder {
 public:
  Finder(connection::Engine& engine, const BuildSettings& settings) : engine_(engine), settings_(settings) {}

  void add_start() {
    engine_.set_position(settings_.game, "startpos");
    add_position();
  }

  /// Throws NotPlayable.
  void add(const reading::InputGame& input) {
    if (!input.damage.empty()) throw NotPlayable(input.damage);
    const auto no_position = input.text.empty() ? std::string() : add_line(input.text);
    if (!input.text.empty() && no_position.empty()) return;
    try {
      add_game(input.game);
    } catch (const NotPlayable& fault) {
      if (no_position.empty() || input.game.start() != "startpos") throw;
      throw NotPlayable("as a position: " + no_position + "; as moves: " + fault.what());
    }
  }

  [[nodiscard]] std::vector<std::string> positions() && { return std::move(positions_); }

 private:
  /// A line that is a position; else why it is none.
  std::string add_line(const std::string& line) {
    try {
      engine_.set_position(settings_.game, notation::epd_to_fen(line));
    } catch (const connection::Refused& refused) {
      return refused.what();
    }
    if (!add_position()) throw NotPlayable("the game is over there");
    return "";
  }

  void add_game(notation::Game game) {
    auto& moves = game.line.moves;
    const auto plies = std::min(moves.size(), settings_.from_plies.value_or(moves.size()));
    // Without any move there is no game.
    if (plies < moves.size())
      moves.erase(moves.begin() + static_cast<std::ptrdiff_t>(std::max<std::size_t>(1, plies)), moves.end());
    const auto playable = reading::set_up(engine_, game, settings_.game);
    if (playable.game != settings_.game) throw NotPlayable("a game of " + playable.game + ", not of " + settings_.game);
    engine_.set_position(playable.game, playable.start);
    if (settings_.from_plies) add_position();
    for (std::size_t ply = 0; ply < plies; ++ply) {
      (void)engine_.move(playable.moves[ply]);
      if (settings_.from_plies) add_position();
    }
    if (!settings_.from_plies && !add_position())
      throw NotPlayable("the game is over there; --from-plies N takes the positions of its first N plies");
  }

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
    const auto inputs = reading::read_inputs(settings.from);
    for (const auto& input : inputs.games) {
      try {
        finder.add(input);
      } catch (const NotPlayable& fault) {
        roots.skipped.push_back(inputs.name_of(input) + " is skipped: " + fault.what());
      }
    }
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
