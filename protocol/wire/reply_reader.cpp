#include "wire/reply_reader.hpp"

#include "wire/words.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace crownd::wire {

namespace {

template <class Number>
std::optional<Number> take_number(Words& words) {
  const auto number = read_number(words.take());
  if (!number || !std::in_range<Number>(*number)) return std::nullopt;
  return static_cast<Number>(*number);
}

std::optional<Score> take_score(Words& words) {
  Score score;
  if (words.take_if("mate"))
    score.mate = true;
  else if (!words.take_if("cp"))
    return std::nullopt;
  const auto value = take_number<int>(words);
  if (!value) return std::nullopt;
  score.value = *value;
  return score;
}

std::optional<WinDrawLoss> take_wdl(Words& words) {
  const auto win = take_number<int>(words);
  const auto draw = take_number<int>(words);
  const auto loss = take_number<int>(words);
  if (!win || !draw || !loss) return std::nullopt;
  return WinDrawLoss{*win, *draw, *loss};
}

template <class Value>
bool filled(std::optional<Value>& place, std::optional<Value> value) {
  place = std::move(value);
  return place.has_value();
}

/// Reads one name and its value; false if the value is malformed.
bool take_info_item(Words& words, Info& info) {
  if (words.take_if("depth")) return filled(info.depth, take_number<int>(words));
  if (words.take_if("currmove")) {
    info.current_move = std::string(words.take());
    return !info.current_move->empty();
  }
  if (words.take_if("currmovenumber")) return filled(info.current_move_number, take_number<int>(words));
  if (words.take_if("seldepth")) return filled(info.seldepth, take_number<int>(words));
  if (words.take_if("multipv")) return filled(info.multipv, take_number<int>(words));
  if (words.take_if("score")) return filled(info.score, take_score(words));
  if (words.take_if("wdl")) return filled(info.wdl, take_wdl(words));
  if (words.take_if("nodes")) return filled(info.nodes, take_number<std::uint64_t>(words));
  if (words.take_if("nps")) return filled(info.nps, take_number<std::uint64_t>(words));
  if (words.take_if("hashfull")) return filled(info.hashfull, take_number<int>(words));
  if (words.take_if("tbhits")) return filled(info.tbhits, take_number<std::uint64_t>(words));
  if (words.take_if("time")) return filled(info.time, take_number<std::int64_t>(words));
  const bool lower = words.take_if("lowerbound");
  if (lower || words.take_if("upperbound")) {
    if (info.score) info.score->bound = lower ? Bound::lower : Bound::upper;
    return info.score.has_value();
  }
  if (words.take_if("pv")) {
    info.pv = words.take_until({});
    return !info.pv.empty();
  }
  words.take();
  return true;
}

std::optional<Status> take_status(Words& words) {
  Status status;
  if (words.take_if("draw")) {
    status.outcome = Outcome::draw;
  } else if (words.take_if("win")) {
    status.outcome = Outcome::win;
  } else if (!words.take_if("ongoing")) {
    return std::nullopt;
  }
  if (status.outcome != Outcome::draw) status.side = words.take();
  if (status.outcome != Outcome::draw && status.side.empty()) return std::nullopt;
  if (status.outcome != Outcome::ongoing) {
    status.reason = words.take();
    if (status.reason.empty()) return std::nullopt;
    return status;
  }
  while (!words.empty()) {
    if (words.take_if("check")) {
      status.check = true;
      continue;
    }
    int* const place = words.take_if("repetition") ? &status.repetition
                       : words.take_if("quiet")    ? &status.quiet
                                                   : nullptr;
    const auto count = place != nullptr ? take_number<int>(words) : std::nullopt;
    if (!count) return std::nullopt;
    *place = *count;
  }
  return status;
}

/// `win N`, `loss N`, `draw` or `unknown`.
std::optional<Exact> take_exact(Words& words) {
  constexpr std::array verdicts{std::pair("unknown", Verdict::unknown), std::pair("draw", Verdict::draw),
                                std::pair("win", Verdict::win), std::pair("loss", Verdict::loss)};
  const auto word = words.take();
  const auto* const found =
      std::find_if(verdicts.begin(), verdicts.end(), [&](const auto& each) { return each.first == word; });
  if (found == verdicts.end()) return std::nullopt;
  Exact exact{found->second, std::nullopt};
  if (words.empty()) return exact;
  exact.plies = take_number<int>(words);
  if (!exact.plies) return std::nullopt;
  return exact;
}

}  // namespace

std::optional<Info> read_info(std::string_view line) {
  Words words(line);
  if (!words.take_if("info") || same_word(words.peek(), "string")) return std::nullopt;
  Info info;
  while (!words.empty())
    if (!take_info_item(words, info)) return std::nullopt;
  return info;
}

std::optional<BestMove> read_best_move(std::string_view line) {
  Words words(line);
  if (!words.take_if("bestmove") || words.empty()) return std::nullopt;
  const auto move = words.take();
  if (move == "(none)" || move == "0000" || same_word(move, "none")) return BestMove{};
  BestMove best{std::string(move), std::nullopt};
  if (words.take_if("ponder") && !words.empty()) best.ponder = std::string(words.take());
  return best;
}

std::optional<Status> read_status_text(std::string_view text) {
  Words words(text);
  return take_status(words);
}

std::optional<Status> read_status(std::string_view line) {
  Words words(line);
  if (!words.take_if("status")) return std::nullopt;
  return take_status(words);
}

std::optional<Moved> read_moved(std::string_view line) {
  Words words(line);
  if (!words.take_if("moved")) return std::nullopt;
  Moved moved;
  const auto at_status = [&] {
    const auto next = words.peek();
    return next == "ongoing" || next == "win" || next == "draw";
  };
  while (!words.empty() && !at_status()) moved.moves.emplace_back(words.take());
  auto status = take_status(words);
  if (!status) return std::nullopt;
  moved.status = *std::move(status);
  return moved;
}

std::optional<Undone> read_undone(std::string_view line) {
  Words words(line);
  if (!words.take_if("undone")) return std::nullopt;
  const auto count = take_number<int>(words);
  auto status = take_status(words);
  if (!count || !status) return std::nullopt;
  return Undone{*count, *std::move(status)};
}

std::optional<std::vector<std::string>> read_legal_moves(std::string_view line) {
  Words words(line);
  if (!words.take_if("legalmoves")) return std::nullopt;
  const auto count = take_number<std::uint64_t>(words);
  auto moves = words.take_until({});
  if (!count || *count != moves.size()) return std::nullopt;
  return moves;
}

std::optional<Fen> read_fen(std::string_view line) {
  Words words(line);
  if (!words.take_if("fen")) return std::nullopt;
  Fen fen;
  fen.game = words.take();
  fen.text = words.take_rest();
  if (fen.text.empty()) return std::nullopt;
  return fen;
}

std::optional<MoveValue> read_value(std::string_view line) {
  Words words(line);
  if (!words.take_if("value")) return std::nullopt;
  MoveValue value;
  value.move = words.take();
  const auto exact = take_exact(words);
  if (!exact) return std::nullopt;
  value.exact = *exact;
  return value;
}

std::optional<Exact> read_probe(std::string_view line) {
  Words words(line);
  if (!words.take_if("probe")) return std::nullopt;
  return take_exact(words);
}

std::optional<std::size_t> read_book(std::string_view line) {
  Words words(line);
  if (!words.take_if("book")) return std::nullopt;
  return take_number<std::size_t>(words);
}

std::optional<BookMove> read_book_move(std::string_view line) {
  Words words(line);
  if (!words.take_if("bookmove")) return std::nullopt;
  std::string move(words.take());
  const auto score = words.take_if("score") ? take_score(words) : std::nullopt;
  const auto depth = words.take_if("depth") ? take_number<int>(words) : std::nullopt;
  const auto wdl = words.take_if("wdl") ? take_wdl(words) : std::nullopt;
  const auto visits = words.take_if("visits") ? take_number<std::uint64_t>(words) : std::nullopt;
  if (!score || !depth || !wdl || !visits) return std::nullopt;
  return BookMove{std::move(move), *score, *depth, *wdl, *visits};
}

std::optional<Error> read_error(std::string_view line) {
  Words words(line);
  if (!words.take_if("error") || words.empty()) return std::nullopt;
  Error error;
  error.code = words.take();
  error.message = printable(words.take_rest());
  return error;
}

}  // namespace crownd::wire
