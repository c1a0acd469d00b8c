#include "games/reduced_chess/notation.hpp"

#include "games/reduced_chess/moves.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace crownd::reduced_chess {

namespace {

template <std::size_t Words>
unsigned square_of(Place place) {
  return square_at<Words>(static_cast<unsigned>(place.column), static_cast<unsigned>(place.row));
}

/// Where the piece on a place may legally go; nowhere if there is none, or the place is off the board.
template <std::size_t Words>
std::vector<Place> targets_from(const Position<Words>& position, const Diagram& diagram, Place from) {
  std::vector<Place> places;
  if (!diagram.contains(from)) return places;
  visit_moves(position, open_squares(position), [&](unsigned source, const SquareSet<Words>& targets) {
    if (source != square_of<Words>(from)) return false;
    targets.for_each([&](unsigned target) {
      places.push_back({static_cast<int>(column_of<Words>(target)), static_cast<int>(row_of<Words>(target))});
    });
    return true;
  });
  return places;
}

}  // namespace

template <std::size_t Words>
Position<Words> position_of(const Diagram& diagram) {
  Position<Words> position;
  position.size = static_cast<std::uint8_t>(diagram.size);
  position.side = diagram.side;
  position.key = size_key(position.size) ^ (diagram.side == Side::second ? side_key : 0);
  for (const Side side : {Side::first, Side::second}) {
    const auto s = static_cast<std::size_t>(index_of(side));
    for (const Place place : places_of(diagram, side)) {
      const unsigned square = square_of<Words>(place);
      const char letter = kind_of(diagram.at(place));
      const Kind kind = letter == 'K' ? Kind::king : letter == 'R' ? Kind::rook : Kind::bishop;
      if (kind == Kind::king) position.kings[s] = static_cast<std::uint16_t>(square);
      if (kind == Kind::rook) position.rooks.add(square);
      if (kind == Kind::bishop) position.bishops.add(square);
      position.pieces[s].add(square);
      position.key ^= piece_key<Words>(side, kind, square);
    }
  }
  return position;
}

template <std::size_t Words>
Diagram diagram_of(const Position<Words>& position) {
  Diagram diagram(position.size, position.side);
  for (const Side side : {Side::first, Side::second}) {
    position.pieces[static_cast<std::size_t>(index_of(side))].for_each([&](unsigned square) {
      const char kind = position.rooks.has(square) ? 'R' : position.bishops.has(square) ? 'B' : 'K';
      diagram.put({static_cast<int>(column_of<Words>(square)), static_cast<int>(row_of<Words>(square))},
                  letter_of(kind, side));
    });
  }
  return diagram;
}

template <std::size_t Words>
Position<Words> parse_position(std::string_view text) {
  const Diagram diagram = read_diagram(text);
  constexpr int most = static_cast<int>(stride<Words>);
  if (diagram.size > most)
    throw bad_position("a board of " + std::to_string(diagram.size) + "x" + std::to_string(diagram.size) +
                       " does not fit here; at most " + std::to_string(most) + "x" + std::to_string(most) + " does");
  return position_of<Words>(diagram);
}

template <std::size_t Words>
Move read_move(const Position<Words>& position, std::string_view text) {
  const Diagram diagram = diagram_of(position);
  if (const auto from = read_square_text(text))
    throw explain_square(diagram, *from, targets_from(position, diagram, *from));
  const MoveText wanted = read_move_text(text);
  const auto targets = targets_from(position, diagram, wanted.from);
  const bool legal = std::find(targets.begin(), targets.end(), wanted.to) != targets.end();
  if (legal && (wanted.kind == 0 || wanted.kind == kind_of(diagram.at(wanted.from))))
    return {static_cast<std::uint16_t>(square_of<Words>(wanted.from)),
            static_cast<std::uint16_t>(square_of<Words>(wanted.to))};
  throw explain_illegal(diagram, wanted);
}

template Position<1> position_of<1>(const Diagram&);
template Position<2> position_of<2>(const Diagram&);
template Position<4> position_of<4>(const Diagram&);
template Position<11> position_of<11>(const Diagram&);
template Diagram diagram_of<1>(const Position<1>&);
template Diagram diagram_of<2>(const Position<2>&);
template Diagram diagram_of<4>(const Position<4>&);
template Diagram diagram_of<11>(const Position<11>&);
template Position<1> parse_position<1>(std::string_view);
template Position<2> parse_position<2>(std::string_view);
template Position<4> parse_position<4>(std::string_view);
template Position<11> parse_position<11>(std::string_view);
template Move read_move<1>(const Position<1>&, std::string_view);
template Move read_move<2>(const Position<2>&, std::string_view);
template Move read_move<4>(const Position<4>&, std::string_view);
template Move read_move<11>(const Position<11>&, std::string_view);

}  // namespace crownd::reduced_chess
