"""A running search without `await`."""

from __future__ import annotations

from types import TracebackType
from typing import Iterator, List, Optional, Type

from .. import analysis as async_analysis
from ..results import Info, PlayResult
from .loop_thread import LoopThread


class Analysis(Iterator[Info]):
    """An iterator over the infos of a running search, preferably used in `with`. See crownd.Analysis."""

    def __init__(self, core: async_analysis.Analysis, thread: LoopThread) -> None:
        self._core = core
        self._thread = thread

    @property
    def info(self) -> Optional[Info]:
        """The last info of the best move, among those iterated over."""
        return self._core.info

    @property
    def multipv(self) -> List[Info]:
        """The last info of each multipv, among those iterated over, best first."""
        return self._core.multipv

    def start(self) -> "Analysis":
        """Starts the search, if it has not started."""
        self._thread.run(self._core.start())
        return self

    def stop(self) -> None:
        """Stops the search: after its last infos the iteration ends. `wait` returns the result."""
        self._thread.process.check()
        self._thread.call(self._core.stop)

    def ponderhit(self) -> None:
        """The opponent played the expected move: starts the limits of a search of `Engine.ponder`."""
        self._thread.process.check()
        self._thread.call(self._core.ponderhit)

    def wait(self) -> PlayResult:
        """Waits until the search ends by its limits or by `stop`."""
        return self._thread.run(self._core.wait())

    def close(self) -> None:
        """Stops the search and drops its result."""
        self._thread.call(self._core.close)

    def __enter__(self) -> "Analysis":
        return self.start()

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]) -> None:
        self.close()

    def __iter__(self) -> "Analysis":
        return self

    def __next__(self) -> Info:
        try:
            return self._thread.run(self._core.__anext__())
        except StopAsyncIteration:
            raise StopIteration from None

    def __del__(self) -> None:
        if hasattr(self, "_thread"):
            self.close()
