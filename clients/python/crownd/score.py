"""Scores, with an order and negation."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import total_ordering
from typing import Optional, Tuple

_OTHER_BOUND = {None: None, "lowerbound": "upperbound", "upperbound": "lowerbound"}
_BOUND_ORDER = {"upperbound": -1, None: 0, "lowerbound": 1}


@total_ordering
@dataclass(frozen=True)
class Score:
    """A score from one side's point of view: either hundredths of a man (`cp`) or moves to a forced end (`mate`).

    Scores of searches, `evaluate` and `book` are from the point of view of the side to move; `pov` converts them. Better scores are
    greater: a fast win is greater than a slow win, any win greater than any `cp`, and a slow loss greater than a fast loss.
    """

    cp: Optional[int] = None
    mate: Optional[int] = None
    """Positive for a win, negative for a loss; 0 if the game is over and lost, or `won`."""
    bound: Optional[str] = None
    """`lowerbound` or `upperbound`; None for an exact score."""
    won: bool = False
    """Set only if `mate` is 0: the game is over and won."""
    side: Optional[str] = field(default=None, compare=False)
    """The side of the point of view; None if unknown."""

    def __post_init__(self) -> None:
        if (self.cp is None) == (self.mate is None):
            raise ValueError("invalid score: expected either cp or mate")
        if self.won and self.mate != 0:
            raise ValueError("invalid score: won requires mate=0")

    def __neg__(self) -> "Score":
        """The score from the other side's point of view."""
        return Score(None if self.cp is None else -self.cp, None if self.mate is None else -self.mate, _OTHER_BOUND[self.bound],
                     self.mate == 0 and not self.won)

    def pov(self, side: str) -> "Score":
        """The score from the point of view of a side of the game. Raises ValueError if the score has no side."""
        if self.side is None:
            raise ValueError("the score has no side")
        return self if side == self.side else replace(-self, side=side)

    def is_mate(self) -> bool:
        """Whether the score is a forced win or loss."""
        return self.mate is not None

    def value(self, mate_score: int = 30000) -> int:
        """The score as one number, for plots: a mate counts `mate_score` minus its plies."""
        if self.mate is None:
            return self.cp or 0
        if self.mate > 0 or self.won:
            return mate_score - max(0, 2 * self.mate - 1)
        return -mate_score - 2 * self.mate

    def score(self, *, mate_score: Optional[int] = None) -> Optional[int]:
        """Hundredths of a man. A mate counts `mate_score` minus its moves, or is None without `mate_score`."""
        if self.mate is None or mate_score is None:
            return self.cp
        return mate_score - self.mate if self.mate > 0 or self.won else -mate_score - self.mate

    def __lt__(self, other: "Score") -> bool:
        return self._sort_key() < other._sort_key() if isinstance(other, Score) else NotImplemented

    def _sort_key(self) -> Tuple[int, int, int]:
        """The sort key. A lower bound sorts after the exact score, an upper bound before it."""
        bound = _BOUND_ORDER[self.bound]
        if self.mate is None:
            return 0, self.cp or 0, bound
        return (1 if self.mate > 0 or self.won else -1), -self.mate if self.mate else 0 if self.won else -(1 << 62), bound

    def __str__(self) -> str:
        """`+12`, or `#+3` for a win in three moves and `#-3` for a loss."""
        if self.mate is None:
            return f"{self.cp:+d}"
        return f"#{'+' if self.mate > 0 or self.won else '-'}{abs(self.mate)}"


def Cp(cp: int) -> Score:
    """A score in hundredths of a man."""
    return Score(cp=cp)


def Mate(moves: int) -> Score:
    """A win in `moves` moves, or a loss if negative. `Mate(0)` is a lost game."""
    return Score(mate=moves)


MateGiven = Score(mate=0, won=True)
"""The score of a won game."""


@dataclass(frozen=True)
class Wdl:
    """Chances of a win, draw and loss in permille."""

    wins: int
    draws: int
    losses: int

    def __neg__(self) -> "Wdl":
        """The chances of the other side."""
        return Wdl(self.losses, self.draws, self.wins)

    def expectation(self) -> float:
        """The expected score: 1 for a win, 0.5 for a draw."""
        return (self.wins + self.draws / 2) / max(1, self.wins + self.draws + self.losses)
