"""A game without `await`."""

from __future__ import annotations

from typing import Any, Dict, Optional, Sequence, Tuple

from .. import game as core_game
from ..board import Board
from ..drawing import Arrow, path_of, position_html, position_svg
from ..results import Outcome, Status
from .engine import Engine


class Game:
    """A game that is played by the daemon's rules; see crownd.Game. The position is set up at once."""

    def __init__(self, engine: Engine, game: str, position: Optional[str] = None, moves: Sequence[str] = ()) -> None:
        self._adopt(engine, core_game.Game(engine.core, game, position, moves))
        engine._worker.run(self.core._set_up())

    @classmethod
    def _of(cls, engine: Engine, core: core_game.Game) -> "Game":
        game = cls.__new__(cls)
        game._adopt(engine, core)
        return game

    def _adopt(self, engine: Engine, core: core_game.Game) -> None:
        self._engine: Optional[Engine] = engine
        self.core = core
        """The asyncio game, for use in the thread of its loop only."""

    @property
    def engine(self) -> Engine:
        """The engine whose rules are asked."""
        if self._engine is None:
            raise RuntimeError("the game was unpickled and has no engine: give it one with attach")
        return self._engine

    def attach(self, engine: Engine) -> "Game":
        """Asks this engine from now on; see crownd.Game.attach."""
        self._engine = engine
        self.core.attach(engine.core)
        return self

    @property
    def name(self) -> str:
        """The game's name, such as `english`."""
        return self.core.name

    @property
    def position(self) -> Optional[str]:
        """The text of the position that the moves begin with; None for the start of the game."""
        return self.core.position

    @property
    def moves(self) -> Tuple[str, ...]:
        """The moves that were played, as the daemon writes them."""
        return self.core.moves

    @property
    def ply(self) -> int:
        """How many moves were played."""
        return self.core.ply

    @property
    def status(self) -> Status:
        """Whether the game goes on; check, repetitions and quiet plies."""
        return self.core.status

    @property
    def turn(self) -> Optional[str]:
        """The side to move; None when the game is over."""
        return self.core.turn

    @property
    def result(self) -> Optional[Status]:
        """How the game ended; None while it goes on."""
        return self.core.result

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.core.over

    def is_game_over(self) -> bool:
        """The same as `over`, by its name in python-chess."""
        return self.core.over

    def outcome(self) -> Optional[Outcome]:
        """Who won, and why the game ended; None while it goes on."""
        return self.core.outcome()

    def legal_moves(self) -> Tuple[str, ...]:
        """The legal moves; none when the game is over."""
        known = self.core._known().legal_moves
        return known if known is not None else self.engine._worker.run(self.core.legal_moves())

    def is_legal(self, move: str) -> bool:
        """Whether `push` would play this move; see crownd.Game.is_legal."""
        return move in self.legal_moves() or self.engine._worker.run(self.core.is_legal(move))

    def push(self, move: str) -> str:
        """Plays a move, and returns it as the daemon writes it. Raises IllegalMove or AmbiguousMove, and then plays nothing."""
        return self.engine._worker.run(self.core.push(move))

    def push_all(self, moves: Sequence[str]) -> Tuple[str, ...]:
        """Plays moves in one round trip, or none of them if one cannot be played."""
        return self.engine._worker.run(self.core.push_all(moves))

    def pop(self) -> str:
        """Takes back the last move and returns it; IndexError if there is none."""
        return self.core.pop()

    def peek(self) -> str:
        """The last move; IndexError if there is none."""
        return self.core.peek()

    def expand(self) -> Tuple[Tuple[str, Status], ...]:
        """Each legal move with the status after it, in one round trip; see crownd.Game.expand."""
        return self.engine._worker.run(self.core.expand())

    def fen(self, standard: bool = False) -> str:
        """The text of the position, without the game's name."""
        return self.engine._worker.run(self.core.fen(standard))

    def board(self) -> Board:
        """The board, its pieces and the squares of each legal move as data."""
        return self.engine._worker.run(self.core.board())

    def last_path(self) -> Tuple[str, ...]:
        """The squares that the last move visited; none where nothing was played."""
        if not self.ply:
            return ()
        before = self.copy()
        move = before.pop()
        return path_of(before.board(), move)

    def svg(self, *, arrows: Sequence[Arrow] = (), flipped: bool = False, size: int = 400) -> str:
        """The position as SVG, with its last move; `arrows` go from square to square, the most important one first."""
        return position_svg(self.board(), self.status, self.last_path(), arrows, flipped, size)

    def _repr_svg_(self) -> str:
        """For notebooks."""
        return self.svg()

    def _repr_html_(self) -> str:
        """For notebooks."""
        start = Game(self.engine, self.name, self.position).board()
        return position_html(self.board(), self.status, self.last_path(), start, self.moves)

    def copy(self) -> "Game":
        """A game of its own at the same position, with the same moves. Costs nothing."""
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
