#pragma once

#include "wire/reply.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::wire {

// Parsers for clients: each turns an answer line into its struct, or gives nothing if it is another line or malformed.
// Total: any bytes are accepted. Unknown words in `info` are skipped, so lines of other UCI engines can be read, too.

struct Moved {
  std::vector<std::string> moves;
  Status status;
};

struct Undone {
  int count = 0;
  Status status;
};

struct Fen {
  std::string game;
  std::string text;
};

struct Error {
  std::string code;  ///< one of the closed list of PROTOCOL.md
  std::string message;
};

/// A line `value M EXACT` of the answer to `probe`.
struct MoveValue {
  std::string move;
  Exact exact;
};

[[nodiscard]] std::optional<Info> read_info(std::string_view line);
/// Also accepts `(none)`, `0000` and `none`, with which engines say that there is no move.
[[nodiscard]] std::optional<BestMove> read_best_move(std::string_view line);
/// A STATUS without a word before it.
[[nodiscard]] std::optional<Status> read_status_text(std::string_view text);
[[nodiscard]] std::optional<Status> read_status(std::string_view line);
[[nodiscard]] std::optional<Moved> read_moved(std::string_view line);
[[nodiscard]] std::optional<Undone> read_undone(std::string_view line);
[[nodiscard]] std::optional<std::vector<std::string>> read_legal_moves(std::string_view line);
[[nodiscard]] std::optional<Fen> read_fen(std::string_view line);
[[nodiscard]] std::optional<MoveValue> read_value(std::string_view line);
/// The last line of the answer to `probe`.
[[nodiscard]] std::optional<Exact> read_probe(std::string_view line);
/// How many moves the answer to `book` has.
[[nodiscard]] std::optional<std::size_t> read_book(std::string_view line);
[[nodiscard]] std::optional<BookMove> read_book_move(std::string_view line);
[[nodiscard]] std::optional<Error> read_error(std::string_view line);

}  // namespace crownd::wire
