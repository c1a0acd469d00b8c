"""A daemon, and what can be asked of it."""

from __future__ import annotations

import ssl
from types import TracebackType
from typing import Callable, Mapping, NoReturn, Optional, Sequence, Tuple, Type, Union

from .analysis import Analysis
from .game import Game
from .limits import Limit
from .opener import Child, Opener, Remote
from .options import OptionValue
from .results import BookMove, Evaluation, GameInfo, Info, Option, Perft, PlayResult, ProbeResult, TableFiles
from .rules import Rules
from .searches import Order, Searches
from .sessions import Sessions


class Engine:
    """A daemon. Made by `await Engine.popen(…)` or `await Engine.connect(…)`, and best used with `async with`.

    Rules (moves, positions, boards) are asked for in one session, searches run in others, one for each search at a time. So rules are
    answered at once while searches run, and the search of one game never waits for that of another.

    A connection that breaks is replaced by the next command. A question about rules that was under way is asked once more by itself;
    a search that was under way raises EngineTerminated, since its time is spent. `reconnects` is how often opening a connection is
    tried again, with growing pauses (0.1 s, 0.2 s, … at most 2 s).
    """

    def __init__(self, opener: Opener, *, timeout: float, searches: int, reconnects: int) -> None:
        self._sessions = Sessions(opener, timeout, reconnects, searches)
        self._rules = Rules(self._sessions)
        self._searches = Searches(self._sessions, self._rules)
        self._id: Mapping[str, str] = {}

    @classmethod
    async def popen(cls, command: Union[str, Sequence[str]] = "crownd", *, timeout: float = 10, searches: int = 8,
                    reconnects: int = 0) -> "Engine":
        """Starts the daemon as a child process: `command` is a program, or a list with its arguments.

        A child speaks one session: one child answers about rules, and each search that runs at the same time has another one.
        `timeout`: seconds within which the daemon has to answer a question or show a sign of life. `searches`: how many may run at
        once; further ones wait. Raises EngineTerminated if there is no such program or it ends at once.
        """
        arguments = (command,) if isinstance(command, str) else tuple(command)
        return await cls(Child(arguments), timeout=timeout, searches=searches, reconnects=reconnects)._open()

    @classmethod
    async def connect(cls, url: str, *, token: Optional[str] = None, ca: Optional[str] = None,
                      ssl_context: Optional[ssl.SSLContext] = None, timeout: float = 10, searches: int = 8,
                      reconnects: int = 3) -> "Engine":
        """Connects to `tls://HOST:PORT` or `tcp://HOST:PORT`. `ca`: a file of certificates to trust, else the system's are.

        Raises EngineTerminated if nothing can be connected to, AuthFailed for a wrong token, LimitReached if the daemon is full.
        """
        opener = Remote.of_url(url, token, ca, ssl_context)
        return await cls(opener, timeout=timeout, searches=searches, reconnects=reconnects)._open()

    async def _open(self) -> "Engine":
        try:
            await self._sessions.rules()
            self._id = await self._rules.id()
        except BaseException:
            await self._sessions.close()
            raise
        return self

    async def close(self) -> None:
        """Ends all searches and connections, and child processes. Closing twice does no harm."""
        await self._sessions.close()

    quit = close

    @property
    def id(self) -> Mapping[str, str]:
        """The daemon's `name` and `author`, as UCI has them."""
        return self._id

    def __reduce__(self) -> NoReturn:
        raise TypeError("an Engine can be neither copied nor pickled: open one in each process")

    async def __aenter__(self) -> "Engine":
        return self

    async def __aexit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                        trace: Optional[TracebackType]) -> None:
        await self.close()

    async def version(self) -> str:
        """The version of crownd."""
        return await self._rules.version()

    async def games(self) -> Tuple[GameInfo, ...]:
        """The games that the daemon plays."""
        return await self._rules.games()

    async def options(self) -> Mapping[str, Option]:
        """The options of the daemon by their names, as it lists them."""
        return await self._rules.options()

    async def configure(self, options: Mapping[str, OptionValue]) -> None:
        """Sets options for everything that follows, such as {"Hash": 64, "Threads": 2}. Raises BadArgument or LimitReached."""
        await self._rules.configure(options)

    async def ping(self) -> float:
        """The seconds that the daemon takes to answer `isready`."""
        return await self._rules.ping()

    async def new_game(self) -> None:
        """Forgets what earlier searches learned, and ends pondering. A search of another Game than the one before does so by itself."""
        self._searches.forget()

    async def play(self, game: Game, limit: Limit, *, root_moves: Sequence[str] = (), multipv: int = 1,
                   options: Optional[Mapping[str, OptionValue]] = None, info: Optional[Callable[[Info], None]] = None,
                   ponder: bool = False) -> PlayResult:
        """The best move within a limit; it is not played. `info` is called with each line. If the task is cancelled, so is the search.

        `root_moves`: only these are considered. `options`: for this search alone. ValueError for a limit without an end.

        `ponder`: after the result, the engine goes on with the position after its move and the expected answer. If the next `play` of
        the game finds that position, with the same limit or a clock that ran as expected, it has the result of that search, whose time
        begins then. Any other search of the game ends it, and `new_game`, `close` or the end of the game object do.
        """
        return await self._searches.play(game, Order(limit, root_moves, multipv, options, info), ponder)

    async def analyse(self, game: Game, limit: Limit, *, multipv: int = 1, root_moves: Sequence[str] = (),
                      options: Optional[Mapping[str, OptionValue]] = None) -> Tuple[Info, ...]:
        """The last line with an exact score for each multipv, best first.

        Each score is that of the position of the game, before the first move of `pv`, for the side to move: so it is the score that the
        side has after this move, if both sides play on as in `pv`. `score.pov(side)` is the same for either side.
        """
        return (await self.play(game, limit, root_moves=root_moves, multipv=multipv, options=options)).lines

    def analysis(self, game: Game, limit: Optional[Limit] = None, *, multipv: int = 1, root_moves: Sequence[str] = (),
                 options: Optional[Mapping[str, OptionValue]] = None) -> Analysis:
        """A search to iterate over: `async for info in engine.analysis(game, multipv=3)`. Without a limit it runs until `stop`."""
        return Analysis(lambda: self._searches.start(game, Order(limit, root_moves, multipv, options)))

    def ponder(self, game: Game, limit: Limit, *, options: Optional[Mapping[str, OptionValue]] = None) -> Analysis:
        """A search on the opponent's time, of the position after the expected move: `ponderhit` starts its clock, `stop` ends it."""
        return Analysis(lambda: self._searches.start(game, Order(limit, options=options, ponder=True)))

    async def perft(self, game: Game, depth: int) -> Perft:
        """The positions `depth` plies away. If the task is cancelled, so is the count."""
        return await self._searches.perft(game, depth)

    async def probe(self, game: Game) -> ProbeResult:
        """What is known exactly about the position and its moves."""
        return await self._searches.probe(game)

    async def evaluate(self, game: Game) -> Evaluation:
        """The static evaluation of the position."""
        return await self._rules.evaluate(await game._here())

    async def book(self, game: Game) -> Tuple[BookMove, ...]:
        """The moves of the opening book, best first; none where the position is unknown. UnknownCommand if the daemon has no books."""
        return await self._rules.book(await game._here())

    async def tables(self, game: Optional[Game] = None) -> Tuple[TableFiles, ...]:
        """The endgame table files that the daemon has for a game, or for all games."""
        return await self._rules.tables(None if game is None else await game._here())

    async def legal_moves_of(self, game: str, positions: Sequence[str]) -> Tuple[Tuple[str, ...], ...]:
        """The legal moves of many positions, sent all at once. BadPosition for the first text that is none."""
        return await self._rules.legal_moves_of(game, positions)
