"""A search in a leased session."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Callable, Deque, Dict, List, Optional, Sequence

from . import answers
from .errors import CrowndError
from .request import Request, Step, checked
from .results import Info, PlayResult
from .session import Session

LINES_KEPT = 1000
"""Lines that wait for a slow reader; the oldest are dropped first."""


class Search:
    """A search, or a count, that was sent. It gives its session back when its answer is complete, whoever still waits for it."""

    def __init__(self, session: Session, text: str, way: Sequence[Step], final: str, give_back: Callable[[Session], None],
                 seconds: Optional[float], listener: Optional[Callable[[Info], None]] = None, side: Optional[str] = None) -> None:
        self._loop = asyncio.get_running_loop()
        self._side = side
        self._begin = self._loop.time()
        self._session = session
        self._give_back = give_back
        self._seconds = seconds
        self._listener = listener
        self._infos: Deque[Info] = deque(maxlen=LINES_KEPT)
        self._exact: Dict[int, Info] = {}
        self._stopped = False
        self._forgotten = False
        self._waiter: Optional["asyncio.Future[None]"] = None
        self._request: Request = session.send(text, [*way, Step(final)], len(way), False, self._on_info if final == "bestmove" else None)
        self._request.future.add_done_callback(self._on_end)

    def begin_clock(self) -> None:
        """From now on the limits count: the answer is due when their time is over."""
        self._begin = self._loop.time()
        if self._seconds is not None:
            self._session.expect_soon(self._request, self._seconds)

    @property
    def ended(self) -> bool:
        """Whether there is an answer, or an error."""
        return self._request.future.done()

    @property
    def seconds_used(self) -> float:
        """The time since the limits count."""
        return self._loop.time() - self._begin

    def listen(self, listener: Optional[Callable[[Info], None]]) -> None:
        """Calls a function with the lines so far and with each further one."""
        self._listener = listener
        if listener is not None:
            while self._infos:
                listener(self._infos.popleft())

    def _on_info(self, line: str) -> None:
        try:
            info = answers.parsed(lambda lines: answers.info(lines, self._side), [line])
        except CrowndError as error:
            self._session.fail(error)
            return
        if info.score is not None and info.score.bound is None:
            self._exact[info.multipv or 1] = info
        if self._forgotten:
            return
        if self._listener is not None:
            self._listener(info)
        else:
            self._infos.append(info)
            self._wake()

    def _on_end(self, future: "asyncio.Future[List[List[str]]]") -> None:
        self._give_back(self._session)
        self._wake()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def stop(self) -> None:
        """Ends the search: its answer follows at once. Does nothing if it has ended."""
        self._session.home.check()
        if not self._stopped and not self._request.future.done():
            self._stopped = True
            self._session.write("stop\n")
            self._session.expect_soon(self._request)

    def ponderhit(self) -> None:
        """Goes on with the limits of `go ponder`."""
        self._session.home.check()
        if not self._request.future.done():
            self._session.write("ponderhit\n")
            self.begin_clock()

    def abandon(self) -> None:
        """Stops the search, from any thread; nobody waits for its answer. In a forked process it does nothing."""
        if not self._session.home.here:
            return
        try:
            here = asyncio.get_running_loop() is self._loop
        except RuntimeError:
            here = False
        if here:
            self._forgotten = True
            self.stop()
        elif not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.abandon)

    async def next_info(self) -> Optional[Info]:
        """The next line, or None at the end. If the waiting is cancelled, so is the search."""
        self._session.home.check()
        while not self._infos:
            if self._request.future.done():
                checked(self._request.steps, self._request.future.result())
                return None
            self._waiter = self._loop.create_future()
            try:
                await self._waiter
            except asyncio.CancelledError:
                self.abandon()
                raise
        return self._infos.popleft()

    async def lines(self) -> List[str]:
        """The whole answer. If the waiting is cancelled, so is the search."""
        self._session.home.check()
        try:
            given = await asyncio.shield(self._request.future)
        except asyncio.CancelledError:
            self.abandon()
            raise
        return checked(self._request.steps, given)[-1]

    async def result(self) -> PlayResult:
        """The best move, with the last exact line for each multipv."""
        move, ponder = answers.parsed(answers.bestmove, await self.lines())
        lines = tuple(self._exact[number] for number in sorted(self._exact))
        return PlayResult(move, ponder, self._exact.get(1), lines)
