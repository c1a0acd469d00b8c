"""What the daemon answers, as data. All of it is read-only."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Mapping, Optional, Tuple

from .score import Score, Wdl


@dataclass(frozen=True)
class GameInfo:
    """A game that the daemon plays."""

    name: str
    title: str


@dataclass(frozen=True)
class Status:
    """Whether a game goes on, and how it ended."""

    state: str
    """`ongoing`, `win` or `draw`."""
    side: Optional[str]
    """The side to move, or the winner; None for a draw."""
    reason: Optional[str] = None
    """How the game ended, such as `no-moves`."""
    check: bool = False
    repetition: int = 1
    """How often the position has occurred."""
    quiet: int = 0
    """Plies since the last capture or man's move."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state != "ongoing"


@dataclass(frozen=True)
class Outcome:
    """How a game ended."""

    winner: Optional[str]
    """The side that won; None for a draw."""
    termination: Optional[str] = None
    """Why, such as `no-moves` or `checkmate`; None if that is not known, as for the result of a file."""


@dataclass(frozen=True)
class Info:
    """A line `info` of a search. What the line does not tell is None. `score` and `wdl` are those of the position that was searched,
    before the moves of `pv`, for the side to move there."""

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
    """The end of a search."""

    move: Optional[str]
    """The best move; None in a finished game."""
    ponder: Optional[str] = None
    """The answer that the engine expects."""
    info: Optional[Info] = None
    """The last line with an exact score of the best move."""
    lines: Tuple[Info, ...] = ()
    """The last line with an exact score for each multipv, best first."""

    @property
    def score(self) -> Optional[Score]:
        """The score of the position before the move, for the side that makes it."""
        return self.info.score if self.info else None


@dataclass(frozen=True)
class Exact:
    """What is known exactly about a position or a move, for the side to move."""

    result: str
    """`win`, `loss`, `draw` or `unknown`."""
    plies: Optional[int] = None
    """Plies to the end of the game, where they are known."""


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
    """A move of the opening book, with what the book says about it: the score is for the side that makes the move."""

    move: str
    score: Score
    depth: int
    wdl: Wdl
    visits: int


@dataclass(frozen=True)
class Perft:
    """Positions that are so many plies away, in all and behind each move."""

    total: int
    moves: Mapping[str, int] = field(hash=False)


@dataclass(frozen=True)
class Option:
    """An option of the daemon, as `uci` lists it."""

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
    """Endgame table files of one game, number of pieces and kind."""

    game: str
    pieces: int
    kind: str
    files: int
    places: int
    bytes: int
    folder: Optional[str] = None
