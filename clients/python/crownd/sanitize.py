"""Makes text from files and daemons safe for terminals and logs."""

from __future__ import annotations

import re

_UNSAFE = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def sanitize(text: str) -> str:
    """Replaces characters that control a terminal, end a line or change the direction of text by `?`."""
    return text if text.isprintable() else _UNSAFE.sub("?", text)


def sanitize_lines(text: str) -> str:
    """Like `sanitize`, but keeps line breaks."""
    return "\n".join(map(sanitize, text.split("\n")))
