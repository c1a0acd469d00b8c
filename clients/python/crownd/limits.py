"""When a search ends."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import List, Optional


@dataclass(frozen=True)
class Clocks:
    """The clocks of a game, in seconds. `first` is the side that moves first in the game, whatever its name."""

    first: Optional[float] = None
    second: Optional[float] = None
    first_increment: float = 0
    second_increment: float = 0
    moves_to_go: int = 0
    """Moves until the next time control; 0: the time is for the rest of the game."""

    def words(self) -> List[str]:
        """The parameters of `go`."""
        words = []
        for name, seconds in (("wtime", self.first), ("btime", self.second),
                              ("winc", self.first_increment), ("binc", self.second_increment)):
            if seconds:
                words += [name, str(milliseconds(seconds))]
            elif seconds is not None and name.endswith("time"):
                words += [name, "0"]
        return words + (["movestogo", str(self.moves_to_go)] if self.moves_to_go else [])

    def after_move(self, first: bool, seconds: float) -> "Clocks":
        """The clocks after a move of the first or the second side that took so long."""
        def left(time: Optional[float], increment: float) -> Optional[float]:
            return None if time is None else max(0.0, time - seconds) + increment

        moves_to_go = max(0, self.moves_to_go - 1)
        if first:
            return replace(self, first=left(self.first, self.first_increment), moves_to_go=moves_to_go)
        return replace(self, second=left(self.second, self.second_increment), moves_to_go=moves_to_go)

    def time_of(self, first: bool) -> Optional[float]:
        """The time of the first or the second side; one side's time alone counts for both."""
        mine, other = (self.first, self.second) if first else (self.second, self.first)
        return other if mine is None else mine


@dataclass(frozen=True)
class Limit:
    """When a search ends: at the first of these that is reached. Without any, at `stop`.

    Clocks are given by colour, as in python-chess, or as `clocks`. White is the side of light pieces, in stupid checkers Red.
    """

    time: Optional[float] = None
    """Seconds."""
    depth: Optional[int] = None
    """Plies."""
    nodes: Optional[int] = None
    """About as many positions."""
    mate: Optional[int] = None
    """A win in which the side to move makes at most so many moves."""
    white_clock: Optional[float] = None
    """Seconds that White has left."""
    black_clock: Optional[float] = None
    """Seconds that Black has left."""
    white_inc: Optional[float] = None
    """Seconds that White gets for each move."""
    black_inc: Optional[float] = None
    """Seconds that Black gets for each move."""
    remaining_moves: Optional[int] = None
    """Moves until the next time control."""
    clocks: Optional[Clocks] = None
    """The clocks, by which side moves first; instead of those by colour."""

    @property
    def has_colours(self) -> bool:
        """Whether there is anything that depends on the colours of the sides."""
        return any(value is not None for value in (self.white_clock, self.black_clock, self.white_inc, self.black_inc,
                                                   self.remaining_moves))

    def without_colours(self, white_first: bool) -> "Limit":
        """The same with `clocks`. ValueError if both are there."""
        if not self.has_colours:
            return self
        if self.clocks is not None:
            raise ValueError("a limit has clocks by colour or by side, not both")
        sides = ((self.white_clock, self.white_inc), (self.black_clock, self.black_inc))
        (first, first_inc), (second, second_inc) = sides if white_first else sides[::-1]
        return Limit(self.time, self.depth, self.nodes, self.mate,
                     clocks=Clocks(first, second, first_inc or 0, second_inc or 0, self.remaining_moves or 0))

    @property
    def ends(self) -> bool:
        """Whether a search with this limit ends by itself."""
        clocks = (self.white_clock, self.black_clock, *((self.clocks.first, self.clocks.second) if self.clocks else ()))
        return any(value is not None for value in (self.time, self.depth, self.nodes, self.mate, *clocks))

    def words(self) -> List[str]:
        """The parameters of `go`; none without a limit. ValueError for a limit that is not positive."""
        words: List[str] = []
        for name, value in (("nodes", self.nodes), ("depth", self.depth), ("mate", self.mate)):
            if value is not None:
                if value < 1:
                    raise ValueError(f"a limit of {name} is a whole number from 1, not {value}")
                words += [name, str(int(value))]
        if self.time is not None:
            if self.time <= 0:
                raise ValueError(f"a limit of time is a positive number of seconds, not {self.time}")
            words += ["movetime", str(max(1, milliseconds(self.time)))]
        return words + (self.clocks.words() if self.clocks else [])

    def seconds(self) -> Optional[float]:
        """The time after which the search has surely ended, if the limit says one."""
        if self.time is not None or self.clocks is None:
            return self.time
        clocks = self.clocks
        times = [time + more for time, more in ((clocks.first, clocks.first_increment), (clocks.second, clocks.second_increment))
                 if time is not None]
        return max(0, *times, 0) if times else None


def milliseconds(seconds: float) -> int:
    """The protocol's unit of time."""
    return round(seconds * 1000)
