"""What can go wrong: a class for each `error` code of the protocol, and three for a daemon that does not answer as it should."""

from __future__ import annotations

from typing import Dict, Type


class CrowndError(Exception):
    """The base of every exception of this package."""


class EngineError(CrowndError):
    """The daemon refused a command: `error CODE sentence`. The refused command changed nothing."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(code, sentence)  # pickle calls the class with these again
        self.code = code
        """The protocol's word for it, for programs."""
        self.sentence = sentence
        """The reason, for people."""

    def __str__(self) -> str:
        return ": ".join(map(str, self.args))


class UnknownCommand(EngineError):
    """The daemon does not know the command: it is older than this package."""


class BadArgument(EngineError, ValueError):
    """A parameter, option or value is missing or cannot be used."""


class BadPosition(EngineError, ValueError):
    """The text is not a position of the game."""


class IllegalMove(EngineError, ValueError):
    """The move cannot be played. `reason` is the protocol's word for why, such as `capture-mandatory`; `sentence` explains it."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(code, sentence)
        reason, colon, explanation = sentence.partition(": ")
        self.reason = reason if colon else "illegal"
        self.sentence = explanation if colon else sentence


class AmbiguousMove(EngineError, ValueError):
    """The text may mean several moves; `sentence` names them all."""


class Busy(EngineError):
    """A search without limit runs in the session."""


class TooLong(EngineError):
    """A line was longer than the daemon reads (its flag --max-line)."""


class LimitReached(EngineError):
    """A limit of the daemon is reached, or a count was stopped. `sentence` names the flag."""


class AuthFailed(EngineError):
    """The daemon wants a token, or the token is wrong."""


class EngineTerminated(CrowndError, ConnectionError):
    """The daemon ended or the connection broke before the answer was complete, or there is no daemon to connect to. Also raised when
    an engine is used in another process than the one that opened it, as after fork."""


class EngineTimeout(CrowndError, TimeoutError):
    """The daemon did not answer in time. Its connection is closed; the next command opens another one."""


class ProtocolError(CrowndError):
    """The daemon sent what the protocol does not allow. Its connection is closed; the next command opens another one."""


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


def error_of_line(line: str) -> EngineError:
    """The exception of a line `error CODE sentence`; an EngineError if the code is not known."""
    _, _, rest = line.partition(" ")
    code, _, sentence = rest.partition(" ")
    return _BY_CODE.get(code, EngineError)(code, sentence)
