#pragma once

#include "book/book.hpp"
#include "checkerboard/board.hpp"
#include "checkerboard/settings.hpp"
#include "core/random.hpp"
#include "play/any_game.hpp"
#include "tables/file_tables.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace crownd::checkerboard {

/// A position, and the moves that were played from there.
struct Course {
  std::string start;  ///< as PDN FEN
  std::vector<std::string> moves;
};

/// What a move is chosen by.
struct Means {
  Settings settings;
  std::optional<Course> given;  ///< the moves before the position, as the caller named them last
  std::shared_ptr<const tables::FileTables> tables;
  std::shared_ptr<const book::Book> book;
};

/// How a running search is watched.
struct Watch {
  std::function<bool()> wants_stop;              ///< called by the searching thread, about every millisecond
  std::function<void(const std::string&)> show;  ///< a line for people
};

struct Choice {
  std::optional<Move> move;  ///< none where the game is over
  Verdict verdict = Verdict::unknown;
  std::string text;  ///< a line for people
};

/// Plays the game, move by move. It searches in threads of its own, all of which have ended when `choose` returns: a
/// library that is unloaded must not leave a thread behind, nor what a thread keeps for itself. Used by one thread.
class Player {
 public:
  Player();

  /// The position in which `color` is to move, reached in a new game or by going on. Changes `pieces` to what they are
  /// after the move. Throws BadInput where they are no position.
  Choice choose(Pieces& pieces, int color, bool new_game, const search::Limits& limits, const Means& means,
                const Watch& watch);

 private:
  void go_to(const std::string& fen, bool new_game, const std::optional<Course>& given);
  [[nodiscard]] bool goes_on_to(const std::string& position);
  [[nodiscard]] std::optional<std::string> book_move(const Means& means);
  [[nodiscard]] std::string search(const search::Limits& limits, const Watch& watch, Choice& choice);
  void play(const std::string& move, Pieces& pieces, Choice& choice);

  std::unique_ptr<play::AnyGame> game_;
  std::unique_ptr<play::AnyGame> other_;  ///< to look at positions of the caller's
  int hash_megabytes_ = 0;                ///< of the memory that searches have; 0: none was given
  Random random_;
};

}  // namespace crownd::checkerboard
