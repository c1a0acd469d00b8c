"""The flags that say which daemon a command uses."""

from __future__ import annotations

import argparse
import shlex
from typing import Optional

from ..sync import Engine

LONGEST_TOKEN = 4000
"""Bytes; a daemon reads a line of at most 4096 before it knows the token."""


def add_flags(parser: argparse.ArgumentParser) -> None:
    """`--engine` or `--connect`, and what TLS and tokens need."""
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--engine", metavar="CMD", default="crownd", help="the daemon's command, with its flags (crownd)")
    where.add_argument("--connect", metavar="URL", help="a daemon that runs: tcp://HOST:PORT or tls://HOST:PORT")
    add_remote_flags(parser)


def add_remote_flags(parser: argparse.ArgumentParser) -> None:
    """What TLS and tokens need."""
    parser.add_argument("--token-file", metavar="FILE", help="its first line is sent as the token")
    parser.add_argument("--ca", metavar="FILE", help="certificates to trust, instead of the system's")


def token_in(file: Optional[str]) -> Optional[str]:
    """The token in the first line of a file or pipe; ValueError if there is none."""
    if file is None:
        return None
    line = _first_line(file)
    try:
        token = line.decode("utf-8").strip()
    except UnicodeDecodeError:
        token = "\0"
    if not token:
        raise ValueError(f"the first line of {file} is empty, it should be the token")
    if len(line) > LONGEST_TOKEN or not token.isprintable():
        raise ValueError(f"the first line of {file} is no token: it should be text of at most {LONGEST_TOKEN} bytes")
    return token


def _first_line(file: str) -> bytes:
    """The bytes before the first line break, but few of a device that has no end. A pipe may give them one by one."""
    text = b""
    with open(file, "rb", buffering=0) as source:
        while b"\n" not in text and len(text) <= LONGEST_TOKEN:
            part = source.read(LONGEST_TOKEN + 1 - len(text))
            if not part:
                break
            text += part
    return text.partition(b"\n")[0]


def open_engine(arguments: argparse.Namespace) -> Engine:
    """The daemon that the flags name."""
    if arguments.connect:
        return Engine.connect(arguments.connect, token=token_in(arguments.token_file), ca=arguments.ca)
    if arguments.token_file or arguments.ca:
        raise ValueError("--token-file and --ca are for --connect")
    return Engine.popen(shlex.split(arguments.engine))
