"""A board as data: all that is needed to draw any game and to let people click its moves."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Iterator, Mapping, Optional, Tuple


@dataclass(frozen=True)
class Side:
    """One of the two sides."""

    name: str
    colour: str
    """`light` or `dark`."""
    end: str
    """Its edge of the board: `bottom` or `top`."""
    title: str
    """Its name for people, such as `Black (b)`."""
    player: str = "human"
    """Who plays it by default: `human` or `engine`."""
    paint: Optional[str] = None
    """The colour of its pieces, an English word, where it is neither white nor black."""


@dataclass(frozen=True)
class Piece:
    """A kind of piece."""

    letter: str
    side: str
    kind: str
    """`man`, `king`, `tower`, `rook`, …"""


@dataclass(frozen=True)
class Square:
    """A cell of the board."""

    row: int
    """From 0, from the top."""
    column: int
    """From 0, from the left."""
    name: Optional[str]
    """Its name in moves; None where pieces never stand."""
    colour: str
    """`light` or `dark`."""
    piece: Optional[Piece] = None


@dataclass(frozen=True)
class Route:
    """A way in which a legal move may be entered square by square."""

    move: str
    """The move, as in `legal_moves`."""
    path: Tuple[str, ...]
    """The squares that the piece visits, its start first."""
    takes: Tuple[str, ...] = ()
    """The squares of the captured pieces, in the order of capture."""
    becomes: Optional[str] = None
    """The letter of the piece afterwards, if it changes."""


@dataclass(frozen=True)
class Board:
    """The answer to `squares` and `legalmoves squares`."""

    game: str
    columns: int
    rows: int
    turn: Optional[str]
    """The side to move; None when the game is over."""
    sides: Tuple[Side, ...]
    """The side that moves first in the game is the first."""
    pieces: Mapping[str, Piece] = field(hash=False)
    """By their letters."""
    facts: Mapping[str, str] = field(hash=False)
    """`title`, `notation`, `standard`, … as PROTOCOL.md lists them."""
    reasons: Mapping[str, str] = field(hash=False)
    """How a game may end: a sentence in which WINNER and LOSER stand for the sides' titles."""
    column_labels: Tuple[str, ...]
    row_labels: Tuple[str, ...]
    squares: Tuple[Tuple[Square, ...], ...]
    """Row by row from the top."""
    routes: Tuple[Route, ...]
    """At least one for each legal move, in the order of `legal_moves`."""

    @property
    def white(self) -> str:
        """The side of the light pieces, whose clock is `white_clock`."""
        return next(side.name for side in self.sides if side.colour == "light")

    @property
    def black(self) -> str:
        """The side of the dark pieces."""
        return next(side.name for side in self.sides if side.colour != "light")

    def __iter__(self) -> Iterator[Square]:
        """The cells, row by row from the top."""
        for row in self.squares:
            yield from row

    def __getitem__(self, name: str) -> Square:
        """The square of this name; KeyError if there is none."""
        for square in self:
            if square.name == name:
                return square
        raise KeyError(name)

    def side(self, name: str) -> Side:
        """The side of this name; KeyError if there is none."""
        for side in self.sides:
            if side.name == name:
                return side
        raise KeyError(name)

    def __str__(self) -> str:
        """The board in letters; a dot where no piece stands, a blank where none ever does."""
        return "\n".join(
            " ".join(square.piece.letter if square.piece else " " if square.name is None else "." for square in row).rstrip()
            for row in self.squares)

    def _repr_svg_(self) -> str:
        """For notebooks."""
        from .drawing import board_svg

        return board_svg(self)

    def _repr_html_(self) -> str:
        """For notebooks."""
        from .drawing import board_html

        return board_html(self, self._repr_svg_())
