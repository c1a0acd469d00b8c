"""`python -m crownd analyse FILE | serve-uci URL | play GAME`."""

from __future__ import annotations

import argparse
import os
import sys
from typing import Optional, Sequence

from . import __version__
from .commands import analyse, play, serve_uci
from .commands.bridge import BridgeError
from .errors import CrowndError
from .foreign import printable_lines

_COMMANDS = (
    ("analyse", analyse, "print the moves of games, each with the score of the position before it, and the mistakes"),
    ("serve-uci", serve_uci, "let a UCI or HUB program reach a daemon over TLS: lines go through standard input and output"),
    ("play", play, "play a game at the terminal"),
)


def _open_standard_streams() -> None:
    """Opens those of the descriptors 0 to 2 that are closed, so that no socket gets the number of a standard stream. Input is then at
    its end, writing to standard output fails, and messages to standard error are dropped."""
    for descriptor, flags in ((0, os.O_RDONLY), (1, os.O_RDONLY), (2, os.O_WRONLY)):
        try:
            os.fstat(descriptor)
        except OSError:
            os.set_inheritable(os.open(os.devnull, flags), True)
    sys.stdin = sys.stdin or open(0, encoding="utf-8")
    sys.stdout = sys.stdout or open(1, "w", encoding="utf-8")
    sys.stderr = sys.stderr or open(2, "w", encoding="utf-8")


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """The exit code: 0, 1 for what went wrong, 2 for wrong arguments, 3 where games were skipped."""
    _open_standard_streams()
    parser = argparse.ArgumentParser(prog="python -m crownd", description="Uses the game-engine daemon crownd.")
    parser.add_argument("--version", action="version", version=f"crownd for Python {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", dest="command")
    for name, module, summary in _COMMANDS:
        command = commands.add_parser(name, help=summary, description=summary[0].upper() + summary[1:] + ".")
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    given = parser.parse_args(arguments)
    try:
        return int(given.run(given))
    except (BridgeError, CrowndError, OSError, ValueError) as error:
        print(f"python -m crownd {given.command}: {printable_lines(str(error))}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
