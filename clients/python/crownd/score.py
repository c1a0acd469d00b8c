"""Scores, which are ordered and can be negated."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Optional, Tuple

_OTHER_BOUND = {None: None, "lowerbound": "upperbound", "upperbound": "lowerbound"}
_BOUND_ORDER = {"upperbound": -1, None: 0, "lowerbound": 1}


@dataclass(frozen=True)
class Score:
    """A score for one side: either hundredths of a man (`cp`) or moves until a forced end (`mate`).

    Scores of a search, of `evaluate` and of `book` are for the side to move in the position that was asked about, before any move;
    `pov` gives that of either side. The better score is the greater one: a quick win more than a slow one, any win more than any `cp`,
    a slow loss more than a quick one.
    """

    cp: Optional[int] = None
    mate: Optional[int] = None
    """Wins if positive, loses if negative; 0 in a finished game, which this side has lost unless `won`."""
    bound: Optional[str] = None
    """`lowerbound` or `upperbound`, if the score is not exact."""
    won: bool = False
    """Only with a `mate` of 0: this side has won the finished game."""
    side: Optional[str] = field(default=None, compare=False)
    """The side whose score it is, if that is known."""

    def __post_init__(self) -> None:
        if (self.cp is None) == (self.mate is None):
            raise ValueError("a score has either cp or mate")
        if self.won and self.mate != 0:
            raise ValueError("only a mate of 0 is won")

    def __neg__(self) -> "Score":
        """The same from the other side."""
        return Score(None if self.cp is None else -self.cp, None if self.mate is None else -self.mate, _OTHER_BOUND[self.bound],
                     self.mate == 0 and not self.won)

    def pov(self, side: str) -> "Score":
        """The same for this side, which is one of the two sides of the game. ValueError if the side of the score is not known."""
        if self.side is None:
            raise ValueError("the side of the score is not known")
        return self if side == self.side else replace(-self, side=side)

    def is_mate(self) -> bool:
        """Whether the end of the game is forced."""
        return self.mate is not None

    def value(self, mate_score: int = 30000) -> int:
        """One number for both kinds, as for a plot: a mate counts mate_score less its plies."""
        if self.mate is None:
            return self.cp or 0
        if self.mate > 0 or self.won:
            return mate_score - max(0, 2 * self.mate - 1)
        return -mate_score - 2 * self.mate

    def score(self, *, mate_score: Optional[int] = None) -> Optional[int]:
        """The hundredths of a man. A mate counts mate_score less its moves; None without it."""
        if self.mate is None or mate_score is None:
            return self.cp
        return mate_score - self.mate if self.mate > 0 or self.won else -mate_score - self.mate

    def __lt__(self, other: "Score") -> bool:
        return self._order() < other._order() if isinstance(other, Score) else NotImplemented

    def __le__(self, other: "Score") -> bool:
        return self._order() <= other._order() if isinstance(other, Score) else NotImplemented

    def __gt__(self, other: "Score") -> bool:
        return self._order() > other._order() if isinstance(other, Score) else NotImplemented

    def __ge__(self, other: "Score") -> bool:
        return self._order() >= other._order() if isinstance(other, Score) else NotImplemented

    def _order(self) -> Tuple[int, int, int]:
        """At least so much is more than exactly so much, and that is more than at most so much."""
        bound = _BOUND_ORDER[self.bound]
        if self.mate is None:
            return 0, self.cp or 0, bound
        return (1 if self.mate > 0 or self.won else -1), -self.mate if self.mate else 0 if self.won else -(1 << 62), bound

    def __str__(self) -> str:
        """`+12`, `#+3` for a win in three moves, `#-3` for a loss."""
        if self.mate is None:
            return f"{self.cp:+d}"
        return f"#{'+' if self.mate > 0 or self.won else '-'}{abs(self.mate)}"


def Cp(cp: int) -> Score:
    """A score in hundredths of a man."""
    return Score(cp=cp)


def Mate(moves: int) -> Score:
    """A win in so many moves, a loss if they are negative; `Mate(0)` for the side that has lost."""
    return Score(mate=moves)


MateGiven = Score(mate=0, won=True)
"""The score of the side that has won."""


@dataclass(frozen=True)
class Wdl:
    """Chances of the same side, in permille."""

    wins: int
    draws: int
    losses: int

    def __neg__(self) -> "Wdl":
        """Those of the other side."""
        return Wdl(self.losses, self.draws, self.wins)

    def expectation(self) -> float:
        """The expected points of the side: 1 for a win, half a point for a draw."""
        return (self.wins + self.draws / 2) / max(1, self.wins + self.draws + self.losses)
