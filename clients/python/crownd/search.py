"""Searches, counts and pondering. Each runs in a session of its own."""

from __future__ import annotations

import asyncio
import contextlib
import weakref
from collections import deque
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Callable, Deque, Dict, List, Mapping, Optional, Sequence, Tuple

from . import encode, parse
from .encode import OptionValue
from .errors import CrowndError
from .explanation import Explanation
from .limits import Limit
from .position_tree import Node
from .results import Info, Perft, PlayResult, ProbeResult
from .rules import Rules
from .session import Answers, Session, Step, check_answers, option_commands
from .session_pool import SessionPool

if TYPE_CHECKING:
    from .game import Game

MAX_QUEUED_INFOS = 1000
"""Infos kept for a slow reader; the oldest are dropped first."""
MIN_CLOCK_RATIO = 0.9
"""A ponder hit needs at least this fraction of the expected clock; with less, the search restarts with the real clock."""

Options = Optional[Mapping[str, OptionValue]]
InfoCallback = Callable[[Info], None]


class Search:
    """A running search or count. It releases its session when its answer is complete, even if it was abandoned."""

    def __init__(self, session: Session, node: Node, command: str, final: str, release: Callable[[Session], None], *,
                 before: str = "", seconds: Optional[float] = None, max_infos: Optional[int] = MAX_QUEUED_INFOS) -> None:
        """`before` precedes the commands that set the position; `max_infos` limits the queue."""
        self._loop = asyncio.get_running_loop()
        self._session = session
        self._release = release
        self._seconds = seconds
        self._side = node.side_to_move
        self._start_time = self._loop.time()
        self._infos: Deque[Info] = deque(maxlen=max_infos)
        self._exact_infos: Dict[int, Info] = {}
        self._stopped = False
        self._abandoned = False
        self._news = asyncio.Event()
        self._request = session.send_at(node, command, (Step(final),), timed=False,
                                        on_info=self._handle_info if final == "bestmove" else None, before=before)
        self._request.future.add_done_callback(self._handle_end)

    def start_clock(self) -> None:
        """Starts the time of the limit; the answer is due when it is over."""
        self._start_time = self._loop.time()
        if self._seconds is not None:
            self._session.expect_answer(self._request, self._seconds)

    @property
    def ended(self) -> bool:
        """Whether the search has ended, with or without an error."""
        return self._request.future.done()

    @property
    def elapsed(self) -> float:
        """Seconds since `start_clock`."""
        return self._loop.time() - self._start_time

    def _handle_info(self, line: str) -> None:
        try:
            info = parse.answer(lambda lines: parse.info(lines, self._side), [line])
        except CrowndError as error:
            self._session.fail(error)
            return
        if info.score is not None and info.score.bound is None:
            self._exact_infos[info.multipv or 1] = info
        if not self._abandoned:
            self._infos.append(info)
            self._news.set()

    def _handle_end(self, future: "asyncio.Future[Answers]") -> None:
        self._release(self._session)
        self._news.set()

    def stop(self) -> None:
        """Stops the search; its result follows. Does nothing if it has ended."""
        self._session.owner.check()
        if not self._stopped and not self.ended:
            self._stopped = True
            self._session.write("stop\n")
            self._session.expect_answer(self._request)

    def ponderhit(self) -> None:
        """Turns pondering into a search with the limits of `go ponder`."""
        self._session.owner.check()
        if not self.ended:
            self._session.write("ponderhit\n")
            self.start_clock()

    def abandon(self) -> None:
        """Stops the search and drops its result. Safe in any thread; does nothing in a forked process."""
        if not self._session.owner.is_current():
            return
        try:
            in_loop = asyncio.get_running_loop() is self._loop
        except RuntimeError:
            in_loop = False
        if in_loop:
            self._abandoned = True
            self.stop()
        elif not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.abandon)

    async def next_info(self) -> Optional[Info]:
        """The next info, or None at the end. Cancelling the call stops the search."""
        self._session.owner.check()
        while not self._infos:
            if self.ended:
                check_answers(self._request.steps, self._request.future.result())
                return None
            self._news.clear()
            try:
                await self._news.wait()
            except asyncio.CancelledError:
                self.abandon()
                raise
        return self._infos.popleft()

    async def lines(self) -> List[str]:
        """The complete answer. Cancelling the call stops the search."""
        self._session.owner.check()
        try:
            answers = await asyncio.shield(self._request.future)
        except asyncio.CancelledError:
            self.abandon()
            raise
        return check_answers(self._request.steps, answers)[-1]

    async def result(self, on_info: Optional[InfoCallback] = None) -> PlayResult:
        """The best move and the last exact info of each multipv. Calls `on_info` with each info; its exceptions stop the search."""
        if on_info is not None:
            try:
                while (info := await self.next_info()) is not None:
                    on_info(info)
            except BaseException:
                self.abandon()
                raise
        move, ponder = parse.answer(parse.bestmove, await self.lines())
        infos = tuple(self._exact_infos[number] for number in sorted(self._exact_infos))
        return PlayResult(move, ponder, self._exact_infos.get(1), infos)


@dataclass(frozen=True)
class SearchRequest:
    """The parameters of a search, except its position."""

    limit: Optional[Limit] = None
    root_moves: Sequence[str] = ()
    multipv: int = 1
    options: Options = None
    on_info: Optional[InfoCallback] = None
    ponder: bool = False

    def command(self) -> str:
        """The command `go`."""
        words = ["go"] + (["ponder"] if self.ponder else []) + (self.limit.words() if self.limit else [])
        if words == ["go"]:
            words.append("infinite")
        if self.root_moves:
            words += ["searchmoves", *[encode.move(move) for move in self.root_moves]]
        return " ".join(words) + "\n"


LineKey = Tuple[str, Optional[str], Tuple[str, ...]]
OptionKey = Tuple[Tuple[str, str], ...]


def _line_key(node: Node) -> LineKey:
    return node.root.game, node.root.position, node.moves()


def _option_key(options: Options) -> OptionKey:
    return tuple(sorted(encode.options(options or {}).items()))


@dataclass(frozen=True)
class PonderSearch:
    """A search of the position after the expected reply, started by `Engine.play` with `ponder=True`."""

    game: "weakref.ref[Game]"
    line: LineKey
    first_to_move: bool
    """Whether the first side of the game is to move."""
    limit: Limit
    """The limit with the expected clocks."""
    options: OptionKey
    search: Search

    def is_hit(self, line: LineKey, limit: Limit, options: OptionKey) -> bool:
        """Whether the search has the given position, options and limit."""
        if self.search.ended or (line, options) != (self.line, self.options):
            return False
        if replace(limit, clocks=None) != replace(self.limit, clocks=None):
            return False
        expected = self.limit.clocks.time_of(self.first_to_move) if self.limit.clocks else None
        actual = limit.clocks.time_of(self.first_to_move) if limit.clocks else None
        return expected == actual or expected is not None and actual is not None and actual >= MIN_CLOCK_RATIO * expected


class PonderSearches:
    """The ponder searches, at most one for each game. A new search of the game, or of another game that needs the session, stops it."""

    def __init__(self) -> None:
        self._entries: List[PonderSearch] = []

    def __len__(self) -> int:
        return len(self._entries)

    def add(self, entry: PonderSearch) -> None:
        """Keeps a search until it is removed or stopped."""
        self._entries.append(entry)

    def remove(self, game: "Game") -> Optional[PonderSearch]:
        """Removes and returns the search of a game, without stopping it."""
        found = next((each for each in self._entries if each.game() is game), None)
        self._entries = [each for each in self._entries if each is not found and each.game() is not None and not each.search.ended]
        return found

    def stop(self, game: "Game") -> None:
        """Stops the search of a game."""
        found = self.remove(game)
        if found is not None:
            found.search.abandon()

    def stop_oldest(self) -> None:
        """Frees a session for another search."""
        if self._entries:
            self._entries.pop(0).search.abandon()

    def stop_all(self) -> None:
        """Stops every search."""
        while self._entries:
            self.stop_oldest()


class SearchManager:
    """Starts searches and counts."""

    def __init__(self, pool: SessionPool, rules: Rules) -> None:
        self._pool = pool
        self._rules = rules
        self.ponder_searches = PonderSearches()

    def new_game(self) -> None:
        """See Engine.new_game."""
        self._pool.new_game()
        self.ponder_searches.stop_all()

    async def play(self, game: "Game", request: SearchRequest, ponder: bool) -> PlayResult:
        """See Engine.play."""
        if request.limit is None or not request.limit.ends:
            raise ValueError("invalid limit: expected one that ends the search; use analysis() for an infinite search")
        node = await game._get_node()
        request = await self._with_clocks_by_side(request, node)
        search = self._ponder_hit(game, node, request) or await self._start(game, node, request)
        result = await search.result(request.on_info)
        if ponder and result.move and result.ponder and self._pool.has_free_slot:
            with contextlib.suppress(CrowndError):  # the result is valid even if pondering fails
                await self._ponder(game, await self._rules.play(node, (result.move, result.ponder)), request, search.elapsed)
        return result

    async def start(self, game: "Game", request: SearchRequest) -> Search:
        """Starts a search of the current position of a game."""
        node = await game._get_node()
        return await self._start(game, node, await self._with_clocks_by_side(request, node))

    async def _with_clocks_by_side(self, request: SearchRequest, node: Node) -> SearchRequest:
        """Replaces clocks by colour by clocks of the first and second side."""
        if request.limit is None or not request.limit.has_colours:
            return request
        white_first = (await self._rules.sides(node))[0].colour == "light"
        return replace(request, limit=request.limit.without_colours(white_first))

    def _ponder_hit(self, game: "Game", node: Node, request: SearchRequest) -> Optional[Search]:
        """The ponder search of this position, which now continues with its limits."""
        options = _option_key(request.options)
        entry = self.ponder_searches.remove(game)
        if entry is None:
            return None
        same_lines = request.multipv == 1 and not request.root_moves
        if request.limit is None or not same_lines or not entry.is_hit(_line_key(node), request.limit, options):
            entry.search.abandon()
            return None
        entry.search.ponderhit()
        return entry.search

    async def _ponder(self, game: "Game", node: Node, request: SearchRequest, seconds: float) -> None:
        """Ponders the position after the expected reply. `seconds` is the time of the last search."""
        if node.status.over or request.limit is None:
            return
        limit, first_to_move = request.limit, False
        if limit.clocks is not None:
            first_to_move = (await self._rules.sides(node))[0].name == node.status.side
            limit = replace(limit, clocks=limit.clocks.after_move(first_to_move, seconds))
        search = await self._start(game, node, SearchRequest(limit, options=request.options, ponder=True))
        owner = weakref.ref(game, lambda _: search.abandon())
        self.ponder_searches.add(PonderSearch(owner, _line_key(node), first_to_move, limit, _option_key(request.options), search))

    async def why(self, game: "Game", move: str, nodes: Optional[int]) -> Explanation:
        """See Engine.why."""
        limit = "" if nodes is None else f" nodes {encode.integer('nodes', nodes, 1)}"
        command = f"why {encode.move(move)}{limit}\n"
        search = await self._start_command(game, await game._get_node(), SearchRequest(), command, "why")
        return parse.answer(parse.why, await search.lines())

    async def _start(self, game: "Game", node: Node, request: SearchRequest) -> Search:
        """Sends `go`."""
        return await self._start_command(game, node, request, request.command(), "bestmove")

    async def _start_command(self, game: "Game", node: Node, request: SearchRequest, command: str, final: str) -> Search:
        """Sends a command that searches. Nothing is awaited after it, so a cancellation cannot lose a running search."""
        options = await self._search_options(request.multipv, request.options)
        self.ponder_searches.stop(game)
        session = await self._acquire_session(game)
        try:
            await self._set_options(session, options)
            search = Search(session, node, command, final, self._pool.release,
                            before="" if session.has_searched(game) else "ucinewgame\n",
                            seconds=request.limit.seconds() if request.limit else None,
                            max_infos=None if request.on_info else MAX_QUEUED_INFOS)
            session.last_searched = weakref.ref(game)
        except BaseException:
            self._pool.release(session)
            raise
        if not request.ponder:
            search.start_clock()
        return search

    async def _acquire_session(self, game: "Game") -> Session:
        if not self._pool.has_free_slot:
            self.ponder_searches.stop_oldest()
        return await self._pool.acquire(game)

    async def _search_options(self, multipv: int, options: Options) -> Dict[str, str]:
        """The options of a search: the engine's and its own, named as the daemon names them."""
        values = {**self._pool.options, **encode.options(options or {})}
        names = {name.lower(): name for name in await self._rules.options()}
        return {**{names.get(name, name): value for name, value in values.items()}, "MultiPV": str(encode.integer("multipv", multipv, 1))}

    async def _set_options(self, session: Session, options: Dict[str, str]) -> None:
        """Sets the options of a session, and resets all others to their defaults."""
        defaults = {name: option.default for name, option in (await self._rules.options()).items()}
        values = {**{name: defaults[name] or "" for name in session.options if name in defaults}, **options}
        changes = {name: value for name, value in values.items() if value != session.options.get(name, defaults.get(name))}
        if not changes:
            return
        text, steps = option_commands(changes)
        try:
            check_answers(steps, await session.send(text, steps).future)
        except BaseException:
            session.fail(CrowndError("setting an option failed, so the options of the session are unknown"))
            raise
        session.options.update(changes)

    async def _count(self, game: "Game", command: str, final: str) -> List[str]:
        node = await game._get_node()
        session = await self._acquire_session(game)
        try:
            search = Search(session, node, f"{command}\n", final, self._pool.release)
        except BaseException:
            self._pool.release(session)
            raise
        return await search.lines()

    async def perft(self, game: "Game", depth: int) -> Perft:
        """See Engine.perft."""
        return parse.answer(parse.perft, await self._count(game, f"perft {encode.integer('depth', depth, 1)}", "nodes"))

    async def probe(self, game: "Game") -> ProbeResult:
        """See Engine.probe."""
        return parse.answer(parse.probe, await self._count(game, "probe", "probe"))
