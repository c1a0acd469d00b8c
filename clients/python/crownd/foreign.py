"""Text that others wrote, for terminals and logs."""

from __future__ import annotations

import unicodedata

#: Characters that only steer how text is shown: controls, format, line and paragraph separators.
_STEERING = frozenset(("Cc", "Cf", "Zl", "Zp"))


def printable(text: str) -> str:
    """With a `?` for each character that steers a terminal, or hides or reverses what is beside it."""
    if text.isprintable():
        return text
    return "".join("?" if unicodedata.category(letter) in _STEERING else letter for letter in text)


def printable_lines(text: str) -> str:
    """The same for several lines."""
    return "\n".join(map(printable, text.split("\n")))
