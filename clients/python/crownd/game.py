"""A game played by the daemon's rules."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Dict, Generator, Optional, Sequence, Tuple

from . import encode
from .board import Board
from .drawing import position_svg
from .position_tree import Node, PickledNode, Root
from .results import Outcome, Status

if TYPE_CHECKING:
    from .engine import Engine


class GameState:
    """The part of a game that needs no requests, shared by the asyncio and the synchronous class."""

    def _async_game(self) -> "Game":
        raise NotImplementedError

    @property
    def name(self) -> str:
        """The game's name, such as `english`."""
        return self._async_game()._root.game

    @property
    def position(self) -> Optional[str]:
        """The initial position as text; None for the start position."""
        return self._async_game()._root.position

    @property
    def moves(self) -> Tuple[str, ...]:
        """The moves played, in the daemon's notation."""
        return self._async_game()._require_node().moves()

    @property
    def ply(self) -> int:
        """The number of moves played."""
        return self._async_game()._require_node().ply

    @property
    def status(self) -> Status:
        """The state of the game, with check, repetitions and quiet plies."""
        return self._async_game()._require_node().status

    @property
    def turn(self) -> Optional[str]:
        """The side to move; None when the game is over."""
        status = self.status
        return None if status.over else status.side

    @property
    def result(self) -> Optional[Status]:
        """The final status (`state`, `side` and `reason`); None if the game is not over."""
        status = self.status
        return status if status.over else None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.status.over

    def is_game_over(self) -> bool:
        """The same as `over`; the name in python-chess."""
        return self.over

    def outcome(self) -> Optional[Outcome]:
        """The winner and the reason; None if the game is not over."""
        status = self.status
        return Outcome(status.side, status.reason) if status.over else None

    def pop(self) -> str:
        """Takes back the last move and returns it. Raises IndexError if there is none. Needs no round trip."""
        node = self._async_game()._require_node()
        if node.parent is None:
            raise IndexError("no move to take back")
        self._async_game()._node = node.parent
        return node.move

    def peek(self) -> str:
        """The last move. Raises IndexError if there is none."""
        node = self._async_game()._require_node()
        if node.parent is None:
            raise IndexError("no move was played")
        return node.move

    def __repr__(self) -> str:
        if self._async_game()._node is None:
            return f"<Game {self.name}, not set up>"
        return f"<Game {self.name}, {self.ply} moves, {self.status.state} {self.status.side or ''}>".replace(" >", ">")


class Game(GameState):
    """A position and the moves leading to it.

    `game = await Game(engine, "english")` sets it up and validates it; without `await`, the first request does. Any number of games
    may share an engine and be used by different tasks at the same time. A game may be changed during a search, which keeps its
    position.

    Games are equal if their names, initial positions and moves are equal; engines are not compared. The hash depends on the moves, so
    put a copy into a set or a dict key. A game not yet set up equals only itself. Pickling drops the engine: call `attach`
    afterwards.
    """

    def __init__(self, engine: "Engine", game: str, position: Optional[str] = None, moves: Sequence[str] = ()) -> None:
        """`position` is any position text accepted by the daemon, None for the start position; `moves` are played from it."""
        self._engine: Optional["Engine"] = engine
        self._root = Root(encode.word(game), None if position is None else encode.text(position))
        self._first_moves = tuple(encode.move(move) for move in moves)
        self._node: Optional[Node] = None
        self._lock: Optional[asyncio.Lock] = None

    @classmethod
    def _of(cls, engine: "Engine", node: Node) -> "Game":
        game = cls(engine, node.root.game, node.root.position)
        game._node = node
        return game

    def _async_game(self) -> "Game":
        return self

    def __await__(self) -> Generator[Any, None, "Game"]:
        return self._set_up().__await__()

    async def _set_up(self) -> "Game":
        await self._get_node()
        return self

    @property
    def engine(self) -> "Engine":
        """The engine of the game. Raises RuntimeError for an unpickled game without one."""
        if self._engine is None:
            raise RuntimeError("an unpickled game has no engine: call attach first")
        return self._engine

    def attach(self, engine: "Engine") -> "Game":
        """Uses this engine from now on. Returns the game."""
        self._engine = engine
        return self

    async def legal_moves(self) -> Tuple[str, ...]:
        """The legal moves; none when the game is over. Cached by `push`, `pop` and `expand`."""
        node = await self._get_node()
        if node.legal_moves is None:
            node.legal_moves = await self.engine._rules.legal_moves(node)
        return node.legal_moves

    async def is_legal(self, move: str) -> bool:
        """Whether `push` would accept this move. False for text that matches no legal move or several."""
        if move in await self.legal_moves():
            return True
        try:
            await self.engine._rules.play(await self._get_node(), (move,))
        except ValueError:
            return False
        return True

    async def push(self, move: str) -> str:
        """Plays a move and returns it in the daemon's notation. Raises IllegalMove or AmbiguousMove without changing the game."""
        return (await self.push_all((move,)))[0]

    async def push_all(self, moves: Sequence[str]) -> Tuple[str, ...]:
        """Plays several moves in one round trip, or none if one is illegal. Returns them in the daemon's notation."""
        if self._lock is None:
            self._lock = asyncio.Lock()
        async with self._lock:
            before = await self._get_node()
            node = await self.engine._rules.play(before, moves)
            self._node = node
        return node.moves(before)

    async def expand(self) -> Tuple[Tuple[str, Status], ...]:
        """Each legal move with the status after it, in one round trip. Then `push` of these moves needs no round trip."""
        node = await self._get_node()
        children = await self.engine._rules.expand(node)
        return tuple((child.move, child.status) for child in children)

    async def fen(self, standard: bool = False) -> str:
        """The position as text, without the name of the game. `standard` selects FEN or PDN FEN, if the game has one."""
        node = await self._get_node()
        if standard not in node.fens:
            node.fens[standard] = await self.engine._rules.fen(node, standard)
        return node.fens[standard]

    async def board(self) -> Board:
        """The board with its pieces and the squares of each legal move."""
        node = await self._get_node()
        if node.board is None:
            node.board = await self.engine._rules.board(node)
        return node.board

    def copy(self) -> "Game":
        """An independent copy. Needs no round trip."""
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__, _lock=None)
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> "Game":
        return self.copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        if self._node is None or other._node is None:
            return self is other
        return self._node is other._node or self.ply == other.ply and self._value() == other._value()

    def __hash__(self) -> int:
        return object.__hash__(self) if self._node is None else hash(self._value())

    def _value(self) -> Tuple[str, Optional[str], Tuple[str, ...]]:
        return self.name, self.position, self.moves

    def __getstate__(self) -> Dict[str, Any]:
        node = None if self._node is None else PickledNode.of(self._node)
        return {**self.__dict__, "_engine": None, "_lock": None, "_root": (self.name, self.position), "_node": node}

    def __setstate__(self, state: Dict[str, Any]) -> None:
        pickled: Optional[PickledNode] = state["_node"]
        node = None if pickled is None else pickled.restore()
        self.__dict__.update(state, _root=node.root if node else Root(*state["_root"]), _node=node)

    def _repr_svg_(self) -> Optional[str]:
        """Called by notebooks, which cannot await: the position, if `board` was called before."""
        board = self._node.board if self._node else None
        return position_svg(board, self.status, ()) if board else None

    def _require_node(self) -> Node:
        if self._node is None:
            raise RuntimeError("the game is not set up: use `game = await Game(...)`, or await one of its methods first")
        return self._node

    async def _get_node(self) -> Node:
        if self._node is None:
            node = await self.engine._rules.set_up(self._root, self._first_moves)
            if self._node is None:
                self._node = node
        return self._node
