"""Draws the board of any game as SVG."""

from __future__ import annotations

import math
from html import escape
from typing import Dict, List, Optional, Sequence, Tuple, Union

from ..board import Board, Piece, Square
from .pieces import FIGURES, colours_of, figure_of, style_of

UNIT = 100
"""The width of a square in user units."""
HEAD_LENGTH = 34
"""The length of an arrow's head."""
_NAME_SIZE = 19
"""The font size of names in squares."""

_SQUARES = {"light": "#dfddc8", "dark": "#8ba394"}
_NAME_COLOUR = "#0e100f"
_EDGE_COLOUR = "#5c6067"
_LAST_COLOUR = "#deb841"
_CHECK_COLOUR = "#c5292c"
_ARROW_COLOUR = "#1d5fa8"

_FONT = "sans-serif"

Arrow = Tuple[str, str]
Point = Tuple[float, float]


def board_svg(
    board: Board,
    *,
    last: Sequence[str] = (),
    arrows: Sequence[Arrow] = (),
    check: Optional[str] = None,
    flipped: bool = False,
    coordinates: bool = True,
    size: int = 400,
) -> str:
    """Draws a board as an SVG element without a style sheet.

    Marks the squares of `last`, the path of the last move, and `check`, the square of a king in check. `arrows` are pairs of squares, the
    most important first. `size` is the width in pixels. Unknown squares are ignored.
    """
    return _BoardDrawing(board, flipped, coordinates).svg(last, arrows, check, size)


class _BoardDrawing:
    def __init__(self, board: Board, flipped: bool, coordinates: bool) -> None:
        self._board = board
        self._flipped = flipped
        self._by_name: Dict[str, Square] = {square.name: square for square in board if square.name}
        self._named_by_edges = _is_named_by_edges(board)
        self._coordinates = coordinates
        self._label_size = min(64.0, 2.4 * max(board.columns, board.rows, 8))  # readable on large boards, too

    def svg(self, last: Sequence[str], arrows: Sequence[Arrow], check: Optional[str], size: int) -> str:
        board = self._board
        edge = 1.5 * self._label_size if self._coordinates and self._named_by_edges else 0.0
        width, height = UNIT * board.columns + edge, UNIT * board.rows + edge
        parts = [
            f"<title>{escape(_description(board))}</title>",
            *map(self._square, board),
            *self._last(last),
            *([self._circle(check)] if check in self._by_name else []),
            *(self._labels() if self._coordinates else []),
            *(self._piece(square, square.piece) for square in board if square.piece),
            *self._arrows(arrows),
        ]
        return element(
            "svg", "".join(parts), xmlns="http://www.w3.org/2000/svg", role="img", viewBox=f"{-edge:g} 0 {width:g} {height:g}",
            width=size, height=round(size * height / width),
        )

    def _corner(self, square: Square) -> Point:
        if self._flipped:
            return UNIT * (self._board.columns - 1 - square.column), UNIT * (self._board.rows - 1 - square.row)
        return UNIT * square.column, UNIT * square.row

    def _centre(self, name: str) -> Point:
        x, y = self._corner(self._by_name[name])
        return x + UNIT / 2, y + UNIT / 2

    def _square(self, square: Square) -> str:
        x, y = self._corner(square)
        return element("rect", x=x, y=y, width=UNIT, height=UNIT, fill=_SQUARES.get(square.colour, _SQUARES["light"]))

    def _last(self, path: Sequence[str]) -> List[str]:
        marks = []
        for i, name in enumerate(path):
            if name in self._by_name:
                x, y = self._corner(self._by_name[name])
                opacity = 0.55 if i in (0, len(path) - 1) else 0.28
                marks.append(element("rect", x=x, y=y, width=UNIT, height=UNIT, fill=_LAST_COLOUR, opacity=opacity))
        return marks

    def _circle(self, name: Optional[str]) -> str:
        x, y = self._centre(name or "")
        return element("circle", cx=x, cy=y, r=46, fill="none", stroke=_CHECK_COLOUR, stroke_width=8)

    def _labels(self) -> List[str]:
        if not self._named_by_edges:
            return [self._name(square) for square in self._board if square.name]
        size = self._label_size
        columns, rows = list(self._board.column_labels), list(self._board.row_labels)
        if self._flipped:
            columns.reverse()
            rows.reverse()
        below = UNIT * self._board.rows + 1.12 * size
        return [
            *(self._edge((i + 0.5) * UNIT, below, text) for i, text in enumerate(columns)),
            *(self._edge(-0.75 * size, (i + 0.5) * UNIT + 0.36 * size, text) for i, text in enumerate(rows)),
        ]

    def _edge(self, x: float, y: float, text: str) -> str:
        return element("text", escape(text), x=x, y=y, font_size=self._label_size, font_family=_FONT, font_weight=600,
                       text_anchor="middle", fill=_EDGE_COLOUR)

    def _name(self, square: Square) -> str:
        x, y = self._corner(square)
        return element("text", escape(square.name or ""), x=x + 3, y=y + 3 + 0.73 * _NAME_SIZE, font_size=_NAME_SIZE, font_family=_FONT,
                       fill=_NAME_COLOUR)

    def _piece(self, square: Square, piece: Piece) -> str:
        colours = colours_of(self._board.side(piece.side))
        figure = figure_of(piece, self._board.pieces.values())
        shapes = FIGURES[figure] if figure else FIGURES["man"][:1]
        parts = [element(shape.tag, **dict(shape.attributes), **style_of(shape.kind, colours)) for shape in shapes]
        if not figure:
            parts.append(element("text", escape(piece.letter), x=50, y=66, text_anchor="middle", font_size=46, font_weight=700,
                                 font_family=_FONT, fill=colours.ring))
        x, y = self._corner(square)
        return element("g", "".join(parts), transform=f"translate({x} {y})")

    def _arrows(self, arrows: Sequence[Arrow]) -> List[str]:
        """Draws the first arrow on top and widest."""
        drawn = [
            _arrow(self._centre(start), self._centre(end), max(5.0, 10 - 1.5 * rank), _ARROW_COLOUR, max(0.38, 0.75 - 0.2 * rank))
            for rank, (start, end) in enumerate(arrows)
            if start in self._by_name and end in self._by_name
        ]
        return drawn[::-1]


def _is_named_by_edges(board: Board) -> bool:
    """Whether the labels at the edges give the names of all squares."""
    if not board.column_labels or not board.row_labels:
        return False
    for square in board:
        column, row = board.column_labels[square.column], board.row_labels[square.row]
        if square.name and square.name not in (column + row, row + column):
            return False
    return True


def _description(board: Board) -> str:
    """A description of the position for screen readers."""
    pieces = []
    for side in board.sides:
        squares = [f"{square.piece.kind} {square.name}" for square in board if square.piece and square.piece.side == side.name]
        pieces.append(f"{side.title}: {', '.join(squares) or 'no pieces'}")
    turn = f"{board.side(board.turn).title} to move" if board.turn else "the game is over"
    return f"{board.facts.get('title', board.game)}, {turn}. {'. '.join(pieces)}."


def element(tag: str, content: str = "", /, **attributes: Union[str, float]) -> str:
    """Formats an element. Underscores in names of attributes become hyphens."""
    words = "".join(f' {name.replace("_", "-")}="{escape(_attribute(value))}"' for name, value in attributes.items())
    return f"<{tag}{words}>{content}</{tag}>" if content else f"<{tag}{words}/>"


def _attribute(value: Union[str, float]) -> str:
    return value if isinstance(value, str) else f"{value:g}"


def _arrow(start: Point, end: Point, half_width: float, colour: str, opacity: float) -> str:
    (x, y), (end_x, end_y) = start, end
    length = math.hypot(end_x - x, end_y - y) or 1
    dx, dy = (end_x - x) / length, (end_y - y) / length
    neck = max(0.0, length - HEAD_LENGTH)
    half_head = 2.3 * half_width
    outline = [(0, half_width), (neck, half_width), (neck, half_head), (length, 0), (neck, -half_head), (neck, -half_width),
               (0, -half_width)]
    points = " ".join(f"{x + along * dx - across * dy:.1f},{y + along * dy + across * dx:.1f}" for along, across in outline)
    return element("polygon", points=points, fill=colour, opacity=opacity)
