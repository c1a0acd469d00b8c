#include "wire/reply.hpp"

#include "wire/words.hpp"

#include <algorithm>

namespace crownd::wire {

namespace {

void add(std::string& line, std::string_view text) {
  if (!line.empty()) line += ' ';
  line += text;
}

template <class Number>
void add(std::string& line, std::string_view name, Number value) {
  add(line, name);
  add(line, std::to_string(value));
}

template <class Number>
void add(std::string& line, std::string_view name, const std::optional<Number>& value) {
  if (value) add(line, name, *value);
}

void add(std::string& line, std::span<const std::string> words) {
  for (const auto& word : words) add(line, word);
}

void add(std::string& line, const Exact& exact) {
  switch (exact.verdict) {
    case Verdict::win: add(line, "win"); break;
    case Verdict::loss: add(line, "loss"); break;
    case Verdict::draw: return add(line, "draw");
    case Verdict::unknown: return add(line, "unknown");
  }
  if (exact.plies) add(line, std::to_string(*exact.plies));
}

void add(std::string& line, const Score& score) { add(line, score.mate ? "mate" : "cp", score.value); }

}  // namespace

std::string_view word(ErrorCode code) {
  switch (code) {
    case ErrorCode::unknown_command: return "unknown-command";
    case ErrorCode::bad_argument: return "bad-argument";
    case ErrorCode::bad_position: return "bad-position";
    case ErrorCode::illegal_move: return "illegal-move";
    case ErrorCode::ambiguous_move: return "ambiguous-move";
    case ErrorCode::busy: return "busy";
    case ErrorCode::too_long: return "too-long";
    case ErrorCode::limit: return "limit";
    case ErrorCode::auth: break;
  }
  return "auth";
}

std::string version_line(std::string_view version) {
  std::string line = "version crownd";
  add(line, version);
  add(line, "protocol", protocol_version);
  return line;
}

std::string protocol_line() { return "id protocol " + std::to_string(protocol_version); }

std::string error_line(ErrorCode code, std::string_view message) {
  std::string line = "error";
  add(line, word(code));
  add(line, printable(message));
  return line;
}

std::string info_line(const Info& info) {
  std::string line = "info";
  add(line, "depth", info.depth);
  if (info.current_move) {
    add(line, "currmove");
    add(line, *info.current_move);
  }
  add(line, "currmovenumber", info.current_move_number);
  add(line, "seldepth", info.seldepth);
  add(line, "multipv", info.multipv);
  if (info.score) {
    add(line, "score");
    add(line, *info.score);
    if (info.score->bound == Bound::lower) add(line, "lowerbound");
    if (info.score->bound == Bound::upper) add(line, "upperbound");
  }
  if (info.wdl) {
    add(line, "wdl", info.wdl->win);
    add(line, std::to_string(info.wdl->draw));
    add(line, std::to_string(info.wdl->loss));
  }
  add(line, "nodes", info.nodes);
  add(line, "nps", info.nps);
  add(line, "hashfull", info.hashfull);
  add(line, "tbhits", info.tbhits);
  add(line, "time", info.time);
  if (!info.pv.empty()) add(line, "pv");
  add(line, info.pv);
  return line;
}

std::string info_string_line(std::string_view text) { return "info string " + printable(text); }

std::string best_move_line(const BestMove& best) {
  std::string line = "bestmove";
  add(line, best.move ? *best.move : "(none)");
  if (best.move && best.ponder) {
    add(line, "ponder");
    add(line, *best.ponder);
  }
  return line;
}

std::string status_text(const Status& status) {
  std::string text;
  switch (status.outcome) {
    case Outcome::ongoing: add(text, "ongoing"); break;
    case Outcome::win: add(text, "win"); break;
    case Outcome::draw: add(text, "draw"); break;
  }
  if (!status.side.empty()) add(text, status.side);
  if (status.outcome != Outcome::ongoing) {
    add(text, status.reason);
    return text;
  }
  if (status.check) add(text, "check");
  if (status.repetition > 1) add(text, "repetition", status.repetition);
  if (status.quiet > 0) add(text, "quiet", status.quiet);
  return text;
}

std::string status_line(const Status& status) { return "status " + status_text(status); }

std::string moved_line(std::span<const std::string> moves, const Status& status) {
  std::string line = "moved";
  add(line, moves);
  add(line, status_text(status));
  return line;
}

std::string undone_line(int count, const Status& status) {
  std::string line;
  add(line, "undone", count);
  add(line, status_text(status));
  return line;
}

std::string move_list_line(std::string_view word, std::span<const std::string> moves) {
  std::string line;
  add(line, word, moves.size());
  add(line, moves);
  return line;
}

std::string fen_line(std::string_view game, std::string_view text) {
  std::string line = "fen";
  add(line, game);
  add(line, text);
  return line;
}

std::string limit_line(std::string_view name, std::uint64_t value) {
  std::string line = "limit";
  add(line, name, value);
  return line;
}

std::string game_line(std::string_view name, std::string_view title) {
  std::string line = "game";
  add(line, name);
  add(line, title);
  return line;
}

std::string board_line(std::string_view row) {
  std::string line = "board";
  add(line, row);
  return line;
}

std::string eval_line(const Score& score) {
  std::string line = "eval";
  add(line, score);
  return line;
}

std::string value_line(std::string_view move, const Exact& exact) {
  std::string line = "value";
  add(line, move);
  add(line, exact);
  return line;
}

std::string probe_line(const Exact& exact) {
  std::string line = "probe";
  add(line, exact);
  return line;
}

std::string table_line(const TableFiles& files) {
  std::string line = "table";
  add(line, files.game);
  add(line, "pieces", files.pieces);
  add(line, "kind");
  add(line, files.kind);
  add(line, "files", files.files);
  add(line, "places", files.places);
  add(line, "bytes", files.bytes);
  if (!files.folder.empty()) {
    add(line, "folder");
    add(line, files.folder);
  }
  return line;
}

std::string book_line(std::size_t moves) {
  std::string line;
  add(line, "book", moves);
  return line;
}

std::string book_move_line(const BookMove& move) {
  std::string line = "bookmove";
  add(line, move.move);
  add(line, "score");
  add(line, move.score);
  add(line, "depth", move.depth);
  add(line, "wdl", move.wdl.win);
  add(line, std::to_string(move.wdl.draw));
  add(line, std::to_string(move.wdl.loss));
  add(line, "visits", move.visits);
  return line;
}

std::string bench_line(const BenchResult& result) {
  std::string line = "bench";
  add(line, "nodes", result.nodes);
  add(line, "time", result.time);
  add(line, "nps", nodes_per_second(result.nodes, result.time));
  add(line, "signature");
  std::string digits(16, '0');
  for (std::size_t i = 0; i < digits.size(); ++i)
    digits[digits.size() - 1 - i] = "0123456789abcdef"[(result.signature >> (4 * i)) & 15];
  add(line, digits);
  return line;
}

std::uint64_t nodes_per_second(std::uint64_t nodes, std::int64_t milliseconds) {
  const auto time = static_cast<std::uint64_t>(std::max<std::int64_t>(1, milliseconds));
  return nodes / time * 1000 + nodes % time * 1000 / time;
}

}  // namespace crownd::wire
