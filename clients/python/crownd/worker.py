"""A thread with an event loop, for the synchronous face."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from concurrent.futures import Future
from typing import Any, AsyncGenerator, Callable, Coroutine, Iterator, TypeVar

from .errors import EngineTerminated
from .home import Process

T = TypeVar("T")


class Worker:
    """Runs coroutines for other threads, which wait for their results."""

    def __init__(self) -> None:
        self.process = Process()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._work, name="crownd", daemon=True)
        self._closing = threading.Lock()
        self._thread.start()

    def _work(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()
        self._loop.close()

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """The coroutine's result. If the waiting is interrupted, as by Ctrl-C, the coroutine is cancelled."""
        if not self.process.here:
            coroutine.close()
            self.process.check()
        if threading.current_thread() is self._thread:
            coroutine.close()
            raise RuntimeError("the engine cannot be asked from within its own thread, as in a callback of `info`")
        try:
            future = asyncio.run_coroutine_threadsafe(coroutine, self._loop)
        except RuntimeError:
            coroutine.close()
            raise EngineTerminated("the engine was closed") from None
        return self._result(future)

    def _result(self, future: "Future[T]") -> T:
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def iterate(self, items: AsyncGenerator[T, None]) -> Iterator[T]:
        """What an asynchronous generator yields. Leaving the iteration closes it."""
        async def step() -> T:
            return await items.__anext__()

        try:
            while True:
                try:
                    item = self.run(step())
                except StopAsyncIteration:
                    return
                yield item
        finally:
            with contextlib.suppress(EngineTerminated):
                self.run(_closed(items))

    def begin(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """As run; the thread ends if the coroutine fails."""
        try:
            return self.run(coroutine)
        except BaseException:
            self._end()
            raise

    def call(self, function: Callable[[], None]) -> None:
        """Calls a function in the thread, soon; nothing after the end or in a forked process."""
        if not self.process.here:
            return
        try:
            self._loop.call_soon_threadsafe(function)
        except RuntimeError:
            return

    def close(self, last: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Runs a last coroutine and ends the thread. Does nothing the second time or in a forked process."""
        if not self.process.here:
            return
        with self._closing:
            if self._thread.is_alive():
                try:
                    self.run(last())
                finally:
                    self._end()

    def _end(self) -> None:
        self.call(self._loop.stop)
        self._thread.join()


async def _closed(items: AsyncGenerator[T, None]) -> None:
    await items.aclose()
