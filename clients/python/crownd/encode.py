"""Validates and formats the arguments of protocol commands."""

from __future__ import annotations

import math
import re
from typing import Dict, List, Mapping, Union

OptionValue = Union[str, int, bool, None]
"""The value of an option; None for a button."""

_INVALID = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")

_RESERVED_OPTIONS = {
    "uci_variant": "UCI_Variant cannot be set: create a Game for each game",
    "multipv": "MultiPV cannot be set: use the parameter multipv of a search",
}

# Users write moves as `11–15`, `11 - 15` or `11-15, 23-19`. The daemon accepts each form; these patterns find the end of each move.
_SQUARE = r"[A-Za-z]?[0-9]{1,3}[a-h]?"
_SEPARATOR = (r"(?:[ \t\u00a0]{0,4}[-:\u2010-\u2015\u2212][ \t\u00a0]{0,4}"  # a dash or minus sign, with or without spaces
              r"|[ \t\u00a0]{1,4}[xX\u00d7][ \t\u00a0]{1,4}|[xX\u00d7][ \t\u00a0]{0,4})")  # a cross, with spaces after it or around it
_MOVE = re.compile(f"(?:{_SQUARE}{_SEPARATOR})+{_SQUARE}" + r"[^\s,]*|[^\s,]+")


def text(value: str) -> str:
    """Returns text that fits into a line. Raises ValueError if it is blank or has control characters, such as line breaks."""
    if not value.strip() or _INVALID.search(value):
        raise ValueError(f"invalid text {value!r}: expected one line without control characters or surrogates")
    return value


def word(value: str) -> str:
    """Returns a single word. Raises ValueError for any other text."""
    if len(text(value).split()) != 1:
        raise ValueError(f"invalid word {value!r}: expected a single word")
    return value.strip()


def move(value: str) -> str:
    """Returns a single move without its spaces. Raises ValueError for several moves or none."""
    moves = split_moves(text(value))
    if len(moves) != 1:
        raise ValueError(f"invalid move {value!r}: expected a single move")
    return moves[0]


def integer(name: str, value: float, minimum: int) -> int:
    """Returns a parameter as an int. Raises ValueError if it is less than `minimum`, not a whole number, or a bool."""
    if isinstance(value, bool) or not minimum <= value < math.inf or value != int(value):
        raise ValueError(f"invalid {name} {value!r}: expected an integer of at least {minimum}")
    return int(value)


def milliseconds(name: str, seconds: float) -> int:
    """Converts a parameter in seconds to the protocol's unit of time. Raises ValueError for infinity, NaN and a bool."""
    if isinstance(seconds, bool) or not -math.inf < seconds < math.inf:
        raise ValueError(f"invalid {name} {seconds!r}: expected a finite number of seconds")
    return round(seconds * 1000)


def split_moves(value: str) -> List[str]:
    """Splits a list of moves, separated by spaces or commas, and removes spaces inside of moves."""
    return ["".join(each.split()) for each in _MOVE.findall(value)]


def option(value: OptionValue) -> str:
    """Formats the value of an option for `setoption`; empty for a button."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return text(str(value)) if value != "" else ""


def options(values: Mapping[str, OptionValue]) -> Dict[str, str]:
    """Formats options, with names in lower case. Raises ValueError for invalid names, and for options that are set in another way."""
    formatted = {}
    for name, value in values.items():
        words = text(name).lower().split()
        if "value" in words:
            raise ValueError(f"invalid name of an option {name!r}: expected no word 'value'")
        key = " ".join(words)
        if key in _RESERVED_OPTIONS:
            raise ValueError(_RESERVED_OPTIONS[key])
        formatted[key] = option(value)
    return formatted
