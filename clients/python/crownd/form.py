"""How the games of one kind are written in files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from .board import Board
from .notation import GameText, Layout, write_plain_text, write_text

LONGEST_NUMBER = 7
"""Digits of a counter in a FEN."""


@dataclass(frozen=True)
class Form:
    """PDN, PGN or the plain form of crown-match, and who begins."""

    kind: str
    """`pdn`, `pgn` or `plain`."""
    game_type: str
    """The value of the tag GameType in PDN, else empty."""
    white: str
    """The side that the tag White means, else the side that moves first."""
    second_begins: bool
    """Whether the game begins with a move of the side that moves second under each number."""

    @classmethod
    def of(cls, board: Board) -> "Form":
        """That of a game that begins with this board."""
        words = board.facts.get("notation", "plain").split()
        white = words[words.index("white") + 1] if "white" in words[:-1] else board.sides[0].name
        return cls(words[0], words[1] if words[0] == "pdn" else "", white, board.turn == board.sides[1].name)

    @property
    def is_pdn(self) -> bool:
        return self.kind == "pdn"

    @property
    def is_pgn(self) -> bool:
        return self.kind == "pgn"


def written(text: GameText, form: Optional[Form]) -> str:
    """A game in its form, or in the layout of PGN if that is not known."""
    if form is not None and form.is_pdn:
        return write_text(text, Layout(_first_number(text), form.second_begins, numbers_second=False, writes_signs=True))
    if form is None or form.is_pgn:
        return write_text(text, Layout(_first_number(text), form is not None and form.second_begins))
    return write_plain_text(text, form.second_begins)


def _first_number(text: GameText) -> int:
    """A FEN has the number of the next move in its last field; 1 where the engine would refuse the number."""
    fields = text.start().split()
    number = fields[5] if len(fields) == 6 else ""
    return max(1, int(number)) if number.isascii() and number.isdigit() and len(number) <= LONGEST_NUMBER else 1
