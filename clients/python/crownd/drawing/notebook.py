"""What notebooks show of a game: its position with the last move, how it stands, and its moves."""

from __future__ import annotations

from typing import Optional, Sequence, Tuple

from ..board import Board
from ..results import Status
from .page import game_html
from .picture import Arrow, board_svg


def path_of(board: Board, move: str) -> Tuple[str, ...]:
    """The squares that a legal move visits; none for a move without a route."""
    return next((route.path for route in board.routes if route.move == move), ())


def position_svg(board: Board, status: Status, last: Sequence[str], arrows: Sequence[Arrow] = (), flipped: bool = False,
                 size: int = 400) -> str:
    """A board with its last move, and a ring around a king in check."""
    return board_svg(board, last=last, arrows=arrows, check=_square_in_check(board, status), flipped=flipped, size=size)


def position_html(board: Board, status: Status, last: Sequence[str], start: Board, moves: Sequence[str]) -> str:
    """The same with a sentence about the game, and its moves; `start` is the board that they begin with."""
    svg = position_svg(board, status, last)
    return game_html(board, svg, sentence(board, status), moves, start.turn == start.sides[1].name)


def sentence(board: Board, status: Status) -> str:
    """How a game stands, in words."""
    if not status.over:
        return f"{board.side(status.side or '').title} to move{', in check' if status.check else ''}"
    why = board.reasons.get(status.reason or "", status.reason or "")
    if status.side is None:
        return f"Draw: {why}" if why else "Draw"
    winner = board.side(status.side).title
    loser = next(side.title for side in board.sides if side.name != status.side)
    said = f"{winner} wins"
    return f"{said}: {why.replace('WINNER', winner).replace('LOSER', loser)}" if why else said


def _square_in_check(board: Board, status: Status) -> Optional[str]:
    if not status.check:
        return None
    kings = (square.name for square in board if square.piece and square.piece.kind == "king" and square.piece.side == board.turn)
    return next(kings, None)
