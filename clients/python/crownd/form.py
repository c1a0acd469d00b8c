"""How the games of one kind are written in files."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Mapping, Optional, Tuple

from .board import Board
from .notation import GameText, Layout, write_plain_text, write_text
from .notation.writer import is_plain
from .results import Outcome

LONGEST_NUMBER = 7
"""Digits of a counter in a FEN."""
SQUARES = ("numeric", "algebraic")
"""How squares may be written."""

_HALF = r"(?:1/2|½|0\.5|[0-2])"
_RESULT = re.compile(rf"({_HALF})[-+=]?[ \t]*-[ \t]*({_HALF})[-+=]?(?![^ \t\[\]{{}};()])")
_POINTS = {"1/2": 1, "½": 1, "0.5": 1, "0": 0, "1": 2, "2": 4}


@dataclass(frozen=True)
class Form:
    """PDN, PGN or the plain form of crown-match, who begins, and who has won by a result."""

    kind: str
    """`pdn`, `pgn` or `plain`."""
    game_type: str
    """The value of the tag GameType in PDN, else empty."""
    white: str
    """The side that the tag White means, else the side that moves first."""
    second_begins: bool
    """Whether the game begins with a move of the side that moves second under each number."""
    sides: Tuple[str, str]
    """The sides in the order of results: `1-0` is a win of the first of them, in English draughts Black."""
    algebraic: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)
    """Algebraic names of the squares by their numbers; none where squares have but one name."""

    @classmethod
    def of(cls, board: Board) -> "Form":
        """That of a game that begins with this board."""
        words = board.facts.get("notation", "plain").split()
        first, second = (side.name for side in board.sides)
        white = words[words.index("white") + 1] if "white" in words[:-1] else first
        sides = (second, first) if board.facts.get("first-in-results") == second else (first, second)
        return cls(words[0], words[1] if words[0] == "pdn" else "", white, board.turn == second, sides, _algebraic(board))

    @property
    def is_pdn(self) -> bool:
        return self.kind == "pdn"

    @property
    def is_pgn(self) -> bool:
        return self.kind == "pgn"

    def result_of(self, outcome: Optional[Outcome]) -> str:
        """How files write an outcome; `*` for None."""
        if outcome is None:
            return "*"
        return "1/2-1/2" if outcome.winner is None else "1-0" if outcome.winner == self.sides[0] else "0-1"

    def outcome_of(self, result: str) -> Optional[Outcome]:
        """Who has won by the result of a file; None where it does not say that, as `*` and `0-0`."""
        first, second = _points_in(result)
        if first + second == 0:
            return None
        return Outcome(None if first == second else self.sides[first < second])


def result_in(text: str) -> str:
    """The result with which a text begins, such as the value of a tag Result; empty if there is none."""
    found = _RESULT.match(text)
    return found[0] if found and sum(_points_in(text)) in (0, 2, 4) else "*" if text == "*" else ""


def _points_in(text: str) -> Tuple[int, int]:
    """Twice the points of the two halves."""
    found = _RESULT.match(text)
    return (_POINTS[found[1]], _POINTS[found[2]]) if found else (0, 0)


def written(text: GameText, form: Optional[Form], squares: str = "numeric") -> str:
    """A game in its form, or in the layout of PGN if that is not known. `squares` of PDN are numeric or algebraic."""
    if squares not in SQUARES:
        raise ValueError(f"squares are numeric or algebraic, not {squares!r}")
    number, second_begins = _first_number(text), form is not None and form.second_begins
    if form is None:
        return write_text(text, Layout(number, second_begins))
    if form.is_pdn:
        return write_text(text, Layout(number, second_begins, numbers_second=False, writes_signs=True,
                                       squares=form.algebraic if squares == "algebraic" else {}))
    if form.is_pgn:
        start = text.start()
        return write_text(text, Layout(number, second_begins, fen=start if "/" in start else ""))
    if is_plain(text):
        return write_plain_text(text, second_begins)
    return write_text(text, Layout(number, second_begins, writes_signs=True))


def _algebraic(board: Board) -> Mapping[str, str]:
    """Algebraic names of squares by their numbers."""
    words = board.facts.get("algebraic", "").split()
    return dict(zip(words[::2], words[1::2]))


def _first_number(text: GameText) -> int:
    """A FEN has the number of the next move in its last field; 1 where the engine would refuse the number."""
    fields = text.start().split()
    number = fields[5] if len(fields) == 6 else ""
    return max(1, int(number)) if number.isascii() and number.isdigit() and len(number) <= LONGEST_NUMBER else 1
