"""A tab of the board: a WebSocket with the headers of a page."""

import base64
from urllib.parse import urlsplit

from websocket import ABNF, create_connection

#: Timeout in seconds, longer than any answer takes.
TIMEOUT = 120


class Closed(Exception):
    """The WebSocket was closed with this code and reason."""


class Tab:
    def __init__(self, url, token=None, trusted=None):
        """Opens a WebSocket as a page of `url` does. `trusted`: a file of certificates."""
        parts = urlsplit(url)
        words = [f"token.{base64.urlsafe_b64encode(token.encode()).decode().rstrip('=')}"] if token else None
        self.socket = create_connection(
            f"{parts.scheme.replace('http', 'ws')}://{parts.netloc}/engine/0", timeout=TIMEOUT, origin=f"{parts.scheme}://{parts.netloc}",
            subprotocols=words, sslopt={"ca_certs": trusted} if trusted else None,
        )

    def send(self, line):
        self.socket.send(line)

    def ask(self, line, beginning):
        """The first answer that begins so; an error is one, too."""
        self.send(line)
        while True:
            kind, data = self.socket.recv_data()
            if kind == ABNF.OPCODE_CLOSE:
                raise Closed(f"{int.from_bytes(data[:2], 'big')} {data[2:].decode()}")
            answer = data.decode()
            if answer.startswith("error"):
                raise AssertionError(f"'{line}' was answered '{answer}'")
            if answer.startswith(beginning):
                return answer

    def close(self):
        self.socket.close()
