"""One connection to a daemon: lines out, lines in, and which of them answer what."""

from __future__ import annotations

import asyncio
import weakref
from collections import deque
from typing import Any, Callable, Deque, Dict, List, Optional, Sequence, Tuple, Union

from .errors import CrowndError, EngineError, EngineTerminated, EngineTimeout, ProtocolError, error_of_line
from .foreign import printable
from .home import Home
from .node import Node
from .request import Request, Step, failure

LONGEST_LINE = 1 << 20
"""Bytes of an answer's line: many times the longest that a daemon sends."""
MOST_LINES = 100_000
"""Lines of one answer."""
MOVES_IN_A_LINE = 500
"""So a command stays far below the 262144 bytes that a daemon reads unless told otherwise."""

FINAL_WORDS = frozenset(("bestmove", "uciok", "gamesok", "tablesok", "helpok", "authok", "status", "moved", "undone", "legalmoves",
                         "moves", "squares", "fen", "version", "eval", "probe", "nodes", "bench"))
"""First words of lines that end an answer."""


class Session(asyncio.Protocol):
    """A connection. Answers come in the order of the requests; whatever does not fit ends the connection with an exception."""

    def __init__(self, timeout: float) -> None:
        self.home = Home()
        self._loop = self.home.loop
        self._timeout = timeout
        self._transport: Optional[asyncio.WriteTransport] = None
        self._abort: Callable[[], None] = lambda: None
        self._rest = bytearray()
        self._requests: Deque[Request] = deque()
        self._pings: Deque["asyncio.Future[None]"] = deque()
        self._probe: Optional["asyncio.Future[None]"] = None
        self._watch: Optional[asyncio.TimerHandle] = None
        self._unasked: Optional[str] = None
        self.reason: Optional[CrowndError] = None
        """Why the connection ended; None while it lives."""
        self.closed: "asyncio.Future[None]" = self._loop.create_future()
        """Done when the connection, and a child process, has ended."""
        self.node: Optional[Node] = None
        """The position that the session has after all that was sent; None if that is not known."""
        self.asked = 0
        """The number of requests so far."""
        self.options: Dict[str, str] = {}
        """The options that were set."""
        self.searched: Optional["weakref.ref[Any]"] = None
        """What the hash table is about: the game that was searched last."""

    @property
    def alive(self) -> bool:
        """Whether the connection can be used."""
        return self.reason is None

    def searched_last(self, about: object) -> bool:
        """Whether the hash table is about this."""
        return self.searched is not None and self.searched() is about

    def attach(self, writer: asyncio.WriteTransport, abort: Callable[[], None]) -> None:
        """Where lines are written to, and how the connection is ended at once."""
        self._transport = writer
        self._abort = abort

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.attach(transport, transport.abort)

    def connection_lost(self, exc: Optional[Exception]) -> None:
        self.ended("the connection ended" if exc is None else f"the connection broke: {exc}")
        if not self.closed.done():
            self.closed.set_result(None)

    def ended(self, what: str) -> None:
        """The daemon has gone: every request fails."""
        if self._unasked is not None:
            what += f"; the daemon's last words: {self._unasked}"
        self.fail(EngineTerminated(what))

    @property
    def refusal(self) -> Optional[EngineError]:
        """The `error` that the daemon sent without being asked, as when it is full."""
        return None if self._unasked is None else error_of_line(self._unasked)

    def eof_received(self) -> Optional[bool]:
        return False

    def write(self, text: str) -> None:
        """Sends lines that get no answer of their own."""
        self.home.check()
        self._write(text)

    def _write(self, text: Union[str, bytes]) -> None:
        if self.alive and self._transport is not None:
            self._transport.write(text if isinstance(text, bytes) else text.encode())

    def send(self, text: Union[str, bytes], steps: Sequence[Step], fixed: int = 0, timed: bool = True,
             on_info: Optional[Callable[[str], None]] = None) -> Request:
        """Sends commands, and gives the request whose future gets a list of lines for each step. Raises if the session has ended.

        Without `timed` the answer may take any time, as long as the daemon shows signs of life.
        """
        self.home.check()
        if self.reason is not None:
            raise EngineTerminated(str(self.reason)) from self.reason
        deadline = self._loop.time() + self._timeout if timed else None
        request = Request(steps, self._loop.create_future(), fixed, deadline, on_info)
        self._requests.append(request)
        self.asked += 1
        self._write(text)
        if self._watch is None:
            self._watch = self._loop.call_later(self._timeout, self._look)
        return request

    async def ping(self) -> None:
        """Waits for the answer to `isready`, which comes at once in every state."""
        self.home.check()
        if self.reason is not None:
            raise EngineTerminated(str(self.reason)) from self.reason
        pong = self._ping()
        if self._watch is None:
            self._watch = self._loop.call_later(self._timeout, self._look)
        await pong

    def _ping(self) -> "asyncio.Future[None]":
        pong: "asyncio.Future[None]" = self._loop.create_future()
        self._pings.append(pong)
        self._write("isready\n")
        return pong

    def expect_soon(self, request: Request, seconds: float = 0) -> None:
        """From now on the answer has to come within the time-out, after so many seconds of work."""
        request.deadline = self._loop.time() + seconds + self._timeout

    def _look(self) -> None:
        """Called each time-out while something is awaited: is the first request late, or the daemon dead?"""
        self._watch = None
        if not self.alive or not (self._requests or self._pings):
            self._probe = None
            return
        now = self._loop.time()
        deadline = self._requests[0].deadline if self._requests else None
        if deadline is not None and now >= deadline or self._probe is not None and not self._probe.done():
            self.fail(EngineTimeout(f"the daemon did not answer within {self._timeout:g} s"))
            return
        self._probe = self._ping()
        self._watch = self._loop.call_later(self._timeout if deadline is None else max(0.0, min(self._timeout, deadline - now)),
                                            self._look)

    def data_received(self, data: bytes) -> None:
        first, end, behind = data.partition(b"\n")
        self._rest += first
        if not end:
            if len(self._rest) > LONGEST_LINE:
                self._long_line()
            return
        lines = [bytes(self._rest), *behind.split(b"\n")]
        self._rest = bytearray(lines.pop())
        for line in lines:
            if not self.alive:
                return
            self._take(printable(line.decode("utf-8", "replace").rstrip("\r")), len(line))
        if len(self._rest) > LONGEST_LINE:
            self._long_line()

    def _long_line(self) -> None:
        self.fail(ProtocolError(f"the daemon sent a line of more than {LONGEST_LINE} bytes"))

    def _take(self, line: str, size: int) -> None:
        if size > LONGEST_LINE:
            self._long_line()
            return
        first = line.partition(" ")[0]
        if first == "readyok":
            if not self._pings:
                self.fail(ProtocolError("the daemon sent readyok without being asked"))
                return
            pong = self._pings.popleft()
            if not pong.done():
                pong.set_result(None)
        elif self._requests:
            self._answer(self._requests[0], first, line)
        elif first == "error":
            self._unasked = line
        elif first != "info":
            self.fail(ProtocolError(f"the daemon sent a line without being asked: {line[:200]!r}"))

    def _answer(self, request: Request, first: str, line: str) -> None:
        if first == "info" and request.on_info is not None:
            request.on_info(line)
            return
        lines = request.answers[-1]
        at = len(request.answers) - 1
        step = request.steps[at]
        lines.append(line)
        if first == step.final or first == "error" and not step.silent:
            if at < request.fixed:
                error = failure(step, lines)
                if error is not None:
                    self._requests.popleft()
                    _set_exception(request.future, error_of_line(error))
                    self.ended(f"the session lost its position: {error}")
                    return
            if at + 1 < len(request.steps):
                request.answers.append([])
                return
            self._requests.popleft()
            if not request.future.done():
                request.future.set_result(request.answers)
        elif first in FINAL_WORDS:
            self.fail(ProtocolError(f"the daemon sent {line[:200]!r} where {step.final!r} was due"))
        else:
            request.lines += 1
            if request.lines > MOST_LINES:
                self.fail(ProtocolError(f"the daemon sent an answer of more than {MOST_LINES} lines"))

    def fail(self, reason: CrowndError) -> None:
        """Ends the connection; every request fails with the reason. Does nothing if it has ended."""
        if self.reason is not None:
            return
        self.reason = reason
        if self._watch is not None:
            self._watch.cancel()
        self._abort()
        for request in self._requests:
            _set_exception(request.future, reason)
        for pong in self._pings:
            if pong is self._probe:
                pong.cancel()
            else:
                _set_exception(pong, reason)
        self._requests.clear()
        self._pings.clear()

    def close(self) -> None:
        """Ends the connection, and with it its search."""
        self.write("quit\n")
        self.fail(EngineTerminated("the engine was closed"))


def _set_exception(future: "asyncio.Future[Any]", reason: CrowndError) -> None:
    if not future.done():
        future.set_exception(reason)
        future.exception()  # whoever waits gets it; if nobody does, asyncio shall not complain


def reach(session: Session, node: Node) -> Tuple[str, List[Step]]:
    """The commands after which the session has the position of `node`, as few as possible."""
    here = session.node
    if here is node:
        return "", []
    if here is not None:
        if here.parent is node:
            return "undo\n", [Step("undone")]
        if node.parent is here:
            return f"move {node.move}\n", [Step("moved")]
    commands = [node.root.command() + "status\n"]
    steps = [Step("status", silent=True)]
    moves = node.moves()
    for start in range(0, len(moves), MOVES_IN_A_LINE):
        commands.append("move " + " ".join(moves[start:start + MOVES_IN_A_LINE]) + "\n")
        steps.append(Step("moved"))
    return "".join(commands), steps
