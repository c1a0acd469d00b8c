#include "wire/reply.hpp"

#include "wire/judge_data.hpp"
#include "wire/words.hpp"

#include <algorithm>
#include <array>

namespace crownd::wire {

namespace {

constexpr std::string_view no_word = "-";

/// In the order of the enumerations.
constexpr std::array<std::string_view, 9> error_codes{"unknown-command", "bad-argument",   "bad-position",
                                                      "illegal-move",    "ambiguous-move", "busy",
                                                      "too-long",        "limit",          "auth"};
constexpr std::array<std::string_view, 3> outcomes{"ongoing", "win", "draw"};
constexpr std::array<std::string_view, 4> verdicts{"unknown", "draw", "win", "loss"};

template <class Names, class Value>
std::string_view name_of(const Names& names, Value value) {
  return names.at(static_cast<std::size_t>(value));
}

/// Calls `visit(name, part)` for the optional parts of an `info` line, in their order.
template <class AnyInfo, class Visit>
void visit_parts(AnyInfo& info, const Visit& visit) {
  visit("depth", info.depth);
  visit("currmove", info.current_move);
  visit("currmovenumber", info.current_move_number);
  visit("seldepth", info.seldepth);
  visit("multipv", info.multipv);
  visit("score", info.score);
  visit("wdl", info.wdl);
  visit("nodes", info.nodes);
  visit("nps", info.nps);
  visit("hashfull", info.hashfull);
  visit("tbhits", info.tbhits);
  visit("time", info.time);
}

// Each of these takes a value, and returns false if it is malformed.

bool take(Words& words, std::string& text) {
  text = words.take();
  return !text.empty();
}

bool take(Words& words, std::vector<std::string>& list) {
  list = words.take_until({});
  return !list.empty();
}

bool take(Words& words, std::integral auto& value) {
  const auto number = read_number(words.take());
  if (!number || !std::in_range<std::remove_reference_t<decltype(value)>>(*number)) return false;
  value = static_cast<std::remove_reference_t<decltype(value)>>(*number);
  return true;
}

/// One of `names`, in their order.
template <class Names, class Value>
bool take_name(Words& words, const Names& names, Value& value) {
  const auto word = words.take();
  const auto* const found =
      std::find_if(names.begin(), names.end(), [&](std::string_view name) { return same_word(name, word); });
  value = static_cast<Value>(found - names.begin());
  return found != names.end();
}

bool take(Words& words, Score& score) {
  score.mate = words.take_if("mate");
  return (score.mate || words.take_if("cp")) && take(words, score.value);
}

bool take(Words& words, WinDrawLoss& wdl) {
  return take(words, wdl.win) && take(words, wdl.draw) && take(words, wdl.loss);
}

bool take(Words& words, Exact& exact) {
  return take_name(words, verdicts, exact.verdict) && (words.empty() || take(words, exact.plies.emplace()));
}

bool take(Words& words, Status& status) {
  if (!take_name(words, outcomes, status.outcome)) return false;
  if (status.outcome != Outcome::draw && !take(words, status.side)) return false;
  if (status.outcome != Outcome::ongoing) return take(words, status.reason);
  while (!words.empty()) {
    if (words.take_if("check")) {
      status.check = true;
    } else if (words.take_if("repetition")) {
      if (!take(words, status.repetition)) return false;
    } else if (!words.take_if("quiet") || !take(words, status.quiet)) {
      return false;
    }
  }
  return true;
}

template <class Value>
bool take_named(Words& words, std::string_view name, Value& value) {
  return words.take_if(name) && take(words, value);
}

/// Takes a name and its value. Skips an unknown word.
bool take_part(Words& words, Info& info) {
  bool found = false, valid = true;
  visit_parts(info, [&](std::string_view name, auto& part) {
    if (found || !words.take_if(name)) return;
    found = true;
    valid = take(words, part.emplace());
  });
  if (found) return valid;
  const bool lower = words.take_if("lowerbound");
  if (lower || words.take_if("upperbound")) {
    if (info.score) info.score->bound = lower ? Bound::lower : Bound::upper;
    return info.score.has_value();
  }
  if (words.take_if("pv")) return take(words, info.pv);
  words.take();
  return true;
}

std::string word_or_empty(std::string_view word) { return std::string(word == no_word ? std::string_view() : word); }
char letter_of(std::string_view word) { return word == no_word || word.empty() ? '\0' : word.front(); }

SquaresSide take_side(Words& words) {
  SquaresSide side{std::string(words.take())};
  while (!words.empty()) {
    const auto key = words.take();
    if (key == "title") {
      side.title = words.take_rest();
      break;
    }
    const auto value = words.take();
    if (key == "colour") side.light = value == "light";
    if (key == "end") side.at_bottom = value == "bottom";
    if (key == "player") side.human = value == "human";
    if (key == "paint") side.paint = value;
  }
  return side;
}

SquaresPiece take_piece(Words& words) {
  SquaresPiece piece{letter_of(words.take()), {}, {}};
  while (!words.empty()) {
    const auto key = words.take();
    const auto value = words.take();
    if (key == "side") piece.side = value;
    if (key == "kind") piece.kind = value;
  }
  return piece;
}

SquaresFact take_fact(Words& words) {
  SquaresFact fact{std::string(words.take()), {}};
  fact.value = words.take_rest();
  return fact;
}

std::vector<SquaresCell> take_row(Words& words) {
  std::vector<SquaresCell> row;
  while (!words.empty()) {
    SquaresCell cell{word_or_empty(words.take())};
    cell.dark = words.take() == "dark";
    cell.piece = letter_of(words.take());
    row.push_back(std::move(cell));
  }
  return row;
}

/// A line that begins with `word`; `take_value` takes the rest.
template <class Value>
std::optional<Value> read(std::string_view line, std::string_view word, bool (*take_value)(Words&, Value&)) {
  Words words(line);
  Value value{};
  if (!words.take_if(word) || !take_value(words, value)) return std::nullopt;
  return value;
}

}  // namespace

std::string_view word(ErrorCode code) { return name_of(error_codes, code); }

void append(std::string& line, std::string_view text) {
  if (!line.empty()) line += ' ';
  line += text;
}

void append(std::string& line, std::span<const std::string> words) {
  for (const auto& word : words) append(line, word);
}

void append(std::string& line, const Score& score) {
  append(line, score.mate ? "mate" : "cp");
  append(line, score.value);
  if (score.bound != Bound::exact) append(line, score.bound == Bound::lower ? "lowerbound" : "upperbound");
}

void append(std::string& line, const WinDrawLoss& wdl) {
  for (const int part : {wdl.win, wdl.draw, wdl.loss}) append(line, part);
}

void append(std::string& line, const Exact& exact) {
  append(line, name_of(verdicts, exact.verdict));
  const bool decided = exact.verdict == Verdict::win || exact.verdict == Verdict::loss;
  if (decided && exact.plies) append(line, *exact.plies);
}

void append(std::string& line, const Status& status) {
  append(line, name_of(outcomes, status.outcome));
  if (!status.side.empty()) append(line, status.side);
  if (status.outcome != Outcome::ongoing) return append(line, status.reason);
  if (status.check) append(line, "check");
  if (status.repetition > 1) line += " repetition " + std::to_string(status.repetition);
  if (status.quiet > 0) line += " quiet " + std::to_string(status.quiet);
}

void append(std::string& line, const MoveReason& reason) {
  append(line, "reason");
  append(line, reason.name);
  for (const auto& [key, value] : reason.fields) line += ' ' + key + ' ' + value;
  if (!reason.line.empty()) append(line, "line");
  append(line, reason.line);
}

void append(std::string& line, const MoveVerdict& verdict) {
  for (const std::string_view word :
       {"why", verdict.move.c_str(), verdict.verdict.c_str(), "best", verdict.best.c_str(), "loss"})
    append(line, word);
  append(line, verdict.loss);
}

std::string_view verdict_of(int loss) {
  if (loss >= judge_data::blunder) return "blunder";
  if (loss >= judge_data::mistake) return "mistake";
  return loss >= judge_data::inaccuracy ? "inaccuracy" : "good";
}

std::string error_line(ErrorCode code, std::string_view message) {
  return line_of("error", word(code), printable(message));
}

std::string info_line(const Info& info) {
  std::string line = "info";
  visit_parts(info, [&](std::string_view name, const auto& part) {
    if (!part) return;
    append(line, name);
    append(line, *part);
  });
  return info.pv.empty() ? line : line_of(line, "pv", info.pv);
}

std::string info_string_line(std::string_view text) { return "info string " + printable(text); }

std::string best_move_line(const BestMove& best) {
  const auto line = line_of("bestmove", best.move.value_or("(none)"));
  return best.move && best.ponder ? line_of(line, "ponder", *best.ponder) : line;
}

std::uint64_t nodes_per_second(std::uint64_t nodes, std::int64_t milliseconds) {
  const auto time = static_cast<std::uint64_t>(std::max<std::int64_t>(1, milliseconds));
  return nodes / time * 1000 + nodes % time * 1000 / time;
}

std::optional<Info> read_info(std::string_view line) {
  return read<Info>(line, "info", [](Words& words, Info& info) {
    if (same_word(words.peek(), "string")) return false;
    while (!words.empty())
      if (!take_part(words, info)) return false;
    return true;
  });
}

std::optional<BestMove> read_best_move(std::string_view line) {
  return read<BestMove>(line, "bestmove", [](Words& words, BestMove& best) {
    std::string move;
    if (!take(words, move)) return false;
    if (move == "(none)" || move == "0000" || same_word(move, "none")) return true;
    best.move = std::move(move);
    if (words.take_if("ponder") && !words.empty()) best.ponder = std::string(words.take());
    return true;
  });
}

std::optional<Status> read_status(std::string_view line) { return read<Status>(line, "status", take); }

std::optional<Moved> read_moved(std::string_view line) {
  return read<Moved>(line, "moved", [](Words& words, Moved& moved) {
    while (!words.empty() && std::find(outcomes.begin(), outcomes.end(), words.peek()) == outcomes.end())
      moved.moves.emplace_back(words.take());
    return take(words, moved.status);
  });
}

std::optional<Undone> read_undone(std::string_view line) {
  return read<Undone>(line, "undone", [](Words& words, Undone& undone) {
    return take(words, undone.count) && take(words, undone.status);
  });
}

std::optional<std::vector<std::string>> read_legal_moves(std::string_view line) {
  return read<std::vector<std::string>>(line, "legalmoves", [](Words& words, std::vector<std::string>& moves) {
    std::size_t count = 0;
    const bool counted = take(words, count);
    moves = words.take_until({});
    return counted && count == moves.size();
  });
}

std::optional<Fen> read_fen(std::string_view line) {
  return read<Fen>(line, "fen", [](Words& words, Fen& fen) {
    fen.game = words.take();
    fen.text = words.take_rest();
    return !fen.text.empty();
  });
}

std::optional<MoveValue> read_value(std::string_view line) {
  return read<MoveValue>(line, "value", [](Words& words, MoveValue& value) {
    return take(words, value.move) && take(words, value.exact);
  });
}

std::optional<Exact> read_probe(std::string_view line) { return read<Exact>(line, "probe", take); }

std::optional<MoveReason> read_move_reason(std::string_view line) {
  return read<MoveReason>(line, "reason", [](Words& words, MoveReason& reason) {
    if (!take(words, reason.name)) return false;
    while (!words.empty()) {
      if (words.take_if("line")) return take(words, reason.line);
      auto& [key, value] = reason.fields.emplace_back();
      if (!take(words, key) || !take(words, value)) return false;
    }
    return true;
  });
}

std::optional<MoveVerdict> read_move_verdict(std::string_view line) {
  return read<MoveVerdict>(line, "why", [](Words& words, MoveVerdict& verdict) {
    return take(words, verdict.move) && take(words, verdict.verdict) && take_named(words, "best", verdict.best) &&
           take_named(words, "loss", verdict.loss);
  });
}

std::optional<std::size_t> read_book(std::string_view line) {
  return read<std::size_t>(line, "book", [](Words& words, std::size_t& count) { return take(words, count); });
}

std::optional<BookMove> read_book_move(std::string_view line) {
  return read<BookMove>(line, "bookmove", [](Words& words, BookMove& move) {
    return take(words, move.move) && take_named(words, "score", move.score) && take_named(words, "depth", move.depth) &&
           take_named(words, "wdl", move.wdl) && take_named(words, "visits", move.visits);
  });
}

std::optional<Error> read_error(std::string_view line) {
  return read<Error>(line, "error", [](Words& words, Error& error) {
    error.code = words.take();
    error.message = printable(words.take_rest());
    return !error.code.empty();
  });
}

bool SquaresReader::read(std::string_view line) {
  Words words(line);
  const auto part = words.take();
  if (part == "side") squares_.sides.push_back(take_side(words));
  if (part == "piece") squares_.pieces.push_back(take_piece(words));
  if (part == "fact") squares_.facts.push_back(take_fact(words));
  if (part == "reason") squares_.reasons.push_back(take_fact(words));
  if (part == "columns") squares_.columns = words.take_until({});
  if (part == "rows") squares_.rows = words.take_until({});
  if (part == "row") squares_.cells.push_back(take_row(words));
  if (part != "squares") return false;
  squares_.game = words.take();
  while (!words.empty())
    if (words.take() == "turn") squares_.turn = word_or_empty(words.take());
  return true;
}

std::optional<Squares> SquaresReader::result() const {
  const auto& cells = squares_.cells;
  const bool even = std::all_of(cells.begin(), cells.end(),
                                [&](const auto& row) { return !row.empty() && row.size() == cells.front().size(); });
  if (squares_.sides.size() != 2 || squares_.game.empty() || cells.empty() || !even) return std::nullopt;
  return squares_;
}

std::optional<Route> read_route(std::string_view line) {
  return read<Route>(line, "route", [](Words& words, Route& route) {
    if (!take(words, route.move) || !words.take_if("path")) return false;
    auto* list = &route.path;
    while (!words.empty()) {
      const auto word = words.take();
      if (word == "takes") {
        list = &route.takes;
      } else if (word == "becomes") {
        route.becomes = letter_of(words.take());
        break;
      } else {
        list->emplace_back(word);
      }
    }
    return !route.path.empty();
  });
}

}  // namespace crownd::wire
