"""The class Game without `await`."""

from __future__ import annotations

from typing import Any, Dict, Optional, Sequence, Tuple

from .. import game as async_game
from ..board import Board
from ..drawing import Arrow, move_path, position_html, position_svg
from ..results import Status
from .engine import Engine


class Game(async_game.GameState):
    """A game played by the daemon's rules. The constructor sets it up. See crownd.Game."""

    def __init__(self, engine: Engine, game: str, position: Optional[str] = None, moves: Sequence[str] = ()) -> None:
        self._init(engine, async_game.Game(engine.core, game, position, moves))
        engine._thread.run(self.core._set_up())

    @classmethod
    def _of(cls, engine: Engine, core: async_game.Game) -> "Game":
        game = cls.__new__(cls)
        game._init(engine, core)
        return game

    def _async_game(self) -> async_game.Game:
        return self.core

    def _init(self, engine: Engine, core: async_game.Game) -> None:
        self._engine: Optional[Engine] = engine
        self.core = core
        """The asyncio game, for use in the engine's thread only."""

    @property
    def engine(self) -> Engine:
        """The engine of the game. Raises RuntimeError for an unpickled game without one."""
        if self._engine is None:
            raise RuntimeError("an unpickled game has no engine: call attach first")
        return self._engine

    def attach(self, engine: Engine) -> "Game":
        """Uses this engine from now on. Returns the game."""
        self._engine = engine
        self.core.attach(engine.core)
        return self

    def legal_moves(self) -> Tuple[str, ...]:
        """The legal moves; none when the game is over."""
        known = self.core._require_node().legal_moves
        return known if known is not None else self.engine._thread.run(self.core.legal_moves())

    def is_legal(self, move: str) -> bool:
        """Whether `push` would accept this move. See crownd.Game.is_legal."""
        return move in self.legal_moves() or self.engine._thread.run(self.core.is_legal(move))

    def push(self, move: str) -> str:
        """Plays a move and returns it in the daemon's notation. Raises IllegalMove or AmbiguousMove without changing the game."""
        return self.engine._thread.run(self.core.push(move))

    def push_all(self, moves: Sequence[str]) -> Tuple[str, ...]:
        """Plays several moves in one round trip, or none if one is illegal."""
        return self.engine._thread.run(self.core.push_all(moves))

    def expand(self) -> Tuple[Tuple[str, Status], ...]:
        """Each legal move with the status after it, in one round trip. See crownd.Game.expand."""
        return self.engine._thread.run(self.core.expand())

    def fen(self, standard: bool = False) -> str:
        """The position as text, without the name of the game. `standard` selects FEN or PDN FEN, if the game has one."""
        return self.engine._thread.run(self.core.fen(standard))

    def board(self) -> Board:
        """The board with its pieces and the squares of each legal move."""
        return self.engine._thread.run(self.core.board())

    def last_path(self) -> Tuple[str, ...]:
        """The squares visited by the last move; empty at the start."""
        if not self.ply:
            return ()
        before = self.copy()
        move = before.pop()
        return move_path(before.board(), move)

    def svg(self, *, arrows: Sequence[Arrow] = (), flipped: bool = False, size: int = 400) -> str:
        """Draws the position with its last move as SVG. `arrows` are pairs of squares, the most important first."""
        return position_svg(self.board(), self.status, self.last_path(), arrows, flipped, size)

    def _repr_svg_(self) -> str:
        """Called by notebooks."""
        return self.svg()

    def _repr_html_(self) -> str:
        """Called by notebooks."""
        start = Game(self.engine, self.name, self.position).board()
        return position_html(self.board(), self.status, self.last_path(), start, self.moves)

    def copy(self) -> "Game":
        """An independent copy. Needs no round trip."""
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__, core=self.core.copy())
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> "Game":
        return self.copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.core == other.core

    def __hash__(self) -> int:
        return hash(self.core)

    def __getstate__(self) -> Dict[str, Any]:
        return {**self.__dict__, "_engine": None}

    def __repr__(self) -> str:
        return repr(self.core)
