"""Moves as people write and paste them: `11–15`, `11 - 15`, `11-15, 23-19`. The daemon reads each of them; this finds where each ends."""

from __future__ import annotations

import re
from typing import List

_SQUARE = r"[A-Za-z]?[0-9]{1,3}[a-h]?"
#: Dashes and minus signs may have blanks on either side, a cross only on both or behind it.
_SIGN = r"(?:[ \t\u00a0]{0,4}[-:\u2010-\u2015\u2212][ \t\u00a0]{0,4}|[ \t\u00a0]{1,4}[xX\u00d7][ \t\u00a0]{1,4}|[xX\u00d7][ \t\u00a0]{0,4})"

#: A word may be a move with blanks in it.
_WORD = re.compile(f"(?:{_SQUARE}{_SIGN})+{_SQUARE}" + r"[^\s,]*|[^\s,]+")


def moves_in(text: str) -> List[str]:
    """The moves of a list, separated by blanks or commas, each without blanks."""
    return ["".join(word.split()) for word in _WORD.findall(text)]
