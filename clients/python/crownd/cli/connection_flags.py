"""Flags to select the daemon of a command."""

from __future__ import annotations

import argparse
import shlex
from typing import Optional

from ..sync import Engine

MAX_TOKEN_LENGTH = 4000
"""A daemon reads lines of at most 4096 bytes before authentication."""


def add_flags(parser: argparse.ArgumentParser) -> None:
    """Adds --engine, --connect, --token-file and --ca."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--engine", metavar="CMD", default="crownd", help="command that starts the daemon (default crownd)")
    group.add_argument("--connect", metavar="URL", help="URL of a running daemon: tcp://HOST:PORT or tls://HOST:PORT")
    add_remote_flags(parser)


def add_remote_flags(parser: argparse.ArgumentParser) -> None:
    """Adds --token-file and --ca."""
    parser.add_argument("--token-file", metavar="FILE", help="file with the token in its first line")
    parser.add_argument("--ca", metavar="FILE", help="trusted certificates, instead of the system's")


def read_token(file: Optional[str]) -> Optional[str]:
    """Reads a token from the first line of a file or pipe. Raises ValueError if it is invalid."""
    if file is None:
        return None
    line = _first_line(file)
    try:
        token = line.decode("utf-8").strip()
    except UnicodeDecodeError:
        token = "\0"
    if not token:
        raise ValueError(f"the first line of {file} is empty: expected the token")
    if len(line) > MAX_TOKEN_LENGTH or not token.isprintable():
        raise ValueError(f"the first line of {file} is not a token: expected text of at most {MAX_TOKEN_LENGTH} bytes")
    return token


def _first_line(file: str) -> bytes:
    """Reads the bytes before the first line break, at most MAX_TOKEN_LENGTH + 1: a device may be endless."""
    text = b""
    with open(file, "rb", buffering=0) as source:
        while b"\n" not in text and len(text) <= MAX_TOKEN_LENGTH:
            part = source.read(MAX_TOKEN_LENGTH + 1 - len(text))
            if not part:
                break
            text += part
    return text.partition(b"\n")[0]


def open_engine(arguments: argparse.Namespace) -> Engine:
    """Opens the daemon selected by the flags."""
    if arguments.connect is not None:
        return Engine.connect(arguments.connect, token=read_token(arguments.token_file), ca=arguments.ca)
    if arguments.token_file is not None or arguments.ca is not None:
        raise ValueError("--token-file and --ca require --connect")
    return Engine.popen(shlex.split(arguments.engine))
