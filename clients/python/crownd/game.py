"""A game that is played by the daemon's rules."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Dict, Generator, List, Optional, Sequence, Tuple

from . import answers
from .board import Board
from .drawing import position_svg
from .node import Line, Node, Root
from .results import Outcome, Status

if TYPE_CHECKING:
    from .engine import Engine


class Game:
    """A position and the moves that led to it.

    `game = await Game(engine, "english")` sets it up and raises what is wrong with it; without `await` the first method that asks the
    daemon does so. Any number of games may share an engine, and be used at the same time by different tasks. A game may be searched
    and played on at the same time: a search keeps the position that it began with.

    Games are equal if they are games of the same name, from the same text of a position, with the same moves; their engines do not
    count. The hash is that of this value, so do not play on with a game that is in a set or a key of a dict: put a copy there. A game
    that is not set up yet equals only itself. A pickled game leaves its engine behind: `attach` gives it another one.
    """

    def __init__(self, engine: "Engine", game: str, position: Optional[str] = None, moves: Sequence[str] = ()) -> None:
        """`position` is any text that the daemon reads as one, None for the start of the game; `moves` are played from there."""
        self._engine: Optional["Engine"] = engine
        self._root = Root(answers.word(game), None if position is None else answers.text(position))
        self._first_moves = tuple(answers.move(move) for move in moves)
        self._node: Optional[Node] = None
        self._lock: Optional[asyncio.Lock] = None

    @classmethod
    def _of(cls, engine: "Engine", node: Node) -> "Game":
        game = cls(engine, node.root.game, node.root.position)
        game._node = node
        return game

    def __await__(self) -> Generator[Any, None, "Game"]:
        return self._set_up().__await__()

    async def _set_up(self) -> "Game":
        await self._here()
        return self

    @property
    def engine(self) -> "Engine":
        """The engine whose rules are asked."""
        if self._engine is None:
            raise RuntimeError("the game was unpickled and has no engine: give it one with attach")
        return self._engine

    def attach(self, engine: "Engine") -> "Game":
        """Asks this engine from now on. Returns the game."""
        self._engine = engine
        return self

    @property
    def name(self) -> str:
        """The game's name, such as `english`."""
        return self._root.game

    @property
    def position(self) -> Optional[str]:
        """The text of the position that the moves begin with; None for the start of the game."""
        return self._root.position

    @property
    def moves(self) -> Tuple[str, ...]:
        """The moves that were played, as the daemon writes them."""
        return self._known().moves()

    @property
    def ply(self) -> int:
        """How many moves were played."""
        return self._known().ply

    @property
    def status(self) -> Status:
        """Whether the game goes on; check, repetitions and quiet plies."""
        return self._known().status

    @property
    def turn(self) -> Optional[str]:
        """The side to move; None when the game is over."""
        status = self.status
        return None if status.over else status.side

    @property
    def result(self) -> Optional[Status]:
        """How the game ended (`state`, `side` and `reason`); None while it goes on."""
        status = self.status
        return status if status.over else None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.status.over

    def is_game_over(self) -> bool:
        """The same as `over`, by its name in python-chess."""
        return self.over

    def outcome(self) -> Optional[Outcome]:
        """Who won, and why the game ended; None while it goes on."""
        status = self.status
        return Outcome(status.side, status.reason) if status.over else None

    async def legal_moves(self) -> Tuple[str, ...]:
        """The legal moves; none when the game is over. Known without asking after `push`, `pop` and `expand`."""
        node = await self._here()
        if node.legal_moves is None:
            node.legal_moves = await self.engine._rules.legal_moves(node)
        return node.legal_moves

    async def is_legal(self, move: str) -> bool:
        """Whether `push` would play this move. False also for a text that names no move or several."""
        if move in await self.legal_moves():
            return True
        try:
            await self.engine._rules.play(await self._here(), (move,))
        except ValueError:
            return False
        return True

    async def push(self, move: str) -> str:
        """Plays a move, and returns it as the daemon writes it. Raises IllegalMove or AmbiguousMove, and then plays nothing."""
        return (await self.push_all((move,)))[0]

    async def push_all(self, moves: Sequence[str]) -> Tuple[str, ...]:
        """Plays moves in one round trip, or none of them if one cannot be played. Returns them as the daemon writes them."""
        if self._lock is None:
            self._lock = asyncio.Lock()
        async with self._lock:
            before = await self._here()
            node = await self.engine._rules.play(before, moves)
            self._node = node
        return node.moves()[before.ply:]

    def pop(self) -> str:
        """Takes back the last move and returns it; IndexError if there is none. Asks nothing of the daemon."""
        node = self._known()
        if node.parent is None:
            raise IndexError("there is no move to take back")
        self._node = node.parent
        return node.move

    def peek(self) -> str:
        """The last move; IndexError if there is none."""
        node = self._known()
        if node.parent is None:
            raise IndexError("no move was played")
        return node.move

    async def expand(self) -> Tuple[Tuple[str, Status], ...]:
        """Each legal move with the status after it, in one round trip. Afterwards `push` of these moves asks nothing of the daemon."""
        node = await self._here()
        children = await self.engine._rules.expand(node)
        return tuple((child.move, child.status) for child in children)

    async def fen(self, standard: bool = False) -> str:
        """The text of the position, without the game's name. `standard`: as FEN or PDN FEN, where the game has such."""
        node = await self._here()
        known = node.texts.get(standard)
        if known is None:
            known = node.texts[standard] = await self.engine._rules.fen(node, standard)
        return known

    async def board(self) -> Board:
        """The board, its pieces and the squares of each legal move as data."""
        node = await self._here()
        if node.board is None:
            node.board = await self.engine._rules.board(node)
        return node.board

    def copy(self) -> "Game":
        """A game of its own at the same position, with the same moves. Costs nothing."""
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
        line = None if self._node is None else Line.of(self._node)
        return {**self.__dict__, "_engine": None, "_lock": None, "_root": (self.name, self.position), "_node": line}

    def __setstate__(self, state: Dict[str, Any]) -> None:
        line: Optional[Line] = state["_node"]
        node = None if line is None else line.node()
        self.__dict__.update(state, _root=node.root if node else Root(*state["_root"]), _node=node)

    def _repr_svg_(self) -> Optional[str]:
        """For notebooks, which cannot wait for the daemon: the position, if `board` has been asked for."""
        board = self._node.board if self._node else None
        return position_svg(board, self.status, ()) if board else None

    def __repr__(self) -> str:
        if self._node is None:
            return f"<Game {self.name}, not set up>"
        return f"<Game {self.name}, {self.ply} moves, {self.status.state} {self.status.side or ''}>".replace(" >", ">")

    def _known(self) -> Node:
        if self._node is None:
            raise RuntimeError("the game is not set up yet: write `game = await Game(…)`, or await one of its methods first")
        return self._node

    async def _here(self) -> Node:
        if self._node is None:
            node = await self.engine._rules.begin(self._root, self._first_moves)
            if self._node is None:
                self._node = node
        return self._node

    def _line(self) -> List[str]:
        return list(self.moves)
