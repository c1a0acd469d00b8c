"""A bridge between standard input and output and a daemon over TCP or TLS, for programs that start their engine as a child process.

Bytes go through as they are, at once and in both directions; only `auth TOKEN` is sent by the bridge itself. At the end of input only
the sending half is closed, so what was asked is still answered.
"""

from __future__ import annotations

import os
import socket
import ssl
import threading
from typing import Callable, Optional, Tuple, Union

#: Bytes that are read at once.
_CHUNK = 65536
#: Seconds in which the connection, the handshake and the answer to the token have to come.
_PATIENCE = 30.0
#: The longest answer to the token.
_LONGEST_ANSWER = 4096


class BridgeError(Exception):
    """Why there is no connection, or no longer one: a sentence for people."""


class Plain:
    """Bytes over TCP. One thread may send while another one receives."""

    def __init__(self, connection: socket.socket) -> None:
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

    def __init__(self, connection: socket.socket, context: ssl.SSLContext, host: str) -> None:
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
    try:
        connection = socket.create_connection((host, port), _PATIENCE)
    except OSError as error:
        raise BridgeError(f"no connection to {host}:{port}: {error.strerror or error}") from error
    try:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        line: Line = Plain(connection) if context is None else Tls(connection, context, host)
        rest = _authenticate(line, token) if token else b""
        connection.settimeout(None)
        return line, rest
    except OSError as error:
        connection.close()
        why = "it does not answer" if isinstance(error, socket.timeout) else error.strerror or error
        raise BridgeError(f"no conversation with {host}:{port}: {why}") from error
    except BridgeError:
        connection.close()
        raise


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
        raise BridgeError(f"the daemon did not accept the token: {first.decode('ascii', 'replace').strip()}")
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
