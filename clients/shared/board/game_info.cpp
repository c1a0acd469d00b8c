#include "board/game_info.hpp"

#include "wire/words.hpp"

#include <algorithm>
#include <cctype>

namespace crownd::board {

namespace {

std::string_view value_of(const std::vector<wire::SquaresFact>& facts, std::string_view key) {
  const auto found = std::find_if(facts.begin(), facts.end(), [&](const auto& fact) { return fact.key == key; });
  return found == facts.end() ? std::string_view() : std::string_view(found->value);
}

void replace(std::string& text, std::string_view word, std::string_view by) {
  for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + by.size()))
    text.replace(at, word.size(), by);
}

/// `pdn GAMETYPE white SIDE`, `pgn white SIDE` or `plain`
GameInfo::Notation notation_of(const GameInfo& info) {
  wire::Words words(info.fact("notation"));
  GameInfo::Notation notation;
  const auto form = words.take();
  if (form == "pdn") {
    notation.form = GameInfo::Notation::Form::pdn;
    notation.pdn_type = words.take();
  }
  if (form == "pgn") notation.form = GameInfo::Notation::Form::pgn;
  if (words.take_if("white")) notation.white = info.side_index(words.take());
  if (const auto first = info.fact("first-in-results"); !first.empty())
    notation.first_in_results = info.side_index(first);
  return notation;
}

}  // namespace

std::string GameInfo::colour(std::size_t side) const {
  std::string colour = titles[side].substr(0, titles[side].find(" ("));
  for (char& c : colour) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return colour;
}

std::string_view GameInfo::fact(std::string_view key) const { return value_of(facts, key); }

std::string GameInfo::why(std::string_view reason, std::size_t winner) const {
  const auto known = value_of(reasons, reason);
  std::string sentence(known.empty() ? reason : known);
  replace(sentence, "WINNER", titles[winner]);
  replace(sentence, "LOSER", titles[1 - winner]);
  return sentence;
}

GameInfo game_info(const wire::Squares& squares) {
  GameInfo info;
  info.name = squares.game;
  info.facts = squares.facts;
  info.reasons = squares.reasons;
  for (const std::size_t side : {0U, 1U}) {
    info.sides[side] = squares.sides[side].name;
    info.titles[side] = squares.sides[side].title;
    info.players[side] = squares.sides[side].human ? Player::human : Player::engine;
  }
  info.notation = notation_of(info);
  info.touch_move = info.fact("touch-move") == "yes";
  info.asks_again = info.fact("ask-again") == "yes";
  info.ends_in_mate = info.fact("win") == "mate";
  return info;
}

}  // namespace crownd::board
