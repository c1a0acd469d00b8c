"""Options as the daemon reads them."""

from __future__ import annotations

from typing import List, Mapping, Tuple, Union

from . import answers
from .request import Step

OptionValue = Union[str, int, bool, None]
"""The value of an option; None for a button."""


def option_text(value: OptionValue) -> str:
    """The value as `setoption` reads it; empty for a button."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if value == "" else answers.text(str(value))


def set_options(values: Mapping[str, str]) -> Tuple[str, List[Step]]:
    """The commands that set options, and what is waited for."""
    text = "".join([f"setoption name {answers.text(name)}{' value ' + value if value else ''}\nstatus\n" for name, value in values.items()])
    return text, [Step("status", silent=True)] * len(values)
