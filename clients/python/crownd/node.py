"""Positions as a tree of moves, with what is known about each."""

from __future__ import annotations

from typing import Dict, List, Optional, Tuple

from .board import Board
from .results import Status


class Root:
    """What a game begins with."""

    __slots__ = ("game", "position")

    def __init__(self, game: str, position: Optional[str]) -> None:
        self.game = game
        self.position = position

    def command(self) -> str:
        """The command that sets it up."""
        return f"position {self.game} {'startpos' if self.position is None else 'fen ' + self.position}\n"


class Node:
    """A position that the daemon has confirmed. It never changes; what is not known yet is filled in."""

    __slots__ = ("root", "parent", "move", "ply", "status", "legal_moves", "texts", "board", "children")

    def __init__(self, root: Root, parent: Optional["Node"], move: str, status: Status) -> None:
        self.root = root
        self.parent = parent
        self.move = move
        self.ply: int = 0 if parent is None else parent.ply + 1
        self.status = status
        self.legal_moves: Optional[Tuple[str, ...]] = None
        self.texts: Dict[bool, str] = {}
        """The text of the position, by whether it is the standard one."""
        self.board: Optional[Board] = None
        self.children: Dict[str, "Node"] = {}
        """The positions after its moves, if `expand` was asked for."""

    def moves(self) -> Tuple[str, ...]:
        """The moves from the root."""
        moves: List[str] = []
        node = self
        while node.parent is not None:
            moves.append(node.move)
            node = node.parent
        moves.reverse()
        return tuple(moves)
