"""A bridge between standard input and output and a daemon over TCP or TLS, for programs that start their engine as a child process.

Bytes go through as they are, at once and in both directions; only `auth TOKEN` is sent by the bridge itself. At the end of input only
the sending half is closed, so what was asked is still answered.
"""

from __future__ import annotations

import os
import socket
import ssl
import threading
import time
from typing import Callable, Optional, Tuple, Union

from ..foreign import printable

#: Bytes that are read at once.
_CHUNK = 65536
#: Seconds in which the connection, the handshake and the answer to the token have to come, all together.
_PATIENCE = 30.0
#: The longest answer to the token.
_LONGEST_ANSWER = 4096


class BridgeError(Exception):
    """Why there is no connection, or no longer one: a sentence for people."""


class Limited:
    """A socket with a time in which all that is done with it has to be over, until that is lifted."""

    def __init__(self, connection: socket.socket, deadline: float) -> None:
        self._socket = connection
        self._deadline: Optional[float] = deadline

    def lift(self) -> None:
        self._deadline = None
        self._socket.settimeout(None)

    def recv(self, count: int) -> bytes:
        self._limit()
        return self._socket.recv(count)

    def sendall(self, data: bytes) -> None:
        self._limit()
        self._socket.sendall(data)

    def shutdown(self, how: int) -> None:
        self._socket.shutdown(how)

    def _limit(self) -> None:
        if self._deadline is not None:
            self._socket.settimeout(_left(self._deadline))


def _left(deadline: float) -> float:
    """The seconds that are left; socket.timeout if there are none."""
    left = deadline - time.monotonic()
    if left <= 0:
        raise socket.timeout("timed out")
    return left


class Plain:
    """Bytes over TCP. One thread may send while another one receives."""

    def __init__(self, connection: Limited) -> None:
        self._socket = connection

    def receive(self) -> bytes:
        """What comes next; empty at the end."""
        return self._socket.recv(_CHUNK)

    def send(self, data: bytes) -> None:
        self._socket.sendall(data)

    def end_sending(self) -> None:
        self._socket.shutdown(socket.SHUT_WR)


class Tls:
    """The same over TLS. OpenSSL's object is not for two threads at once, so a lock guards it; nobody waits for the network with it."""

    def __init__(self, connection: Limited, context: ssl.SSLContext, host: str) -> None:
        self._socket = connection
        self._incoming = ssl.MemoryBIO()
        self._outgoing = ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._incoming, self._outgoing, server_hostname=host)
        self._lock = threading.Lock()
        #: Held while what was encrypted is sent, so that records stay in order. It is taken before `_lock`.
        self._sending = threading.Lock()
        self._ended = False
        #: What was read before the sending half was closed.
        self._ahead = b""
        while not self._step(self._tls.do_handshake):
            self._take()

    def receive(self) -> bytes:
        plain = b""

        def read() -> None:
            nonlocal plain
            plain, self._ahead = self._ahead or self._tls.read(_CHUNK), b""

        while not self._step(read):
            if not self._take():
                return b""
        return plain

    def send(self, data: bytes) -> None:
        self._step(lambda: self._tls.write(data))

    def end_sending(self) -> None:
        self._step(self._close)
        self._socket.shutdown(socket.SHUT_WR)

    def _close(self) -> None:
        """Sends the end. What has come is read first: OpenSSL would drop it while it looks for the other side's end."""
        try:
            while data := self._tls.read(_CHUNK):
                self._ahead += data
        except ssl.SSLWantReadError:
            pass
        self._tls.unwrap()

    def _take(self) -> bool:
        """Waits for bytes of the other side; false at the end."""
        data = self._socket.recv(_CHUNK)
        if not data:
            if self._ended:
                return False
            self._ended = True
            with self._lock:
                self._incoming.write_eof()
            return True
        with self._lock:
            self._incoming.write(data)
        return True

    def _step(self, action: Callable[[], object]) -> bool:
        """Does something with the object and sends what it has made; false if it needs bytes first."""
        done = True
        with self._lock:
            try:
                action()
            except ssl.SSLWantReadError:
                done = False
            except (ssl.SSLZeroReturnError, ssl.SSLEOFError):
                if action == self._tls.do_handshake:
                    raise
            pending = self._outgoing.pending
        if pending:
            with self._sending:
                with self._lock:
                    data = self._outgoing.read()
                self._socket.sendall(data)
        return done


Line = Union[Plain, Tls]


def open_line(host: str, port: int, context: Optional[ssl.SSLContext], token: Optional[str]) -> Tuple[Line, bytes]:
    """A connection that is authenticated, and what the daemon has sent behind its answer. `context` is None for plain TCP."""
    deadline = time.monotonic() + _PATIENCE
    try:
        connection = _connect(host, port, deadline)
    except OSError as error:
        raise BridgeError(f"no connection to {host}:{port}: {error.strerror or error}") from error
    try:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        limited = Limited(connection, deadline)
        line: Line = Plain(limited) if context is None else Tls(limited, context, host)
        rest = _authenticate(line, token) if token else b""
        limited.lift()
        return line, rest
    except OSError as error:
        connection.close()
        why = "it does not answer" if isinstance(error, socket.timeout) else error.strerror or error
        raise BridgeError(f"no conversation with {host}:{port}: {why}") from error
    except BridgeError:
        connection.close()
        raise


def _connect(host: str, port: int, deadline: float) -> socket.socket:
    """To the first of the host's addresses that accepts; the time is for all of them."""
    refused: OSError = OSError("it has no address")
    for *_, address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
        try:
            return socket.create_connection((str(address[0]), port), _left(deadline))
        except OSError as error:
            refused = error
    raise refused


def _authenticate(line: Line, token: str) -> bytes:
    line.send(f"auth {token}\n".encode())
    answer = b""
    while b"\n" not in answer:
        data = line.receive()
        answer += data
        if not data or len(answer) > _LONGEST_ANSWER:
            raise BridgeError("the daemon closed the connection instead of accepting the token")
    first, _, rest = answer.partition(b"\n")
    if first.strip() != b"authok":
        raise BridgeError(f"the daemon did not accept the token: {printable(first.decode('utf-8', 'replace').strip())}")
    return rest


def pump(line: Line, rest: bytes = b"", input_descriptor: int = 0, output_descriptor: int = 1) -> None:
    """Carries bytes both ways until the daemon ends the connection, or nobody reads the output any more."""
    threading.Thread(target=_carry_input, args=(line, input_descriptor), daemon=True).start()
    try:
        data = rest or line.receive()
        while data:
            while data:
                data = data[os.write(output_descriptor, data) :]
            data = line.receive()
    except BrokenPipeError:
        pass
    except OSError as error:
        raise BridgeError(f"the connection broke: {error.strerror or error}") from error


def _carry_input(line: Line, descriptor: int) -> None:
    """The other thread sees the end of a connection that breaks, so nothing is reported here."""
    try:
        while True:
            data = os.read(descriptor, _CHUNK)
            if not data:
                break
            line.send(data)
        line.end_sending()
    except OSError:
        pass
