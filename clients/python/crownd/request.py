"""Commands that were sent, and their answers."""

from __future__ import annotations

import asyncio
from typing import Callable, List, Optional, Sequence

from .errors import error_of_line


class Step:
    """An answer that is waited for: the word that its last line begins with.

    A `silent` command, such as `position`, has no answer, so `status` is sent behind it: an `error` is then not the last line.
    """

    __slots__ = ("final", "silent")

    def __init__(self, final: str, silent: bool = False) -> None:
        self.final = final
        self.silent = silent


class Request:
    """Commands that were sent together, and their answers. `fixed` of the steps must not fail: later requests rely on them."""

    __slots__ = ("steps", "answers", "future", "fixed", "deadline", "on_info", "lines")

    def __init__(self, steps: Sequence[Step], future: "asyncio.Future[List[List[str]]]", fixed: int, deadline: Optional[float],
                 on_info: Optional[Callable[[str], None]]) -> None:
        self.steps = steps
        self.answers: List[List[str]] = [[]]
        self.future = future
        self.fixed = fixed
        self.deadline = deadline
        self.on_info = on_info
        self.lines = 0


def failure(step: Step, lines: List[str]) -> Optional[str]:
    """The line `error …` of an answer, if it has one."""
    if step.silent:
        return next((line for line in lines if line.startswith("error ")), None)
    return lines[-1] if lines[-1].startswith("error ") else None


def checked(steps: Sequence[Step], given: List[List[str]]) -> List[List[str]]:
    """The answers, if none of them is an error; else the exception of the first."""
    for step, lines in zip(steps, given):
        error = failure(step, lines)
        if error is not None:
            raise error_of_line(error)
    return given
