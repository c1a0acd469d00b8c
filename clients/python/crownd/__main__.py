"""The program `python -m crownd`: analyse FILE, serve-uci URL or play GAME."""

from __future__ import annotations

import argparse
import os
import sys
from typing import Optional, Sequence

from . import __version__
from .cli import analyse, play, serve_uci
from .cli.serve_uci import BridgeError
from .errors import CrowndError
from .sanitize import sanitize_lines

_COMMANDS = (
    ("analyse", analyse, "print the moves of games, each with the score of the position before it, and mark the mistakes"),
    ("serve-uci", serve_uci, "connect a UCI or HUB program to a remote daemon: forward its standard input and output"),
    ("play", play, "play a game at the terminal"),
)


def _open_standard_streams() -> None:
    """Opens closed standard streams, so that no socket gets their descriptors.

    Then standard input is empty, writing to standard output fails, and standard error is discarded.
    """
    for descriptor, flags in ((0, os.O_RDONLY), (1, os.O_RDONLY), (2, os.O_WRONLY)):
        try:
            os.fstat(descriptor)
        except OSError:
            os.set_inheritable(os.open(os.devnull, flags), True)
    sys.stdin = sys.stdin or open(0, encoding="utf-8")
    sys.stdout = sys.stdout or open(1, "w", encoding="utf-8")
    sys.stderr = sys.stderr or open(2, "w", encoding="utf-8")


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Returns the exit code: 0, 1 for an error, 2 for invalid arguments, 3 if games were skipped."""
    _open_standard_streams()
    parser = argparse.ArgumentParser(prog="python -m crownd", description="Client of the game-engine daemon crownd.")
    parser.add_argument("--version", action="version", version=f"crownd for Python {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", dest="command")
    for name, module, summary in _COMMANDS:
        command = commands.add_parser(name, help=summary, description=summary[0].upper() + summary[1:] + ".")
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    parsed = parser.parse_args(arguments)
    try:
        return int(parsed.run(parsed))
    except (BridgeError, CrowndError, OSError, ValueError) as error:
        print(f"python -m crownd {parsed.command}: {sanitize_lines(str(error))}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
