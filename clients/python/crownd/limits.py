"""Limits of searches."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import List, Optional

from . import encode


@dataclass(frozen=True)
class Clocks:
    """The clocks of a game in seconds. `first` is the side to move in the initial position of the game."""

    first: Optional[float] = None
    second: Optional[float] = None
    first_increment: float = 0
    second_increment: float = 0
    moves_to_go: int = 0
    """Moves to the next time control; 0 for the rest of the game."""

    def words(self) -> List[str]:
        """The arguments of `go`. Raises ValueError for an invalid number."""
        words = []
        for word, name, seconds in (("wtime", "clock", self.first), ("btime", "clock", self.second),
                                    ("winc", "increment", self.first_increment), ("binc", "increment", self.second_increment)):
            if seconds is not None and (name == "clock" or seconds != 0):
                words += [word, str(encode.milliseconds(name, seconds))]
        moves_to_go = encode.integer("number of moves to the next time control", self.moves_to_go, 0)
        return words + (["movestogo", str(moves_to_go)] if moves_to_go else [])

    def after_move(self, first: bool, seconds: float) -> "Clocks":
        """The clocks after a move of the first or second side that took `seconds`."""
        def remaining(time: Optional[float], increment: float) -> Optional[float]:
            return None if time is None else max(0.0, time - seconds) + increment

        moves_to_go = max(0, self.moves_to_go - 1)
        if first:
            return replace(self, first=remaining(self.first, self.first_increment), moves_to_go=moves_to_go)
        return replace(self, second=remaining(self.second, self.second_increment), moves_to_go=moves_to_go)

    def time_of(self, first: bool) -> Optional[float]:
        """The time of the first or second side. A single clock applies to both."""
        own, other = (self.first, self.second) if first else (self.second, self.first)
        return other if own is None else own


@dataclass(frozen=True)
class Limit:
    """The limits of a search, which ends when it reaches the first of them. Without any, it ends by `stop`.

    Clocks are set by colour, as in python-chess, or by `clocks`. White is the side with the light pieces (Red in stupid checkers).
    """

    time: Optional[float] = None
    """Time of the search in seconds."""
    depth: Optional[int] = None
    """Depth in plies."""
    nodes: Optional[int] = None
    """Approximate number of positions."""
    mate: Optional[int] = None
    """Search for a win in at most this many moves."""
    white_clock: Optional[float] = None
    """White's remaining time in seconds."""
    black_clock: Optional[float] = None
    """Black's remaining time in seconds."""
    white_inc: Optional[float] = None
    """White's increment per move in seconds."""
    black_inc: Optional[float] = None
    """Black's increment per move in seconds."""
    remaining_moves: Optional[int] = None
    """Moves to the next time control."""
    clocks: Optional[Clocks] = None
    """The clocks of the first and second side, instead of those by colour."""

    @property
    def has_colours(self) -> bool:
        """Whether any clock is set by colour."""
        return any(value is not None for value in (self.white_clock, self.black_clock, self.white_inc, self.black_inc,
                                                   self.remaining_moves))

    def without_colours(self, white_first: bool) -> "Limit":
        """Converts clocks by colour to `clocks`. Raises ValueError if both are set."""
        if not self.has_colours:
            return self
        if self.clocks is not None:
            raise ValueError("invalid limit: expected clocks by colour or clocks by side, not both")
        sides = ((self.white_clock, self.white_inc), (self.black_clock, self.black_inc))
        (first, first_inc), (second, second_inc) = sides if white_first else sides[::-1]
        return Limit(self.time, self.depth, self.nodes, self.mate,
                     clocks=Clocks(first, second, first_inc or 0, second_inc or 0, self.remaining_moves or 0))

    @property
    def ends(self) -> bool:
        """Whether the limit ends a search."""
        clocks = (self.white_clock, self.black_clock, *((self.clocks.first, self.clocks.second) if self.clocks else ()))
        return any(value is not None for value in (self.time, self.depth, self.nodes, self.mate, *clocks))

    def words(self) -> List[str]:
        """The arguments of `go`. Raises ValueError for an invalid number, such as a zero or negative limit."""
        words: List[str] = []
        for name, value in (("nodes", self.nodes), ("depth", self.depth), ("mate", self.mate)):
            if value is not None:
                words += [name, str(encode.integer(f"limit {name}", value, 1))]
        if self.time is not None:
            if self.time <= 0:
                raise ValueError(f"invalid limit time {self.time!r}: expected a positive number of seconds")
            words += ["movetime", str(max(1, encode.milliseconds("limit time", self.time)))]
        return words + (self.clocks.words() if self.clocks else [])

    def seconds(self) -> Optional[float]:
        """The longest possible time of the search in seconds; None if unlimited."""
        if self.time is not None or self.clocks is None:
            return self.time
        clocks = self.clocks
        times = [time + increment for time, increment in ((clocks.first, clocks.first_increment), (clocks.second, clocks.second_increment))
                 if time is not None]
        return max(0, *times, 0) if times else None
