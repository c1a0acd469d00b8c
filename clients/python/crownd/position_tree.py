"""The positions of a game as a tree, with cached answers of the daemon."""

from __future__ import annotations

from typing import Dict, List, NamedTuple, Optional, Tuple

from .board import Board
from .results import Status


class Root:
    """The game and its initial position."""

    __slots__ = ("game", "position")

    def __init__(self, game: str, position: Optional[str]) -> None:
        self.game = game
        self.position = position

    def command(self) -> str:
        """The command `position`."""
        return f"position {self.game} {'startpos' if self.position is None else 'fen ' + self.position}\n"


class Node:
    """A position confirmed by the daemon. Its cache is filled on demand; nothing else changes."""

    __slots__ = ("root", "parent", "move", "ply", "status", "legal_moves", "fens", "board", "children")

    def __init__(self, root: Root, parent: Optional["Node"], move: str, status: Status) -> None:
        self.root = root
        self.parent = parent
        self.move = move
        self.ply: int = 0 if parent is None else parent.ply + 1
        self.status = status
        self.legal_moves: Optional[Tuple[str, ...]] = None
        self.fens: Dict[bool, str] = {}
        """The position as text: key True for standard notation (FEN, PDN FEN), False for crownd's own."""
        self.board: Optional[Board] = None
        self.children: Dict[str, "Node"] = {}
        """The positions after the legal moves, filled by `expand`."""

    @property
    def side_to_move(self) -> Optional[str]:
        """None when the game is over."""
        return None if self.status.over else self.status.side

    def path(self) -> List["Node"]:
        """The nodes from the root to this one."""
        nodes = []
        node: Optional[Node] = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def moves(self, start: Optional["Node"] = None) -> Tuple[str, ...]:
        """The moves from an earlier position, by default the root, to this one."""
        moves: List[str] = []
        node = self
        while node is not start and node.parent is not None:
            moves.append(node.move)
            node = node.parent
        return tuple(moves[::-1])


class PickledNode(NamedTuple):
    """A node and its ancestors as flat data: pickle would recurse too deep along the parents of a long game."""

    game: str
    position: Optional[str]
    steps: Tuple[Tuple[str, Status], ...]
    """The move and the status of each position from the root."""
    legal_moves: Optional[Tuple[str, ...]]
    fens: Dict[bool, str]
    board: Optional[Board]

    @classmethod
    def of(cls, node: Node) -> "PickledNode":
        """Flattens a node."""
        steps = tuple((each.move, each.status) for each in node.path())
        return cls(node.root.game, node.root.position, steps, node.legal_moves, node.fens, node.board)

    def restore(self) -> Node:
        """Rebuilds the node."""
        root = Root(self.game, self.position)
        node: Optional[Node] = None
        for move, status in self.steps:
            node = Node(root, node, move, status)
        assert node is not None
        node.legal_moves, node.fens, node.board = self.legal_moves, dict(self.fens), self.board
        return node
