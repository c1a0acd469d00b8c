#pragma once

#include "batch/inputs.hpp"
#include "board/game_info.hpp"
#include "wire/judge_data.hpp"
#include "wire/reply.hpp"

namespace crownd::annotate {

// Winning chances and losses are in permille: the expected score, from 0 (a loss) to 1000 (a win).

inline constexpr int certain = 1000;
inline constexpr int even = certain / 2;

/// The expected score of the side from whose view `score` is: from `wdl` if known, else from `score`.
[[nodiscard]] int chance_of(const wire::Score& score, const std::optional<wire::WinDrawLoss>& wdl);
/// Of a table value; none if it is unknown.
[[nodiscard]] std::optional<int> chance_of(const wire::Exact& exact);

/// From the other side's view.
[[nodiscard]] wire::Score reversed(wire::Score score);
[[nodiscard]] wire::WinDrawLoss reversed(wire::WinDrawLoss wdl);

/// The accuracy of a move in percent: 100, halved for every 160 permille of loss.
[[nodiscard]] double accuracy_of(int loss);

enum class Judgement : std::uint8_t { none, inaccuracy, mistake, blunder };

/// The least loss of each judgement.
struct Thresholds {
  int inaccuracy = wire::judge_data::inaccuracy;
  int mistake = wire::judge_data::mistake;
  int blunder = wire::judge_data::blunder;
  bool operator==(const Thresholds&) const = default;
};

[[nodiscard]] constexpr Judgement judge(int loss, const Thresholds& thresholds) {
  if (loss >= thresholds.blunder) return Judgement::blunder;
  if (loss >= thresholds.mistake) return Judgement::mistake;
  return loss >= thresholds.inaccuracy ? Judgement::inaccuracy : Judgement::none;
}

/// "Inaccuracy", "Mistake", "Blunder"; empty for none.
[[nodiscard]] constexpr std::string_view word(Judgement judgement) {
  constexpr std::array<std::string_view, 4> words{"", "Inaccuracy", "Mistake", "Blunder"};
  return words[static_cast<std::size_t>(judgement)];
}

/// The NAG of ?!, ? and ??; 0 for none.
[[nodiscard]] constexpr int nag(Judgement judgement) {
  constexpr std::array nags{0, 6, 2, 4};
  return nags[static_cast<std::size_t>(judgement)];
}

// The results of an analysis. Side 0 moves first in the game, side 1 second. Texts of moves are in the game's notation.

/// A move, from the view of the side that made it.
struct MoveNote {
  std::string move{};  ///< in the engine's form
  std::string text{};
  int side = 0;
  std::size_t legal = 0;   ///< the number of legal moves
  bool listed = true;      ///< among the legal moves; a forfeited turn is not
  std::string position{};  ///< before the move
  wire::Score score{};     ///< after the move
  std::optional<wire::WinDrawLoss> wdl{};
  int depth = 0;               ///< of the search that gave the score
  std::string best{};          ///< the engine's choice, in its form
  wire::Exact exact_before{};  ///< table values of the positions before and after the move
  wire::Exact exact_after{};
  int before = 0;  ///< winning chance of the best move, in permille
  int after = 0;   ///< winning chance of this move
  int loss = 0;    ///< of winning chance; 0 for the choice of either search, unless table values prove the move worse
  Judgement judgement = Judgement::none;
  std::vector<std::string> better{};   ///< the better line of a mistake
  std::vector<std::string> reasons{};  ///< sentences on why it is one
  /// The variations in the file, in its order, each followed by its own variations; each up to its first illegal move.
  std::vector<std::vector<std::string>> variations{};

  [[nodiscard]] bool forced() const { return legal <= 1; }
};

enum class Aim : std::uint8_t { win, save };

/// A position of the game where exactly one move reaches the aim.
struct Puzzle {
  std::size_t ply = 0;  ///< the number of moves before the position
  Aim aim = Aim::win;
  int side = 0;            ///< to move
  std::string position{};  ///< in the game's own form
  std::string standard{};  ///< as FEN or PDN FEN; empty if the game has none
  std::vector<std::string> solution{};
  int depth = 0;       ///< of the verification
  int difficulty = 0;  ///< the least depth from which a search keeps the move
  std::size_t legal = 0;
};

struct GameNotes {
  std::size_t index = 0;  ///< among all games of the input, from 0
  std::string skipped{};  ///< why the game was not analysed; the other fields are then empty
  std::string game{};     ///< the daemon's name of the game
  board::GameInfo::Notation notation{};
  std::array<std::string, 2> sides{};  ///< titles of the sides
  int to_move = 0;                     ///< in the first position
  std::string start{};                 ///< the first position, in the game's own form
  std::vector<MoveNote> moves{};
  std::optional<MoveNote> position{};  ///< of a game without moves: the best move, and its line in `better`
  std::vector<Puzzle> puzzles{};
};

/// "Mistake: winning chance 62 % to 41 %; better is 22-18", or "Blunder: a win in 13 plies becomes a draw; …" with
/// table values. Without full stop; empty unless the move is a mistake.
[[nodiscard]] std::string mistake_text(const MoveNote& note);

/// `12.` or `12...` before a move.
[[nodiscard]] std::string number_of(const batch::InputGame& input, const GameNotes& notes, std::size_t ply);

/// The name of a side's player, from the tags; "?" without one.
[[nodiscard]] std::string player_of(const batch::InputGame& input, const GameNotes& notes, int side);
/// The tag Result, else the word after the moves; "*" without one.
[[nodiscard]] std::string result_of(const notation::Game& game);
/// The tag Opening or ECO, else the first moves.
[[nodiscard]] std::string opening_of(const batch::InputGame& input, const GameNotes& notes);

/// The accuracy of a side in a game. Forced moves do not count.
struct Tally {
  std::size_t choices = 0;
  double accuracies = 0;  ///< their sum

  /// The mean in tenths of a per cent; 0 without choices.
  [[nodiscard]] int tenths() const;
};
[[nodiscard]] Tally tally_of(const GameNotes& notes, int side);

}  // namespace crownd::annotate
