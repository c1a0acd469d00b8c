"""A board in letters, for terminals."""

from __future__ import annotations

from typing import List, Sequence

from ..board import Board, Square


def lettered(board: Board) -> str:
    """The pieces, with the names of columns and rows; where squares have numbers instead, these stand beside the pieces."""
    rows = [[_letter(square) for square in row] for row in board.squares]
    if board.column_labels and board.row_labels:
        width = max(map(len, board.row_labels))
        lines = [f"{label:>{width}}  {'  '.join(row)}" for label, row in zip(board.row_labels, rows)]
        bottom = " " * (width + 2) + "".join(f"{label:<3}" for label in board.column_labels)
        return "\n".join(_with_names(board, [line.rstrip() for line in lines])) + "\n" + bottom.rstrip()
    return "\n".join(_with_names(board, [" ".join(row) for row in rows]))


def _letter(square: Square) -> str:
    return square.piece.letter if square.piece else " " if square.name is None else "."


def _with_names(board: Board, lines: Sequence[str]) -> List[str]:
    """Names of squares beside each row, where they are numbers."""
    names = [[square.name for square in row] for row in board.squares]
    if not all(name.isdigit() for row in names for name in row if name):
        return list(lines)
    width = max(map(len, lines)) + 4
    return [f"{line:<{width}}{' '.join(f'{name or str():>2}' for name in row)}".rstrip() for line, row in zip(lines, names)]
