"""The same as `crownd`, without `await`: an Engine here runs its asyncio in a thread of its own. Safe to use from several threads.

    with Engine.popen() as engine:
        game = Game(engine, "english")
        while game.status.repetition < 3:  # the rules know no draw by repetition
            move = engine.play(game, Limit(time=0.1)).move
            if move is None:  # the game is over
                break
            game.push(move)
"""

from __future__ import annotations

import ssl
from types import TracebackType
from typing import Any, Callable, Dict, Iterator, List, Mapping, NoReturn, Optional, Sequence, Tuple, Type, Union

from . import analysis as core_analysis
from . import engine as core_engine
from . import game as core_game
from .board import Board
from .drawing import Arrow, path_of, position_html, position_svg
from .limits import Clocks, Limit
from .options import OptionValue
from .results import BookMove, Evaluation, GameInfo, Info, Option, Outcome, Perft, PlayResult, ProbeResult, Status, TableFiles
from .worker import Worker

__all__ = ["Analysis", "Clocks", "Engine", "Game", "Limit"]


class Engine:
    """A daemon; see crownd.Engine. Made by `Engine.popen(…)` or `Engine.connect(…)`, and best used with `with`."""

    def __init__(self, core: core_engine.Engine, worker: Worker) -> None:
        self.core = core
        """The asyncio engine, for use in the thread of its loop only."""
        self._worker = worker

    @classmethod
    def popen(cls, command: Union[str, Sequence[str]] = "crownd", *, timeout: float = 10, searches: int = 8,
              reconnects: int = 0) -> "Engine":
        """Starts the daemon as a child process; see crownd.Engine.popen."""
        worker = Worker()
        return cls(worker.begin(core_engine.Engine.popen(command, timeout=timeout, searches=searches, reconnects=reconnects)), worker)

    @classmethod
    def connect(cls, url: str, *, token: Optional[str] = None, ca: Optional[str] = None,
                ssl_context: Optional[ssl.SSLContext] = None, timeout: float = 10, searches: int = 8,
                reconnects: int = 3) -> "Engine":
        """Connects to `tls://HOST:PORT` or `tcp://HOST:PORT`; see crownd.Engine.connect."""
        worker = Worker()
        return cls(worker.begin(core_engine.Engine.connect(url, token=token, ca=ca, ssl_context=ssl_context, timeout=timeout,
                                                           searches=searches, reconnects=reconnects)), worker)

    def close(self) -> None:
        """Ends all searches and connections, child processes, and the thread. Closing twice does no harm."""
        self._worker.close(self.core.close)

    quit = close

    @property
    def id(self) -> Mapping[str, str]:
        """The daemon's `name` and `author`, as UCI has them."""
        return self.core.id

    def __reduce__(self) -> NoReturn:
        self.core.__reduce__()

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]) -> None:
        self.close()

    def version(self) -> str:
        """The version of crownd."""
        return self._worker.run(self.core.version())

    def games(self) -> Tuple[GameInfo, ...]:
        """The games that the daemon plays."""
        return self._worker.run(self.core.games())

    def options(self) -> Mapping[str, Option]:
        """The options of the daemon by their names."""
        return self._worker.run(self.core.options())

    def configure(self, options: Mapping[str, OptionValue]) -> None:
        """Sets options for everything that follows; see crownd.Engine.configure."""
        self._worker.run(self.core.configure(options))

    def ping(self) -> float:
        """The seconds that the daemon takes to answer `isready`."""
        return self._worker.run(self.core.ping())

    def new_game(self) -> None:
        """Forgets what earlier searches learned."""
        self._worker.run(self.core.new_game())

    def play(self, game: "Game", limit: Limit, *, root_moves: Sequence[str] = (), multipv: int = 1,
             options: Optional[Mapping[str, OptionValue]] = None, info: Optional[Callable[[Info], None]] = None,
             ponder: bool = False) -> PlayResult:
        """The best move within a limit; see crownd.Engine.play. `info` is called in the engine's thread."""
        return self._worker.run(self.core.play(game.core, limit, root_moves=root_moves, multipv=multipv, options=options, info=info,
                                               ponder=ponder))

    def analyse(self, game: "Game", limit: Limit, *, multipv: int = 1, root_moves: Sequence[str] = (),
                options: Optional[Mapping[str, OptionValue]] = None) -> Tuple[Info, ...]:
        """The last line with an exact score for each multipv, best first; the score is that of the position, for the side to move.
        See crownd.Engine.analyse."""
        return self._worker.run(self.core.analyse(game.core, limit, multipv=multipv, root_moves=root_moves, options=options))

    def analysis(self, game: "Game", limit: Optional[Limit] = None, *, multipv: int = 1, root_moves: Sequence[str] = (),
                 options: Optional[Mapping[str, OptionValue]] = None) -> "Analysis":
        """A search to iterate over: `for info in engine.analysis(game, multipv=3)`; see crownd.Engine.analysis."""
        return Analysis(self.core.analysis(game.core, limit, multipv=multipv, root_moves=root_moves, options=options), self._worker)

    def ponder(self, game: "Game", limit: Limit, *, options: Optional[Mapping[str, OptionValue]] = None) -> "Analysis":
        """A search on the opponent's time; see crownd.Engine.ponder."""
        return Analysis(self.core.ponder(game.core, limit, options=options), self._worker)

    def perft(self, game: "Game", depth: int) -> Perft:
        """The positions `depth` plies away."""
        return self._worker.run(self.core.perft(game.core, depth))

    def probe(self, game: "Game") -> ProbeResult:
        """What is known exactly about the position and its moves."""
        return self._worker.run(self.core.probe(game.core))

    def evaluate(self, game: "Game") -> Evaluation:
        """The static evaluation of the position."""
        return self._worker.run(self.core.evaluate(game.core))

    def book(self, game: "Game") -> Tuple[BookMove, ...]:
        """The moves of the opening book, best first; see crownd.Engine.book."""
        return self._worker.run(self.core.book(game.core))

    def tables(self, game: Optional["Game"] = None) -> Tuple[TableFiles, ...]:
        """The endgame table files that the daemon has for a game, or for all games."""
        return self._worker.run(self.core.tables(None if game is None else game.core))

    def legal_moves_of(self, game: str, positions: Sequence[str]) -> Tuple[Tuple[str, ...], ...]:
        """The legal moves of many positions, sent all at once."""
        return self._worker.run(self.core.legal_moves_of(game, positions))


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


class Analysis(Iterator[Info]):
    """A search while it runs; see crownd.Analysis. Best used with `with`."""

    def __init__(self, core: core_analysis.Analysis, worker: Worker) -> None:
        self._core = core
        self._worker = worker

    @property
    def info(self) -> Optional[Info]:
        """The latest line of the best move that has been iterated over."""
        return self._core.info

    @property
    def multipv(self) -> List[Info]:
        """The latest line for each multipv that has been iterated over, best first."""
        return self._core.multipv

    def start(self) -> "Analysis":
        """Begins the search, if it has not begun."""
        self._worker.run(self._core.start())
        return self

    def stop(self) -> None:
        """Ends the search: its last lines follow, then the iteration ends."""
        self._worker.process.check()
        self._worker.call(self._core.stop)

    def ponderhit(self) -> None:
        """The opponent played the expected move: a search of `Engine.ponder` goes on with its limits."""
        self._worker.process.check()
        self._worker.call(self._core.ponderhit)

    def wait(self) -> PlayResult:
        """The result, when the search has ended by its limits or by `stop`."""
        return self._worker.run(self._core.wait())

    def close(self) -> None:
        """Stops the search and forgets its result."""
        self._worker.call(self._core.close)

    def __enter__(self) -> "Analysis":
        return self.start()

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]) -> None:
        self.close()

    def __iter__(self) -> "Analysis":
        return self

    def __next__(self) -> Info:
        try:
            return self._worker.run(self._core.__anext__())
        except StopAsyncIteration:
            raise StopIteration from None

    def __del__(self) -> None:
        if hasattr(self, "_worker"):
            self.close()
