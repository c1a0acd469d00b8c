"""The figures of the pieces, in squares of 100 units: the flat set of the board in the browser."""

from __future__ import annotations

from typing import Dict, Iterable, Mapping, NamedTuple, Tuple, Union

from ..board import Piece, Side

Attribute = Union[str, float]


class Shape(NamedTuple):
    """A part of a figure. Its kind says which of a side's colours it gets."""

    tag: str
    kind: str
    attributes: Tuple[Tuple[str, Attribute], ...]


def _path(kind: str, d: str) -> Shape:
    return Shape("path", kind, (("d", d),))


def _circle(r: float, kind: str, cy: float = 50) -> Shape:
    return Shape("circle", kind, (("cx", 50), ("cy", cy), ("r", r)))


def _ellipse(rx: float, ry: float, kind: str, cy: float) -> Shape:
    return Shape("ellipse", kind, (("cx", 50), ("cy", cy), ("rx", rx), ("ry", ry)))


def _layer(y: float) -> Tuple[Shape, ...]:
    """One disc of a stack; y is its upper face."""
    return (_path("body", f"M15 {y}v13a35 13 0 0 0 70 0v-13z"), _ellipse(35, 13, "body", y))


_DISC = (_circle(36.5, "body"), _circle(29, "ring"))
_CROWN = _path("emblem", "M31 58.5 28 37l11.5 10.500L50 31l10.5 16.500L72 37l-3 21.500zM31.5 62.500h37v6h-37z")

FIGURES: Dict[str, Tuple[Shape, ...]] = {
    "man": (*_DISC, _circle(18, "ring")),
    "crowned": (*_DISC, _CROWN),
    "tower": (*_layer(65), *_layer(49), *_layer(33), _ellipse(23, 7.5, "ring", 33)),
    "king": (
        _path("body", "M46.5 10h7v6.500h6.500v7h-6.500v9h-7v-9h-6.500v-7h6.500z"),
        _path("body", "M50 31c-7 7-6 13 0 22 6-9 7-15 0-22z"),
        _path("body", "M28 86v-9h7C19 63 17 44 33 40c9-2 15 4 17 13 2-9 8-15 17-13 16 4 14 23-2 37h7v9z"),
        _path("line", "M35 77h30M37 69c8-3 18-3 26 0"),
    ),
    "rook": (
        _path("body", "M26 86v-9h7l4-31h-7V23h10v8h6v-8h8v8h6v-8h10v23h-7l4 31h7v9z"),
        _path("line", "M37 46h26M33 77h34"),
    ),
    "bishop": (
        _path("body", "M28 86v-8h13c2-6 1-9-3-14-9-11-4-26 12-39 16 13 21 28 12 39-4 5-5 8-3 14h13v8z"),
        _circle(6, "body", 19),
        _path("line", "M39 65h22M41 78h18M51 34l8 13"),
    ),
    "pawn": (
        _path("body", "M29 86v-9h7c9-8 10-17 8-24h-7v-7h26v7h-7c-2 7-1 16 8 24h7v9z"),
        _circle(14, "body", 34),
    ),
}

#: Kinds of pieces of draughts games: there a king is a crowned disc.
DISCS = frozenset(["man", "checker"])


def figure_of(piece: Piece, pieces: Iterable[Piece]) -> str:
    """The figure of a piece among all pieces of its game; empty where none is known, and its letter is drawn on a disc."""
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
    """The colours of a side's pieces. A paint that is not known here is drawn as the side's `colour` says."""
    return _PAINTS.get(side.paint or "", _LIGHT if side.colour == "light" else _DARK)


def strokes_of(kind: str, colours: Colours) -> Mapping[str, Attribute]:
    """The attributes that colour a shape of this kind."""
    if kind == "body":
        return {"fill": colours.body, "stroke": colours.rim, "stroke-width": 3.5, "stroke-linejoin": "round"}
    if kind == "ring":
        return {"fill": "none", "stroke": colours.ring, "stroke-width": 2.5}
    if kind == "line":
        return {"fill": "none", "stroke": colours.line, "stroke-width": 3, "stroke-linecap": "round"}
    return {"fill": colours.sign}
