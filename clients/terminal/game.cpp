#include "terminal/game.hpp"

namespace crownd::terminal {

Game::Game(const GameInfo& info, Engine& engine) : info_(info), engine_(engine) {
  set_up({});
  refresh();
}

void Game::begin(const Record& record) {
  const Record before = record_;
  try {
    set_up(record);
  } catch (const Refused&) {
    set_up(before);
    throw;
  }
  undone_.clear();
  refresh();
}

/// Replaces the record last, so that it survives the loss of the engine.
void Game::set_up(const Record& record) {
  Record accepted{record.start, {}, {}, record.text};
  engine_.set_position(info_.name, record.start);
  const auto first_side = info_.side_index(engine_.status().side);
  if (info_.has_pdn() && record.start != "startpos") accepted.pdn_start = engine_.standard_position();
  for (const auto& move : record.moves) accepted.moves.push_back(engine_.move(move).moves.front());
  record_ = std::move(accepted);
  first_side_ = first_side;
}

void Game::refresh() {
  status_ = engine_.status();
  position_ = engine_.position();
  board_.emplace(engine_.squares());
}

void Game::play(std::string_view moves) {
  for (auto& move : engine_.move(std::string(moves)).moves) {
    record_.moves.push_back(std::move(move));
    const bool is_next = !undone_.empty() && undone_.back() == record_.moves.back();
    if (is_next)
      undone_.pop_back();
    else
      undone_.clear();
  }
  refresh();
}

bool Game::play_if_legal(std::string_view move) {
  try {
    play(move);
    return true;
  } catch (const Refused&) {
    return false;
  }
}

void Game::undo(int count) {
  if (count > 0) engine_.undo(count);
  for (; count > 0; --count) {
    undone_.push_back(std::move(record_.moves.back()));
    record_.moves.pop_back();
  }
  refresh();
}

void Game::redo(int count) {
  for (; count > 0; --count) play(std::string(undone_.back()));
}

void Game::resign() { status_ = {wire::Outcome::win, info_.sides[1 - side()], std::string(resignation)}; }

namespace {

std::string strength_text(const Strength& strength) {
  if (strength.specification_machine) return ", as the specification has it";
  return strength.level ? " at level " + std::to_string(*strength.level) : "";
}

}  // namespace

std::string who_plays(const GameInfo& game, const Players& players) {
  const std::string first(game.titles[0]), second(game.titles[1]);
  if (players.only_people()) return "Two people play " + first + " and " + second + ".";
  const auto engine = " plays " +
                      (players.only_engines()               ? "both sides"
                       : players.sides[0] == Player::engine ? first
                                                            : second) +
                      strength_text(players.strength) + ".";
  if (players.only_engines()) return "The engine" + engine;
  return "You play " + (players.sides[0] == Player::human ? first : second) + ", the engine" + engine;
}

std::string ending(const GameInfo& game, const wire::Status& status, const Players& players, bool address) {
  const auto winner = game.side_index(status.side);
  if (status.outcome == wire::Outcome::draw) return "The game is a draw: " + game.why(status.reason, winner) + ".";
  const bool against_engine = players.sides[winner] == Player::engine && players.sides[1 - winner] == Player::human;
  const auto resigned = against_engine ? "you resigned" : game.titles[1 - winner] + " has resigned";
  const auto why = status.reason == resignation ? resigned : game.why(status.reason, winner);
  const bool one_person = !players.only_people() && !players.only_engines();
  if (address && one_person) return std::string(against_engine ? "You have lost: " : "You have won: ") + why + ".";
  return game.titles[winner] + " wins: " + why + ".";
}

}  // namespace crownd::terminal
