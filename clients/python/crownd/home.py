"""The process and the event loop that an engine belongs to."""

from __future__ import annotations

import asyncio
import os

from .errors import EngineTerminated


class Process:
    """The process that made this object. After fork, the child has copies of connections that its parent still uses."""

    def __init__(self) -> None:
        self._pid = os.getpid()

    @property
    def here(self) -> bool:
        """Whether this is still the same process."""
        return os.getpid() == self._pid

    def check(self) -> None:
        """Raises EngineTerminated in any other process."""
        if not self.here:
            raise EngineTerminated(f"the engine belongs to process {self._pid}, which opened it: open another one in this process")


class Home(Process):
    """The process, and the event loop that runs."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.get_running_loop()

    def check(self) -> None:
        """Raises EngineTerminated in any other process or loop."""
        super().check()
        if asyncio.get_running_loop() is not self.loop:
            raise EngineTerminated("the engine belongs to the event loop that opened it: open another one in this loop")
