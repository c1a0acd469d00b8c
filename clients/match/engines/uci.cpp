#include "match/engines/uci.hpp"

#include <algorithm>
#include <set>

namespace crownd::match {

namespace {

std::string milliseconds(Microseconds time) {
  return std::to_string(std::max<std::int64_t>(1, std::chrono::duration_cast<Milliseconds>(time).count()));
}

}  // namespace

DeclaredOption read_declared_option(const std::string& line) {
  DeclaredOption option;
  option.line = line;
  wire::Words words(line);
  (void)words.take();
  (void)words.take_if("name");
  option.name = wire::single_spaced(words.take_text_until("type"));
  option.type = std::string(words.take());
  const std::set<std::string_view> keys{"default", "min", "max", "var"};
  while (!words.empty()) {
    const auto key = words.take();
    std::string value;  // may be several words
    while (!words.empty() && !keys.contains(words.peek()))
      value += (value.empty() ? "" : " ") + std::string(words.take());
    if (key == "default") option.preset = value;
    if (key == "min") option.min = wire::read_number(value);
    if (key == "max") option.max = wire::read_number(value);
    if (key == "var") option.choices.push_back(value);
  }
  return option;
}

std::optional<std::string> fault_of_value(const DeclaredOption& option, const std::string& value) {
  if (option.type == "check" && value != "true" && value != "false") return "expected true or false";
  if (option.type == "button" && !value.empty() && value != "true") return "a button takes no value";
  if (option.type == "spin" && option.min && option.max) {
    const auto number = wire::read_number(value);
    if (!number || *number < *option.min || *number > *option.max)
      return "a whole number from " + std::to_string(*option.min) + " to " + std::to_string(*option.max) + " is needed";
  }
  if (option.type != "combo") return std::nullopt;
  std::string all;
  for (const auto& choice : option.choices) {
    if (wire::same_word(choice, value)) return std::nullopt;
    all += (all.empty() ? "" : ", ") + wire::quoted(choice);
  }
  return "one of these is needed: " + all;
}

std::optional<std::string> fault_of(const DeclaredOption& option) {
  if (option.name.empty()) return "an option has no name";
  if (option.type == "check" && option.preset != "true" && option.preset != "false")
    return "a check is true or false by default";
  if (option.type == "spin") {
    const auto preset = wire::read_number(option.preset.value_or(""));
    if (!preset || !option.min || !option.max) return "a spin has numbers for default, min and max";
    if (*preset < *option.min || *preset > *option.max) return "the default is not in the range";
  }
  if (option.type == "combo" &&
      std::count(option.choices.begin(), option.choices.end(), option.preset.value_or("")) == 0)
    return "the default of a combo is one of its var";
  if (!std::set<std::string>{"check", "spin", "combo", "string", "button"}.contains(option.type))
    return "there is no such type of option";
  return std::nullopt;
}

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
  if (first != "option") return false;
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

std::optional<PositionFormat> find_position_format(const Declared& declared, std::string_view game,
                                                   const Start& start) {
  if (declared.has_variant(game)) return PositionFormat{std::string(game), false};
  if (game != chess_like_game || start.fen.empty()) return std::nullopt;
  const int size = board_size(start.fen);
  const auto sized = std::string(game) + '-' + std::to_string(size);
  if (declared.has_variant(sized)) return PositionFormat{sized, true};
  if (size != chess_board) return std::nullopt;
  return PositionFormat{declared.has_variant("chess") ? "chess" : "", true};
}

std::string position_command(const PositionFormat& format, const Start& start, const std::vector<std::string>& moves) {
  std::string line = "position ";
  if (format.fen)
    line += "fen " + start.fen;
  else
    line += start.text == "startpos" ? start.text : "fen " + start.text;
  if (!moves.empty()) line += " moves";
  for (const auto& move : moves) line += ' ' + move;
  return line;
}

std::string go_command(const MoveRequest& request, const TimeControl& control, bool ponder) {
  std::string line = ponder ? "go ponder" : "go";
  if (control.clock) {
    const auto& [first, second] = request.clocks;
    if (first) line += " wtime " + milliseconds(*first);
    if (second) line += " btime " + milliseconds(*second);
    if (first && request.increments[0].count() > 0) line += " winc " + milliseconds(request.increments[0]);
    if (second && request.increments[1].count() > 0) line += " binc " + milliseconds(request.increments[1]);
    if (request.moves_to_go > 0) line += " movestogo " + std::to_string(request.moves_to_go);
  }
  if (control.movetime) line += " movetime " + milliseconds(*control.movetime);
  if (control.nodes) line += " nodes " + std::to_string(*control.nodes);
  if (control.depth) line += " depth " + std::to_string(*control.depth);
  return line;
}

void read_info(std::string_view line, SearchResult& found) {
  constexpr std::size_t max_pv_moves = 512;  // searches are less than 256 plies deep
  constexpr std::size_t max_pv_move_size = 256;
  constexpr std::size_t max_reports = 1000;
  constexpr std::int64_t max_milliseconds = 1'000'000'000;
  auto info = wire::read_info(line);
  if (!info) return;
  if (info->time && (*info->time < 0 || *info->time > max_milliseconds)) info->time.reset();
  auto& pv = info->pv;
  const auto is_long = [](const std::string& move) { return move.size() > max_pv_move_size; };
  pv.erase(std::find_if(pv.begin(), pv.end(), is_long), pv.end());
  if (pv.size() > max_pv_moves) pv.resize(max_pv_moves);
  if (info->score && info->multipv.value_or(1) == 1) found.info = *info;
  if (pv.empty()) return;
  auto& reports = found.reports;
  if (reports.size() == max_reports) reports.erase(reports.begin(), reports.begin() + max_reports / 2);
  reports.push_back(*std::move(info));
}

void read_best_move(std::string_view line, SearchResult& found) {
  const auto best = wire::read_best_move(line);
  found.answer = !best ? Answer::malformed : best->move ? Answer::move : Answer::no_move;
  if (!best) return;
  found.move = best->move.value_or("");
  found.ponder = best->ponder;
}

}  // namespace crownd::match
