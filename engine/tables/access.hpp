#pragma once

#include "core/rules.hpp"
#include "tables/library.hpp"
#include "tables/probe.hpp"
#include "tables/solver.hpp"
#include "tables/tables.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace crownd::tables {

/// Where exact values come from.
struct Sources {
  Sources(const Tables* of_files = nullptr, Library* in_memory = nullptr) : files(of_files), library(in_memory) {}

  const Tables* files;  ///< of this game, where there are any
  Library* library;     ///< of all games, where there is one
};

template <class R>
concept CanHaveTables = HasEndings<R>;

/// The library's table that a position belongs to, and its place there.
template <CanHaveTables R>
[[nodiscard]] TableSpot spot_in_library(const typename R::Position& position) {
  return R::ending_spot(position);
}

/// Pieces up to which the library makes tables whatever the position that is searched.
inline constexpr int pieces_in_library = 3;

template <CanHaveTables R>
[[nodiscard]] Library::Recipe recipe_of(std::uint64_t code) {
  return {typename R::Ending(code).table_places(), [code](int threads, const std::atomic<bool>& stop) {
            return solve_ending<typename R::Ending>(code, threads, stop);
          }};
}

/// Which tables are waited for where they are still to be made.
enum class Patience : std::uint8_t { none, small, all };

/// What one thread of a search knows of tables. Asks the library once for each, and holds what it gets until its end.
class Access {
 public:
  Access() = default;
  /// With patience for small tables, what a search finds depends on nothing but the search.
  Access(const Sources& sources, int pieces_from_library, Patience patience)
      : sources_(sources),
        from_library_(sources.library == nullptr ? 0 : pieces_from_library),
        pieces_(std::max(from_library_, sources.files == nullptr ? 0 : sources.files->pieces())),
        patience_(patience) {}

  /// Positions with more pieces need not be asked for.
  [[nodiscard]] int pieces() const { return pieces_; }

  /// The exact score of a position that is not over, with the plies to the end of the game from there; none where it is
  /// not known, or not yet. `go_on` is called while it waits, and ends that by false.
  template <CanHaveTables R, class GoOn>
  [[nodiscard]] std::optional<Score> probe(const typename R::Position& position, GoOn go_on) {
    if constexpr (HasTablePieces<R>)
      if (sources_.files != nullptr)
        if (const auto score = crownd::tables::probe<R>(*sources_.files, position)) return score;
    if (R::piece_count(position) > from_library_) return {};
    if constexpr (HasTablePieces<R>)
      if (!has_both_sides(R::table_pieces(position))) return {};
    const TableSpot spot = spot_in_library<R>(position);
    if (spot.ending == 0) return Score::draw();
    const Library::Values* values = values_of<R>(spot.ending, go_on);
    if (values == nullptr || (*values)[spot.place] == impossible) return {};
    return score_of((*values)[spot.place]);
  }

 private:
  struct Held {
    std::uint64_t code;
    std::uint64_t asked_at;  ///< changes of the library when it was asked for last
    std::shared_ptr<const Library::Values> values;
  };

  /// Null where the table is not there, or one of those that moves lead to from it: a line could not be told to its
  /// end.
  template <CanHaveTables R, class GoOn>
  const Library::Values* values_of(std::uint64_t code, GoOn go_on) {
    const auto is_it = [&](const Held& held) { return held.code == code; };
    const std::uint64_t changes = sources_.library->changes();
    const auto found = std::find_if(held_.begin(), held_.end(), is_it);
    const bool first_time = found == held_.end();
    if (!first_time && (found->values || found->asked_at == changes)) return found->values.get();

    bool whole = true;
    for (const std::uint64_t smaller : typename R::Ending(code).smaller())
      whole = values_of<R>(smaller, go_on) != nullptr && whole;
    auto values = first_time ? get<R>(code, go_on) : sources_.library->find({R::name, code});
    if (!whole) values = nullptr;
    if (first_time) held_.push_back({code, changes, nullptr});
    auto& held = *std::find_if(held_.begin(), held_.end(), is_it);
    held.asked_at = changes;
    held.values = std::move(values);
    return held.values.get();
  }

  /// Orders the table where it is not there.
  template <CanHaveTables R, class GoOn>
  std::shared_ptr<const Library::Values> get(std::uint64_t code, GoOn go_on) {
    const Library::Key key{R::name, code};
    if (auto values = sources_.library->find(key)) return values;
    auto recipe = recipe_of<R>(code);
    const bool wait = patience_ == Patience::all || (patience_ == Patience::small && recipe.is_small());
    sources_.library->order(key, std::move(recipe));
    while (wait && sources_.library->is_awaited(key) && go_on()) continue;
    return sources_.library->find(key);
  }

  Sources sources_;
  int from_library_ = 0;
  int pieces_ = 0;
  Patience patience_ = Patience::none;
  std::vector<Held> held_;
};

/// Up to how many pieces the library is asked in a search from this position: in reduced chess one of four pieces on a
/// small board has tables of four.
template <Rules R>
[[nodiscard]] int pieces_from_library([[maybe_unused]] const typename R::Position& root) {
  if constexpr (HasEndings<R> && !HasTablePieces<R>) {
    constexpr int most = pieces_in_library + 1;
    if (R::piece_count(root) == most) {
      const auto code = R::ending_spot(root).ending;
      if (code == 0 || recipe_of<R>(code).is_small()) return most;
    }
  }
  return pieces_in_library;
}

/// Plays a decided position to the end of the game, the fastest win against the longest defence, and adds the moves to
/// `line`. Adds nothing where the tables do not know the position.
template <CanHaveTables R>
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
      const auto value = !result.over()                    ? probe(next)
                         : result.outcome == Outcome::draw ? Score::draw()
                                                           : Score::loss_in(0);
      if (value != wanted) continue;
      line.push_back(move);
      position = next;
      score = value;
      break;
    }
  }
}

}  // namespace crownd::tables
