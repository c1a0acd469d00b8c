"""Writes games as PDN, PGN, or in the plain form of crown-match."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import List, Mapping, Optional, Union

from .game import GameText, Line, Move, sign_of
from .san import Pieces, pieces_of, play, to_san

#: No line of moves is longer, except one that is a single long word, or has a comment up to its end.
LINE_WIDTH = 80

#: Other white space is part of a comment.
_BLANKS = re.compile(r"[ \t\n\v\f\r]+")
#: A move by the numbers of its squares.
_NUMBERS = re.compile(r"[0-9]+(?:[-x][0-9]+)+")
#: The notation of squares in the GameType of PDN: numbers from one of the corners.
_TYPE_OF_NUMBERS = re.compile(r"((?:[^,]*,){4})N[0-9]")


@dataclass(frozen=True)
class Layout:
    """How a game is written as PDN or PGN."""

    first_number: int = 1  #: of the first move
    second_begins: bool = False  #: the first move is by the side that moves second under each number
    #: The second side's move has a number, ``1...``, where it begins the moves or follows a comment or a variation, as in PGN.
    #: Some readers of PDN take such a number for that of the next move.
    numbers_second: bool = True
    writes_signs: bool = False  #: the signs ! ? !! ?? !? ?! stand behind their moves; else as NAGs
    squares: Mapping[str, str] = field(default_factory=dict, hash=False)  #: other names of squares, for moves
    fen: str = ""  #: where the moves begin if they are written in SAN


def write_text(game: GameText, layout: Layout = Layout()) -> str:
    """A game as PDN or PGN: its tags, an empty line, and its moves. A game without a result ends with ``*``."""
    words: List[str] = []
    pieces = pieces_of(layout.fen) if layout.fen else None
    _add_line(words, game.line, layout.first_number, layout.second_begins, layout, pieces)
    words.append(game.result or "*")
    return _tags(game, bool(layout.squares)) + "\n" + _broken(words) + "\n"


def write_plain_text(game: GameText, second_begins: bool = False) -> str:
    """A game in the plain form: its tags, an empty line, and a line for each move with its sign and comments.

    `is_plain` says whether that is all that the game has.
    """
    lines = []
    for ply, move in enumerate(game.line.moves):
        side = "second" if (ply % 2 == 1) != second_begins else "first"
        lines.append(_BLANKS.sub(" ", " ".join([str(ply + 1), side, move.text + _attached(move), *move.comments])) + "\n")
    return _tags(game) + "\n" + "".join(lines)


def is_plain(game: GameText) -> bool:
    """Whether the plain form has a place for everything in a game."""
    line = game.line
    return (game.result in ("", "*", game.tag("Result"))
            and not (line.comments or line.nags or line.signs or line.variations)
            and not any(move.variations or move.signs or len(move.nags) > len(_attached(move)[:1]) or len(move.comments) > 1
                        for move in line.moves))


def notes_before_moves(line: Line) -> List[str]:
    """Its NAGs, signs and variations before the first move, each as the text of a comment."""
    notes = [f"${nag}" for nag in line.nags] + line.signs
    for variation in line.variations:
        words: List[str] = []
        _add_line(words, variation, 1, False, Layout(), None)
        notes += [f"({' '.join(words)})", *variation.comments_behind]
    return notes


def _tags(game: GameText, algebraic: bool = False) -> str:
    def quoted(name: str, value: str) -> str:
        if algebraic and name.lower() == "gametype":
            value = _TYPE_OF_NUMBERS.sub(r"\1A0", value)
        return _BLANKS.sub(" ", value.replace("\\", "\\\\").replace('"', '\\"'))

    return "".join(f'[{name} "{quoted(name, value)}"]\n' for name, value in game.tags)


def _attached(move: Move) -> str:
    """The sign behind a move: that of its first NAG."""
    return sign_of(move.nags[0]) if move.nags else ""


def _add_line(words: List[str], line: Line, number: int, second: bool, layout: Layout, pieces: Optional[Pieces]) -> None:
    interrupted = True
    _add_notes(words, line, line.nags, line.signs)
    for variation in line.variations:
        _add_variation(words, variation, number, second, layout, pieces)
    for move in line.moves:
        if not second or (interrupted and layout.numbers_second):
            words.append(f"{number}..." if second else f"{number}.")
        sign = _attached(move) if layout.writes_signs else ""
        nags, signs = move.nags[bool(sign):], move.signs
        if not sign and signs and not signs[0].startswith("$"):
            sign, signs = signs[0], signs[1:]
        words.append(_shown(move.text, layout, pieces) + sign)
        before = dict(pieces) if pieces is not None and move.variations else None
        if pieces is not None:
            play(pieces, move.text)
        _add_notes(words, move, nags, signs)
        for variation in move.variations:
            _add_variation(words, variation, number, second, layout, before)
        interrupted = bool(move.comments or move.variations)
        number += second
        second = not second


def _add_variation(words: List[str], line: Line, number: int, second: bool, layout: Layout, pieces: Optional[Pieces]) -> None:
    begin = len(words)
    _add_line(words, line, number, second, layout, None if pieces is None else dict(pieces))
    if len(words) > begin:
        words[begin] = "(" + words[begin]
        if words[-1].endswith("\n"):
            words.append(")")
        else:
            words[-1] += ")"
    for comment in line.comments_behind:
        _add_comment(words, comment)


def _shown(move: str, layout: Layout, pieces: Optional[Pieces]) -> str:
    if pieces is not None:
        return to_san(pieces, move)
    if layout.squares and _NUMBERS.fullmatch(move):
        return re.sub("[0-9]+", lambda square: layout.squares.get(square[0], square[0]), move)
    return move


def _add_notes(words: List[str], noted: Union[Line, Move], nags: List[int], signs: List[str]) -> None:
    words += [f"${nag}" for nag in nags]
    words += [sign if sign.startswith("$") else f"({sign})" for sign in signs]
    for comment in noted.comments:
        _add_comment(words, comment)


def _add_comment(words: List[str], comment: str) -> None:
    """A comment in braces ends at the first closing brace, so one with such a brace goes up to the end of its line."""
    if "}" in comment:
        words.append(";" + _BLANKS.sub(" ", comment) + "\n")
    else:
        words += _BLANKS.split("{" + comment + "}")


def _broken(words: List[str]) -> str:
    """The words in lines. None begins with a sign that means something else there."""
    lines: List[str] = []
    begins = True
    for word in words:
        if not begins and (len(lines[-1]) + 1 + len(word) <= LINE_WIDTH or word[:1] in ("%", "[")):
            lines[-1] += " " + word.rstrip("\n")
        else:
            lines.append(word.rstrip("\n"))
        begins = word.endswith("\n")
    return "\n".join(lines)
