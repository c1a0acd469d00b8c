"""A game as text: tags, moves, comments, signs, variations and the result. No rules are known here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Iterator, List, Optional, Tuple

#: The signs of a move in the order of their NAGs, 1 to 6.
SIGNS: Tuple[str, ...] = ("!", "?", "!!", "??", "!?", "?!")


def sign_of(nag: int) -> str:
    """The sign that is a NAG; empty if there is none."""
    return SIGNS[nag - 1] if 1 <= nag <= len(SIGNS) else ""


def nag_of(sign: str) -> int:
    """The NAG of a sign; 0 for other texts."""
    return SIGNS.index(sign) + 1 if sign in SIGNS else 0


@dataclass
class Line:
    """A sequence of moves: those of a game, or of a variation."""

    comments: List[str] = field(default_factory=list)  #: before the first move
    moves: List[Move] = field(default_factory=list)
    nags: List[int] = field(default_factory=list)  #: before the first move
    signs: List[str] = field(default_factory=list)  #: before the first move
    variations: List[Line] = field(default_factory=list)  #: before the first move, so they replace none
    comments_behind: List[str] = field(default_factory=list)  #: of a variation: between its end and the next move or variation


@dataclass
class Move:
    text: str  #: without its number and signs
    nags: List[int] = field(default_factory=list)
    comments: List[str] = field(default_factory=list)  #: after the move
    variations: List[Line] = field(default_factory=list)  #: lines that begin instead of this move
    signs: List[str] = field(default_factory=list)  #: those without a NAG, such as ``!?!!!``
    legal: bool = field(default=True, compare=False)  #: False in a variation that was read, from its first illegal move on


@dataclass
class GameText:
    """A game as a file has it, or as a file gets it."""

    tags: List[Tuple[str, str]] = field(default_factory=list)  #: in the order of the text
    line: Line = field(default_factory=Line)
    result: str = ""  #: the word that ends the moves, such as ``1-0`` or ``*``; empty if there is none
    number_of_line: int = 0  #: where the game begins in the text that it was read from, from 1

    def tag(self, name: str) -> Optional[str]:
        """The value of the first tag with this name; upper and lower case are the same."""
        return next((value for each, value in self.tags if each.lower() == name.lower()), None)

    def set_tag(self, name: str, value: str) -> None:
        """Gives a tag this value; a new one comes last."""
        for i, (each, _) in enumerate(self.tags):
            if each.lower() == name.lower():
                self.tags[i] = (each, value)
                return
        self.tags.append((name, value))

    def start(self) -> str:
        """The text of the position that the game begins with, from its tag FEN or Start; else ``startpos``."""
        return self.tag("FEN") or self.tag("Start") or "startpos"

    def moves(self) -> List[str]:
        """The texts of the moves, without those of variations."""
        return [move.text for move in self.line.moves]

    def lines(self) -> Iterator[Line]:
        """The line of the game, and all variations."""
        open_lines = [self.line]
        while open_lines:
            line = open_lines.pop()
            yield line
            open_lines += line.variations
            open_lines += [variation for move in line.moves for variation in move.variations]
