"""A search without `await`."""

from __future__ import annotations

from types import TracebackType
from typing import Iterator, List, Optional, Type

from .. import analysis as core_analysis
from ..results import Info, PlayResult
from ..worker import Worker


class Analysis(Iterator[Info]):
    """A search while it runs; see crownd.Analysis. Best used with `with`."""

    def __init__(self, core: core_analysis.Analysis, worker: Worker) -> None:
        self._core = core
        self._worker = worker

    @property
    def info(self) -> Optional[Info]:
        """The latest line of the best move that has been iterated over."""
        return self._core.info

    @property
    def multipv(self) -> List[Info]:
        """The latest line for each multipv that has been iterated over, best first."""
        return self._core.multipv

    def start(self) -> "Analysis":
        """Begins the search, if it has not begun."""
        self._worker.run(self._core.start())
        return self

    def stop(self) -> None:
        """Ends the search: its last lines follow, then the iteration ends."""
        self._worker.process.check()
        self._worker.call(self._core.stop)

    def ponderhit(self) -> None:
        """The opponent played the expected move: a search of `Engine.ponder` goes on with its limits."""
        self._worker.process.check()
        self._worker.call(self._core.ponderhit)

    def wait(self) -> PlayResult:
        """The result, when the search has ended by its limits or by `stop`."""
        return self._worker.run(self._core.wait())

    def close(self) -> None:
        """Stops the search and forgets its result."""
        self._worker.call(self._core.close)

    def __enter__(self) -> "Analysis":
        return self.start()

    def __exit__(self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]) -> None:
        self.close()

    def __iter__(self) -> "Analysis":
        return self

    def __next__(self) -> Info:
        try:
            return self._worker.run(self._core.__anext__())
        except StopAsyncIteration:
            raise StopIteration from None

    def __del__(self) -> None:
        if hasattr(self, "_worker"):
            self.close()
