"""Ways to reach a daemon: as a child process, or over TCP and TLS."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import ssl
from dataclasses import dataclass
from typing import Awaitable, Optional, Tuple, cast
from urllib.parse import urlsplit

from . import answers
from .errors import EngineTerminated, EngineTimeout, ProtocolError
from .foreign import printable_lines
from .request import Step, checked
from .session import Session

LAST_WORDS = 2000
"""Bytes of a child's standard error that an exception shows."""
FATAL: int = getattr(signal, "SIGKILL", signal.SIGTERM)
"""What ends a child; Windows has but one such signal."""
LAST_MOMENT = 1.0
"""Seconds between the end of a child's input or output and its own end."""


async def within(seconds: float, awaited: Awaitable[None]) -> None:
    """Waits for the end, or raises asyncio.TimeoutError. A cancellation is never lost, as asyncio.wait_for loses one before Python 3.12
    that comes at the moment of the end (bpo-37658)."""
    task = asyncio.ensure_future(awaited)
    try:
        done, _ = await asyncio.wait((task,), timeout=seconds)
    except asyncio.CancelledError:
        task.cancel()
        raise
    if not done:
        task.cancel()
        raise asyncio.TimeoutError
    task.result()


class Opener:
    """Opens sessions with a daemon."""

    token: Optional[str] = None

    async def _attach(self, session: Session) -> None:
        raise NotImplementedError

    async def open(self, timeout: float) -> Session:
        """A session that has answered. Raises EngineTerminated, EngineTimeout, or what the daemon says against it."""
        session = Session(timeout)
        try:
            await within(timeout, self._attach(session))
            await self._greet(session)
        except (asyncio.TimeoutError, EngineTimeout) as late:
            session.fail(EngineTerminated("opened too slowly"))
            raise EngineTimeout(f"{self} did not answer within {timeout:g} s") from late
        except (OSError, ssl.CertificateError) as error:
            session.fail(EngineTerminated("not opened"))
            if session.refusal is not None:
                raise session.refusal from error
            raise EngineTerminated(f"{self}: {error}") from error
        except BaseException:
            session.fail(EngineTerminated("not opened"))
            raise
        return session

    async def _greet(self, session: Session) -> None:
        """Sends the token and asks for the version. A refusal counts even if the connection ends right after it."""
        text, steps = "version\n", [Step("version")]
        if self.token is not None:
            text, steps = f"auth {self.token}\n{text}", [Step("authok")] + steps
        request = session.send(text, steps)
        try:
            given = checked(steps, await request.future)
        except EngineTerminated:
            checked(steps, [lines for lines in request.answers if lines])
            raise
        answers.parsed(answers.version, given[-1])


@dataclass(frozen=True)
class Child(Opener):
    """A child process for each session."""

    arguments: Tuple[str, ...]

    def __str__(self) -> str:
        return self.arguments[0]

    async def _attach(self, session: Session) -> None:
        await asyncio.get_running_loop().subprocess_exec(lambda: _ChildProtocol(session), *self.arguments)


class _ChildProtocol(asyncio.SubprocessProtocol):
    """Hands what a child writes to its session."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._errors = b""
        self._child: Optional[asyncio.SubprocessTransport] = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        child = self._child = cast(asyncio.SubprocessTransport, transport)
        commands = cast(asyncio.WriteTransport, child.get_pipe_transport(0))

        def end() -> None:
            if not commands.is_closing():
                commands.abort()  # ends a daemon behind a script, too
            if child.get_returncode() is None:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(child.get_pid(), FATAL)  # kill() of the transport would reap it under the eyes of asyncio's watcher

        self._session.attach(commands, end)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if fd == 1:
            self._session.data_received(data)
        else:
            self._errors = (self._errors + data)[-LAST_WORDS:]

    def pipe_connection_lost(self, fd: int, exc: Optional[Exception]) -> None:
        if fd < 2:  # the end of the child follows, with its last words; if not, it is not waited for
            asyncio.get_running_loop().call_later(LAST_MOMENT, self._cut)

    def _cut(self) -> None:
        if self._child is not None and self._child.get_returncode() is not None:
            self._end()
        else:
            self._session.ended("the daemon closed its input or output")

    def process_exited(self) -> None:
        # connection_lost waits until nobody holds the pipes, which may be a process that the child left behind.
        asyncio.get_running_loop().call_later(LAST_MOMENT, self._end)

    def connection_lost(self, exc: Optional[Exception]) -> None:
        self._end()

    def _end(self) -> None:
        if self._child is not None:
            self._child.close()
            self._child = None
        words = printable_lines(self._errors.decode("utf-8", "replace").strip())
        self._session.ended("the daemon ended" + (f": {words}" if words else ""))
        if not self._session.closed.done():
            self._session.closed.set_result(None)


@dataclass(frozen=True)
class Remote(Opener):
    """A connection for each session."""

    host: str
    port: int
    tls: Optional[ssl.SSLContext]
    token: Optional[str] = None

    @classmethod
    def of_url(cls, url: str, token: Optional[str], ca: Optional[str], context: Optional[ssl.SSLContext]) -> "Remote":
        """From `tls://HOST:PORT` or `tcp://HOST:PORT`. ValueError for another text."""
        parts = urlsplit(url)
        if parts.scheme not in ("tls", "tcp") or not parts.hostname or parts.port is None or parts.path not in ("", "/"):
            raise ValueError(f"an address is tls://HOST:PORT or tcp://HOST:PORT, not {url!r}")
        if parts.scheme == "tcp":
            if ca is not None or context is not None:
                raise ValueError("certificates are for tls://, not for tcp://")
            tls = None
        else:
            tls = context or ssl.create_default_context(cafile=ca)
        return cls(parts.hostname, parts.port, tls, None if token is None else answers.text(token))

    def __str__(self) -> str:
        return f"{'tls' if self.tls else 'tcp'}://{self.host}:{self.port}"

    async def _attach(self, session: Session) -> None:
        await asyncio.get_running_loop().create_connection(lambda: session, self.host, self.port, ssl=self.tls)


REFUSALS = (EngineTerminated, EngineTimeout, ProtocolError)
"""Failures of opening that may be over at the next try."""
