"""Positions as a tree of moves, with what is known about each."""

from __future__ import annotations

from typing import Dict, List, NamedTuple, Optional, Tuple

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


def mover(node: Node) -> Optional[str]:
    """The side to move; None when the game is over."""
    return None if node.status.over else node.status.side


class Line(NamedTuple):
    """A node and the way to it, as flat data for pickle, which would follow a chain of parents too deep."""

    game: str
    position: Optional[str]
    steps: Tuple[Tuple[str, Status], ...]
    """Each position from the root on: the move that led to it, and its status."""
    legal_moves: Optional[Tuple[str, ...]]
    texts: Dict[bool, str]
    board: Optional[Board]

    @classmethod
    def of(cls, node: Node) -> "Line":
        """The line from the root to a node."""
        steps: List[Tuple[str, Status]] = []
        walk: Optional[Node] = node
        while walk is not None:
            steps.append((walk.move, walk.status))
            walk = walk.parent
        return cls(node.root.game, node.root.position, tuple(reversed(steps)), node.legal_moves, node.texts, node.board)

    def node(self) -> Node:
        """A node like the one that this line was made of."""
        root = Root(self.game, self.position)
        node: Optional[Node] = None
        for move, status in self.steps:
            node = Node(root, node, move, status)
        assert node is not None
        node.legal_moves, node.texts, node.board = self.legal_moves, dict(self.texts), self.board
        return node
