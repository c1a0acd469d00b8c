"""The sessions of an engine: one for rules, several for searches and for reading games. Broken sessions are replaced."""

from __future__ import annotations

import asyncio
from typing import Dict, List, Optional, Set

from . import encode
from .connector import RETRYABLE_ERRORS, Connector
from .errors import EngineTerminated
from .owner import OwnerLoop
from .session import Session, check_answers, option_commands

RETRY_DELAY_STEP = 0.1
"""Seconds before the first retry; each further delay is longer by as much."""
MAX_RETRY_DELAY = 2.0


class SessionPool:
    """Opens sessions, reuses them, and closes them."""

    def __init__(self, connector: Connector, timeout: float, reconnects: int, searches: int) -> None:
        if not timeout > 0:
            raise ValueError(f"invalid timeout {timeout!r}: expected a positive number of seconds")
        self.connector = connector
        self.timeout = timeout
        self.options: Dict[str, str] = {}
        """The options of all searches."""
        self.sessions: Set[Session] = set()
        """The sessions that are being opened, are open or have not closed yet."""
        self._owner = OwnerLoop()
        self._reconnects = encode.integer("reconnects", reconnects, 0)
        self._rules: Optional[Session] = None
        self._rules_lock = asyncio.Lock()
        self._slots = asyncio.Semaphore(encode.integer("searches", searches, 1))
        self._idle: List[Session] = []
        self._idle_readers: List[Session] = []
        self._closed = False

    async def rules_session(self) -> Session:
        """The session for rules; opens it if necessary."""
        self._owner.check()
        session = self.open_rules_session()
        if session is not None:
            return session
        async with self._rules_lock:
            if self._rules is None or not self._rules.alive:
                self._rules = await self._open()
                if self.options:
                    text, steps = option_commands(self.options)
                    check_answers(steps, await self._rules.send(text, steps).future)
            return self._rules

    def open_rules_session(self) -> Optional[Session]:
        """The session for rules, or None if it is not open."""
        return self._rules if self._rules is not None and self._rules.alive else None

    @property
    def has_free_slot(self) -> bool:
        """Whether `acquire` returns without waiting for another search."""
        return not self._slots.locked()

    async def acquire(self, game: object) -> Session:
        """Waits for a session for one search, preferably the session that searched this game last. Call `release` after the search."""
        self._owner.check()
        await self._slots.acquire()
        try:
            self._idle = [session for session in self._idle if session.alive]
            for session in self._idle:
                if session.has_searched(game):
                    self._idle.remove(session)
                    return session
            return self._idle.pop(0) if self._idle else await self._open()
        except BaseException:
            self._slots.release()
            raise

    def release(self, session: Session) -> None:
        """Returns a session of `acquire`."""
        self._slots.release()
        if session.alive:
            self._idle.append(session)

    async def acquire_reader(self) -> Session:
        """Returns a session for reading games. Their number is unlimited. Call `release_reader` afterwards."""
        self._owner.check()
        while self._idle_readers:
            session = self._idle_readers.pop()
            if session.alive:
                return session
        return await self._open()

    def release_reader(self, session: Session) -> None:
        """Returns a session of `acquire_reader`, even in the middle of a text."""
        if session.alive:
            self._idle_readers.append(session)

    def new_game(self) -> None:
        """Makes the next search of each session clear the hash table."""
        self._owner.check()
        for session in self.sessions:
            session.last_searched = None

    async def _open(self) -> Session:
        for attempt in range(self._reconnects + 1):
            if self._closed:
                raise EngineTerminated("the engine was closed")
            session = Session(self.timeout)
            self.sessions = {each for each in self.sessions if not each.closed.done()} | {session}
            try:
                await self.connector.open(session)
                break
            except RETRYABLE_ERRORS:
                if attempt == self._reconnects:
                    raise
            await asyncio.sleep(min(MAX_RETRY_DELAY, RETRY_DELAY_STEP * (attempt + 1)))
        return session

    async def close(self) -> None:
        """Closes all sessions and waits until their connections and child processes have ended. Does nothing in a forked process."""
        if not self._owner.is_current():
            return
        self._owner.check()
        self._closed = True
        for session in self.sessions:
            session.close()
        if self.sessions:
            await asyncio.wait([session.closed for session in self.sessions], timeout=self.timeout)
