"""Explanations of moves as data and as sentences."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple

_LANGUAGES: Dict[str, Any] = json.loads(Path(__file__).with_name("explanations.json").read_text(encoding="utf-8"))
"""The words and sentences of each language, shared with the other clients."""

_PLACEHOLDER = re.compile(r"{([a-z]+)}")
_PIECES = ("lost", "taken", "sacrificed", "captured")
"""The fields that list kinds of pieces."""


@dataclass(frozen=True)
class Reason:
    """A fact that explains a move. PROTOCOL.md, "Explaining a move", lists the names and fields."""

    name: str
    """Such as `loses-material`."""
    fields: Mapping[str, str] = field(hash=False)
    """The values as the daemon writes them, such as `man,man` for `lost`."""
    line: Tuple[str, ...]
    """The moves that prove the fact, from the position before the move; empty if there are none."""
    move: str
    """The explained move."""

    def sentence(self, language: str = "en") -> Optional[str]:
        """The fact as a sentence in `en`, `es` or `pt`; None if there is none. Raises ValueError for another language."""
        return _sentence(self, _language(language))


@dataclass(frozen=True)
class Explanation:
    """The facts about a move, and its loss."""

    move: str
    """The explained move in the daemon's notation."""
    verdict: str
    """`best`, `good`, `inaccuracy`, `mistake` or `blunder`."""
    best: str
    """The engine's move."""
    loss: float
    """The drop of the expected score, from 0 to 1."""
    reasons: Tuple[Reason, ...] = ()

    def sentences(self, language: str = "en") -> List[str]:
        """The sentences of the reasons in `en`, `es` or `pt`. Raises ValueError for another language."""
        words = _language(language)
        return [sentence for sentence in (_sentence(reason, words) for reason in self.reasons) if sentence is not None]


def _language(name: str) -> Any:
    if name not in _LANGUAGES:
        raise ValueError(f"invalid language {name!r}: expected one of {', '.join(_LANGUAGES)}")
    return _LANGUAGES[name]


def _sentence(reason: Reason, words: Any) -> Optional[str]:
    """The first sentence all of whose placeholders have a value."""
    values = _values(reason, words)
    for template in words["sentences"].get(reason.name, ()):
        if all(values.get(name) is not None for name in _PLACEHOLDER.findall(template)):
            return str(template.format_map(values))
    return None


def _values(reason: Reason, words: Any) -> Dict[str, Optional[str]]:
    """The values of all placeholders; None if missing."""
    fields = reason.fields
    return {
        **{name: _join(_counted(fields[name].split(","), words), words) for name in _PIECES if name in fields},
        "move": reason.move,
        "best": reason.line[0] if reason.line else None,
        "line": " ".join(reason.line[1:]) or None,
        "moves": _moves(fields.get("plies", ""), words),
        "by": words["by"].get(fields.get("by")),
        "before": _result(fields, "before", words),
        "after": _result(fields, "after", words),
        "square": fields.get("square"),
        "targets": _join(fields["targets"].split(","), words) if "targets" in fields else None,
    }


def _counted(kinds: Sequence[str], words: Any) -> List[str]:
    """The pieces of each kind, such as `2 men` and `a king`."""
    counts = {kind: kinds.count(kind) for kind in kinds}
    return [words["one"].get(kind, kind) if count == 1 else _with_number(words["many"].get(kind, "{n} " + kind), str(count))
            for kind, count in counts.items()]


def _join(parts: Sequence[str], words: Any) -> str:
    return str(words["and"]).join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def _moves(plies: str, words: Any) -> Optional[str]:
    """The moves of one side in a number of plies."""
    if not plies.isdecimal():
        return None
    count = (int(plies) + 1) // 2
    return _with_number(words["moves"][0 if count == 1 else 1], str(count))


def _result(fields: Mapping[str, str], key: str, words: Any) -> Optional[str]:
    """A result, with its number of plies if known."""
    plies = fields.get(f"{key}-plies")
    template: Optional[str] = words["result" if plies is None else "result-in"].get(fields.get(key))
    return None if template is None else _with_number(template, plies or "")


def _with_number(template: str, number: str) -> str:
    return template.replace("{n}", number)
