"""The daemon's answers as immutable data classes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Mapping, Optional, Tuple

from .score import Score, Wdl


@dataclass(frozen=True)
class GameInfo:
    """A game of the daemon."""

    name: str
    title: str


@dataclass(frozen=True)
class Status:
    """The state of a game."""

    state: str
    """`ongoing`, `win` or `draw`."""
    side: Optional[str]
    """The side to move, or the winner; None for a draw."""
    reason: Optional[str] = None
    """Why the game ended, such as `no-moves`."""
    check: bool = False
    repetition: int = 1
    """The number of occurrences of the position."""
    quiet: int = 0
    """Plies since the last capture or move of a man."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state != "ongoing"


@dataclass(frozen=True)
class Outcome:
    """The result of a game."""

    winner: Optional[str]
    """The winning side; None for a draw."""
    termination: Optional[str] = None
    """The reason, such as `no-moves` or `checkmate`; None if unknown, for example for a result read from a file."""


@dataclass(frozen=True)
class Info:
    """A line `info` of a search. Missing values are None.

    `score` and `wdl` are from the point of view of the side to move in the searched position, before the moves of `pv`.
    """

    depth: Optional[int] = None
    seldepth: Optional[int] = None
    multipv: Optional[int] = None
    score: Optional[Score] = None
    wdl: Optional[Wdl] = None
    nodes: Optional[int] = None
    nps: Optional[int] = None
    hashfull: Optional[int] = None
    tbhits: Optional[int] = None
    time: Optional[float] = None
    """Seconds."""
    currmove: Optional[str] = None
    currmovenumber: Optional[int] = None
    pv: Tuple[str, ...] = ()
    string: Optional[str] = None
    """The text of `info string`."""


@dataclass(frozen=True)
class PlayResult:
    """The result of a search."""

    move: Optional[str]
    """The best move; None if the game is over."""
    ponder: Optional[str] = None
    """The expected reply."""
    info: Optional[Info] = None
    """The last info with an exact score of the best move."""
    lines: Tuple[Info, ...] = ()
    """The last info with an exact score for each multipv, best first."""

    @property
    def score(self) -> Optional[Score]:
        """The score of the position before the move, for the side to move."""
        return self.info.score if self.info else None


@dataclass(frozen=True)
class Exact:
    """The exact value of a position or a move, for the side to move."""

    result: str
    """`win`, `loss`, `draw` or `unknown`."""
    plies: Optional[int] = None
    """Plies to the end of the game; None if unknown."""


@dataclass(frozen=True)
class ProbeResult:
    """The exact value of a position and of each of its moves."""

    value: Exact
    moves: Mapping[str, Exact] = field(hash=False)


@dataclass(frozen=True)
class Evaluation:
    """The static evaluation of a position for the side to move, and its terms in centipawns."""

    score: Score
    terms: Mapping[str, int] = field(hash=False)


@dataclass(frozen=True)
class BookMove:
    """A move of the opening book. Its score is for the side that makes the move."""

    move: str
    score: Score
    depth: int
    wdl: Wdl
    visits: int


@dataclass(frozen=True)
class Perft:
    """The number of positions after a number of plies, in total and after each move."""

    total: int
    moves: Mapping[str, int] = field(hash=False)


@dataclass(frozen=True)
class Option:
    """An option of the daemon, as listed by `uci`."""

    name: str
    type: str
    """`check`, `spin`, `combo`, `string` or `button`."""
    default: Optional[str] = None
    min: Optional[int] = None
    max: Optional[int] = None
    values: Tuple[str, ...] = ()
    """The choices of a `combo`."""


@dataclass(frozen=True)
class TableFiles:
    """Endgame table files with the same game, number of pieces and kind."""

    game: str
    pieces: int
    kind: str
    files: int
    places: int
    bytes: int
    folder: Optional[str] = None
