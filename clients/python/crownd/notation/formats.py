"""The file format of each game, and the meaning of results."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Mapping, Optional, Tuple

from ..board import Board
from ..results import Outcome
from .game import GameText
from .writer import Layout, is_plain, write_plain_text, write_text

MAX_MOVE_NUMBER_DIGITS = 7
"""The longest move number of a FEN accepted by the daemon."""
SQUARE_NOTATIONS = ("numeric", "algebraic")

_HALF = r"(?:1/2|½|0\.5|[0-2])"
_RESULT = re.compile(rf"({_HALF})[-+=]?[ \t]*-[ \t]*({_HALF})[-+=]?(?![^ \t\[\]{{}};()])")
_HALF_POINTS = {"1/2": 1, "½": 1, "0.5": 1, "0": 0, "1": 2, "2": 4}


@dataclass(frozen=True)
class Form:
    """How games with the same initial position are written: PDN, PGN or the plain format of crown-match."""

    kind: str
    """`pdn`, `pgn` or `plain`."""
    game_type: str
    """The value of the tag GameType in PDN, else empty."""
    white: str
    """The side of the tag White, by default the first side."""
    second_begins: bool
    """Whether the second side makes the first move."""
    sides: Tuple[str, str]
    """The sides in the order of results: `1-0` is a win of the first of them, in English draughts Black."""
    algebraic: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)
    """Algebraic names of the squares by their numbers; empty if squares have one name."""

    @classmethod
    def of(cls, board: Board) -> "Form":
        """The form of a game with this initial board."""
        words = board.facts.get("notation", "plain").split()
        first, second = (side.name for side in board.sides)
        white = words[words.index("white") + 1] if "white" in words[:-1] else first
        sides = (second, first) if board.facts.get("first-in-results") == second else (first, second)
        names = board.facts.get("algebraic", "").split()
        algebraic = dict(zip(names[::2], names[1::2]))
        return cls(words[0], words[1] if words[0] == "pdn" else "", white, board.turn == second, sides, algebraic)

    @property
    def is_pdn(self) -> bool:
        return self.kind == "pdn"

    @property
    def is_pgn(self) -> bool:
        return self.kind == "pgn"

    def result_of(self, outcome: Optional[Outcome]) -> str:
        """Formats an outcome, such as `1-0`; `*` for None."""
        if outcome is None:
            return "*"
        return "1/2-1/2" if outcome.winner is None else "1-0" if outcome.winner == self.sides[0] else "0-1"

    def outcome_of(self, result: str) -> Optional[Outcome]:
        """The outcome of a result; None for `*`, `0-0` and other text."""
        first, second = _half_points(result)
        if first + second == 0:
            return None
        return Outcome(None if first == second else self.sides[first < second])


def parse_result(text: str) -> str:
    """The result at the beginning of text, such as the value of a tag Result; empty if there is none."""
    found = _RESULT.match(text)
    return found[0] if found and sum(_half_points(text)) in (0, 2, 4) else "*" if text == "*" else ""


def _half_points(result: str) -> Tuple[int, int]:
    """The points of both sides times two."""
    found = _RESULT.match(result)
    return (_HALF_POINTS[found[1]], _HALF_POINTS[found[2]]) if found else (0, 0)


def format_game(text: GameText, form: Optional[Form], squares: str = "numeric") -> str:
    """Writes a game in its form, or as PGN without a form. `squares` selects the names of squares in PDN."""
    if squares not in SQUARE_NOTATIONS:
        raise ValueError(f"invalid squares {squares!r}: expected numeric or algebraic")
    number, second_begins = _first_move_number(text), form is not None and form.second_begins
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


def _first_move_number(text: GameText) -> int:
    """The move number in the last field of a FEN; 1 if the daemon would reject it."""
    fields = text.start().split()
    number = fields[5] if len(fields) == 6 else ""
    valid = number.isascii() and number.isdigit() and len(number) <= MAX_MOVE_NUMBER_DIGITS
    return max(1, int(number)) if valid else 1
