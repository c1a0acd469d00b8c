"""Files of games, read and written by the daemon's rules: PDN, PGN, and the plain form of crown-match.

    with Engine.popen() as engine:
        for record in read_games(engine, "games.pdn"):
            print(record.text.tag("White"), record.game.moves)

With an engine of asyncio it is `async for record in read_games(…)` and `await record_of(…)`.
"""

from __future__ import annotations

import contextlib
import os
import pathlib
import stat
import tempfile
import warnings
from dataclasses import dataclass, field
from typing import (TYPE_CHECKING, Any, AsyncIterable, AsyncIterator, Awaitable, Generic, Iterable, Iterator, List, Mapping, Optional,
                    TextIO, Tuple, TypeVar, Union, overload)

from . import engine as core_engine
from . import game as core_game
from .foreign import printable_lines
from .form import Form, written
from .notation import GameText
from .playing import NotPlayable, play_text, text_of
from .reading import Path, ReadGame, Source, TextWarning
from .results import Outcome
from .sync import Engine, Game

if TYPE_CHECKING:
    from . import pdn

__all__ = ["AsyncGameRecord", "DamagedGame", "GameRecord", "NotPlayable", "Source", "TextWarning", "read_games", "record_of", "to_text",
           "write_games"]

Written = Union["Record[Any]", "pdn.Game"]
AnyGame = TypeVar("AnyGame", Game, core_game.Game)


@dataclass
class Record(Generic[AnyGame]):
    """A game of a file: `game` is at its last position, `text` has tags, moves, comments, signs and variations.

    Moves are written as the daemon writes them; in a variation, those that are illegal as the file has them.
    """

    game: AnyGame
    text: GameText
    form: Form  #: how it is written
    number: int = 0  #: in the file, from 1
    outcome: Optional[Outcome] = None  #: by the result of the text: the winner, or a draw; None if it says neither
    warnings: List[TextWarning] = field(default_factory=list)  #: what was repaired, or contradicts the rules

    def positions(self) -> Iterator[Tuple[AnyGame, str]]:
        """Each position before a move, and the move."""
        walk = self.game.copy()
        steps: List[Tuple[AnyGame, str]] = []
        while walk.ply:
            move = walk.pop()
            steps.append((walk.copy(), move))
        return reversed(steps)

    def __str__(self) -> str:
        """As PDN, PGN or plain text, whichever its game is written in; see `to_text`."""
        return written(self.text, self.form)


class GameRecord(Record[Game]):
    """A record of an engine of `crownd.sync`."""


class AsyncGameRecord(Record[core_game.Game]):
    """A record of an engine of asyncio."""


@dataclass(frozen=True)
class DamagedGame:
    """A game that could not be read or played."""

    number: int  #: in the file, from 1
    line: int  #: where it begins, from 1
    why: str
    fault_line: int = 0  #: from where on it could not be read, from 1

    def __str__(self) -> str:
        return f"game {self.number} (line {self.line}): line {self.fault_line}: {printable_lines(self.why)}"


@overload
def read_games(engine: Engine, source: Source, *, game: Optional[str] = None,
               damaged: Optional[List[DamagedGame]] = None) -> Iterator[GameRecord]:
    ...


@overload
def read_games(engine: core_engine.Engine, source: Source, *, game: Optional[str] = None,
               damaged: Optional[List[DamagedGame]] = None) -> AsyncIterator[AsyncGameRecord]:
    ...


def read_games(engine: Union[Engine, core_engine.Engine], source: Source, *, game: Optional[str] = None,
               damaged: Optional[List[DamagedGame]] = None) -> Union[Iterator[GameRecord], AsyncIterator[AsyncGameRecord]]:
    """The games of a file (a path, a binary file, or lines of text), one at a time.

    Which game is played is said by the tag Game or GameType, else by `game`; where nothing says it, it is the first game of the
    daemon whose rules write the moves as they stand there, or allow them. Games without moves are games, too. One that cannot be read
    or played to its end is skipped: it goes to `damaged`, or, without that list, to `warnings.warn`. Text may be UTF-8, Windows-1252,
    or in a file UTF-16. OSError for a file that cannot be read, BadArgument if the daemon has no such game.
    """
    if isinstance(engine, Engine):
        return _read(engine, source, game, damaged)
    return _read_async(engine, source, game, damaged)


def _read(engine: Engine, source: Source, usual: Optional[str], damaged: Optional[List[DamagedGame]]) -> Iterator[GameRecord]:
    for games in engine._worker.iterate(play_text(engine.core, source, usual)):
        for each in games:
            if each.game is None or each.form is None:
                _report(each.read, damaged)
            else:
                yield GameRecord(Game._of(engine, each.game), each.read.text, each.form, each.read.number, each.read.outcome,
                                 each.read.warnings)


async def _read_async(engine: core_engine.Engine, source: Source, usual: Optional[str],
                      damaged: Optional[List[DamagedGame]]) -> AsyncIterator[AsyncGameRecord]:
    blocks = play_text(engine, source, usual)
    try:
        async for games in blocks:
            for each in games:
                if each.game is None or each.form is None:
                    _report(each.read, damaged)
                else:
                    yield AsyncGameRecord(each.game, each.read.text, each.form, each.read.number, each.read.outcome,
                                          each.read.warnings)
    finally:
        await blocks.aclose()


@overload
def record_of(game: Game, tags: Optional[Mapping[str, str]] = None) -> GameRecord:
    ...


@overload
def record_of(game: core_game.Game, tags: Optional[Mapping[str, str]] = None) -> Awaitable[AsyncGameRecord]:
    ...


def record_of(game: Union[Game, core_game.Game],
              tags: Optional[Mapping[str, str]] = None) -> Union[GameRecord, Awaitable[AsyncGameRecord]]:
    """A record of a game that was played here, for `write_games`. `tags` come before those that the notation needs."""
    if isinstance(game, Game):
        text, form = game.engine._worker.run(text_of(game.core, tags or {}))
        return GameRecord(game, text, form, outcome=game.outcome())
    return _record_of(game, tags or {})


async def _record_of(game: core_game.Game, tags: Mapping[str, str]) -> AsyncGameRecord:
    text, form = await text_of(await game, tags)
    return AsyncGameRecord(game, text, form, outcome=game.outcome())


def to_text(record: Written, *, squares: str = "numeric") -> str:
    """A record, or a tree of `crownd.pdn`, as PDN, PGN or plain text, whichever its game is written in.

    `squares`: `numeric` or `algebraic`, for games of PDN whose squares have both names.
    """
    if isinstance(record, Record):
        return written(record.text, record.form, squares)
    return written(record.text(), record.form, squares)


@overload
def write_games(records: Iterable[Written], path: Path, *, squares: str = "numeric") -> int:
    ...


@overload
def write_games(records: AsyncIterable[Written], path: Path, *, squares: str = "numeric") -> Awaitable[int]:
    ...


def write_games(records: Union[Iterable[Written], AsyncIterable[Written]], path: Path, *,
                squares: str = "numeric") -> Union[int, Awaitable[int]]:
    """Writes records, or trees of `crownd.pdn`, to a file, which is replaced as a whole at the end; of a symbolic link, the file that it
    leads to. Returns how many there were. It is awaited if the records are an asynchronous iterator. `squares`: see `to_text`."""
    if isinstance(records, AsyncIterable):
        return _write_async(records, path, squares)
    count = 0
    with _replacement(path) as file:
        for record in records:
            file.write(f"{to_text(record, squares=squares)}\n")
            count += 1
    return count


async def _write_async(records: AsyncIterable[Written], path: Path, squares: str) -> int:
    count = 0
    with _replacement(path) as file:
        async for record in records:
            file.write(f"{to_text(record, squares=squares)}\n")
            count += 1
    return count


@contextlib.contextmanager
def _replacement(path: Path) -> Iterator[TextIO]:
    """A new file that takes the place of this one if nothing is raised."""
    target = pathlib.Path(path).resolve()
    descriptor, unfinished = tempfile.mkstemp(prefix=".unfinished-", dir=target.parent)  # with O_EXCL and O_NOFOLLOW
    try:
        with open(descriptor, "w", encoding="utf-8", newline="\n") as file:
            yield file
        os.chmod(unfinished, _permissions(target))
        os.replace(unfinished, target)
    except BaseException:
        os.unlink(unfinished)
        raise


def _permissions(path: pathlib.Path) -> int:
    """Those of a file that is there, else those of a new one."""
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        mask = os.umask(0o077)
        os.umask(mask)
        return 0o666 & ~mask


def _report(game: ReadGame, damaged: Optional[List[DamagedGame]]) -> None:
    assert game.fault is not None
    fault = DamagedGame(game.number, game.text.number_of_line, game.fault.why, game.fault.line)
    if damaged is None:
        warnings.warn(str(fault), stacklevel=3)
    else:
        damaged.append(fault)
