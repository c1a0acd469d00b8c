#include "match/engines/dialect.hpp"

#include "wire/words.hpp"

#include <algorithm>

namespace crownd::match {

namespace {

std::string milliseconds(Microseconds time) {
  return std::to_string(std::max<std::int64_t>(1, std::chrono::duration_cast<Milliseconds>(time).count()));
}

}  // namespace

bool Declared::has_variant(std::string_view variant) const {
  return std::find(variants.begin(), variants.end(), variant) != variants.end();
}

const DeclaredOption* Declared::option(std::string_view wanted) const {
  const auto found = std::find_if(options.begin(), options.end(),
                                  [&](const auto& each) { return wire::same_word(each.name, wanted); });
  return found == options.end() ? nullptr : &*found;
}

bool Declared::read(std::string_view line) {
  wire::Words words(line);
  const auto first = words.take();
  if (first == "id" && words.take_if("name")) name = words.take_rest();
  if (first != "option" || !words.take_if("name")) return false;
  options.push_back(read_declared_option(std::string(line)));
  if (wire::same_word(options.back().name, "UCI_Variant")) variants = options.back().choices;
  return true;
}

int board_size(std::string_view fen) {
  int squares = 0;
  int number = 0;
  for (const char letter : fen.substr(0, fen.find_first_of("/ "))) {
    const bool digit = letter >= '0' && letter <= '9';
    if (!digit) squares += number + 1;
    number = digit ? number * 10 + (letter - '0') : 0;
  }
  return squares + number;
}

std::optional<Dialect> find_dialect(const Declared& declared, std::string_view game, const Start& start) {
  if (declared.has_variant(game)) return Dialect{std::string(game), false};
  if (game != chess_like_game || start.fen.empty()) return std::nullopt;
  const int size = board_size(start.fen);
  const auto sized = std::string(game) + '-' + std::to_string(size);
  if (declared.has_variant(sized)) return Dialect{sized, true};
  if (size != chess_board) return std::nullopt;
  return Dialect{declared.has_variant("chess") ? "chess" : "", true};
}

std::string position_command(const Dialect& dialect, const Start& start, const std::vector<std::string>& moves) {
  std::string line = "position ";
  if (dialect.fen)
    line += "fen " + start.fen;
  else
    line += start.text == "startpos" ? start.text : "fen " + start.text;
  if (!moves.empty()) line += " moves";
  for (const auto& move : moves) line += ' ' + move;
  return line;
}

std::string go_command(const Question& question, const Limits& limits, bool ponder) {
  std::string line = ponder ? "go ponder" : "go";
  // A side without a clock is left out; an engine with a clock is sent at least its own.
  if (limits.clock) {
    const auto& [first, second] = question.clocks;
    if (first) line += " wtime " + milliseconds(*first);
    if (second) line += " btime " + milliseconds(*second);
    if (first && question.increments[0].count() > 0) line += " winc " + milliseconds(question.increments[0]);
    if (second && question.increments[1].count() > 0) line += " binc " + milliseconds(question.increments[1]);
    if (question.moves_to_go > 0) line += " movestogo " + std::to_string(question.moves_to_go);
  }
  if (limits.movetime) line += " movetime " + milliseconds(*limits.movetime);
  if (limits.nodes) line += " nodes " + std::to_string(*limits.nodes);
  if (limits.depth) line += " depth " + std::to_string(*limits.depth);
  return line;
}

}  // namespace crownd::match
