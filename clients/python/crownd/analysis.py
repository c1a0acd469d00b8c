"""A running search as an asynchronous iterator."""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import AsyncIterator, Awaitable, Callable, Dict, List, Optional, Type

from .results import Info, PlayResult
from .search import Search


class Analysis(AsyncIterator[Info]):
    """Returned by `Engine.analysis` and `Engine.ponder`: an asynchronous iterator over the infos of a search.

    The search starts with the first info requested, or with `async with`. It stops when `async with` ends, the task is cancelled, an
    exception or `break` leaves the loop, or the object is deleted. `async with` stops it at once; after a bare `async for` it stops
    when the last reference is deleted, which CPython does at once.
    """

    def __init__(self, start: Callable[[], Awaitable[Search]]) -> None:
        self._start = start
        self._search: Optional[Search] = None
        self._starting: Optional[asyncio.Lock] = None
        self._early_requests: List[Callable[[Search], None]] = []
        self._last_infos: Dict[int, Info] = {}

    async def start(self) -> "Analysis":
        """Starts the search, if it has not started. Raises the daemon's error."""
        await self._started()
        return self

    async def _started(self) -> Search:
        if self._starting is None:
            self._starting = asyncio.Lock()
        async with self._starting:
            if self._search is None:
                self._search = await self._start()
                for request in self._early_requests:
                    request(self._search)
        return self._search

    def _request(self, request: Callable[[Search], None]) -> None:
        """Calls a method of the search, at the latest after its start."""
        if self._search is None:
            self._early_requests.append(request)
        else:
            request(self._search)

    @property
    def info(self) -> Optional[Info]:
        """The last info of the best move, among those iterated over."""
        return self._last_infos.get(1)

    @property
    def multipv(self) -> List[Info]:
        """The last info of each multipv, among those iterated over, best first."""
        return [self._last_infos[number] for number in sorted(self._last_infos)]

    def stop(self) -> None:
        """Stops the search: after its last infos the iteration ends. `wait` returns the result."""
        self._request(Search.stop)

    def ponderhit(self) -> None:
        """The opponent played the expected move: starts the limits of a search of `Engine.ponder`."""
        self._request(Search.ponderhit)

    async def wait(self) -> PlayResult:
        """Waits until the search ends by its limits or by `stop`. Cancelling the call stops the search."""
        return await (await self._started()).result()

    def close(self) -> None:
        """Stops the search and drops its result."""
        self._request(Search.abandon)

    async def __aenter__(self) -> "Analysis":
        return await self.start()

    async def __aexit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
                        trace: Optional[TracebackType]) -> None:
        self.close()

    def __aiter__(self) -> "Analysis":
        return self

    async def __anext__(self) -> Info:
        info = await (await self._started()).next_info()
        if info is None:
            raise StopAsyncIteration
        if info.score is not None:
            self._last_infos[info.multipv or 1] = info
        return info

    def __del__(self) -> None:
        if getattr(self, "_search", None) is not None:
            self.close()
