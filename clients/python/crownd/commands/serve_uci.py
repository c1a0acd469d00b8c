"""`python -m crownd serve-uci URL`: any UCI or HUB program reaches a remote daemon through it."""

from __future__ import annotations

import argparse

from ..opener import Remote
from .bridge import open_line, pump
from .reach import add_remote_flags, token_in


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("url", metavar="URL", help="the daemon: tls://HOST:PORT or tcp://HOST:PORT")
    add_remote_flags(parser)


def run(arguments: argparse.Namespace) -> int:
    remote = Remote.of_url(arguments.url, token_in(arguments.token_file), arguments.ca, None)
    line, rest = open_line(remote.host, remote.port, remote.tls, remote.token)
    pump(line, rest)
    return 0
