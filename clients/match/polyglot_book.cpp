#include "match/polyglot_book.hpp"

#include "match/polyglot_randoms.hpp"

#include <algorithm>
#include <cstddef>
#include <stdexcept>

namespace crownd::match {

namespace {

// An entry: a key of 8 bytes, a move and a weight of 2 bytes each, and 4 bytes of learning data. All are
// big-endian.
constexpr std::size_t entry_bytes = 16;
constexpr std::size_t key_bytes = 8;
constexpr std::size_t word_bytes = 2;

std::uint64_t big_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (const char byte : bytes) value = value << 8U | static_cast<unsigned char>(byte);
  return value;
}

/// Three bits of a move; from the lowest: column and row of the target, of the source, and the promotion piece.
unsigned part(std::uint16_t move, unsigned place) { return move >> (3 * place) & 7U; }

bool is_promotion(std::uint16_t move) { return part(move, 4) != 0; }

std::string move_text(std::uint16_t move) {
  const auto column = [&](unsigned place) { return static_cast<char>('a' + part(move, place)); };
  const auto row = [&](unsigned place) { return static_cast<char>('1' + part(move, place)); };
  return {column(2), row(3), column(0), row(1)};
}

}  // namespace

std::uint64_t polyglot_key(std::string_view fen) {
  constexpr std::size_t columns = 8;
  const auto board = fen.substr(0, fen.find(' '));
  std::uint64_t key = 0;
  std::size_t row_begin = polyglot_squares - columns;
  std::size_t square = row_begin;
  for (const char letter : board) {
    if (letter == '/') {
      row_begin -= columns;
      square = row_begin;
    } else if (letter >= '1' && letter <= '8') {
      square += static_cast<std::size_t>(letter - '0');
    } else {
      const auto piece = polyglot_letters.find(letter);
      if (piece != std::string_view::npos) key ^= polyglot_pieces.at(piece * polyglot_squares + square);
      ++square;
    }
  }
  const bool white_to_move = fen.substr(board.size()).starts_with(" w");
  return white_to_move ? key ^ polyglot_white_to_move : key;
}

PolyglotBook::PolyglotBook(std::string_view bytes) {
  if (bytes.empty() || bytes.size() % entry_bytes != 0)
    throw std::invalid_argument("no book of Polyglot: it has " + std::to_string(bytes.size()) +
                                " bytes, and a book has 16 for each of its moves");
  for (; !bytes.empty(); bytes.remove_prefix(entry_bytes))
    entries_.push_back({big_endian(bytes.substr(0, key_bytes)),
                        static_cast<std::uint16_t>(big_endian(bytes.substr(key_bytes, word_bytes))),
                        static_cast<std::uint16_t>(big_endian(bytes.substr(key_bytes + word_bytes, word_bytes)))});
  // Books are sorted by key, except some that were concatenated.
  std::stable_sort(entries_.begin(), entries_.end(),
                   [](const auto& one, const auto& other) { return one.key < other.key; });
}

std::vector<WeightedMove> PolyglotBook::moves(std::string_view fen) const {
  const auto key = polyglot_key(fen);
  const auto before = [](const Entry& entry, std::uint64_t wanted) { return entry.key < wanted; };
  std::vector<WeightedMove> moves;
  for (auto entry = std::lower_bound(entries_.begin(), entries_.end(), key, before);
       entry != entries_.end() && entry->key == key; ++entry)
    if (entry->weight > 0 && !is_promotion(entry->move)) moves.push_back({move_text(entry->move), entry->weight});
  return moves;
}

}  // namespace crownd::match
