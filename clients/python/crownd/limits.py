"""When a search ends."""

from __future__ import annotations

from dataclasses import dataclass
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


@dataclass(frozen=True)
class Limit:
    """When a search ends: at the first of these that is reached. Without any, at `stop`."""

    time: Optional[float] = None
    """Seconds."""
    nodes: Optional[int] = None
    """About as many positions."""
    depth: Optional[int] = None
    """Plies."""
    mate: Optional[int] = None
    """A win in which the side to move makes at most so many moves."""
    clocks: Optional[Clocks] = None

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
