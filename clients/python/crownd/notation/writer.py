"""Writes games as PDN, PGN, or in the plain form of crown-match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import List

from .game import GameText, Line, Move, sign_of

#: No line of moves is longer, except one that is a single long word.
LINE_WIDTH = 80


@dataclass(frozen=True)
class Layout:
    """How a game is written as PDN or PGN."""

    first_number: int = 1  #: of the first move
    second_begins: bool = False  #: the first move is by the side that moves second under each number
    #: The second side's move has a number, ``1...``, where it begins the moves or follows a comment or a variation, as in PGN.
    #: Some readers of PDN take such a number for that of the next move.
    numbers_second: bool = True
    writes_signs: bool = False  #: the signs ! ? !! ?? !? ?! stand behind their moves; else as NAGs


def write_text(game: GameText, layout: Layout = Layout()) -> str:
    """A game as PDN or PGN: its tags, an empty line, and its moves. A game without a result ends with ``*``."""
    words: List[str] = []
    _add_line(words, game.line, layout.first_number, layout.second_begins, layout)
    words.append(game.result or "*")
    return _tags(game) + "\n" + _broken(words) + "\n"


def write_plain_text(game: GameText, second_begins: bool = False) -> str:
    """A game in the plain form: its tags, an empty line, and a line for each move with its sign and comments.

    Other NAGs and variations have no place there.
    """
    lines = []
    for ply, move in enumerate(game.line.moves):
        side = "second" if (ply % 2 == 1) != second_begins else "first"
        lines.append(" ".join([str(ply + 1), side, move.text + _sign_in(move), *move.comments]) + "\n")
    return _tags(game) + "\n" + "".join(lines)


def _tags(game: GameText) -> str:
    def quoted(value: str) -> str:
        return " ".join(value.replace("\\", "\\\\").replace('"', '\\"').splitlines())

    return "".join(f'[{name} "{quoted(value)}"]\n' if name else value + "\n" for name, value in game.tags)


def _sign_in(move: Move) -> str:
    return next((sign_of(nag) for nag in move.nags if sign_of(nag)), "")


def _add_line(words: List[str], line: Line, number: int, second: bool, layout: Layout) -> None:
    interrupted = True
    for comment in line.comments:
        _add_comment(words, comment)
    for move in line.moves:
        if not second or (interrupted and layout.numbers_second):
            words.append(f"{number}..." if second else f"{number}.")
        sign = _sign_in(move) if layout.writes_signs else ""
        words.append(move.text + sign)
        words += [f"${nag}" for nag in move.nags if not sign or sign_of(nag) != sign]
        for comment in move.comments:
            _add_comment(words, comment)
        for variation in move.variations:
            if variation.moves or variation.comments:
                begin = len(words)
                _add_line(words, variation, number, second, layout)
                words[begin] = "(" + words[begin]
                words[-1] += ")"
        interrupted = bool(move.comments or move.variations)
        number += second
        second = not second


def _add_comment(words: List[str], comment: str) -> None:
    """A comment in braces ends at the first closing brace, so braces within it become ``|``."""
    words += ("{" + comment.replace("{", "|").replace("}", "|") + "}").split()


def _broken(words: List[str]) -> str:
    lines: List[str] = []
    for word in words:
        if lines and len(lines[-1]) + 1 + len(word) <= LINE_WIDTH:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return "\n".join(lines)
