#include "checkerboard/player.hpp"

#include "book/choice.hpp"
#include "checkerboard/the_game.hpp"
#include "core/bad_input.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <mutex>
#include <random>
#include <thread>
#include <utility>

namespace crownd::checkerboard {

namespace {

using std::chrono::milliseconds;

/// CheckerBoard ends a game as a draw after that many plies with neither a capture nor a man's move.
constexpr int drawn_after_reversible_plies = 79;
/// How old the line for people may be.
constexpr milliseconds show_again{50};
/// Centipawns that a move of the book may be worse than its best.
constexpr int variety_of_good_moves = 10;
constexpr int variety_of_all_kinds = 50;

play::Settings settings_of(const Means& means) {
  play::Settings settings;
  settings.threads = means.settings.searchthreads;
  settings.drawn_after_reversible_plies = drawn_after_reversible_plies;
  settings.tables = means.tables;
  return settings;
}

int variety_of(BookUse use) {
  switch (use) {
    case BookUse::all_kinds: return variety_of_all_kinds;
    case BookUse::good: return variety_of_good_moves;
    case BookUse::none:
    case BookUse::best: break;
  }
  return 0;
}

std::string in_men(Score score) {
  char text[16];
  std::snprintf(text, sizeof text, "%+.2f", score.raw() / double{man_value});
  return text;
}

std::string in_words(Score score) {
  if (score.is_win()) return "wins in " + std::to_string(score.moves_to_end());
  if (score.is_loss()) return "loses in " + std::to_string(-score.moves_to_end());
  return "value " + in_men(score);
}

std::string line_of(const play::Info& info) {
  char work[64];
  const double seconds = std::chrono::duration<double>(info.time).count();
  const double thousands = static_cast<double>(info.nodes) / std::max(seconds, 0.001) / 1000;
  std::snprintf(work, sizeof work, "%.1f s, %.0f kN/s", seconds, thousands);
  std::string line = "depth " + std::to_string(info.depth) + "/" + std::to_string(info.seldepth) + ", " +
                     in_words(info.score) + ", " + work + ",";
  for (const auto& move : info.pv) line += ' ' + move;
  return line;
}

Verdict verdict_of(Score score) {
  if (score.is_win()) return Verdict::win;
  return score.is_loss() ? Verdict::loss : Verdict::unknown;
}

/// Whether endgame tables know the position as a draw.
bool is_drawn(const play::AnyGame& game) {
  search::Control control;
  const auto truth = game.probe(control);
  return truth && truth->position == Score::draw();
}

/// What a search says while another thread waits for it.
struct Report {
  std::mutex mutex;
  std::condition_variable changed;
  std::string line;
  bool done = false;
};

}  // namespace

Player::Player() : game_(make_game()), other_(make_game()), random_(std::random_device{}()) {}

Choice Player::choose(Pieces& pieces, int color, bool new_game, const search::Limits& limits, const Means& means,
                      const Watch& watch) {
  go_to(fen_of(pieces, color), new_game, means.given);
  game_->configure(settings_of(means));
  if (std::exchange(hash_megabytes_, means.settings.hashsize) != means.settings.hashsize)
    game_->share_memory(std::make_shared<search::Memory>(static_cast<std::size_t>(hash_megabytes_) << 20));
  Choice choice;
  if (const auto status = game_->status(); status.result.over()) {
    choice.verdict = Verdict::loss;
    choice.text = sentence_of(status.result, game_->squares().description);
  } else if (const auto known = book_move(means)) {
    choice.text = "a move of the opening book";
    play(*known, pieces, choice);
  } else {
    const auto move = search(limits, watch, choice);
    if (means.tables && is_drawn(*game_)) choice.verdict = Verdict::draw;
    play(move, pieces, choice);
  }
  return choice;
}

/// Repetitions count only if the moves before the position are known.
void Player::go_to(const std::string& fen, bool new_game, const std::optional<Course>& given) {
  other_->set_position(fen, {});
  const auto wanted = other_->position_text();
  if (new_game) game_->forget();
  if (given) {
    other_->set_position(given->start, given->moves);
    if (other_->position_text() == wanted) return game_->set_position(given->start, given->moves);
  }
  if (new_game || !goes_on_to(wanted)) game_->set_position(fen, {});
}

/// Whether the opponent's move leads there from where our last move led; then it is played. Callers from before 2021 do
/// not name the moves.
bool Player::goes_on_to(const std::string& position) {
  for (const auto& move : game_->legal_moves()) {
    game_->play(std::span(&move, 1));
    if (game_->position_text() == position) return true;
    game_->undo(1);
  }
  return false;
}

std::optional<std::string> Player::book_move(const Means& means) {
  const auto use = static_cast<BookUse>(means.settings.book);
  if (!means.book || use == BookUse::none) return std::nullopt;
  auto known = means.book->find(game_->position_text());
  const auto legal = game_->legal_moves();
  std::erase_if(known,
                [&](const auto& move) { return std::find(legal.begin(), legal.end(), move.move) == legal.end(); });
  const auto* const chosen = book::choose(known, variety_of(use), random_.next());
  return chosen != nullptr ? std::optional(chosen->move) : std::nullopt;
}

std::string Player::search(const search::Limits& limits, const Watch& watch, Choice& choice) {
  search::Control control;
  // Asked by the search itself, which needs no timer for that: those of Windows may be 16 ms late, and a thread that
  // waits for one has to wait for a core as well.
  control.on_progress = [&](std::uint64_t) {
    if (watch.wants_stop()) control.stop();
  };
  Report report;
  play::BestMove best;
  Score score;
  std::exception_ptr fault;
  std::thread thread([&] {
    try {
      best = game_->search(limits, {}, control, [&](const play::Info& info) {
        if (!info.has_score || info.bound != play::Bound::exact) return;
        const std::lock_guard lock(report.mutex);
        report.line = line_of(info);
        score = info.score;
      });
    } catch (...) {
      fault = std::current_exception();
    }
    const std::lock_guard lock(report.mutex);
    report.done = true;
    report.changed.notify_one();
  });
  {
    std::unique_lock lock(report.mutex);
    while (!report.changed.wait_for(lock, show_again, [&] { return report.done; })) watch.show(report.line);
  }
  thread.join();
  if (fault) std::rethrow_exception(fault);
  choice.text = report.line;
  choice.verdict = verdict_of(score);
  return *best.move;
}

void Player::play(const std::string& move, Pieces& pieces, Choice& choice) {
  for (const auto& [text, paths] : game_->move_paths()) {
    if (text != move) continue;
    game_->play(std::span(&move, 1));
    const auto after = pieces_of(game_->squares());
    choice.move = move_of(paths.front(), pieces, after);
    pieces = after;
    return;
  }
}

}  // namespace crownd::checkerboard
