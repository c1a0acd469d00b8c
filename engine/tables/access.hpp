#pragma once

#include "core/rules.hpp"
#include "tables/abilities.hpp"
#include "tables/file_tables.hpp"
#include "tables/library.hpp"
#include "tables/solver.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace crownd::tables {

/// No game has tables of more pieces than this.
inline constexpr int most_pieces_in_tables = 7;

/// Where exact values come from.
struct Sources {
  Sources(const FileTables* of_files = nullptr, Library* in_memory = nullptr, int limit = most_pieces_in_tables)
      : files(of_files), library(in_memory), probe_limit(limit) {}

  const FileTables* files;  ///< of this game, where there are any
  Library* library;         ///< of all games, where there is one
  int probe_limit;          ///< positions of more pieces are not probed
};

/// The library makes tables of up to this many pieces, whatever the root position.
inline constexpr int pieces_in_library = 3;

template <HasEndings R>
[[nodiscard]] Library::Recipe recipe_of(std::uint64_t code) {
  return {typename R::Ending(code).table_places(), [code](int threads, const std::atomic<bool>& stop) {
            return solve_ending<typename R::Ending>(code, threads, stop);
          }};
}

/// Which tables a search waits for where they are not computed yet.
enum class Patience : std::uint8_t { none, small, all };

/// One search thread's access to the tables. Looks up each table once, files first, and holds it until the search ends.
class Access {
 public:
  Access() = default;
  /// With patience for small tables, the result of a search depends only on the search and the files. `most` is
  /// most_in_ending of the game.
  Access(const Sources& sources, int pieces_from_library, int most, Patience patience)
      : sources_(sources),
        from_library_(sources.library == nullptr ? 0 : std::min(pieces_from_library, sources.probe_limit)),
        from_files_(sources.files == nullptr ? 0 : std::min({sources.files->pieces(), most, sources.probe_limit})),
        pieces_(std::max(from_library_, from_files_)),
        patience_(patience) {}

  /// Positions with more pieces need not be probed.
  [[nodiscard]] int pieces() const { return pieces_; }

  /// Probes a position that is not over: its exact score, with the plies to the end of the game, or known_win for a
  /// win of unknown length, -known_win for such a loss; none where no table has it, or not yet. `go_on` is
  /// called while the probe waits, and ends the wait by returning false.
  template <HasEndings R, class GoOn>
  [[nodiscard]] std::optional<Score> probe(const typename R::Position& position, GoOn go_on) {
    if (!is_covered<R>(position)) return {};
    const TableSpot spot = R::ending_spot(position);
    if (spot.ending == 0) return Score::draw();
    const Held& table = table_of<R>(spot.ending, R::piece_count(position), go_on);
    if (!table.whole) return {};
    constexpr int added = plies_added<R>;
    if (table.file != nullptr) return score_in(*table.file, spot.place, added);
    const Value value = (*table.values)[static_cast<std::size_t>(spot.place)];
    if (value == impossible) return {};
    return score_of(value, added);
  }

 private:
  struct Held {
    const TableFile* file = nullptr;  ///< null: the table is from the library
    std::shared_ptr<const Library::Values> values;
    bool asked = false;          ///< whether it has been looked up, and ordered if need be
    bool whole = false;          ///< it and all tables that its moves lead to are there: the PV can go to the end
    std::uint64_t asked_at = 0;  ///< Library::changes() at the last lookup
  };

  static std::optional<Score> score_in(const TableFile& file, std::uint64_t place, int added) {
    const auto found = file.at(place);
    if (!found) return {};
    if (file.about().kind == Kind::distance) {
      if (*found == impossible) return {};
      return score_of(Value{*found}, added);
    }
    const auto verdict = static_cast<Verdict>(*found);
    if (verdict == Verdict::unreal) return {};
    return score_of(verdict);
  }

  [[nodiscard]] std::uint64_t changes() const { return sources_.library == nullptr ? 0 : sources_.library->changes(); }

  template <HasEndings R, class GoOn>
  const Held& table_of(std::uint64_t code, int pieces, GoOn go_on) {
    const std::uint64_t now = changes();
    Held& held = held_[code];
    const bool first_time = !held.asked;
    if (!first_time && (held.whole || held.asked_at == now)) return held;
    held.asked_at = now;

    bool whole = true;
    if (first_time && pieces <= from_files_) held.file = sources_.files->find(code);
    const bool tells_ends = held.file == nullptr || held.file->about().kind == Kind::distance;
    if (tells_ends && (held.file != nullptr || pieces <= from_library_))
      for (const std::uint64_t smaller : typename R::Ending(code).smaller())
        whole = table_of<R>(smaller, typename R::Ending(smaller).pieces(), go_on).whole && whole;
    if (held.file == nullptr && pieces <= from_library_)
      held.values = first_time ? get<R>(code, held.asked, go_on) : sources_.library->find({R::name, code});
    held.asked = held.asked || held.file != nullptr || pieces > from_library_;
    held.whole = whole && (held.file != nullptr || held.values != nullptr);
    return held;
  }

  /// Orders the table if it is not there, unless `go_on` ends that: whoever orders may have to make it.
  template <HasEndings R, class GoOn>
  std::shared_ptr<const Library::Values> get(std::uint64_t code, bool& asked, GoOn go_on) {
    const Library::Key key{R::name, code};
    auto values = sources_.library->find(key);
    asked = values != nullptr || go_on();
    if (values || !asked) return values;
    auto recipe = recipe_of<R>(code);
    const bool wait = patience_ == Patience::all || (patience_ == Patience::small && recipe.is_small());
    sources_.library->order(key, std::move(recipe));
    while (wait && sources_.library->is_awaited(key) && go_on()) continue;
    return sources_.library->find(key);
  }

  Sources sources_;
  int from_library_ = 0;
  int from_files_ = 0;
  int pieces_ = 0;
  Patience patience_ = Patience::none;
  std::unordered_map<std::uint64_t, Held> held_;
};

/// Up to how many pieces tables of the library are probed in a search from this root: in reduced chess a root position
/// of four pieces on a small board has tables of four.
template <Rules R>
[[nodiscard]] int pieces_from_library([[maybe_unused]] const typename R::Position& root) {
  if constexpr (requires { R::Ending::sizes_vary; }) {
    constexpr int most = pieces_in_library + 1;
    if (R::piece_count(root) == most) {
      const auto code = R::ending_spot(root).ending;
      if (code == 0 || recipe_of<R>(code).is_small()) return most;
    }
  }
  return pieces_in_library;
}

/// Follows a won or lost position to the end of the game, the fastest win against the longest defence, and appends the
/// moves to `line`. Appends nothing where the tables do not have the position.
template <HasEndings R>
void append_best_play(Access& access, typename R::Position position, std::vector<typename R::Move>& line) {
  const auto probe = [&](const typename R::Position& p) { return access.probe<R>(p, [] { return false; }); };
  if (R::piece_count(position) > access.pieces() || R::result(position).over()) return;
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
