"""Checks that an engine is used only in the process and event loop that opened it."""

from __future__ import annotations

import asyncio
import os

from .errors import EngineTerminated


class OwnerProcess:
    """The process that created this object. A forked child must not use the connections of its parent."""

    def __init__(self) -> None:
        self._pid = os.getpid()

    def is_current(self) -> bool:
        """Whether the calling process is the owner."""
        return os.getpid() == self._pid

    def check(self) -> None:
        """Raises EngineTerminated in other processes."""
        if not self.is_current():
            raise EngineTerminated(f"the engine belongs to process {self._pid}, which opened it: open another one in this process")


class OwnerLoop(OwnerProcess):
    """The process and the running event loop."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.get_running_loop()

    def check(self) -> None:
        """Raises EngineTerminated in other processes and event loops."""
        super().check()
        if asyncio.get_running_loop() is not self.loop:
            raise EngineTerminated("the engine belongs to the event loop that opened it: open another one in this loop")
