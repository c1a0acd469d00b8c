"""A game as text: tags, moves, comments, signs, variations and the result."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Iterator, List, Optional, Tuple

SIGNS: Tuple[str, ...] = ("!", "?", "!!", "??", "!?", "?!")
"""The signs of the NAGs 1 to 6."""


def sign_of(nag: int) -> str:
    """The sign of a NAG; empty if there is none."""
    return SIGNS[nag - 1] if 1 <= nag <= len(SIGNS) else ""


def nag_of(sign: str) -> int:
    """The NAG of a sign; 0 if there is none."""
    return SIGNS.index(sign) + 1 if sign in SIGNS else 0


@dataclass
class Line:
    """The moves of a game or variation."""

    comments: List[str] = field(default_factory=list)
    """Comments before the first move."""
    moves: List[Move] = field(default_factory=list)
    nags: List[int] = field(default_factory=list)
    """NAGs before the first move."""
    signs: List[str] = field(default_factory=list)
    """Signs before the first move."""
    variations: List[Line] = field(default_factory=list)
    """Variations before the first move."""
    comments_behind: List[str] = field(default_factory=list)
    """Comments between the end of a variation and the next move or variation."""


@dataclass
class Move:
    """A move with its annotations."""

    text: str
    """The move without number and signs."""
    nags: List[int] = field(default_factory=list)
    comments: List[str] = field(default_factory=list)
    """Comments after the move."""
    variations: List[Line] = field(default_factory=list)
    """Alternatives to this move."""
    signs: List[str] = field(default_factory=list)
    """Signs without a NAG, such as `!?!!!`."""
    legal: bool = field(default=True, compare=False)
    """False from the first illegal move of a variation on."""


@dataclass
class GameText:
    """The text of a game in a file."""

    tags: List[Tuple[str, str]] = field(default_factory=list)
    """The tags in their order."""
    line: Line = field(default_factory=Line)
    result: str = ""
    """The result after the moves, such as `1-0` or `*`; empty if there is none."""
    number_of_line: int = 0
    """The first line of the game in its file, from 1."""

    def tag(self, name: str) -> Optional[str]:
        """The value of the first tag with this name, ignoring case."""
        return next((value for each, value in self.tags if each.lower() == name.lower()), None)

    def set_tag(self, name: str, value: str) -> None:
        """Sets the value of a tag. A new tag is appended."""
        for i, (each, _) in enumerate(self.tags):
            if each.lower() == name.lower():
                self.tags[i] = (each, value)
                return
        self.tags.append((name, value))

    def start(self) -> str:
        """The initial position from the tag FEN or Start, else `startpos`."""
        return self.tag("FEN") or self.tag("Start") or "startpos"

    def moves(self) -> List[str]:
        """The moves of the main line."""
        return [move.text for move in self.line.moves]

    def lines(self) -> Iterator[Line]:
        """The main line and all variations."""
        open_lines = [self.line]
        while open_lines:
            line = open_lines.pop()
            yield line
            open_lines += line.variations
            open_lines += [variation for move in line.moves for variation in move.variations]
