#include "checkerboard/engine.hpp"

#include "checkerboard/data_files.hpp"
#include "checkerboard/settings_file.hpp"
#include "checkerboard/the_game.hpp"
#include "core/bad_input.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace crownd::checkerboard {

namespace {

using std::chrono::milliseconds;

/// Of uncompressed blocks of endgame tables.
constexpr std::size_t most_table_bytes = std::size_t{64} << 20;
/// Nobody counts the memory of one program for itself.
tables::Memory unlimited() {
  return {[](std::size_t) { return true; }, [](std::size_t) {}};
}

/// About 115 days; CheckerBoard's infinite level is longer than that.
constexpr double most_seconds = 10'000'000;
/// A search for about a time is planned as the first of that many moves, and takes at most so many times that time.
constexpr int moves_of_a_plan = 10;
constexpr int longest_to_planned = 2;

milliseconds in_milliseconds(double seconds) {
  const bool positive = seconds > 0;  // false for what is no number
  return std::max(milliseconds(1),
                  milliseconds(static_cast<std::int64_t>(positive ? std::min(seconds, most_seconds) * 1000 : 0)));
}

}  // namespace

search::Limits limits_of(double maxtime, int info, int more_info) {
  search::Limits limits;
  if (const int unit = (info >> clock_unit_shift) & clock_unit_mask; unit != 0) {
    constexpr std::array<int, clock_unit_mask + 1> milliseconds_a_unit{0, 1, 10, 100};
    const auto parts = static_cast<std::uint32_t>(more_info);
    const auto time = [&](std::uint32_t count) {
      return milliseconds(count * static_cast<std::uint32_t>(milliseconds_a_unit[static_cast<std::size_t>(unit)]));
    };
    limits.clock.fill(search::ClockTime{time(parts >> 16), time(parts & 0xFFFF)});
    return limits;
  }
  const auto planned = in_milliseconds(maxtime);
  if ((info & exact_time_bit) != 0) {
    limits.movetime = planned;
    return limits;
  }
  limits.clock.fill(search::ClockTime{planned * moves_of_a_plan, milliseconds(0)});
  limits.moves_to_go = moves_of_a_plan;
  limits.movetime = planned * longest_to_planned;
  return limits;
}

Engine::Engine(std::filesystem::path library)
    : library_(std::move(library)), table_blocks_(most_table_bytes, unlimited()) {
  means_.settings = load_settings(library_);
  // What is not there today may be there tomorrow: the settings stay as they are.
  try {
    means_.tables = open_tables(means_.settings.dbpath, table_blocks_);
  } catch (const BadInput&) {
  }
  try {
    means_.book = open_book(means_.settings.bookfile, library_.parent_path());
  } catch (const BadInput&) {
  }
}

Verdict Engine::play(Board& board, int color, const search::Limits& limits, bool new_game, Move* move,
                     const Watch& watch) {
  const std::lock_guard lock(searches_);
  const auto means = [&] {
    const std::lock_guard with_commands(commands_);
    return means_;
  }();
  auto pieces = read(board);
  const auto choice = player_.choose(pieces, color, new_game, limits, means, watch);
  if (choice.move) {
    write(pieces, board);
    if (move != nullptr) *move = *choice.move;
  }
  watch.show(choice.text);
  return choice.verdict;
}

std::optional<Move> find_move(const Board& board, int color, int from, int to) {
  const auto pieces = read(board);
  const auto game = make_game();
  game->set_position(fen_of(pieces, color), {});
  for (const auto& [text, paths] : game->move_paths())
    for (const auto& path : paths)
      if (number_of(path.squares.front()) == from && number_of(path.squares.back()) == to) {
        game->play(std::span(&text, 1));
        return move_of(path, pieces, pieces_of(game->squares()));
      }
  return std::nullopt;
}

}  // namespace crownd::checkerboard
