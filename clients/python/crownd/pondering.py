"""Searches on the opponent's time, which `Engine.play(…, ponder=True)` leaves behind."""

from __future__ import annotations

import weakref
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, List, Optional, Tuple

from .limits import Limit
from .node import Node
from .search import Search

if TYPE_CHECKING:
    from .game import Game

LEAST_CLOCK = 0.9
"""The part of the time that was expected to be left which has to be left, else the search is begun again with the real clock."""

Place = Tuple[str, Optional[str], Tuple[str, ...]]


@dataclass(frozen=True)
class Pondering:
    """A search of the position after the expected answer."""

    game: "weakref.ref[Game]"
    place: Place
    first: bool
    """Whether the side that moves first in the game is to move there."""
    limit: Limit
    """With `clocks` as they are expected to be then."""
    options: Tuple[Tuple[str, str], ...]
    search: Search

    def fits(self, place: Place, limit: Limit, options: Tuple[Tuple[str, str], ...]) -> bool:
        """Whether the search answers what is asked now."""
        if self.search.ended or (place, options) != (self.place, self.options):
            return False
        if replace(limit, clocks=None) != replace(self.limit, clocks=None):
            return False
        expected = self.limit.clocks.time_of(self.first) if self.limit.clocks else None
        left = limit.clocks.time_of(self.first) if limit.clocks else None
        return expected == left or expected is not None and left is not None and left >= LEAST_CLOCK * expected


def place_of(node: Node) -> Place:
    """A position and the way to it, as a value."""
    return node.root.game, node.root.position, node.moves()


class Ponderings:
    """One search for each game. It ends with its game, with the next search of it, and where other searches need its session."""

    def __init__(self) -> None:
        self._all: List[Pondering] = []

    def add(self, pondering: Pondering) -> None:
        """Keeps a search until it is taken or stopped."""
        self._all.append(pondering)

    def take(self, game: "Game") -> Optional[Pondering]:
        """The search of a game, which is then the caller's."""
        found = next((each for each in self._all if each.game() is game), None)
        self._all = [each for each in self._all if each is not found and each.game() is not None and not each.search.ended]
        return found

    def stop(self, game: "Game") -> None:
        """Stops the search of a game."""
        found = self.take(game)
        if found is not None:
            found.search.abandon()

    def stop_oldest(self) -> None:
        """Makes room for another search."""
        if self._all:
            self._all.pop(0).search.abandon()

    def stop_all(self) -> None:
        """Stops every search."""
        while self._all:
            self.stop_oldest()
