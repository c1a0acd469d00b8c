"""The flags that say which daemon a command uses."""

from __future__ import annotations

import argparse
import shlex
from typing import Optional

from ..sync import Engine


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
    """The token in the first line of a file; ValueError if there is none."""
    if file is None:
        return None
    with open(file, encoding="utf-8") as lines:
        token = lines.readline().strip()
    if not token:
        raise ValueError(f"the first line of {file} is empty, it should be the token")
    return token


def open_engine(arguments: argparse.Namespace) -> Engine:
    """The daemon that the flags name."""
    if arguments.connect:
        return Engine.connect(arguments.connect, token=token_in(arguments.token_file), ca=arguments.ca)
    if arguments.token_file or arguments.ca:
        raise ValueError("--token-file and --ca are for --connect")
    return Engine.popen(shlex.split(arguments.engine))
