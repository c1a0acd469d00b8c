"""A search while it runs."""

from __future__ import annotations

from types import TracebackType
from typing import AsyncIterator, Awaitable, Callable, Dict, List, Optional, Type

from .results import Info, PlayResult
from .search import Search


class Analysis(AsyncIterator[Info]):
    """What `Engine.analysis` and `Engine.ponder` give: an asynchronous iterator over the lines of a search.

    The search begins with the first line that is asked for, or with `async with`. It never outlives its Analysis: leaving
    `async with`, a cancelled task, an exception, `break` or forgetting the object stop it. `async with` does so at once in every
    Python; a bare `async for` leaves it to the last reference, which CPython notices at once.
    """

    def __init__(self, start: Callable[[], Awaitable[Search]]) -> None:
        self._start = start
        self._search: Optional[Search] = None
        self._last: Dict[int, Info] = {}

    async def start(self) -> "Analysis":
        """Begins the search, if it has not begun. Raises what the daemon says against it."""
        if self._search is None:
            self._search = await self._start()
        return self

    @property
    def info(self) -> Optional[Info]:
        """The latest line of the best move that has been iterated over."""
        return self._last.get(1)

    @property
    def multipv(self) -> List[Info]:
        """The latest line for each multipv that has been iterated over, best first."""
        return [self._last[number] for number in sorted(self._last)]

    def stop(self) -> None:
        """Ends the search: its last lines follow, then the iteration ends. `wait` has its result."""
        if self._search is not None:
            self._search.stop()

    def ponderhit(self) -> None:
        """The opponent played the expected move: a search of `Engine.ponder` goes on with its limits, from now on."""
        if self._search is not None:
            self._search.ponderhit()

    async def wait(self) -> PlayResult:
        """The result, when the search has ended by its limits or by `stop`. If the waiting is cancelled, so is the search."""
        search = (await self.start())._search
        assert search is not None
        return await search.result()

    def close(self) -> None:
        """Stops the search and forgets its result."""
        if self._search is not None:
            self._search.abandon()

    async def __aenter__(self) -> "Analysis":
        return await self.start()

    async def __aexit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                        trace: Optional[TracebackType]) -> None:
        self.close()

    def __aiter__(self) -> "Analysis":
        return self

    async def __anext__(self) -> Info:
        search = (await self.start())._search
        assert search is not None
        info = await search.next_info()
        if info is None:
            raise StopAsyncIteration
        if info.score is not None:
            self._last[info.multipv or 1] = info
        return info

    def __del__(self) -> None:
        if getattr(self, "_search", None) is not None:
            self.close()
