#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::wire {

// The answers to `squares` and `legalmoves squares`, formatted and parsed.

/// `side NAME colour COLOUR end END player PLAYER [paint PAINT] title TITLE`
struct SquaresSide {
  std::string name{};
  bool light = true;      ///< else: dark
  bool at_bottom = true;  ///< else: at the top
  bool human = false;     ///< played by a human by default; else by the engine
  std::string title{};
  std::string paint{};  ///< the colour of its pieces in one word; empty: white or black, as `light` says
  bool operator==(const SquaresSide&) const = default;
};

/// `piece LETTER side NAME kind KIND`
struct SquaresPiece {
  char letter = 0;
  std::string side;
  std::string kind;
  bool operator==(const SquaresPiece&) const = default;
};

/// `fact KEY VALUE` and `reason WORD SENTENCE`
struct SquaresFact {
  std::string key;
  std::string value;
  bool operator==(const SquaresFact&) const = default;
};

/// Three words of a `row` line.
struct SquaresCell {
  std::string name{};  ///< empty where no piece can stand
  bool dark = false;
  char piece = 0;  ///< 0: empty
  bool operator==(const SquaresCell&) const = default;
};

/// The whole answer to `squares`.
struct Squares {
  std::vector<SquaresSide> sides;
  std::vector<SquaresPiece> pieces;
  std::vector<SquaresFact> facts;
  std::vector<SquaresFact> reasons;
  std::vector<std::string> columns;
  std::vector<std::string> rows;
  std::vector<std::vector<SquaresCell>> cells;  ///< row by row from the top
  std::string game;
  std::string turn;  ///< empty if the game is over
  bool operator==(const Squares&) const = default;
};

/// `route MOVE path SQUARE… [takes SQUARE…] [becomes LETTER]`
struct Route {
  std::string move;
  std::vector<std::string> path;
  std::vector<std::string> takes;
  char becomes = 0;  ///< 0: the piece does not change
  bool operator==(const Route&) const = default;
};

[[nodiscard]] std::vector<std::string> squares_lines(const Squares& squares);
[[nodiscard]] std::string route_line(const Route& route);

/// Parses the answer to `squares`, line by line; skips parts and facts that it does not know.
class SquaresReader {
 public:
  /// Parses a line; true if it was the last one.
  bool read(std::string_view line);
  /// The result after the last line; nothing if it is not a board: not two sides, or rows of different lengths.
  [[nodiscard]] std::optional<Squares> result() const;

 private:
  Squares squares_;
};

[[nodiscard]] std::optional<Route> read_route(std::string_view line);

}  // namespace crownd::wire
