"""Boards and games as HTML and SVG, for notebooks."""

from __future__ import annotations

from html import escape
from typing import List, Optional, Sequence, Tuple

from ..board import Board
from ..results import Status
from .svg import Arrow, board_svg


def move_path(board: Board, move: str) -> Tuple[str, ...]:
    """The squares visited by a legal move; empty for other moves."""
    return next((route.path for route in board.routes if route.move == move), ())


def board_html(board: Board, svg: str) -> str:
    """A drawing of a board with the side to move."""
    return _figure(board, svg, f"{board.side(board.turn).title} to move" if board.turn else "The game is over")


def position_svg(board: Board, status: Status, last: Sequence[str], arrows: Sequence[Arrow] = (), flipped: bool = False,
                 size: int = 400) -> str:
    """A drawing of a board with the last move and check marked."""
    return board_svg(board, last=last, arrows=arrows, check=_square_in_check(board, status), flipped=flipped, size=size)


def position_html(board: Board, status: Status, last: Sequence[str], start: Board, moves: Sequence[str]) -> str:
    """A drawing of a position with its status and moves. `start` is the initial board."""
    second_begins = start.turn == start.sides[1].name
    words: List[str] = []
    for ply, move in enumerate(moves, start=int(second_begins)):
        number = f"{ply // 2 + 1}. " if ply % 2 == 0 else f"{ply // 2 + 1}... " if not words else ""
        words.append(number + move)
    return _figure(board, position_svg(board, status, last), status_text(board, status), " ".join(words))


def status_text(board: Board, status: Status) -> str:
    """Describes the status of a game in words."""
    if not status.over:
        return f"{board.side(status.side or '').title} to move{', in check' if status.check else ''}"
    reason = board.reasons.get(status.reason or "", status.reason or "")
    if status.side is None:
        return f"Draw: {reason}" if reason else "Draw"
    winner = board.side(status.side).title
    loser = next(side.title for side in board.sides if side.name != status.side)
    text = f"{winner} wins"
    return f"{text}: {reason.replace('WINNER', winner).replace('LOSER', loser)}" if reason else text


def _square_in_check(board: Board, status: Status) -> Optional[str]:
    if not status.check:
        return None
    kings = (square.name for square in board if square.piece and square.piece.kind == "king" and square.piece.side == board.turn)
    return next(kings, None)


def _figure(board: Board, svg: str, *lines: str) -> str:
    caption = "<br>".join([f"<b>{escape(board.facts.get('title', board.game))}</b>", *[escape(line) for line in lines if line]])
    return (
        '<figure style="display:inline-block;margin:0;max-width:30rem">'
        f'{svg}<figcaption style="font-family:sans-serif">{caption}</figcaption></figure>'
    )
