"""The drawings of the pieces, in squares of 100 units: the flat set of the web page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Dict, Iterable, Mapping, NamedTuple, Tuple, Union

from ..board import Piece, Side

Attribute = Union[str, float]


class Shape(NamedTuple):
    """A part of a figure. Its kind determines the colour."""

    tag: str
    kind: str
    attributes: Tuple[Tuple[str, Attribute], ...]


def _load_figures() -> Dict[str, Tuple[Shape, ...]]:
    drawings = json.loads(Path(__file__).with_name("pieces.json").read_text(encoding="utf-8"))
    return {
        figure: tuple(Shape(shape.pop("tag"), shape.pop("class"), tuple(shape.items())) for shape in shapes)
        for figure, shapes in drawings["flat"].items()
    }


FIGURES: Dict[str, Tuple[Shape, ...]] = _load_figures()

DISCS = frozenset(["man", "checker"])
"""Pieces of draughts games, whose kings are crowned discs."""


def figure_of(piece: Piece, pieces: Iterable[Piece]) -> str:
    """The figure of a piece, given all types of pieces of its game. Empty if there is none: then a disc with its letter is drawn."""
    if piece.kind in DISCS:
        return "man"
    if piece.kind == "king" and any(each.kind in DISCS for each in pieces):
        return "crowned"
    return piece.kind if piece.kind in FIGURES else ""


class Colours(NamedTuple):
    body: str
    rim: str
    ring: str
    sign: str
    line: str


_LIGHT = Colours(body="#fffaf0", rim="#33291f", ring="#a8946f", sign="#8a5a10", line="#33291f")
_DARK = Colours(body="#3a3431", rim="#0d0b0a", ring="#94897f", sign="#f3d690", line="#94897f")
_PAINTS = {"red": Colours(body="#c4342f", rim="#3d0806", ring="#f2a9a1", sign="#ffe3b0", line="#f2a9a1")}


def colours_of(side: Side) -> Colours:
    """The colours of a side's pieces, by its paint if known, else by its colour."""
    return _PAINTS.get(side.paint or "", _LIGHT if side.colour == "light" else _DARK)


def style_of(kind: str, colours: Colours) -> Mapping[str, Attribute]:
    """The SVG attributes for a kind of shape."""
    if kind == "body":
        return {"fill": colours.body, "stroke": colours.rim, "stroke-width": 3.5, "stroke-linejoin": "round"}
    if kind == "ring":
        return {"fill": "none", "stroke": colours.ring, "stroke-width": 2.5}
    if kind == "line":
        return {"fill": "none", "stroke": colours.line, "stroke-width": 3, "stroke-linecap": "round"}
    return {"fill": colours.sign}
