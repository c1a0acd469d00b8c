"""A thread with an event loop, for the synchronous API."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from concurrent.futures import Future
from typing import Any, AsyncGenerator, Callable, Coroutine, Iterator, TypeVar

from ..errors import EngineTerminated
from ..owner import OwnerProcess

T = TypeVar("T")


class LoopThread:
    """Runs coroutines on behalf of other threads."""

    def __init__(self) -> None:
        self.process = OwnerProcess()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run_loop, name="crownd", daemon=True)
        self._closing = threading.Lock()
        self._thread.start()

    def _run_loop(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()
        self._loop.close()

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Runs a coroutine and returns its result. An exception in the waiting thread, such as Ctrl-C, cancels the coroutine."""
        if not self.process.is_current():
            coroutine.close()
            self.process.check()
        if threading.current_thread() is self._thread:
            coroutine.close()
            raise RuntimeError("the engine cannot be called in its own thread, for example in an info callback")
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
        """Iterates over an asynchronous generator, and closes it at the end."""
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
                self.run(_close(items))

    def run_or_stop(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Like `run`, but stops the thread if the coroutine fails."""
        try:
            return self.run(coroutine)
        except BaseException:
            self._stop()
            raise

    def call(self, function: Callable[[], None]) -> None:
        """Schedules a function call in the thread. Does nothing after `close` or in a forked process."""
        if not self.process.is_current():
            return
        try:
            self._loop.call_soon_threadsafe(function)
        except RuntimeError:
            return

    def close(self, last: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Runs a last coroutine and stops the thread. Does nothing if it was called before or in a forked process."""
        if not self.process.is_current():
            return
        with self._closing:
            if self._thread.is_alive():
                try:
                    self.run(last())
                finally:
                    self._stop()

    def _stop(self) -> None:
        self.call(self._loop.stop)
        self._thread.join()


async def _close(items: AsyncGenerator[T, None]) -> None:
    await items.aclose()
