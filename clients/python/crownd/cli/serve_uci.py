"""`python -m crownd serve-uci URL`: connects programs that start their engine as a child process to a remote daemon.

The bridge sends `auth TOKEN`, then forwards bytes unchanged between standard input and output and the daemon. At the end of input it
closes only its sending half, so that pending commands are still answered.
"""

from __future__ import annotations

import argparse
import os
import socket
import ssl
import threading
import time
from typing import Callable, Optional, Tuple, Union

from ..connector import RemoteConnector
from ..sanitize import sanitize
from .connection_flags import add_remote_flags, read_token

_CHUNK_SIZE = 65536
_CONNECT_TIMEOUT = 30.0
"""Seconds for connecting, the handshake and the answer to the token together."""
_MAX_AUTH_ANSWER = 4096


class BridgeError(Exception):
    """The connection failed or broke."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("url", metavar="URL", help="URL of the daemon: tls://HOST:PORT or tcp://HOST:PORT")
    add_remote_flags(parser)


def run(arguments: argparse.Namespace) -> int:
    remote = RemoteConnector.from_url(arguments.url, read_token(arguments.token_file), arguments.ca, None)
    connection, received = connect(remote.host, remote.port, remote.tls, remote.token)
    forward(connection, received)
    return 0


class DeadlineSocket:
    """A socket with a deadline for all operations."""

    def __init__(self, connection: socket.socket, deadline: float) -> None:
        self._socket = connection
        self._deadline: Optional[float] = deadline

    def clear_deadline(self) -> None:
        self._deadline = None
        self._socket.settimeout(None)

    def recv(self, count: int) -> bytes:
        self._set_timeout()
        return self._socket.recv(count)

    def sendall(self, data: bytes) -> None:
        self._set_timeout()
        self._socket.sendall(data)

    def shutdown(self, how: int) -> None:
        self._socket.shutdown(how)

    def _set_timeout(self) -> None:
        if self._deadline is not None:
            self._socket.settimeout(_remaining(self._deadline))


def _remaining(deadline: float) -> float:
    """The remaining seconds. Raises socket.timeout if there are none."""
    seconds = deadline - time.monotonic()
    if seconds <= 0:
        raise socket.timeout("timed out")
    return seconds


class TcpConnection:
    """A TCP connection. One thread may send while another one receives."""

    def __init__(self, connection: DeadlineSocket) -> None:
        self._socket = connection

    def receive(self) -> bytes:
        """Returns the next bytes, or empty bytes at the end."""
        return self._socket.recv(_CHUNK_SIZE)

    def send(self, data: bytes) -> None:
        self._socket.sendall(data)

    def end_sending(self) -> None:
        self._socket.shutdown(socket.SHUT_WR)


class TlsConnection:
    """A TLS connection. OpenSSL's objects are not thread-safe, so a lock guards them. It is never held during network operations."""

    def __init__(self, connection: DeadlineSocket, context: ssl.SSLContext, host: str) -> None:
        self._socket = connection
        self._incoming = ssl.MemoryBIO()
        self._outgoing = ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._incoming, self._outgoing, server_hostname=host)
        self._lock = threading.Lock()
        self._send_lock = threading.Lock()  # keeps encrypted records in order; acquired before _lock
        self._tcp_ended = False  # before close_notify was received
        self._received = b""  # read before the sending half was closed
        while not self._run(self._tls.do_handshake):
            self._receive_encrypted()

    def receive(self) -> bytes:
        plain = b""

        def read() -> None:
            nonlocal plain
            plain, self._received = self._received or self._tls.read(_CHUNK_SIZE), b""

        try:
            while not self._run(read):
                self._receive_encrypted()
        except (ssl.SSLZeroReturnError, ssl.SSLEOFError):
            plain = b""
        if not plain and self._tcp_ended:
            raise BridgeError("the connection broke: it ended without close_notify, so output may be missing")
        return plain

    def send(self, data: bytes) -> None:
        self._run(lambda: self._tls.write(data))

    def end_sending(self) -> None:
        try:
            self._run(self._close)
        except (ssl.SSLZeroReturnError, ssl.SSLEOFError):
            pass  # the daemon closed the connection; receive() reports errors
        self._socket.shutdown(socket.SHUT_WR)

    def _close(self) -> None:
        """Sends close_notify. Reads pending data first, which unwrap would discard."""
        try:
            while data := self._tls.read(_CHUNK_SIZE):
                self._received += data
        except ssl.SSLWantReadError:
            pass
        self._tls.unwrap()

    def _receive_encrypted(self) -> None:
        """Waits for encrypted bytes from the daemon."""
        data = self._socket.recv(_CHUNK_SIZE)
        with self._lock:
            if data:
                self._incoming.write(data)
            else:
                self._tcp_ended = True
                self._incoming.write_eof()

    def _run(self, action: Callable[[], object]) -> bool:
        """Runs an operation of OpenSSL and sends its output. Returns False if the operation needs more input."""
        done = True
        with self._lock:
            try:
                action()
            except ssl.SSLWantReadError:
                done = False
            pending = self._outgoing.pending
        if pending:
            with self._send_lock:
                with self._lock:
                    data = self._outgoing.read()
                if data:  # otherwise the other thread has sent it, and may have closed the sending half
                    self._socket.sendall(data)
        return done


Connection = Union[TcpConnection, TlsConnection]


def connect(host: str, port: int, context: Optional[ssl.SSLContext], token: Optional[str]) -> Tuple[Connection, bytes]:
    """Opens an authenticated connection. Also returns bytes received after the answer. `context` is None for plain TCP."""
    deadline = time.monotonic() + _CONNECT_TIMEOUT
    try:
        opened = _open_socket(host, port, deadline)
    except OSError as error:
        raise BridgeError(f"cannot connect to {host}:{port}: {error.strerror or error}") from error
    try:
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        limited = DeadlineSocket(opened, deadline)
        connection: Connection = TcpConnection(limited) if context is None else TlsConnection(limited, context, host)
        received = _authenticate(connection, token) if token else b""
        limited.clear_deadline()
        return connection, received
    except OSError as error:
        opened.close()
        reason = "the daemon does not answer" if isinstance(error, socket.timeout) else error.strerror or error
        raise BridgeError(f"the connection to {host}:{port} failed: {reason}") from error
    except BridgeError:
        opened.close()
        raise


def _open_socket(host: str, port: int, deadline: float) -> socket.socket:
    """Connects to the first of the host's addresses that accepts. The deadline applies to all of them together."""
    failure = OSError("the host has no address")
    for *_, address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
        try:
            return socket.create_connection((str(address[0]), port), _remaining(deadline))
        except OSError as error:
            failure = error
    raise failure


def _authenticate(connection: Connection, token: str) -> bytes:
    connection.send(f"auth {token}\n".encode())
    answer = b""
    while b"\n" not in answer:
        data = connection.receive()
        answer += data
        if not data or len(answer) > _MAX_AUTH_ANSWER:
            raise BridgeError("the daemon closed the connection during authentication")
    first, _, rest = answer.partition(b"\n")
    if first.strip() != b"authok":
        raise BridgeError(f"the daemon did not accept the token: {sanitize(first.decode('utf-8', 'replace').strip())}")
    return rest


def forward(connection: Connection, received: bytes, input_descriptor: int = 0, output_descriptor: int = 1) -> None:
    """Forwards bytes in both directions until the daemon closes the connection or the output is closed."""
    threading.Thread(target=_forward_input, args=(connection, input_descriptor), daemon=True).start()
    try:
        data = received or connection.receive()
        while data:
            try:
                while data:
                    data = data[os.write(output_descriptor, data):]
            except BrokenPipeError:
                return
            data = connection.receive()
    except OSError as error:
        raise BridgeError(f"the connection broke: {error.strerror or error}") from error


def _forward_input(connection: Connection, descriptor: int) -> None:
    """Ignores a broken connection, which the other thread reports."""
    try:
        while True:
            data = os.read(descriptor, _CHUNK_SIZE)
            if not data:
                break
            connection.send(data)
        connection.end_sending()
    except OSError:
        pass
