"""Writes games as PDN, PGN, or in the plain format of crown-match."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import List, Mapping, Optional, Union

from .game import GameText, Line, Move, sign_of
from .san import Pieces, pieces_of, play, to_san

LINE_WIDTH = 80
"""The width of lines, except for long words and comments that start with a semicolon."""

_WHITESPACE = re.compile(r"[ \t\n\v\f\r]+")
_NUMERIC_MOVE = re.compile(r"[0-9]+(?:[-x][0-9]+)+")
_NUMERIC_GAME_TYPE = re.compile(r"((?:[^,]*,){4})N[0-9]")


@dataclass(frozen=True)
class Layout:
    """The layout of a game in PDN or PGN."""

    first_number: int = 1
    """The number of the first move."""
    second_begins: bool = False
    """Whether the second side makes the first move."""
    numbers_second: bool = True
    """Whether a move of the second side gets a number, `1...`, at the beginning and after comments and variations, as in PGN.

    Some readers of PDN mistake such a number for the number of the next move.
    """
    writes_signs: bool = False
    """Whether NAGs 1 to 6 are written as signs after their moves."""
    squares: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Names that replace the numbers of squares in moves."""
    fen: str = ""
    """The initial position, if moves are written in SAN."""


def write_text(game: GameText, layout: Layout = Layout()) -> str:
    """Writes a game as PDN or PGN: its tags, an empty line, and its moves. The default result is `*`."""
    words: List[str] = []
    pieces = pieces_of(layout.fen) if layout.fen else None
    _add_line(words, game.line, layout.first_number, layout.second_begins, layout, pieces)
    words.append(game.result or "*")
    return _tags(game, bool(layout.squares)) + "\n" + _wrap(words) + "\n"


def write_plain_text(game: GameText, second_begins: bool = False) -> str:
    """Writes a game in the plain format: its tags, an empty line, and one line per move with its sign and comments.

    Everything else is dropped; see `is_plain`.
    """
    lines = []
    for ply, move in enumerate(game.line.moves):
        side = "second" if (ply % 2 == 1) != second_begins else "first"
        lines.append(_WHITESPACE.sub(" ", " ".join([str(ply + 1), side, move.text + _sign_suffix(move), *move.comments])) + "\n")
    return _tags(game) + "\n" + "".join(lines)


def is_plain(game: GameText) -> bool:
    """Whether the plain format can represent a game completely."""
    line = game.line
    return (game.result in ("", "*", game.tag("Result"))
            and not (line.comments or line.nags or line.signs or line.variations)
            and not any(move.variations or move.signs or len(move.nags) > len(_sign_suffix(move)[:1]) or len(move.comments) > 1
                        for move in line.moves))


def notes_before_moves(line: Line) -> List[str]:
    """The NAGs, signs and variations before the first move, as text of comments."""
    notes = [f"${nag}" for nag in line.nags] + line.signs
    for variation in line.variations:
        words: List[str] = []
        _add_line(words, variation, 1, False, Layout(), None)
        notes += [f"({' '.join(words)})", *variation.comments_behind]
    return notes


def _tags(game: GameText, algebraic: bool = False) -> str:
    def quoted(name: str, value: str) -> str:
        if algebraic and name.lower() == "gametype":
            value = _NUMERIC_GAME_TYPE.sub(r"\1A0", value)
        return _WHITESPACE.sub(" ", value.replace("\\", "\\\\").replace('"', '\\"'))

    return "".join(f'[{name} "{quoted(name, value)}"]\n' for name, value in game.tags)


def _sign_suffix(move: Move) -> str:
    """The sign of the first NAG, written after the move."""
    return sign_of(move.nags[0]) if move.nags else ""


def _add_line(words: List[str], line: Line, number: int, second: bool, layout: Layout, pieces: Optional[Pieces]) -> None:
    interrupted = True
    _add_notes(words, line, line.nags, line.signs)
    for variation in line.variations:
        _add_variation(words, variation, number, second, layout, pieces)
    for move in line.moves:
        if not second or (interrupted and layout.numbers_second):
            words.append(f"{number}..." if second else f"{number}.")
        sign = _sign_suffix(move) if layout.writes_signs else ""
        nags, signs = move.nags[bool(sign):], move.signs
        if not sign and signs and not signs[0].startswith("$"):
            sign, signs = signs[0], signs[1:]
        words.append(_format_move(move.text, layout, pieces) + sign)
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


def _format_move(move: str, layout: Layout, pieces: Optional[Pieces]) -> str:
    if pieces is not None:
        return to_san(pieces, move)
    if layout.squares and _NUMERIC_MOVE.fullmatch(move):
        return re.sub("[0-9]+", lambda square: layout.squares.get(square[0], square[0]), move)
    return move


def _add_notes(words: List[str], annotated: Union[Line, Move], nags: List[int], signs: List[str]) -> None:
    words += [f"${nag}" for nag in nags]
    words += [sign if sign.startswith("$") else f"({sign})" for sign in signs]
    for comment in annotated.comments:
        _add_comment(words, comment)


def _add_comment(words: List[str], comment: str) -> None:
    """Adds a comment in braces, or if it has a closing brace, as a comment to the end of the line."""
    if "}" in comment:
        words.append(";" + _WHITESPACE.sub(" ", comment) + "\n")
    else:
        words += _WHITESPACE.split("{" + comment + "}")


def _wrap(words: List[str]) -> str:
    """Wraps words into lines. No line starts with `%` or `[`, which have a special meaning there."""
    lines: List[str] = []
    starts_line = True
    for word in words:
        if not starts_line and (len(lines[-1]) + 1 + len(word) <= LINE_WIDTH or word[:1] in ("%", "[")):
            lines[-1] += " " + word.rstrip("\n")
        else:
            lines.append(word.rstrip("\n"))
        starts_line = word.endswith("\n")
    return "\n".join(lines)
