#include "terminal/game.hpp"

#include <utility>

namespace crownd::terminal {

Game::Game(const GameInfo& info, Engine& engine) : info_(info), engine_(engine) {
  set_up({});
  look();
}

void Game::begin(const Record& record) {
  const Record before = record_;
  try {
    set_up(record);
  } catch (const Refused&) {
    set_up(before);
    throw;
  }
  taken_back_.clear();
  look();
}

/// Replaces the record only after everything has succeeded, so that it is not lost with the engine.
void Game::set_up(const Record& record) {
  Record accepted{record.start, {}, {}, record.text};
  engine_.set_position(info_.name, record.start);
  const auto first_side = info_.side_index(engine_.status().side);
  if (info_.has_pdn() && record.start != "startpos") accepted.pdn_start = engine_.standard_position();
  for (const auto& move : record.moves) accepted.moves.push_back(engine_.move(move).moves.front());
  record_ = std::move(accepted);
  first_side_ = first_side;
}

/// Reads the status and the position from the engine.
void Game::look() {
  status_ = engine_.status();
  position_ = engine_.position();
  board_.emplace(engine_.squares());
}

void Game::play(std::string_view moves) {
  for (auto& move : engine_.move(std::string(moves)).moves) {
    record_.moves.push_back(std::move(move));
    const bool is_next = !taken_back_.empty() && taken_back_.back() == record_.moves.back();
    if (is_next)
      taken_back_.pop_back();
    else
      taken_back_.clear();
  }
  look();
}

void Game::undo(int count) {
  if (count > 0) engine_.undo(count);
  for (; count > 0; --count) {
    taken_back_.push_back(std::move(record_.moves.back()));
    record_.moves.pop_back();
  }
  look();
}

void Game::redo(int count) {
  for (; count > 0; --count) play(std::string(taken_back_.back()));
}

void Game::resign() { status_ = {wire::Outcome::win, info_.sides[1 - side()], std::string(resignation)}; }

std::vector<Cell> Game::last_squares() const {
  return record_.moves.empty() ? std::vector<Cell>() : board_->squares_of(record_.moves.back());
}

std::string ending(const GameInfo& game, const wire::Status& status, const Players& players, bool address) {
  const auto winner = game.side_index(status.side);
  if (status.outcome == wire::Outcome::draw) return "The game is a draw: " + game.why(status.reason, winner) + ".";
  const bool against_engine = players.sides[winner] == Player::engine && players.sides[1 - winner] == Player::human;
  const auto resigned = against_engine ? "you resigned" : game.words[1 - winner] + " has resigned";
  const auto why = status.reason == resignation ? resigned : game.why(status.reason, winner);
  const bool one_person = !players.only_people() && !players.only_engines();
  if (address && one_person) return std::string(against_engine ? "You have lost: " : "You have won: ") + why + ".";
  return game.words[winner] + " wins: " + why + ".";
}

}  // namespace crownd::terminal
