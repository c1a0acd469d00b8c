"""Elements of SVG as text."""

from __future__ import annotations

import math
from html import escape
from typing import Tuple, Union

Point = Tuple[float, float]

#: The length of an arrow's head, in units of which a square has 100.
HEAD_LENGTH = 34


def element(tag: str, content: str = "", /, **attributes: Union[str, float]) -> str:
    """An element; an underscore in the name of an attribute stands for a hyphen."""
    words = "".join(f' {name.replace("_", "-")}="{escape(_text(value))}"' for name, value in attributes.items())
    return f"<{tag}{words}>{content}</{tag}>" if content else f"<{tag}{words}/>"


def _text(value: Union[str, float]) -> str:
    return value if isinstance(value, str) else f"{value:g}"


def arrow(start: Point, end: Point, half: float, colour: str, opacity: float) -> str:
    """An arrow between two points; `half` is half of its width."""
    (x, y), (end_x, end_y) = start, end
    length = math.hypot(end_x - x, end_y - y) or 1
    across, down = (end_x - x) / length, (end_y - y) / length
    neck = max(0.0, length - HEAD_LENGTH)
    outline = [(0, half), (neck, half), (neck, 2.3 * half), (length, 0), (neck, -2.3 * half), (neck, -half), (0, -half)]
    points = " ".join(f"{x + along * across - aside * down:.1f},{y + along * down + aside * across:.1f}" for along, aside in outline)
    return element("polygon", points=points, fill=colour, opacity=opacity)
