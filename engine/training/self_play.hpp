#pragma once

#include "core/random.hpp"
#include "core/rules.hpp"
#include "play/any_game.hpp"
#include "training/data_folder.hpp"
#include "training/openings.hpp"
#include "training/samples.hpp"
#include "training/table_set.hpp"

#include <cstdlib>

namespace crownd::training {

struct PlaySettings {
  std::uint64_t seed = 1;
  std::uint64_t nodes = 2000;       ///< for each move
  std::uint64_t ending_effort = 1;  ///< factor with few pieces, see SelfPlay
  int games = 200;                  ///< per chunk
  /// Endgame tables that decide the results of games; may be null. The engine plays without them, since an evaluation
  /// could not learn their scores.
  std::shared_ptr<const TableSet> tables = nullptr;
};

/// A description of the settings that determine a chunk, besides the engine.
[[nodiscard]] inline std::string made_by(std::string_view game, const PlaySettings& settings, std::uint64_t chunk) {
  return "crown-train 1 " + std::string(game) + " seed " + std::to_string(settings.seed) + " nodes " +
         std::to_string(settings.nodes) + " ending-effort " + std::to_string(settings.ending_effort) + " games " +
         std::to_string(settings.games) +
         (settings.tables ? " tables " + std::to_string(settings.tables->max_pieces()) : "") + " chunk " +
         std::to_string(chunk);
}

/// Self-play games; keeps their stable positions.
template <Rules R>
class SelfPlay {
 public:
  /// `engine`: a game of R, which it uses to play.
  SelfPlay(play::AnyGame& engine, const PlaySettings& settings) : engine_(engine), settings_(settings) {
    engine_.share_memory(std::make_shared<search::Memory>(std::size_t{1} << 20));
  }

  /// Deterministic for the same settings, `number` and engine.
  [[nodiscard]] Chunk play_chunk(std::uint64_t number) {
    Chunk chunk{made_by(R::name, settings_, number), {}};
    Random random(mix(settings_.seed) + number);
    engine_.clear_memory();
    for (int game = 0; game < settings_.games; ++game) play_game(random, chunk.samples);
    return chunk;
  }

 private:
  using Position = typename R::Position;
  using Move = typename R::Move;

  static constexpr int clearly_won = 1000;  ///< centipawns; a game is adjudicated when both sides score it so
  static constexpr int clear_plies = 6;
  // A game without progress is adjudicated as a draw, and its last part is not kept.
  static constexpr int drawn_repetition = 3;
  static constexpr int drawn_reversible_plies = 100;
  static constexpr int kept_reversible_plies = 30;
  static constexpr int max_plies = 400;
  // Plies that are kept after the tables know the result.
  static constexpr int kept_known_plies = 12;

  struct SearchedMove {
    Move move;
    Score score;
  };

  /// Plays from `position` to the end; returns the result for the first side.
  void play_game(Random& random, std::vector<Sample>& samples) {
    Position position = draw_opening<R>(random);
    engine_.set_position(R::format_position(position), {});
    const std::size_t first = samples.size();
    int clear = 0;  // consecutive plies with the same side clearly ahead
    int outcome_for_first = 0;
    int known_plies = 0;  // consecutive plies with a table result
    std::optional<std::size_t> known_from;
    for (int ply = 0; ply < max_plies; ++ply) {
      const auto status = engine_.status();
      if (status.result.over()) {
        if (!known_from) outcome_for_first = for_first_side(status.result);
        break;
      }
      const auto known = known_outcome(position);
      if (known && !known_from) {
        known_from = samples.size();
        outcome_for_first = *known;
      }
      if (known_from && (!known || ++known_plies > kept_known_plies)) break;
      if (status.repetition >= drawn_repetition || status.reversible_plies >= drawn_reversible_plies) break;

      const SearchedMove found = search_move(position);
      const int for_first = R::side_to_move(position) == Side::first ? found.score.raw() : -found.score.raw();
      if (ply == 0 && std::abs(for_first) > training_games_of<R>().max_imbalance) break;
      const int sign = for_first > 0 ? 1 : -1;
      clear = std::abs(for_first) < clearly_won ? 0 : clear * sign > 0 ? clear + sign : sign;
      if (found.score.is_decided() || std::abs(clear) >= clear_plies) {
        if (!known_from) outcome_for_first = sign;
        break;
      }
      if (status.reversible_plies <= kept_reversible_plies && status.repetition == 1 &&
          is_worth_keeping(position, found.move))
        samples.push_back({encode<R>(position), static_cast<std::int16_t>(found.score.raw()),
                           static_cast<std::int8_t>(for_side(R::side_to_move(position)) * known.value_or(1))});
      const std::string text = R::format_move(position, found.move);
      engine_.play({&text, 1});
      position = R::after(position, found.move);
    }
    for (std::size_t i = first; i < known_from.value_or(samples.size()); ++i)
      samples[i].outcome = static_cast<std::int8_t>(samples[i].outcome * outcome_for_first);
  }

  /// A win of the first side, as seen by `side`.
  static int for_side(Side side) { return side == Side::first ? 1 : -1; }
  static int for_first_side(const Result& result) {
    return result.outcome == Outcome::win ? for_side(result.winner) : 0;
  }

  /// The table result of an unfinished position: 1 for a win of the first side, 0, -1.
  [[nodiscard]] std::optional<int> known_outcome([[maybe_unused]] const Position& position) const {
    if constexpr (HasEndings<R>) {
      if (!settings_.tables || R::piece_count(position) > settings_.tables->max_pieces()) return {};
      if (!is_covered<R>(position)) return {};
      const auto score = settings_.tables->score_of(R::table_index(position));
      if (!score) return {};
      return (int{*score > Score::draw()} - int{*score < Score::draw()}) * for_side(R::side_to_move(position));
    }
    return {};
  }

  SearchedMove search_move(const Position& position) {
    Score score;
    play::Control control;
    play::Limits limits;
    limits.nodes = settings_.nodes * (has_few_pieces<R>(position) ? settings_.ending_effort : 1);
    const auto best = engine_.search(limits, {}, control, [&](const play::Info& info) {
      if (info.multipv == 1 && info.bound == search::Bound::exact) score = info.score;
    });
    return {R::read_move(position, *best.move), score};
  }

  /// Static evaluation is used for stable positions only.
  static bool is_worth_keeping(const Position& position, [[maybe_unused]] const Move& best) {
    if constexpr (HasCheck<R>)
      if (R::in_check(position)) return false;
    if constexpr (HasNoisyMoves<R>) {
      MovesOf<R> captures;
      R::noisy_moves(position, captures);
      if (R::must_capture) return captures.empty();
      for (const Move& capture : captures)
        if (capture == best) return false;
    }
    return true;
  }

  play::AnyGame& engine_;
  PlaySettings settings_;
};

}  // namespace crownd::training
