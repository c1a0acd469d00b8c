"""Boards and games as HTML, for notebooks."""

from __future__ import annotations

from html import escape
from typing import Sequence

from ..board import Board


def board_html(board: Board, svg: str) -> str:
    """A picture of a board, and below it whose turn it is."""
    turn = f"{board.side(board.turn).title} to move" if board.turn else "The game is over"
    return _figure(svg, f"<b>{escape(board.facts.get('title', board.game))}</b><br>{escape(turn)}")


def game_html(board: Board, svg: str, state: str, moves: Sequence[str], second_begins: bool) -> str:
    """A picture of a game's position, the sentence that says how it stands, and its moves with their numbers."""
    words = []
    for ply, move in enumerate(moves, start=int(second_begins)):
        number = f"{ply // 2 + 1}. " if ply % 2 == 0 else f"{ply // 2 + 1}... " if ply == int(second_begins) else ""
        words.append(f"{number}{escape(move)}")
    text = f"<b>{escape(board.facts.get('title', board.game))}</b><br>{escape(state)}"
    return _figure(svg, text + (f"<br>{' '.join(words)}" if words else ""))


def _figure(svg: str, caption: str) -> str:
    return (
        '<figure style="display:inline-block;margin:0;max-width:30rem">'
        f'{svg}<figcaption style="font-family:sans-serif">{caption}</figcaption></figure>'
    )
