"""Converts moves of kings, rooks and bishops on 8x8 to SAN."""

from __future__ import annotations

import re
from typing import Dict

_MOVE = re.compile(r"([a-h][1-8])([a-h][1-8])")

Pieces = Dict[str, str]
"""The letter of the piece on each occupied square, in upper case for White."""


def pieces_of(fen: str) -> Pieces:
    """The pieces of a FEN."""
    pieces = {}
    rows = fen.split(" ")[0].split("/")
    for number, row in zip(range(len(rows), 0, -1), rows):
        column = ord("a")
        for word in re.findall(r"[0-9]{1,9}|.", row):
            if word.isdigit():
                column += int(word)
            else:
                pieces[f"{chr(column)}{number}"] = word
                column += 1
    return pieces


def to_san(pieces: Pieces, move: str) -> str:
    """Converts a move to SAN without a check sign, such as `b5a5` to `Rbxa5`. Returns other text unchanged.

    The square of origin is added if there are other pieces of the same type, even if they cannot reach the destination.
    """
    found = _MOVE.fullmatch(move)
    if not found or found[1] not in pieces:
        return move
    start, end = found.groups()
    others = [square for square, piece in pieces.items() if piece == pieces[start] and square != start]
    same_column = any(square[0] == start[0] for square in others)
    same_row = any(square[1:] == start[1:] for square in others)
    column = start[0] if others and (not same_column or same_row) else ""
    row = start[1:] if same_column else ""
    return pieces[start].upper() + column + row + ("x" if end in pieces else "") + end


def play(pieces: Pieces, move: str) -> None:
    """Moves a piece. Ignores other text."""
    found = _MOVE.fullmatch(move)
    if found and found[1] in pieces:
        pieces[found[2]] = pieces.pop(found[1])
