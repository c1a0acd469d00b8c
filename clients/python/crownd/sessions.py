"""The sessions of an engine: one for rules, and a pool for searches. Broken ones are replaced."""

from __future__ import annotations

import asyncio
from typing import Dict, List, Optional, Set

from .errors import EngineTerminated
from .home import Home
from .opener import REFUSALS, Opener
from .options import set_options
from .request import checked
from .session import Session

FIRST_PAUSE = 0.1
"""Seconds before the second try to open a connection; each further pause is longer by as much."""
LONGEST_PAUSE = 2.0


class Sessions:
    """Opens sessions, keeps them, and closes them."""

    def __init__(self, opener: Opener, timeout: float, reconnects: int, searches: int) -> None:
        if timeout <= 0 or searches < 1 or reconnects < 0:
            raise ValueError("timeout is a positive number of seconds, searches at least 1, reconnects at least 0")
        self.timeout = timeout
        self._home = Home()
        self._opener = opener
        self._reconnects = reconnects
        self._rules: Optional[Session] = None
        self._opening = asyncio.Lock()
        self._room = asyncio.Semaphore(searches)
        self._idle: List[Session] = []
        self._readers: List[Session] = []
        self._all: Set[Session] = set()
        self._closed = False
        self.options: Dict[str, str] = {}
        """The options that every search has."""

    async def rules(self) -> Session:
        """The session that answers about rules; opens it if there is none."""
        self._home.check()
        session = self._rules
        if session is not None and session.alive:
            return session
        async with self._opening:
            if self._rules is None or not self._rules.alive:
                self._rules = await self._open()
                if self.options:
                    text, steps = set_options(self.options)
                    checked(steps, await self._rules.send(text, steps).future)
            return self._rules

    def rules_at_once(self) -> Optional[Session]:
        """The session that answers about rules, if it is open."""
        return self._rules if self._rules is not None and self._rules.alive else None

    @property
    def has_room(self) -> bool:
        """Whether `lease` does not wait."""
        return not self._room.locked()

    async def lease(self, about: object) -> Session:
        """A session for one search, preferably the one that searched the same game last. It has to be given back."""
        self._home.check()
        await self._room.acquire()
        try:
            self._idle = [session for session in self._idle if session.alive]
            for session in self._idle:
                if session.searched_last(about):
                    self._idle.remove(session)
                    return session
            return self._idle.pop(0) if self._idle else await self._open()
        except BaseException:
            self._room.release()
            raise

    def give_back(self, session: Session) -> None:
        """Ends a lease."""
        self._room.release()
        if session.alive:
            self._idle.append(session)

    async def lease_reader(self) -> Session:
        """A session for reading a text; it has to be given back. There may be any number of them, beside those that search."""
        self._home.check()
        while self._readers:
            session = self._readers.pop()
            if session.alive:
                return session
        return await self._open()

    def give_back_reader(self, session: Session) -> None:
        """Ends that lease, also in the middle of a text."""
        if session.alive:
            self._readers.append(session)

    def forget(self) -> None:
        """The next search of each session begins with an empty hash table."""
        self._home.check()
        for session in self._all:
            session.searched = None

    async def _open(self) -> Session:
        for attempt in range(self._reconnects + 1):
            if self._closed:
                raise EngineTerminated("the engine was closed")
            try:
                session = await self._opener.open(self.timeout)
                break
            except REFUSALS:
                if attempt == self._reconnects:
                    raise
            await asyncio.sleep(min(LONGEST_PAUSE, FIRST_PAUSE * (attempt + 1)))
        if self._closed:
            session.close()
            raise EngineTerminated("the engine was closed")
        self._all = {known for known in self._all if known.alive} | {session}
        return session

    async def close(self) -> None:
        """Ends every session, and waits until connections and children have gone. In a forked process it does nothing."""
        if not self._home.here:
            return
        self._home.check()
        self._closed = True
        for session in self._all:
            session.close()
        if self._all:
            await asyncio.wait([session.closed for session in self._all], timeout=self.timeout)
