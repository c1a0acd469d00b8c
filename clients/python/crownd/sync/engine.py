"""The class Engine without `await`."""

from __future__ import annotations

import ssl
from types import TracebackType
from typing import TYPE_CHECKING, Callable, Mapping, NoReturn, Optional, Sequence, Tuple, Type, Union

from .. import engine as async_engine
from ..encode import OptionValue
from ..explanation import Explanation
from ..limits import Limit
from ..results import BookMove, Evaluation, GameInfo, Info, Option, Perft, PlayResult, ProbeResult, TableFiles
from .analysis import Analysis
from .loop_thread import LoopThread

if TYPE_CHECKING:
    from .game import Game


class Engine:
    """A daemon. Create it by `Engine.popen(...)` or `Engine.connect(...)`, preferably in `with`. See crownd.Engine."""

    def __init__(self, core: async_engine.Engine, thread: LoopThread) -> None:
        self.core = core
        """The asyncio engine, for use in its own thread only."""
        self._thread = thread

    @classmethod
    def popen(cls, command: Union[str, Sequence[str]] = "crownd", *, timeout: float = 10, searches: int = 8,
              reconnects: int = 0) -> "Engine":
        """Starts the daemon as a child process. See crownd.Engine.popen."""
        thread = LoopThread()
        opening = async_engine.Engine.popen(command, timeout=timeout, searches=searches, reconnects=reconnects)
        return cls(thread.run_or_stop(opening), thread)

    @classmethod
    def connect(cls, url: str, *, token: Optional[str] = None, ca: Optional[str] = None,
                ssl_context: Optional[ssl.SSLContext] = None, timeout: float = 10, searches: int = 8,
                reconnects: int = 3) -> "Engine":
        """Connects to `tls://HOST:PORT` or `tcp://HOST:PORT`. See crownd.Engine.connect."""
        thread = LoopThread()
        opening = async_engine.Engine.connect(url, token=token, ca=ca, ssl_context=ssl_context, timeout=timeout, searches=searches,
                                              reconnects=reconnects)
        return cls(thread.run_or_stop(opening), thread)

    def close(self) -> None:
        """Ends all searches, connections and child processes, and the thread. Calls of other threads raise EngineTerminated. May be
        called twice."""
        self._thread.close(self.core.close)

    quit = close

    @property
    def id(self) -> Mapping[str, str]:
        """The `name` and `author` of the answer to `uci`."""
        return self.core.id

    def __reduce__(self) -> NoReturn:
        self.core.__reduce__()

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]) -> None:
        self.close()

    def version(self) -> str:
        """The version of the daemon."""
        return self._thread.run(self.core.version())

    def games(self) -> Tuple[GameInfo, ...]:
        """The games of the daemon."""
        return self._thread.run(self.core.games())

    def options(self) -> Mapping[str, Option]:
        """The options of the daemon by name."""
        return self._thread.run(self.core.options())

    def configure(self, options: Mapping[str, OptionValue]) -> None:
        """Sets options for all further commands. See crownd.Engine.configure."""
        self._thread.run(self.core.configure(options))

    def ping(self) -> float:
        """Measures the time of an `isready` round trip, in seconds."""
        return self._thread.run(self.core.ping())

    def new_game(self) -> None:
        """Clears the hash tables and stops pondering."""
        self._thread.run(self.core.new_game())

    def play(self, game: "Game", limit: Limit, *, root_moves: Sequence[str] = (), multipv: int = 1,
             options: Optional[Mapping[str, OptionValue]] = None, info: Optional[Callable[[Info], None]] = None,
             ponder: bool = False) -> PlayResult:
        """Searches for the best move. See crownd.Engine.play. `info` is called in the engine's thread."""
        return self._thread.run(self.core.play(game.core, limit, root_moves=root_moves, multipv=multipv, options=options, info=info,
                                               ponder=ponder))

    def analyse(self, game: "Game", limit: Limit, *, multipv: int = 1, root_moves: Sequence[str] = (),
                options: Optional[Mapping[str, OptionValue]] = None) -> Tuple[Info, ...]:
        """The last info with an exact score for each multipv, best first. See crownd.Engine.analyse."""
        return self._thread.run(self.core.analyse(game.core, limit, multipv=multipv, root_moves=root_moves, options=options))

    def analysis(self, game: "Game", limit: Optional[Limit] = None, *, multipv: int = 1, root_moves: Sequence[str] = (),
                 options: Optional[Mapping[str, OptionValue]] = None) -> "Analysis":
        """Starts a search to iterate over: `for info in engine.analysis(game, multipv=3)`. See crownd.Engine.analysis."""
        return Analysis(self.core.analysis(game.core, limit, multipv=multipv, root_moves=root_moves, options=options), self._thread)

    def ponder(self, game: "Game", limit: Limit, *, options: Optional[Mapping[str, OptionValue]] = None) -> "Analysis":
        """Searches on the opponent's time. See crownd.Engine.ponder."""
        return Analysis(self.core.ponder(game.core, limit, options=options), self._thread)

    def why(self, game: "Game", move: str, nodes: Optional[int] = None) -> Explanation:
        """Explains why a legal move is good or bad. See crownd.Engine.why."""
        return self._thread.run(self.core.why(game.core, move, nodes))

    def perft(self, game: "Game", depth: int) -> Perft:
        """Counts the positions after `depth` plies."""
        return self._thread.run(self.core.perft(game.core, depth))

    def probe(self, game: "Game") -> ProbeResult:
        """The exact values of the position and its moves from endgame tables."""
        return self._thread.run(self.core.probe(game.core))

    def evaluate(self, game: "Game") -> Evaluation:
        """The static evaluation of the position."""
        return self._thread.run(self.core.evaluate(game.core))

    def book(self, game: "Game") -> Tuple[BookMove, ...]:
        """The moves of the opening book, best first. See crownd.Engine.book."""
        return self._thread.run(self.core.book(game.core))

    def tables(self, game: Optional["Game"] = None) -> Tuple[TableFiles, ...]:
        """The endgame table files of a game, or of all games."""
        return self._thread.run(self.core.tables(None if game is None else game.core))

    def legal_moves_of(self, game: str, positions: Sequence[str]) -> Tuple[Tuple[str, ...], ...]:
        """The legal moves of many positions, sent at once."""
        return self._thread.run(self.core.legal_moves_of(game, positions))
