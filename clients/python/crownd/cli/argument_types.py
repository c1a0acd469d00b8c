"""Types of arguments for argparse."""

from __future__ import annotations

import argparse
import contextlib
import math


def positive_integer(text: str) -> int:
    with contextlib.suppress(ValueError):
        if int(text) > 0:
            return int(text)
    raise argparse.ArgumentTypeError(f"invalid value {text!r}: expected a positive integer")


def seconds(text: str) -> float:
    with contextlib.suppress(ValueError):
        if 0 < float(text) < math.inf:
            return float(text)
    raise argparse.ArgumentTypeError(f"invalid value {text!r}: expected a positive number of seconds")
