"""A daemon without `await`."""

from __future__ import annotations

import ssl
from types import TracebackType
from typing import TYPE_CHECKING, Callable, Mapping, NoReturn, Optional, Sequence, Tuple, Type, Union

from .. import engine as core_engine
from ..limits import Limit
from ..options import OptionValue
from ..results import BookMove, Evaluation, GameInfo, Info, Option, Perft, PlayResult, ProbeResult, TableFiles
from ..worker import Worker
from .analysis import Analysis

if TYPE_CHECKING:
    from .game import Game


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
