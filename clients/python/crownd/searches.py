"""Begins searches: leases a session for each, and leads it to the options and the position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Dict, List, Mapping, Optional, Sequence

from . import answers
from .errors import CrowndError
from .limits import Limit
from .options import OptionValue, option_text, set_options
from .results import Info, Perft, PlayResult, ProbeResult
from .rules import Rules
from .search import Search
from .session import Session, checked, reach
from .sessions import Sessions

if TYPE_CHECKING:
    from .game import Game

Values = Optional[Mapping[str, OptionValue]]


class Searches:
    """What needs a session of its own while it runs."""

    def __init__(self, sessions: Sessions, rules: Rules) -> None:
        self._sessions = sessions
        self._rules = rules

    def forget(self) -> None:
        """See Engine.new_game."""
        self._sessions.forget()

    async def play(self, game: "Game", limit: Limit, root_moves: Sequence[str], multipv: int, options: Values,
                   listener: Optional[Callable[[Info], None]]) -> PlayResult:
        """See Engine.play."""
        if not limit.words():
            raise ValueError("play needs a limit, since it waits for the end of the search; analysis does not")
        return await (await self.start(game, limit, root_moves, multipv, options, listener=listener)).result()

    async def start(self, game: "Game", limit: Optional[Limit], root_moves: Sequence[str], multipv: int, options: Values,
                    ponder: bool = False, listener: Optional[Callable[[Info], None]] = None) -> Search:
        """Sends `go`. Nothing is awaited behind it, so there is no search that nobody knows of."""
        words = ["go"] + (["ponder"] if ponder else []) + (limit.words() if limit else [])
        if words == ["go"]:
            words.append("infinite")
        if root_moves:
            words += ["searchmoves", *[answers.move(move) for move in root_moves]]
        node = await game._here()
        wanted = await self._wanted(multipv, options)
        session = await self._sessions.lease(game)
        try:
            await self._set(session, wanted)
            new = "" if session.searched is game else "ucinewgame\n"
            session.searched = game
            way, steps = reach(session, node)
            session.node = node
            search = Search(session, f"{new}{way}{' '.join(words)}\n", steps, "bestmove", self._sessions.give_back,
                            limit.seconds() if limit else None, listener)
        except BaseException:
            self._sessions.give_back(session)
            raise
        if not ponder:
            search.begin_clock()
        return search

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
        session = await self._sessions.lease(game)
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
