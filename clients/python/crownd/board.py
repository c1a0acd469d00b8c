"""A board as data: everything needed to draw any game and to enter its moves by clicks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Iterator, Mapping, Optional, Tuple


@dataclass(frozen=True)
class Side:
    """A side of the game."""

    name: str
    colour: str
    """`light` or `dark`."""
    end: str
    """The side's edge of the board: `bottom` or `top`."""
    title: str
    """The display name, such as `Black (b)`."""
    player: str = "human"
    """The default player: `human` or `engine`."""
    paint: Optional[str] = None
    """The colour of the pieces if not white or black, such as `red`."""


@dataclass(frozen=True)
class Piece:
    """A type of piece."""

    letter: str
    side: str
    kind: str
    """`man`, `king`, `tower`, `rook`, …"""


@dataclass(frozen=True)
class Square:
    """A square of the board."""

    row: int
    """From 0, from the top."""
    column: int
    """From 0, from the left."""
    name: Optional[str]
    """The name in moves; None for unplayable squares."""
    colour: str
    """`light` or `dark`."""
    piece: Optional[Piece] = None


@dataclass(frozen=True)
class Route:
    """A way to enter a legal move square by square."""

    move: str
    """The move, as in `legal_moves`."""
    path: Tuple[str, ...]
    """The squares visited by the piece, including the first one."""
    takes: Tuple[str, ...] = ()
    """The squares of the captured pieces, in the order of capture."""
    becomes: Optional[str] = None
    """The letter of the piece after a promotion."""


@dataclass(frozen=True)
class Board:
    """The answer to `squares` and `legalmoves squares`."""

    game: str
    columns: int
    rows: int
    turn: Optional[str]
    """The side to move; None when the game is over."""
    sides: Tuple[Side, ...]
    """Both sides; the first one moves first in the initial position."""
    pieces: Mapping[str, Piece] = field(hash=False)
    """All types of pieces by letter."""
    facts: Mapping[str, str] = field(hash=False)
    """`title`, `notation`, `standard`, ... as listed in PROTOCOL.md."""
    reasons: Mapping[str, str] = field(hash=False)
    """A sentence for each reason a game may end. WINNER and LOSER are placeholders for the sides' titles."""
    column_labels: Tuple[str, ...]
    row_labels: Tuple[str, ...]
    squares: Tuple[Tuple[Square, ...], ...]
    """The rows from the top."""
    routes: Tuple[Route, ...]
    """At least one for each legal move, in the order of `legal_moves`."""

    @property
    def white(self) -> str:
        """The side with the light pieces, whose clock is `white_clock`."""
        return next(side.name for side in self.sides if side.colour == "light")

    @property
    def black(self) -> str:
        """The side with the dark pieces."""
        return next(side.name for side in self.sides if side.colour != "light")

    def __iter__(self) -> Iterator[Square]:
        """Iterates over the squares, row by row from the top."""
        for row in self.squares:
            yield from row

    def __getitem__(self, name: str) -> Square:
        """Returns the square with this name. Raises KeyError if there is none."""
        for square in self:
            if square.name == name:
                return square
        raise KeyError(name)

    def side(self, name: str) -> Side:
        """Returns the side with this name. Raises KeyError if there is none."""
        for side in self.sides:
            if side.name == name:
                return side
        raise KeyError(name)

    def __str__(self) -> str:
        """The board as letters, with dots for empty squares and spaces for unplayable ones."""
        return "\n".join(
            " ".join(square.piece.letter if square.piece else " " if square.name is None else "." for square in row).rstrip()
            for row in self.squares)

    def _repr_svg_(self) -> str:
        """Called by notebooks."""
        from .drawing import board_svg

        return board_svg(self)

    def _repr_html_(self) -> str:
        """Called by notebooks."""
        from .drawing import board_html

        return board_html(self, self._repr_svg_())
