#pragma once

#include "games/reduced_chess/count_moves.hpp"
#include "games/reduced_chess/ending.hpp"
#include "games/reduced_chess/evaluate.hpp"
#include "games/reduced_chess/notation.hpp"
#include "games/reduced_chess/own_facts.hpp"
#include "search/tuning.hpp"

namespace crownd::reduced_chess {

/// Measured on 8x8 for boards up to that size, on 10x10 for larger ones.
[[nodiscard]] const StrengthScale& strength_scale_of(unsigned size);

/// Chess with kings, rooks and bishops on a square board, with bitboards of `Words` words: 1 holds boards up to 8x8, 2
/// up to 11x11, 4 up to 16x16 and 11 up to 26x26. Width changes speed, nothing else.
///
/// There is no castling, and no draw except stalemate. A king is never captured, even if a position text sets it up in
/// check with the other side to move.
template <std::size_t Words>
struct Rules : Evaluation<Words> {
  using Game = Rules;
  using Position = reduced_chess::Position<Words>;
  using Move = reduced_chess::Move;

  static constexpr std::string_view name = "reduced-chess";
  static constexpr std::string_view title = "Reduced chess";
  static constexpr std::array<std::string_view, 2> side_names{"w", "b"};
  static constexpr int max_size = static_cast<int>(stride<Words>);
  /// A target square is reached by the first piece in at most eight directions; a king comes from one of them.
  static constexpr std::size_t max_moves = 8 * square_count<Words>;
  static constexpr bool must_capture = false;

  static constexpr search::Tuning tuning{.reduce_from_depth = 2,
                                         .reduce_from_move = 2,
                                         .reduction_base = 40,
                                         .reduction_divisor = 190,
                                         .reduction_cut_node = 80,
                                         .reduction_not_improving = 40,
                                         .reduction_history = 8000,
                                         .internal_reduction_depth = 4,
                                         .reverse_futility_margin = 70,
                                         .reverse_futility_depth = 7,
                                         .futility_margin = 80,
                                         .futility_base = 60,
                                         .futility_depth = 7,
                                         .late_pruning_depth = 6,
                                         .late_pruning_base = 4,
                                         .losing_capture_margin = 60,
                                         .losing_quiet_margin = 100,
                                         .losing_check_margin = 150,
                                         .null_move_base = 3,
                                         .null_move_divisor = 4,
                                         .null_move_margin = 200,
                                         .delta_margin = 150};

  static constexpr std::array bench_positions{
      BenchPosition{"5x5", "startpos", 8}, BenchPosition{"6x6", "6 Kc6,Ra2,Ba1,Be2 Kb3,Rd3,Re5 w", 10},
      BenchPosition{"8x8", "r1b1kb1r/8/8/8/8/8/8/R1B1KB1R w - - 0 1", 11},
      BenchPosition{"10x10", "rb1b1k1b1r/10/3r6/10/10/10/10/6R3/10/RB1B1K1B1R w - - 0 1", 8},
      BenchPosition{"26x26", "26 Km1,Rl1 Km26 w", 8}};

  /// Programs for chess expect its rule of fifty moves.
  static constexpr std::array uci_variants{UciVariant{"chess", 100, is_fen_of_chess}};

  [[nodiscard]] static Position start() { return parse_position(start_text); }
  [[nodiscard]] static Side side_to_move(const Position& p) { return p.side; }
  template <class List>
  static void legal_moves(const Position& p, List& list) {
    list_moves(p, open_squares(p), list);
  }
  template <class List>
  static void noisy_moves(const Position& p, List& list) {
    list_moves(p, open_squares(p) & p.enemy(), list);
  }
  [[nodiscard]] static bool has_moves(const Position& p) {
    bool found = false;
    visit_moves(p, open_squares(p), [&](unsigned, const SquareSet<Words>& targets) {
      found = !targets.empty();
      return found;
    });
    return found;
  }
  [[nodiscard]] static std::uint64_t count_moves(const Position& p) { return reduced_chess::count_moves(p); }
  [[nodiscard]] static Position after(const Position& p, Move m) { return reduced_chess::after(p, m); }
  [[nodiscard]] static bool in_check(const Position& p) { return reduced_chess::in_check(p); }
  /// Whether the piece reaches a line of its kind through the enemy king, or leaves any line through it.
  [[nodiscard]] static bool may_give_check(const Position& p, Move m) {
    const unsigned row = row_of<Words>(p.enemy_king()), column = column_of<Words>(p.enemy_king());
    const auto straight = [&](unsigned square) {
      return row_of<Words>(square) == row || column_of<Words>(square) == column;
    };
    const auto diagonal = [&](unsigned square) {
      const unsigned r = row_of<Words>(square), c = column_of<Words>(square);
      return r + c == row + column || r + column == row + c;
    };
    if (straight(m.from) || diagonal(m.from)) return true;
    return p.rooks.has(m.from) ? straight(m.to) : p.bishops.has(m.from) && diagonal(m.to);
  }
  [[nodiscard]] static Result result(const Position& p) {
    if (has_moves(p)) return {};
    return in_check(p) ? Result::win(opponent(p.side), checkmate) : Result::draw(stalemate);
  }
  [[nodiscard]] static std::uint64_t key(const Position& p) { return p.key; }
  [[nodiscard]] static std::uint32_t move_id(Move m) { return std::uint32_t{m.from} << 16 | m.to; }
  [[nodiscard]] static bool is_reversible(const Position& p, Move m) { return !p.enemy().has(m.to); }

  [[nodiscard]] static int exchange_gain(const Position& p, Move m) { return reduced_chess::exchange_gain(p, m); }
  /// SEE of a capture, at least 1 if nothing is lost; 0 for quiet moves.
  [[nodiscard]] static int order_hint(const Position& p, Move m) {
    if (is_reversible(p, m)) return 0;
    const int gain = exchange_gain(p, m);
    return gain == 0 ? 1 : gain;
  }
  [[nodiscard]] static Position null_move(const Position& p) {
    Position next = p;
    next.side = opponent(p.side);
    next.key ^= side_key;
    return next;
  }
  /// Zugzwang is likely with at most one piece besides the king, and on tiny boards.
  [[nodiscard]] static bool may_pass(const Position& p) {
    constexpr unsigned enough_pieces = 3;
    constexpr unsigned enough_room = 5;
    return p.size >= enough_room && p.own().size() >= enough_pieces;
  }

  /// As in the board's list of pieces: K R B k r b.
  [[nodiscard]] static std::array<int, 6> piece_counts(const Position& p) {
    std::array<int, 6> counts{};
    for (const Side side : {Side::first, Side::second}) {
      auto* const own = counts.data() + 3 * index_of(side);
      own[0] = 1;
      own[1] = static_cast<int>((p.of(side) & p.rooks).size());
      own[2] = static_cast<int>((p.of(side) & p.bishops).size());
    }
    return counts;
  }
  [[nodiscard]] static int piece_count(const Position& p) { return static_cast<int>(p.occupied().size()); }
  using Ending = reduced_chess::Ending;
  static constexpr int max_ending_pieces = static_cast<int>(max_men);
  [[nodiscard]] static TableIndex table_index(const Position& p) {
    std::array<Man, max_men> men{};
    std::size_t count = 0;
    for (const Side side : {Side::first, Side::second})
      p.of(side).for_each([&](unsigned square) {
        men[count++] = {index_of(side), p.kind_on(square), place_of<Words>(square)};
      });
    return Ending::spot_of(p.size, std::span(men).first(count), index_of(p.side));
  }
  [[nodiscard]] static bool is_technical(const Position& p) {
    return p.pieces[0] == SquareSet<Words>::of(p.kings[0]) || p.pieces[1] == SquareSet<Words>::of(p.kings[1]);
  }

  [[nodiscard]] static const StrengthScale& strength_scale(const Position& p) { return strength_scale_of(p.size); }

  static void own_facts(const auto& comparison, auto& facts) {
    add_forks_and_pins<Words>(comparison, facts, [](unsigned square) { return square_name<Words>(square); });
  }

  [[nodiscard]] static Position parse_position(std::string_view text) {
    const Diagram diagram = read_diagram(text);
    const auto board = [](int size) { return std::to_string(size) + "x" + std::to_string(size); };
    if (diagram.size > max_size)
      throw bad_position("a board of " + board(diagram.size) + " does not fit here; at most " + board(max_size) +
                         " does");
    return position_of<Words>(diagram);
  }
  [[nodiscard]] static std::string format_position(const Position& p) { return format_list(diagram_of(p)); }
  [[nodiscard]] static std::string standard_position(const Position& p, Counters counters = {}) {
    Diagram diagram = diagram_of(p);
    diagram.counters = counters;
    return format_fen(diagram);
  }
  [[nodiscard]] static Counters counters_of(std::string_view text) { return read_diagram(text).counters; }
  [[nodiscard]] static Move read_move(const Position& p, std::string_view text) {
    const Diagram diagram = diagram_of(p);
    if (const auto from = read_square_text(text)) throw explain_square(diagram, *from, targets_from(p, diagram, *from));
    const MoveText wanted = read_move_text(text);
    const auto targets = targets_from(p, diagram, wanted.from);
    const bool legal = std::find(targets.begin(), targets.end(), wanted.to) != targets.end();
    if (!legal || (wanted.kind != 0 && wanted.kind != kind_of(diagram.at(wanted.from))))
      throw explain_illegal(diagram, wanted);
    return {static_cast<std::uint16_t>(square_of<Words>(wanted.from)),
            static_cast<std::uint16_t>(square_of<Words>(wanted.to))};
  }
  [[nodiscard]] static std::vector<Move> moves_in_file(const Position& p, std::string_view text) {
    const Diagram diagram = diagram_of(p);
    std::vector<Move> found;
    for (const Move move : crownd::legal_moves<Rules>(p))
      if (is_san_of(diagram, place_of<Words>(move.from), place_of<Words>(move.to), text)) found.push_back(move);
    return found;
  }
  [[nodiscard]] static std::string format_move(const Position&, Move m) {
    return square_name<Words>(m.from) + square_name<Words>(m.to);
  }
  [[nodiscard]] static std::vector<std::string> picture(const Position& p) { return draw(diagram_of(p)); }

  [[nodiscard]] static Description description(const Position& p) { return describe(p.size); }
  [[nodiscard]] static Board board(const Position& p) { return board_of(diagram_of(p)); }
  [[nodiscard]] static std::vector<MovePath> paths(const Position& p, Move m) {
    MovePath path{{square_name<Words>(m.from), square_name<Words>(m.to)}};
    if (p.enemy().has(m.to)) path.takes = {path.squares.back()};
    return {path};
  }
};

/// The game in the catalogue: it chooses a width for each board.
struct AnyBoard : Rules<1> {
  using Game = AnyBoard;
};

}  // namespace crownd::reduced_chess
