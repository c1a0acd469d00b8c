#pragma once

#include "core/rules.hpp"
#include "tables/computed_tables.hpp"
#include "tables/solver.hpp"
#include "tables/table_file.hpp"

namespace crownd::tables {

/// The sources of exact values.
struct Sources {
  const FileTables* files = nullptr;          ///< of this game
  ComputedTables* computed_tables = nullptr;  ///< of all games
  int probe_limit = max_table_pieces;         ///< positions of more pieces are not probed
};

/// Tables of up to this many pieces are computed, whatever the root position.
inline constexpr int max_computed_pieces = 3;

template <HasEndings R>
[[nodiscard]] ComputedTables::Task task_of(std::uint64_t code) {
  return {typename R::Ending(code).table_places(), [code](int threads, const std::atomic<bool>& stop) {
            return solve_ending<typename R::Ending>(code, threads, stop);
          }};
}

/// Blocking policy: the missing tables that a search waits for.
enum class Blocking : std::uint8_t { none, small_tables, all_tables };

/// One search thread's access to the tables. Looks up each table once, files first, and holds it until the search ends.
class Access {
 public:
  Access() = default;
  /// With Blocking::small_tables, large computed tables are not used, so that the result of a search depends only on
  /// the search and the files. `max_pieces` is
  /// max_ending_pieces of the game.
  Access(const Sources& sources, int computed_pieces, int max_pieces, Blocking blocking)
      : sources_(sources),
        from_computed_(sources.computed_tables == nullptr ? 0 : std::min(computed_pieces, sources.probe_limit)),
        from_files_(
            sources.files == nullptr ? 0 : std::min({sources.files->max_pieces(), max_pieces, sources.probe_limit})),
        pieces_(std::max(from_computed_, from_files_)),
        blocking_(blocking) {}

  /// Positions with more pieces need not be probed.
  [[nodiscard]] int max_pieces() const { return pieces_; }

  /// Probes an unfinished position: its exact score with the plies to the end, or known_win or -known_win if the length
  /// is unknown; none if no table has it, or not yet. Calls `keep_waiting` while it waits, until that returns false.
  template <HasEndings R, class KeepWaiting>
  [[nodiscard]] std::optional<Score> probe(const typename R::Position& position, KeepWaiting keep_waiting) {
    if (!is_covered<R>(position)) return {};
    const TableIndex spot = R::table_index(position);
    if (spot.ending == 0) return Score::draw();
    const Held& table = table_of<R>(spot.ending, R::piece_count(position), keep_waiting);
    if (!table.whole) return {};
    constexpr int added = plies_added<R>;
    if (table.file == nullptr)
      return score_in(Kind::distance, (*table.values)[static_cast<std::size_t>(spot.place)], added);
    const auto found = table.file->at(spot.place);
    return found ? score_in(table.file->about().kind, *found, added) : std::nullopt;
  }

 private:
  struct Held {
    const TableFile* file = nullptr;  ///< null: the table is from the computed tables
    std::shared_ptr<const ComputedTables::Values> values;
    bool requested = false;          ///< looked up, and ordered if necessary
    bool whole = false;              ///< it and all tables after its moves exist: the PV can be completed
    std::uint64_t requested_at = 0;  ///< ComputedTables::changes() at the last lookup
  };

  template <HasEndings R, class KeepWaiting>
  const Held& table_of(std::uint64_t code, int pieces, KeepWaiting keep_waiting) {
    const std::uint64_t now = sources_.computed_tables == nullptr ? 0 : sources_.computed_tables->changes();
    Held& held = held_[code];
    const bool first_time = !held.requested;
    if (!first_time && (held.whole || held.requested_at == now)) return held;
    held.requested_at = now;

    bool whole = true;
    if (first_time && pieces <= from_files_) held.file = sources_.files->find(code);
    const bool has_distances = held.file == nullptr || held.file->about().kind == Kind::distance;
    if (has_distances && (held.file != nullptr || pieces <= from_computed_))
      for (const std::uint64_t smaller : typename R::Ending(code).smaller())
        whole = table_of<R>(smaller, typename R::Ending(smaller).pieces(), keep_waiting).whole && whole;
    const bool is_computed = held.file == nullptr && pieces <= from_computed_ &&
                             (blocking_ != Blocking::small_tables || task_of<R>(code).is_small());
    if (is_computed)
      held.values =
          first_time ? get<R>(code, held.requested, keep_waiting) : sources_.computed_tables->find({R::name, code});
    held.requested = held.requested || !is_computed;
    held.whole = whole && (held.file != nullptr || held.values != nullptr);
    return held;
  }

  /// Requests the table if it does not exist, unless `keep_waiting` returns false.
  template <HasEndings R, class KeepWaiting>
  std::shared_ptr<const ComputedTables::Values> get(std::uint64_t code, bool& requested, KeepWaiting keep_waiting) {
    const ComputedTables::Key key{R::name, code};
    auto values = sources_.computed_tables->find(key);
    requested = values != nullptr || keep_waiting();
    if (values || !requested) return values;
    sources_.computed_tables->request(key, task_of<R>(code));
    while (blocking_ != Blocking::none && sources_.computed_tables->is_pending(key) && keep_waiting()) continue;
    return sources_.computed_tables->find(key);
  }

  Sources sources_;
  int from_computed_ = 0;
  int from_files_ = 0;
  int pieces_ = 0;
  Blocking blocking_ = Blocking::none;
  std::unordered_map<std::uint64_t, Held> held_;
};

/// The maximum of pieces to probe from the computed tables in a search from this root: four if endings of four pieces
/// vary in size and that of the root is small, otherwise max_computed_pieces.
template <Rules R>
[[nodiscard]] int computed_pieces([[maybe_unused]] const typename R::Position& root) {
  if constexpr (requires { R::Ending::sizes_vary; }) {
    constexpr int one_more = max_computed_pieces + 1;
    if (R::piece_count(root) == one_more) {
      const auto code = R::table_index(root).ending;
      if (code == 0 || task_of<R>(code).is_small()) return one_more;
    }
  }
  return max_computed_pieces;
}

/// Appends best play of a won or lost position to `line`: the fastest win against the longest defence. Appends nothing
/// if the tables do not have the position.
template <HasEndings R>
void append_best_play(Access& access, typename R::Position position, std::vector<typename R::Move>& line) {
  const auto probe = [&](const typename R::Position& p) { return access.probe<R>(p, [] { return false; }); };
  if (R::piece_count(position) > access.max_pieces() || R::result(position).over()) return;
  auto score = probe(position);
  while (score && score->is_decided() && score->plies_to_end() > 0) {
    const int plies_after = score->plies_to_end() - 1;
    const Score wanted = score->is_win() ? Score::loss_in(plies_after) : Score::win_in(plies_after);
    score.reset();
    for (const auto& move : legal_moves<R>(position)) {
      const auto next = R::after(position, move);
      const auto result = R::result(next);
      const auto value = result.over() ? final_score(result, R::side_to_move(next)) : probe(next);
      if (value != wanted) continue;
      line.push_back(move);
      position = next;
      score = value;
      break;
    }
  }
}

}  // namespace crownd::tables
