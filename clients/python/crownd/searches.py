"""Begins searches: leases a session for each, and leads it to the options and the position."""

from __future__ import annotations

import contextlib
import weakref
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Callable, Dict, List, Mapping, Optional, Sequence, Tuple

from . import answers
from .errors import CrowndError
from .limits import Limit
from .node import Node, mover
from .options import OptionValue, option_text, set_options
from .pondering import Pondering, Ponderings, place_of
from .request import checked
from .results import Info, Perft, PlayResult, ProbeResult
from .rules import Rules
from .search import Search
from .session import Session, reach
from .sessions import Sessions

if TYPE_CHECKING:
    from .game import Game

Values = Optional[Mapping[str, OptionValue]]
Listener = Callable[[Info], None]


@dataclass(frozen=True)
class Order:
    """What a search is asked for, besides its position."""

    limit: Optional[Limit] = None
    root_moves: Sequence[str] = ()
    multipv: int = 1
    options: Values = None
    listener: Optional[Listener] = None
    ponder: bool = False
    """Whether it waits for `ponderhit`."""

    def words(self) -> List[str]:
        """The command `go`."""
        words = ["go"] + (["ponder"] if self.ponder else []) + (self.limit.words() if self.limit else [])
        if words == ["go"]:
            words.append("infinite")
        if self.root_moves:
            words += ["searchmoves", *[answers.move(move) for move in self.root_moves]]
        return words


class Searches:
    """What needs a session of its own while it runs."""

    def __init__(self, sessions: Sessions, rules: Rules) -> None:
        self._sessions = sessions
        self._rules = rules
        self._ponderings = Ponderings()

    def forget(self) -> None:
        """See Engine.new_game."""
        self._sessions.forget()
        self._ponderings.stop_all()

    async def play(self, game: "Game", order: Order, ponder: bool) -> PlayResult:
        """See Engine.play."""
        if order.limit is None or not order.limit.ends:
            raise ValueError("play needs a limit that ends the search, since it waits for the end; analysis does not")
        node = await game._here()
        order = await self._by_side(order, node)
        search = self._ponder_hit(game, node, order) or await self._begin(game, node, order)
        result = await search.result()
        if ponder and result.move and result.ponder and self._sessions.has_room:
            with contextlib.suppress(CrowndError):  # there is a move, even if nothing can be pondered
                await self._ponder(game, await self._rules.play(node, (result.move, result.ponder)), order, search.seconds_used)
        return result

    async def start(self, game: "Game", order: Order) -> Search:
        """Begins a search of the game's position."""
        node = await game._here()
        return await self._begin(game, node, await self._by_side(order, node))

    async def _by_side(self, order: Order, node: Node) -> Order:
        """With clocks by the order of the sides instead of their colours."""
        if order.limit is None or not order.limit.has_colours:
            return order
        return replace(order, limit=order.limit.without_colours((await self._rules.sides(node))[0].colour == "light"))

    def _ponder_hit(self, game: "Game", node: Node, order: Order) -> Optional[Search]:
        """The search that has pondered this position, now with its limits."""
        pondering = self._ponderings.take(game)
        if pondering is None:
            return None
        search, limit = pondering.search, order.limit
        usual = order.multipv == 1 and not order.root_moves
        if limit is None or not usual or not pondering.fits(place_of(node), limit, _texts(order.options)):
            search.abandon()
            return None
        search.ponderhit()
        search.listen(order.listener)
        return search

    async def _ponder(self, game: "Game", node: Node, order: Order, seconds: float) -> None:
        """Searches the position after the expected answer until the game goes on."""
        if node.status.over or order.limit is None:
            return
        limit, first = order.limit, False
        if limit.clocks is not None:
            first = (await self._rules.sides(node))[0].name == node.status.side
            limit = replace(limit, clocks=limit.clocks.after_move(first, seconds))
        search = await self._begin(game, node, Order(limit, options=order.options, ponder=True))
        owner = weakref.ref(game, lambda _: search.abandon())
        self._ponderings.add(Pondering(owner, place_of(node), first, limit, _texts(order.options), search))

    async def _begin(self, game: "Game", node: Node, order: Order) -> Search:
        """Sends `go`. Nothing is awaited behind it, so there is no search that nobody knows of."""
        words = order.words()
        wanted = await self._wanted(order.multipv, order.options)
        self._ponderings.stop(game)
        session = await self._lease(game)
        try:
            await self._set(session, wanted)
            new = "" if session.searched_last(game) else "ucinewgame\n"
            session.searched = weakref.ref(game)
            way, steps = reach(session, node)
            session.node = node
            search = Search(session, f"{new}{way}{' '.join(words)}\n", steps, "bestmove", self._sessions.give_back,
                            order.limit.seconds() if order.limit else None, order.listener, mover(node))
        except BaseException:
            self._sessions.give_back(session)
            raise
        if not order.ponder:
            search.begin_clock()
        return search

    async def _lease(self, game: "Game") -> Session:
        """A session; one that ponders gives way if there is no other."""
        if not self._sessions.has_room:
            self._ponderings.stop_oldest()
        return await self._sessions.lease(game)

    async def _wanted(self, multipv: int, options: Values) -> Dict[str, str]:
        """The value of every option that differs from its default."""
        names = {name.lower(): name for name in await self._rules.options()}
        wanted = {**self._sessions.options, **{name: option_text(value) for name, value in (options or {}).items()}}
        return {**{names.get(name.lower(), name): value for name, value in wanted.items()}, "MultiPV": str(multipv)}

    async def _set(self, session: Session, wanted: Dict[str, str]) -> None:
        """Sets what is wanted, and sets the rest back."""
        known = await self._rules.options()
        values = {**{name: known[name].default or "" for name in session.options if name in known}, **wanted}
        changes = {name: value for name, value in values.items()
                   if value != session.options.get(name, known[name].default if name in known else None)}
        if not changes:
            return
        text, steps = set_options(changes)
        try:
            checked(steps, await session.send(text, steps).future)
        except BaseException:
            session.fail(CrowndError("it is not known which options are set"))
            raise
        session.options.update(changes)

    async def _count(self, game: "Game", command: str, final: str) -> List[str]:
        node = await game._here()
        session = await self._lease(game)
        try:
            way, steps = reach(session, node)
            session.node = node
            search = Search(session, f"{way}{command}\n", steps, final, self._sessions.give_back, None)
        except BaseException:
            self._sessions.give_back(session)
            raise
        return await search.lines()

    async def perft(self, game: "Game", depth: int) -> Perft:
        """See Engine.perft."""
        return answers.parsed(answers.perft, await self._count(game, f"perft {int(depth)}", "nodes"))

    async def probe(self, game: "Game") -> ProbeResult:
        """See Engine.probe."""
        return answers.parsed(answers.probe, await self._count(game, "probe", "probe"))


def _texts(options: Values) -> Tuple[Tuple[str, str], ...]:
    """Options as a value."""
    return tuple(sorted((name.lower(), option_text(value)) for name, value in (options or {}).items()))
