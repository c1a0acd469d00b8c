"""Exceptions: one class for each `error` code of the protocol, and three for daemons that fail to answer."""

from __future__ import annotations

from typing import Dict, Type


class CrowndError(Exception):
    """Base class of all exceptions of this package."""


class EngineError(CrowndError):
    """The daemon rejected a command with `error CODE sentence`. A rejected command has no effect."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(code, sentence)  # pickle calls the class with these arguments
        self.code = code
        """The error code of the protocol."""
        self.sentence = sentence
        """The explanation for users."""

    def __str__(self) -> str:
        return ": ".join(map(str, self.args))


class UnknownCommand(EngineError):
    """The daemon does not know the command: it is older than this package."""


class BadArgument(EngineError, ValueError):
    """A parameter, an option or a value is missing or invalid."""


class BadPosition(EngineError, ValueError):
    """The text is not a valid position of the game."""


class IllegalMove(EngineError, ValueError):
    """The move is illegal. `reason` is the reason code of the protocol, such as `capture-mandatory`; `sentence` explains it."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(code, sentence)
        reason, colon, explanation = sentence.partition(": ")
        self.reason = reason if colon else "illegal"
        self.sentence = explanation if colon else sentence


class AmbiguousMove(EngineError, ValueError):
    """The text matches several legal moves, listed in `sentence`."""


class Busy(EngineError):
    """The session is running a search without a limit."""


class TooLong(EngineError):
    """A line exceeded the daemon's flag --max-line."""


class LimitReached(EngineError):
    """The command exceeded a limit of the daemon, or a count was stopped. `sentence` names the flag."""


class AuthFailed(EngineError):
    """The daemon requires a token, or rejected the token."""


class EngineTerminated(CrowndError, ConnectionError):
    """The daemon is not reachable, or it exited or the connection broke before the answer was complete.

    Also raised if an engine is used outside of its process (after fork) or event loop.
    """


class EngineTimeout(CrowndError, TimeoutError):
    """The daemon did not answer in time. The connection is closed; the next command opens a new one."""


class ProtocolError(CrowndError):
    """The daemon sent an invalid answer. The connection is closed; the next command opens a new one."""


_BY_CODE: Dict[str, Type[EngineError]] = {
    "unknown-command": UnknownCommand,
    "bad-argument": BadArgument,
    "bad-position": BadPosition,
    "illegal-move": IllegalMove,
    "ambiguous-move": AmbiguousMove,
    "busy": Busy,
    "too-long": TooLong,
    "limit": LimitReached,
    "auth": AuthFailed,
}


def error_from_line(line: str) -> EngineError:
    """Converts a line `error CODE sentence` to an exception. Unknown codes become a plain EngineError."""
    _, _, rest = line.partition(" ")
    code, _, sentence = rest.partition(" ")
    return _BY_CODE.get(code, EngineError)(code, sentence)
