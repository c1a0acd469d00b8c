#include "reading/setting_up.hpp"

#include "notation/san.hpp"
#include "wire/nearest.hpp"
#include "wire/words.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

namespace crownd::reading {

namespace {

using Form = board::GameInfo::Notation::Form;

bool is_san(const std::string& move) { return std::isupper(static_cast<unsigned char>(move.front())) != 0; }

/// The number that a GameType of PDN begins with.
std::string type_number(const std::string& type) { return type.substr(0, type.find_first_not_of("0123456789")); }

/// "move 12, 22-18".
std::string number_of(std::size_t ply, int to_move, const std::string& move) {
  return "move " + std::to_string((ply + static_cast<std::size_t>(to_move)) / 2 + 1) + ", " + wire::printable(move);
}

Playable play(connection::Engine& engine, const notation::Game& game, const std::string& name) {
  Playable playable{name, {}, game.start(), {}};
  try {
    engine.set_position(name, playable.start);
  } catch (const connection::Refused& refused) {
    throw NotPlayable(std::string("its position: ") + refused.what());
  }
  playable.info = board::game_info(engine.squares());
  const auto to_move = static_cast<int>(playable.info.side_index(engine.status().side));
  const auto refuse = [&](const std::string& text, const std::exception& why) {
    const auto plies = playable.moves.size();
    throw NotPlayable(number_of(plies, to_move, text) + ": " + why.what(), plies);
  };
  for (const auto& text : game.moves()) {
    try {
      const auto move = translated(engine, playable.info.notation, text);
      playable.moves.push_back(engine.move(move).moves.front());
      playable.verbatim = playable.verbatim && (move != text || playable.moves.back() == text);
    } catch (const connection::Refused& refused) {
      refuse(text, refused);
    } catch (const NotPlayable& fault) {
      refuse(text, fault);
    }
  }
  playable.line = game.line;
  if (playable.moves.empty()) throw NotPlayable("it has no moves");
  return playable;
}

/// The games that a GameType of PDN may mean.
std::vector<std::string> games_of_type(connection::Engine& engine, const std::string& type) {
  std::vector<std::string> found;
  for (const auto& [name, title] : engine.games()) {
    engine.set_position(name, "startpos");
    const auto info = board::game_info(engine.squares());
    if (info.has_pdn() && type_number(info.notation.pdn_type) == type_number(type)) found.push_back(name);
  }
  if (found.empty()) throw NotPlayable("the engine has no game with the GameType " + type);
  return found;
}

std::vector<std::string> candidates(connection::Engine& engine, const notation::Game& game, const std::string& usual) {
  std::vector<std::string> names;
  for (const auto& [name, title] : engine.games()) names.push_back(name);
  if (const auto* const name = game.tag("Game"); name != nullptr) {
    if (std::find(names.begin(), names.end(), *name) == names.end())
      throw NotPlayable(wire::no_such("game", *name, names));
    return {*name};
  }
  if (const auto* const type = game.tag("GameType"); type != nullptr && !type_number(*type).empty())
    return games_of_type(engine, *type);
  if (!usual.empty()) return {usual};
  return names;
}

}  // namespace

std::string translated(connection::Engine& engine, const board::GameInfo::Notation& notation, const std::string& move) {
  if (notation.form != Form::pgn || !is_san(move)) return move;
  const auto fen = engine.standard_position();
  const auto found = notation::from_san(fen, move, engine.legal_moves());
  if (!found) throw NotPlayable(wire::quoted(move) + " names no move, or several, in " + fen);
  return *found;
}

Playable set_up(connection::Engine& engine, const notation::Game& game, const std::string& usual) {
  const auto names = candidates(engine, game, usual);
  std::optional<Playable> found;
  std::optional<NotPlayable> furthest;
  for (const auto& name : names) {
    try {
      auto playable = play(engine, game, name);
      if (playable.verbatim || names.size() == 1) return playable;
      if (!found) found = std::move(playable);
    } catch (const NotPlayable& fault) {
      const auto what = names.size() > 1 ? "as a game of " + name + ": " + fault.what() : std::string(fault.what());
      if (!furthest || fault.plies() > furthest->plies()) furthest.emplace(what, fault.plies());
    }
  }
  if (found) return *std::move(found);
  if (names.size() > 1) throw NotPlayable(std::string(furthest->what()) + "; no other game allows more of it");
  throw NotPlayable(*furthest);
}

}  // namespace crownd::reading
