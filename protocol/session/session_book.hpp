#pragma once

#include "book/form.hpp"
#include "core/random.hpp"
#include "play/any_game.hpp"
#include "session/environment.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace crownd::session {

/// The opening book of one session: the file that the client chose, or the daemon's for the game.
class SessionBook {
 public:
  explicit SessionBook(const Environment& environment);

  /// Uses this file for its game; an empty path: those of the daemon again. Gives what there is to say of it. Throws
  /// BadInput and changes nothing if it cannot be used.
  [[nodiscard]] std::string open(const std::string& path);
  /// The moves that are known of the position and legal, best first.
  [[nodiscard]] std::vector<book::BookMove> moves(const play::AnyGame& game) const;
  /// The move to play without a search; none where the book is not to be played, or does not know the position.
  [[nodiscard]] std::optional<book::BookMove> choose(const play::AnyGame& game);

  bool plays = false;  ///< the option OwnBook
  int variety = 0;     ///< the option BookVariety

 private:
  const Environment& environment_;
  std::shared_ptr<const BookFile> chosen_;  ///< null: the daemon's
  Random random_;
};

}  // namespace crownd::session
