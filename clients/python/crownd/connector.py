"""Opens sessions: starts a daemon as a child process, or connects to one over TCP or TLS."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import ssl
from dataclasses import dataclass
from typing import Optional, Tuple, cast
from urllib.parse import urlsplit

from . import encode, parse
from .errors import EngineTerminated, EngineTimeout, ProtocolError
from .sanitize import sanitize_lines
from .session import Session, Step, check_answers

MAX_STDERR_BYTES = 2000
"""The length of a child's standard error shown in exceptions."""
KILL_SIGNAL: int = getattr(signal, "SIGKILL", signal.SIGTERM)
"""Windows has no SIGKILL."""
EXIT_DELAY = 1.0
"""Seconds to wait for the exit status and the last output of a child that closed a pipe or exited."""
RETRYABLE_ERRORS = (EngineTerminated, EngineTimeout, ProtocolError)
"""Errors that may disappear when the connection is tried again."""


class Connector:
    """Opens sessions with a daemon."""

    token: Optional[str] = None

    async def _connect(self, session: Session) -> None:
        raise NotImplementedError

    async def open(self, session: Session) -> None:
        """Connects a session and waits for its first answer. Raises EngineTerminated, EngineTimeout, or the daemon's error."""
        try:
            await session.connect(self._connect(session))
            await self._handshake(session)
        except (asyncio.TimeoutError, EngineTimeout) as error:
            session.fail(EngineTerminated("connecting took too long"))
            raise EngineTimeout(f"{self} did not answer within {session.timeout:g} s") from error
        except (OSError, ssl.CertificateError) as error:
            session.fail(EngineTerminated("not connected"))
            if session.unrequested_error is not None:
                raise session.unrequested_error from error
            raise EngineTerminated(f"{self}: {error}") from error
        except BaseException:
            session.fail(EngineTerminated("not connected"))
            raise

    async def _handshake(self, session: Session) -> None:
        """Sends the token and requests the version. Reports an `error` even if the connection ends right after it."""
        text, steps = "version\n", [Step("version")]
        if self.token is not None:
            text, steps = f"auth {self.token}\n{text}", [Step("authok")] + steps
        request = session.send(text, steps)
        try:
            answers = check_answers(steps, await request.future)
        except EngineTerminated:
            check_answers(steps, [lines for lines in request.answers if lines])
            raise
        parse.answer(parse.version, answers[-1])


@dataclass(frozen=True)
class ChildConnector(Connector):
    """Starts a child process for each session."""

    arguments: Tuple[str, ...]

    def __str__(self) -> str:
        return self.arguments[0]

    async def _connect(self, session: Session) -> None:
        await asyncio.get_running_loop().subprocess_exec(lambda: _ChildProtocol(session), *self.arguments)


class _ChildProtocol(asyncio.SubprocessProtocol):
    """Passes a child's output to its session."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._stderr = b""
        self._child: Optional[asyncio.SubprocessTransport] = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        child = self._child = cast(asyncio.SubprocessTransport, transport)
        stdin = cast(asyncio.WriteTransport, child.get_pipe_transport(0))

        def abort() -> None:
            if not stdin.is_closing():
                stdin.abort()  # also ends a daemon started by a script
            if child.get_returncode() is None:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(child.get_pid(), KILL_SIGNAL)  # the transport's kill() would reap the child before asyncio's watcher

        self._session.attach(stdin, abort)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if fd == 1:
            self._session.data_received(data)
        else:
            self._stderr = (self._stderr + data)[-MAX_STDERR_BYTES:]

    def pipe_connection_lost(self, fd: int, exc: Optional[Exception]) -> None:
        if fd < 2:
            asyncio.get_running_loop().call_later(EXIT_DELAY, self._check_exit)

    def _check_exit(self) -> None:
        if self._child is not None and self._child.get_returncode() is not None:
            self._finish()
        else:
            self._session.terminated("the daemon closed its input or output")

    def process_exited(self) -> None:
        # connection_lost may never be called: a process started by the child can keep the pipes open.
        asyncio.get_running_loop().call_later(EXIT_DELAY, self._finish)

    def connection_lost(self, exc: Optional[Exception]) -> None:
        self._finish()

    def _finish(self) -> None:
        if self._child is not None:
            self._child.close()
            self._child = None
        message = sanitize_lines(self._stderr.decode("utf-8", "replace").strip())
        self._session.terminated("the daemon ended" + (f": {message}" if message else ""))
        self._session.set_closed()


@dataclass(frozen=True)
class RemoteConnector(Connector):
    """Opens a connection for each session."""

    host: str
    port: int
    tls: Optional[ssl.SSLContext]
    token: Optional[str] = None

    @classmethod
    def from_url(cls, url: str, token: Optional[str], ca: Optional[str], context: Optional[ssl.SSLContext]) -> "RemoteConnector":
        """Parses `tls://HOST:PORT` or `tcp://HOST:PORT`. Raises ValueError for any other URL."""
        parts = urlsplit(url)
        if parts.scheme not in ("tls", "tcp") or not parts.hostname or parts.port is None or parts.path not in ("", "/"):
            raise ValueError(f"invalid URL {url!r}: expected tls://HOST:PORT or tcp://HOST:PORT")
        if parts.scheme == "tls":
            tls = context or ssl.create_default_context(cafile=ca)
        elif ca is None and context is None:
            tls = None
        else:
            raise ValueError(f"certificates cannot be used with {url!r}: expected tls://HOST:PORT")
        return cls(parts.hostname, parts.port, tls, None if token is None else encode.text(token))

    def __str__(self) -> str:
        return f"{'tls' if self.tls else 'tcp'}://{self.host}:{self.port}"

    async def _connect(self, session: Session) -> None:
        await asyncio.get_running_loop().create_connection(lambda: session, self.host, self.port, ssl=self.tls)
