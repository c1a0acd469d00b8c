"""A thread with an event loop, for the synchronous API."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from concurrent.futures import CancelledError, Future
from typing import Any, AsyncGenerator, Callable, Coroutine, Iterator, TypeVar

from ..errors import EngineTerminated
from ..owner import OwnerProcess

T = TypeVar("T")


class LoopThread:
    """Runs coroutines on behalf of other threads."""

    def __init__(self) -> None:
        self.process = OwnerProcess()
        self._loop = asyncio.new_event_loop()
        self._stop_request = self._loop.create_future()
        self._thread = threading.Thread(target=self._run_loop, name="crownd", daemon=True)
        self._closing = threading.Lock()
        self._submitting = threading.RLock()  # the garbage collector may call `run` within `run`
        self._stopped = False
        self._thread.start()

    def _run_loop(self) -> None:
        asyncio.set_event_loop(self._loop)
        serving = self._loop.create_task(self._serve())
        while not serving.done():
            with contextlib.suppress(KeyboardInterrupt, SystemExit):  # of an info callback; `run` raises it, too
                self._loop.run_until_complete(serving)
        self._loop.close()

    async def _serve(self) -> None:
        """Waits for `_stop`, then cancels the calls of other threads."""
        await asyncio.wait((self._stop_request,))
        calls = asyncio.all_tasks() - {asyncio.current_task()}
        for call in calls:
            call.cancel()
        await asyncio.gather(*calls, return_exceptions=True)
        await self._loop.shutdown_asyncgens()

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Runs a coroutine and returns its result. An exception in the waiting thread, such as Ctrl-C, cancels the coroutine."""
        if not self.process.is_current():
            coroutine.close()
            self.process.check()
        try:
            self._check_thread()
            with self._submitting:
                if self._stopped:
                    raise EngineTerminated("the engine was closed")
                future = asyncio.run_coroutine_threadsafe(coroutine, self._loop)
        except (EngineTerminated, RuntimeError):
            coroutine.close()
            raise
        return self._result(future)

    def _check_thread(self) -> None:
        if threading.current_thread() is self._thread:
            raise RuntimeError("the engine cannot be called in its own thread, for example in an info callback")

    def _result(self, future: "Future[T]") -> T:
        try:
            return future.result()
        except CancelledError:
            raise EngineTerminated("the engine was closed") from None
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

    def call(self, function: Callable[[], object]) -> None:
        """Schedules a function call in the thread. Does nothing after `close` or in a forked process."""
        if not self.process.is_current():
            return
        try:
            self._loop.call_soon_threadsafe(function)
        except RuntimeError:
            return

    def close(self, last: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Runs a last coroutine and stops the thread; calls of other threads raise EngineTerminated.

        Does nothing if it was called before or in a forked process.
        """
        if not self.process.is_current():
            return
        self._check_thread()
        with self._closing:
            if self._thread.is_alive():
                try:
                    self.run(last())
                finally:
                    self._stop()

    def _stop(self) -> None:
        with self._submitting:
            self._stopped = True
        self.call(self._stop_request.cancel)
        self._thread.join()


async def _close(items: AsyncGenerator[T, None]) -> None:
    await items.aclose()
