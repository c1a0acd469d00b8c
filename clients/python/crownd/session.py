"""A connection to a daemon: sends commands and assigns the received lines to them."""

from __future__ import annotations

import asyncio
import weakref
from collections import deque
from typing import Any, Callable, Coroutine, Deque, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from .errors import CrowndError, EngineError, EngineTerminated, EngineTimeout, ProtocolError, error_from_line
from .owner import OwnerLoop
from .position_tree import Node
from .sanitize import sanitize

MAX_LINE_BYTES = 1 << 20
"""Far more than any line that a daemon sends."""
MAX_ANSWER_LINES = 100_000
MAX_MOVES_PER_COMMAND = 500
"""Keeps a command far below 262144 bytes, the daemon's default for --max-line."""

FINAL_WORDS = frozenset(("bestmove", "uciok", "gamesok", "tablesok", "helpok", "authok", "status", "moved", "undone", "legalmoves",
                         "moves", "squares", "fen", "version", "eval", "probe", "why", "nodes", "bench"))
"""First words of lines that end an answer."""

Answers = List[List[str]]
"""The lines of each answer."""


class Step:
    """An expected answer, given by the first word of its last line.

    Commands such as `position` have no answer, so `status` is sent after them (`silent`): then an `error` is not the last line.
    """

    __slots__ = ("final", "silent")

    def __init__(self, final: str, silent: bool = False) -> None:
        self.final = final
        self.silent = silent

    def error(self, lines: List[str]) -> Optional[str]:
        """The line `error ...` of an answer, or None."""
        if self.silent:
            return next((line for line in lines if line.startswith("error ")), None)
        return lines[-1] if lines[-1].startswith("error ") else None


class Request:
    """Commands sent together. The first `required` steps must succeed, because later requests rely on the position."""

    __slots__ = ("steps", "answers", "future", "required", "deadline", "on_info", "line_count")

    def __init__(self, steps: Sequence[Step], future: "asyncio.Future[Answers]", required: int, deadline: Optional[float],
                 on_info: Optional[Callable[[str], None]]) -> None:
        self.steps = steps
        self.answers: Answers = [[]]
        self.future = future
        self.required = required
        self.deadline = deadline
        self.on_info = on_info
        self.line_count = 0


def check_answers(steps: Sequence[Step], answers: Answers) -> Answers:
    """Returns the answers, or raises the first error among them."""
    for step, lines in zip(steps, answers):
        error = step.error(lines)
        if error is not None:
            raise error_from_line(error)
    return answers


class Session(asyncio.Protocol):
    """A connection. The daemon answers requests in order; an unexpected line closes the connection with a ProtocolError."""

    def __init__(self, timeout: float) -> None:
        self.owner = OwnerLoop()
        self.timeout = timeout
        self._loop = self.owner.loop
        self._transport: Optional[asyncio.WriteTransport] = None
        self._abort: Callable[[], object] = lambda: None
        self._buffer = bytearray()
        self._requests: Deque[Request] = deque()
        self._pings: Deque["asyncio.Future[None]"] = deque()
        self._watchdog_ping: Optional["asyncio.Future[None]"] = None
        self._watchdog: Optional[asyncio.TimerHandle] = None
        self._unrequested_error: Optional[str] = None
        self.failure: Optional[CrowndError] = None
        """Why the connection was closed; None while it is open."""
        self.closed: "asyncio.Future[None]" = self._loop.create_future()
        """Done when the connection is closed and the child process has exited."""
        self.node: Optional[Node] = None
        """The session's position after all commands sent so far; None if unknown."""
        self.request_count = 0
        self.options: Dict[str, str] = {}
        """The options set in this session."""
        self.last_searched: Optional["weakref.ref[Any]"] = None
        """The game searched last, whose positions are in the hash table."""

    @property
    def alive(self) -> bool:
        """Whether the connection is open."""
        return self.failure is None

    def has_searched(self, game: object) -> bool:
        """Whether the last search was one of this game."""
        return self.last_searched is not None and self.last_searched() is game

    async def connect(self, connecting: Coroutine[Any, Any, None]) -> None:
        """Waits for the connection. Raises asyncio.TimeoutError after the timeout; `fail` cancels the attempt.

        asyncio.wait_for would lose a cancellation at the moment of completion before Python 3.12 (bpo-37658).
        """
        task = self._loop.create_task(connecting)
        task.add_done_callback(self._handle_connected)
        self._abort = task.cancel
        done, _ = await asyncio.wait((task,), timeout=self.timeout)
        if not done:
            raise asyncio.TimeoutError
        if self.failure is not None:
            raise self.failure
        task.result()

    def _handle_connected(self, task: "asyncio.Task[None]") -> None:
        if not task.cancelled():
            task.exception()  # asyncio would log exceptions that nobody retrieves
        if self._transport is None:
            self.set_closed()

    def attach(self, writer: asyncio.WriteTransport, abort: Callable[[], None]) -> None:
        """Sets the transport for commands, and the function that closes the connection at once."""
        self._transport = writer
        self._abort = abort
        if not self.alive:
            abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.attach(transport, transport.abort)

    def connection_lost(self, exc: Optional[Exception]) -> None:
        self.terminated("the connection ended" if exc is None else f"the connection broke: {exc}")
        self.set_closed()

    def set_closed(self) -> None:
        """Reports that the connection is closed and the child process has exited."""
        if not self.closed.done():
            self.closed.set_result(None)

    def terminated(self, reason: str) -> None:
        """Fails all requests with EngineTerminated."""
        if self._unrequested_error is not None:
            reason += f"; the daemon's last line: {self._unrequested_error}"
        self.fail(EngineTerminated(reason))

    @property
    def unrequested_error(self) -> Optional[EngineError]:
        """An `error` received without a request, for example from a daemon without a free session."""
        return None if self._unrequested_error is None else error_from_line(self._unrequested_error)

    def eof_received(self) -> Optional[bool]:
        return False

    def write(self, text: str) -> None:
        """Sends commands without an answer."""
        self.owner.check()
        self._write(text.encode())

    def _write(self, data: bytes) -> None:
        if self.alive and self._transport is not None:
            self._transport.write(data)

    def send(self, text: Union[str, bytes], steps: Sequence[Step], required: int = 0, timed: bool = True,
             on_info: Optional[Callable[[str], None]] = None) -> Request:
        """Sends commands. The future of the request receives a list of lines for each step. Raises if the connection is closed.

        If not `timed`, the answer may take any time as long as the daemon answers `isready`.
        """
        self._check_alive()
        data = text if isinstance(text, bytes) else text.encode()
        deadline = self._loop.time() + self.timeout if timed else None
        request = Request(steps, self._loop.create_future(), required, deadline, on_info)
        self._requests.append(request)
        self.request_count += 1
        self._write(data)
        self._start_watchdog()
        return request

    def send_at(self, node: Node, text: str, steps: Sequence[Step], required: int = 0, timed: bool = True,
                on_info: Optional[Callable[[str], None]] = None, before: str = "") -> Request:
        """Like `send`, for commands in a position. `before` precedes the commands that set it, whose answers precede the others."""
        setup, setup_steps = _setup_commands(self.node, node)
        request = self.send(before + setup + text, [*setup_steps, *steps], len(setup_steps) + required, timed, on_info)
        self.node = node
        return request

    async def ping(self) -> None:
        """Waits for the answer to `isready`, which a daemon sends even during a search."""
        self._check_alive()
        pong = self._ping()
        self._start_watchdog()
        await pong

    def _check_alive(self) -> None:
        self.owner.check()
        if self.failure is not None:
            raise EngineTerminated(str(self.failure)) from self.failure

    def _ping(self) -> "asyncio.Future[None]":
        pong: "asyncio.Future[None]" = self._loop.create_future()
        self._pings.append(pong)
        self._write(b"isready\n")
        return pong

    def expect_answer(self, request: Request, seconds: float = 0) -> None:
        """Sets the deadline of a request to the timeout after `seconds` of search."""
        request.deadline = self._loop.time() + seconds + self.timeout

    def _start_watchdog(self) -> None:
        if self._watchdog is None:
            self._watchdog = self._loop.call_later(self.timeout, self._check_progress)

    def _check_progress(self) -> None:
        """Runs every timeout while requests are pending: fails if the first one is late or the daemon does not answer pings."""
        self._watchdog = None
        if not self.alive or not (self._requests or self._pings):
            self._watchdog_ping = None
            return
        now = self._loop.time()
        deadline = self._requests[0].deadline if self._requests else None
        if deadline is not None and now >= deadline or self._watchdog_ping is not None and not self._watchdog_ping.done():
            self.fail(EngineTimeout(f"the daemon did not answer within {self.timeout:g} s"))
            return
        self._watchdog_ping = self._ping()
        delay = self.timeout if deadline is None else max(0.0, min(self.timeout, deadline - now))
        self._watchdog = self._loop.call_later(delay, self._check_progress)

    def data_received(self, data: bytes) -> None:
        first, newline, rest = data.partition(b"\n")
        self._buffer += first
        if newline:
            lines = [bytes(self._buffer), *rest.split(b"\n")]
            self._buffer = bytearray(lines.pop())
            for line in lines:
                if not self.alive:
                    return
                self._handle_line(line)
        if len(self._buffer) > MAX_LINE_BYTES:
            self._fail_long_line()

    def _fail_long_line(self) -> None:
        self.fail(ProtocolError(f"the daemon sent a line of more than {MAX_LINE_BYTES} bytes"))

    def _handle_line(self, data: bytes) -> None:
        if len(data) > MAX_LINE_BYTES:
            self._fail_long_line()
            return
        line = sanitize(data.decode("utf-8", "replace").rstrip("\r"))
        first = line.partition(" ")[0]
        if first == "readyok":
            if not self._pings:
                self.fail(ProtocolError("the daemon sent readyok without isready"))
                return
            pong = self._pings.popleft()
            if not pong.done():
                pong.set_result(None)
        elif self._requests:
            self._handle_answer(self._requests[0], first, line)
        elif first == "error":
            self._unrequested_error = line
        elif first != "info":
            self.fail(ProtocolError(f"the daemon sent a line without a request: {line[:200]!r}"))

    def _handle_answer(self, request: Request, first: str, line: str) -> None:
        if first == "info" and request.on_info is not None:
            request.on_info(line)
            return
        lines = request.answers[-1]
        number = len(request.answers)
        step = request.steps[number - 1]
        lines.append(line)
        if first == step.final or first == "error" and not step.silent:
            error = step.error(lines) if number <= request.required else None
            if error is not None:
                self._requests.popleft()
                _set_exception(request.future, error_from_line(error))
                self.terminated(f"the session lost its position: {error}")
            elif number < len(request.steps):
                request.answers.append([])
            else:
                self._requests.popleft()
                if not request.future.done():
                    request.future.set_result(request.answers)
        elif first in FINAL_WORDS:
            self.fail(ProtocolError(f"the daemon sent {line[:200]!r}: expected {step.final!r}"))
        else:
            request.line_count += 1
            if request.line_count > MAX_ANSWER_LINES:
                self.fail(ProtocolError(f"the daemon sent an answer of more than {MAX_ANSWER_LINES} lines"))

    def fail(self, failure: CrowndError) -> None:
        """Closes the connection and fails all requests. Does nothing if it is closed."""
        if self.failure is not None:
            return
        self.failure = failure
        if self._watchdog is not None:
            self._watchdog.cancel()
        self._abort()
        for request in self._requests:
            _set_exception(request.future, failure)
        for pong in self._pings:
            if pong is self._watchdog_ping:
                pong.cancel()
            else:
                _set_exception(pong, failure)
        self._requests.clear()
        self._pings.clear()

    def close(self) -> None:
        """Stops the search and closes the connection."""
        self.write("quit\n")
        self.fail(EngineTerminated("the engine was closed"))


def _set_exception(future: "asyncio.Future[Any]", error: CrowndError) -> None:
    if not future.done():
        future.set_exception(error)
        future.exception()  # asyncio would log exceptions that nobody retrieves


def _setup_commands(current: Optional[Node], node: Node) -> Tuple[str, List[Step]]:
    """The shortest commands from the current position of a session to `node`, and their steps."""
    if current is node:
        return "", []
    if current is not None:
        if current.parent is node:
            return "undo\n", [Step("undone")]
        if node.parent is current:
            return f"move {node.move}\n", [Step("moved")]
    commands = [node.root.command() + "status\n"]
    steps = [Step("status", silent=True)]
    moves = node.moves()
    for start in range(0, len(moves), MAX_MOVES_PER_COMMAND):
        commands.append("move " + " ".join(moves[start:start + MAX_MOVES_PER_COMMAND]) + "\n")
        steps.append(Step("moved"))
    return "".join(commands), steps


def option_commands(values: Mapping[str, str]) -> Tuple[str, List[Step]]:
    """The commands that set options formatted by `encode`, and their steps."""
    commands = [f"setoption name {name}{' value ' + value if value else ''}\nstatus\n" for name, value in values.items()]
    return "".join(commands), [Step("status", silent=True)] * len(values)
