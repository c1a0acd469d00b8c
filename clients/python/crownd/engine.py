"""The main class: a connection to a daemon."""

from __future__ import annotations

import ssl
from types import TracebackType
from typing import Callable, Mapping, NoReturn, Optional, Sequence, Tuple, Type, Union

from .analysis import Analysis
from .connector import ChildConnector, Connector, RemoteConnector
from .encode import OptionValue
from .explanation import Explanation
from .game import Game
from .limits import Limit
from .results import BookMove, Evaluation, GameInfo, Info, Option, Perft, PlayResult, ProbeResult, TableFiles
from .rules import Rules
from .search import SearchManager, SearchRequest
from .session_pool import SessionPool


class Engine:
    """A daemon. Create it by `await Engine.popen(...)` or `await Engine.connect(...)`, preferably in `async with`.

    One session answers requests about rules (moves, positions, boards); each running search has its own session. So requests about
    rules are answered during searches, and searches of different games run at the same time.

    After a lost connection, the next command reconnects. A pending request about rules is repeated once; a running search raises
    EngineTerminated, because its time is spent. A failed connection is retried `reconnects` times, with increasing delays
    (0.1 s, 0.2 s, ... at most 2 s).
    """

    def __init__(self, connector: Connector, *, timeout: float, searches: int, reconnects: int) -> None:
        self._pool = SessionPool(connector, timeout, reconnects, searches)
        self._rules = Rules(self._pool)
        self._searches = SearchManager(self._pool, self._rules)
        self._id: Mapping[str, str] = {}

    @classmethod
    async def popen(cls, command: Union[str, Sequence[str]] = "crownd", *, timeout: float = 10, searches: int = 8,
                    reconnects: int = 0) -> "Engine":
        """Starts the daemon as a child process. `command` is a program, or a list with its arguments.

        Each session needs a child: one for rules, and one for each concurrent search. `timeout` limits the seconds until the daemon
        answers a request or a ping. At most `searches` run at once; others wait. Raises EngineTerminated if the program does not exist
        or exits at once.
        """
        arguments = (command,) if isinstance(command, str) else tuple(command)
        if not arguments or not arguments[0]:
            raise ValueError(f"invalid command {command!r}: expected a program, or a list with its arguments")
        return await cls(ChildConnector(arguments), timeout=timeout, searches=searches, reconnects=reconnects)._open()

    @classmethod
    async def connect(cls, url: str, *, token: Optional[str] = None, ca: Optional[str] = None,
                      ssl_context: Optional[ssl.SSLContext] = None, timeout: float = 10, searches: int = 8,
                      reconnects: int = 3) -> "Engine":
        """Connects to `tls://HOST:PORT` or `tcp://HOST:PORT`. `ca` is a file of trusted certificates, by default the system's.

        Raises EngineTerminated if the connection fails, AuthFailed for a wrong token, LimitReached if the daemon is full.
        """
        connector = RemoteConnector.from_url(url, token, ca, ssl_context)
        return await cls(connector, timeout=timeout, searches=searches, reconnects=reconnects)._open()

    async def _open(self) -> "Engine":
        try:
            await self._pool.rules_session()
            self._id = await self._rules.id()
        except BaseException:
            await self._pool.close()
            raise
        return self

    async def close(self) -> None:
        """Ends all searches, connections and child processes; pending calls raise EngineTerminated. May be called twice."""
        await self._pool.close()

    quit = close

    @property
    def id(self) -> Mapping[str, str]:
        """The `name` and `author` of the answer to `uci`."""
        return self._id

    def __reduce__(self) -> NoReturn:
        raise TypeError("an Engine cannot be copied or pickled: open one in each process")

    async def __aenter__(self) -> "Engine":
        return self

    async def __aexit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                        trace: Optional[TracebackType]) -> None:
        await self.close()

    async def version(self) -> str:
        """The version of the daemon."""
        return await self._rules.version()

    async def games(self) -> Tuple[GameInfo, ...]:
        """The games of the daemon."""
        return await self._rules.games()

    async def options(self) -> Mapping[str, Option]:
        """The options of the daemon by name."""
        return await self._rules.options()

    async def configure(self, options: Mapping[str, OptionValue]) -> None:
        """Sets options for all further commands, such as {"Hash": 64, "Threads": 2}. Raises BadArgument or LimitReached."""
        await self._rules.configure(options)

    async def ping(self) -> float:
        """Measures the time of an `isready` round trip, in seconds."""
        return await self._rules.ping()

    async def new_game(self) -> None:
        """Clears the hash tables and stops pondering. A search of another Game clears the hash table automatically."""
        self._searches.new_game()

    async def play(self, game: Game, limit: Limit, *, root_moves: Sequence[str] = (), multipv: int = 1,
                   options: Optional[Mapping[str, OptionValue]] = None, info: Optional[Callable[[Info], None]] = None,
                   ponder: bool = False) -> PlayResult:
        """Searches for the best move, without playing it. Calls `info` with each info line; its exceptions stop the search and are raised.
        Cancelling the call stops the search, too.

        `root_moves` restricts the search to these moves. `options` apply to this search only. Raises ValueError if the limit never ends
        the search.

        With `ponder`, the engine then searches the position after its move and the expected reply. If the next `play` of the game has
        this position, and the same limit or a clock that ran as expected, it continues that search with the limits starting now. Any
        other search of the game, `new_game`, `close` or deleting the game stops it.
        """
        return await self._searches.play(game, SearchRequest(limit, root_moves, multipv, options, info), ponder)

    async def analyse(self, game: Game, limit: Limit, *, multipv: int = 1, root_moves: Sequence[str] = (),
                      options: Optional[Mapping[str, OptionValue]] = None) -> Tuple[Info, ...]:
        """The last info with an exact score for each multipv, best first.

        Each score is from the point of view of the side to move in the game's position, before the first move of `pv`.
        `score.pov(side)` converts it.
        """
        return (await self.play(game, limit, root_moves=root_moves, multipv=multipv, options=options)).lines

    def analysis(self, game: Game, limit: Optional[Limit] = None, *, multipv: int = 1, root_moves: Sequence[str] = (),
                 options: Optional[Mapping[str, OptionValue]] = None) -> Analysis:
        """Starts a search to iterate over: `async for info in engine.analysis(game, multipv=3)`. Without a limit it runs until `stop`."""
        return Analysis(lambda: self._searches.start(game, SearchRequest(limit, root_moves, multipv, options)))

    def ponder(self, game: Game, limit: Limit, *, options: Optional[Mapping[str, OptionValue]] = None) -> Analysis:
        """Searches the position after the expected move on the opponent's time. `ponderhit` starts its limits, `stop` ends it."""
        return Analysis(lambda: self._searches.start(game, SearchRequest(limit, options=options, ponder=True)))

    async def why(self, game: Game, move: str, nodes: Optional[int] = None) -> Explanation:
        """Explains why a legal move, in any notation, is good or bad. Cancelling the call stops the search.

        `nodes` limits the search, by default to 100,000. Raises IllegalMove, AmbiguousMove or BadArgument, and UnknownCommand if the
        daemon cannot explain moves.
        """
        return await self._searches.why(game, move, nodes)

    async def perft(self, game: Game, depth: int) -> Perft:
        """Counts the positions after `depth` plies. Cancelling the call stops the count."""
        return await self._searches.perft(game, depth)

    async def probe(self, game: Game) -> ProbeResult:
        """The exact values of the position and its moves from endgame tables."""
        return await self._searches.probe(game)

    async def evaluate(self, game: Game) -> Evaluation:
        """The static evaluation of the position."""
        return await self._rules.evaluate(await game._get_node())

    async def book(self, game: Game) -> Tuple[BookMove, ...]:
        """The moves of the opening book, best first. Raises UnknownCommand if the daemon does not support books."""
        return await self._rules.book(await game._get_node())

    async def tables(self, game: Optional[Game] = None) -> Tuple[TableFiles, ...]:
        """The endgame table files of a game, or of all games."""
        return await self._rules.tables(None if game is None else await game._get_node())

    async def legal_moves_of(self, game: str, positions: Sequence[str]) -> Tuple[Tuple[str, ...], ...]:
        """The legal moves of many positions, sent at once. Raises BadPosition for the first invalid position."""
        return await self._rules.legal_moves_of(game, positions)
