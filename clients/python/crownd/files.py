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
from dataclasses import dataclass
from typing import (TYPE_CHECKING, Any, AsyncIterable, AsyncIterator, Awaitable, Generic, Iterable, Iterator, List, Mapping, Optional,
                    TextIO, Tuple, TypeVar, Union, overload)

from . import engine as core_engine
from . import game as core_game
from .foreign import printable_lines
from .form import Form, written
from .notation import BadText, GameText, read_texts
from .playing import NotPlayable, Player, text_of
from .sync import Engine, Game

if TYPE_CHECKING:
    from . import pdn

__all__ = ["AsyncGameRecord", "DamagedGame", "GameRecord", "NotPlayable", "Source", "read_games", "record_of", "to_text", "write_games"]

Path = Union[str, "os.PathLike[str]"]
Source = Union[Path, Iterable[str]]
Written = Union["Record[Any]", "pdn.Game"]
AnyGame = TypeVar("AnyGame", Game, core_game.Game)


@dataclass
class Record(Generic[AnyGame]):
    """A game of a file: `game` is at its last position, `text` has tags, comments, signs and variations as they were written."""

    game: AnyGame
    text: GameText
    form: Form  #: how it is written
    number: int = 0  #: in the file, from 1

    def positions(self) -> Iterator[Tuple[AnyGame, str]]:
        """Each position before a move, and the move."""
        walk = self.game.copy()
        steps: List[Tuple[AnyGame, str]] = []
        while walk.ply:
            move = walk.pop()
            steps.append((walk.copy(), move))
        return reversed(steps)

    def __str__(self) -> str:
        """As PDN, PGN or plain text, whichever its game is written in."""
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

    def __str__(self) -> str:
        return f"game {self.number} (line {self.line}): {printable_lines(self.why)}"


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
    """The games of a file (a path, or lines of text), one at a time.

    Which game is played is said by the tag Game or GameType, else by `game`; where nothing says it, it is the first game of the
    daemon whose rules write the moves as they stand there, or allow them. A game that cannot be read or played is skipped: it goes to
    `damaged`, or, without that list, to `warnings.warn`. OSError for a file that cannot be read.
    """
    if isinstance(engine, Engine):
        return _read(engine, source, game, damaged)
    return _read_async(engine, source, game, damaged)


def _read(engine: Engine, source: Source, usual: Optional[str], damaged: Optional[List[DamagedGame]]) -> Iterator[GameRecord]:
    player = Player(engine.core)
    for number, text in _texts(source):
        try:
            if isinstance(text, BadText):
                raise text
            core, form = engine._worker.run(player.play(text, usual))
        except (BadText, NotPlayable) as why:
            _report(_damage(number, text, why), damaged)
        else:
            yield GameRecord(Game._of(engine, core), text, form, number)


async def _read_async(engine: core_engine.Engine, source: Source, usual: Optional[str],
                      damaged: Optional[List[DamagedGame]]) -> AsyncIterator[AsyncGameRecord]:
    player = Player(engine)
    for number, text in _texts(source):
        try:
            if isinstance(text, BadText):
                raise text
            game, form = await player.play(text, usual)
        except (BadText, NotPlayable) as why:
            _report(_damage(number, text, why), damaged)
        else:
            yield AsyncGameRecord(game, text, form, number)


def _texts(source: Source) -> Iterator[Tuple[int, Union[GameText, BadText]]]:
    """The games with their numbers; the last one may be a fault."""
    number = 0
    try:
        for text in read_texts(_lines(source)):
            number += 1
            yield number, text
    except BadText as bad:
        yield number + 1, bad


def _damage(number: int, text: Union[GameText, BadText], why: ValueError) -> DamagedGame:
    return DamagedGame(number, text.line if isinstance(text, BadText) else text.number_of_line, str(why))


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
        return GameRecord(game, *game.engine._worker.run(text_of(game.core, tags or {})))
    return _record_of(game, tags or {})


async def _record_of(game: core_game.Game, tags: Mapping[str, str]) -> AsyncGameRecord:
    return AsyncGameRecord(game, *await text_of(await game, tags))


def to_text(record: Record[Any]) -> str:
    """A record as PDN, PGN or plain text, whichever its game is written in."""
    return str(record)


@overload
def write_games(records: Iterable[Written], path: Path) -> int:
    ...


@overload
def write_games(records: AsyncIterable[Written], path: Path) -> Awaitable[int]:
    ...


def write_games(records: Union[Iterable[Written], AsyncIterable[Written]], path: Path) -> Union[int, Awaitable[int]]:
    """Writes records, or trees of `crownd.pdn`, to a file, which is replaced as a whole at the end; of a symbolic link, the file that it
    leads to. Returns how many there were. It is awaited if the records are an asynchronous iterator."""
    if isinstance(records, AsyncIterable):
        return _write_async(records, path)
    count = 0
    with _replacement(path) as file:
        for record in records:
            file.write(f"{record}\n")
            count += 1
    return count


async def _write_async(records: AsyncIterable[Written], path: Path) -> int:
    count = 0
    with _replacement(path) as file:
        async for record in records:
            file.write(f"{record}\n")
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


def _lines(source: Source) -> Iterator[str]:
    """Lines of UTF-8; one that is not UTF-8 is read as Latin-1, in which older files are."""
    if not isinstance(source, (str, os.PathLike)):
        yield from source
        return
    with open(source, "rb") as file:
        for line in file:
            try:
                yield line.decode("utf-8")
            except UnicodeDecodeError:
                yield line.decode("latin-1")


def _report(fault: DamagedGame, damaged: Optional[List[DamagedGame]]) -> None:
    if damaged is None:
        warnings.warn(str(fault), stacklevel=3)
    else:
        damaged.append(fault)
