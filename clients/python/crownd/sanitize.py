"""Makes text from files and daemons safe for terminals and logs."""

from __future__ import annotations

import unicodedata

_UNSAFE_CATEGORIES = frozenset(("Cc", "Cf", "Zl", "Zp"))
"""Control and format characters, line and paragraph separators."""


def sanitize(text: str) -> str:
    """Replaces control and formatting characters of a line by `?`."""
    if text.isprintable():
        return text
    return "".join("?" if unicodedata.category(letter) in _UNSAFE_CATEGORIES else letter for letter in text)


def sanitize_lines(text: str) -> str:
    """Like `sanitize`, but keeps line breaks."""
    return "\n".join(map(sanitize, text.split("\n")))
