"""Moves of kings, rooks and bishops on 8x8 in SAN. It needs no other rules than a FEN and the legal moves of its position."""

from __future__ import annotations

import re
from typing import Dict, Optional, Sequence

_MOVE = re.compile(r"([a-h][1-8])([a-h][1-8])")
_SAN = re.compile(r"([A-Z])([a-h]?)([1-8]?)[x-]?([a-h][1-8])[+#]?")


def _pieces(fen: str) -> Dict[str, str]:
    """The pieces of a FEN's board by square, as upper case letters."""
    pieces = {}
    rows = fen.split()[0].split("/")
    for number, row in zip(range(len(rows), 0, -1), rows):
        column = ord("a")
        for word in re.findall(r"\d+|.", row):
            if word.isdigit():
                column += int(word)
            else:
                pieces[f"{chr(column)}{number}"] = word.upper()
                column += 1
    return pieces


def to_san(fen: str, move: str, legal: Sequence[str]) -> str:
    """A move in SAN without the check sign: ``Rbxa5`` for ``b5a5``; other texts as they are."""
    found = _MOVE.fullmatch(move)
    pieces = _pieces(fen)
    if not found or found[1] not in pieces:
        return move
    start, end = found.groups()
    rivals = [
        other[1]
        for other in map(_MOVE.fullmatch, legal)
        if other and other[2] == end and other[1] != start and pieces.get(other[1]) == pieces[start]
    ]
    same_column = any(rival[0] == start[0] for rival in rivals)
    same_row = any(rival[1:] == start[1:] for rival in rivals)
    column = start[0] if rivals and (not same_column or same_row) else ""
    row = start[1:] if rivals and same_column else ""
    return pieces[start] + column + row + ("x" if end in pieces else "") + end


def from_san(fen: str, san: str, legal: Sequence[str]) -> Optional[str]:
    """The move that a SAN text means; None if no legal move matches, or more than one."""
    wanted = _SAN.fullmatch(san)
    if not wanted:
        return None
    piece, column, row, end = wanted.groups()
    pieces = _pieces(fen)
    fitting = []
    for move in legal:
        found = _MOVE.fullmatch(move)
        if not found or found[2] != end or pieces.get(found[1]) != piece:
            continue
        if column in ("", found[1][0]) and row in ("", found[1][1:]):
            fitting.append(move)
    return fitting[0] if len(fitting) == 1 else None
