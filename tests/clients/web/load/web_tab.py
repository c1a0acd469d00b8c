"""A hand-written WebSocket client that behaves like a tab; it needs only Python."""

import asyncio
import base64
import os
import ssl
import struct
from urllib.parse import urlsplit

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
#: Timeout in seconds, longer than any answer takes.
TIMEOUT = 120


class Closed(Exception):
    """The WebSocket was closed with this code and reason."""


class Tab:
    def __init__(self, reader, writer):
        self.reader = reader
        self.writer = writer

    @classmethod
    async def open(cls, url, path="/engine/0", token=None, trusted=None):
        """Opens a WebSocket as a page of `url` does. `trusted`: a file of certificates."""
        parts = urlsplit(url)
        context = ssl.create_default_context(cafile=trusted) if parts.scheme == "https" else None
        reader, writer = await asyncio.wait_for(
            asyncio.open_connection(parts.hostname, parts.port, ssl=context), TIMEOUT
        )
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {parts.netloc}",
            f"Origin: {parts.scheme}://{parts.netloc}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: " + base64.b64encode(os.urandom(16)).decode(),
        ]
        if token:
            text = base64.urlsafe_b64encode(token.encode()).decode().rstrip("=")
            lines.append(f"Sec-WebSocket-Protocol: token.{text}")
        writer.write("\r\n".join([*lines, "", ""]).encode())
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), TIMEOUT)
        status = head.split(b"\r\n", 1)[0].decode()
        if " 101 " not in status:
            raise Closed(status)
        return cls(reader, writer)

    def _send(self, kind, payload):
        mask = os.urandom(4)
        size = len(payload)
        length = bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126]) + struct.pack("!H", size)
        masked = bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))
        self.writer.write(bytes([0x80 | kind]) + length + mask + masked)

    def send(self, line):
        self._send(TEXT, line.encode())

    async def receive(self):
        """The next message."""
        return await asyncio.wait_for(self._receive(), TIMEOUT)

    async def _receive(self):
        while True:
            first, second = await self.reader.readexactly(2)
            size = second & 0x7F
            if size >= 126:
                width = 2 if size == 126 else 8
                size = int.from_bytes(await self.reader.readexactly(width), "big")
            payload = await self.reader.readexactly(size)
            kind = first & 0x0F
            if kind == PING:
                self._send(PONG, payload)
            elif kind == CLOSE:
                raise Closed(f"{int.from_bytes(payload[:2], 'big')} {payload[2:].decode()}")
            elif kind == TEXT:
                return payload.decode()

    async def ask(self, line, beginning):
        """The first answer that begins so; an error is one, too."""
        self.send(line)
        while True:
            answer = await self.receive()
            if answer.startswith("error"):
                raise AssertionError(f"'{line}' was answered '{answer}'")
            if answer.startswith(beginning):
                return answer

    def close(self):
        self._send(CLOSE, struct.pack("!H", 1000))
        self.writer.close()
