"""Reads and writes files of games by the daemon's rules: PDN, PGN, and the plain format of crown-match.

    with Engine.popen() as engine:
        for record in read_games(engine, "games.pdn"):
            print(record.text.tag("White"), record.game.moves)

With an asyncio engine, use `async for record in read_games(...)` and `await record_of(...)`.
"""

from __future__ import annotations

import contextlib
import os
import pathlib
import stat
import tempfile
import warnings
from dataclasses import dataclass, field
from importlib import import_module
from typing import (TYPE_CHECKING, Any, AsyncIterable, AsyncIterator, Awaitable, Dict, Generic, Iterable, Iterator, List, Mapping,
                    Optional, TextIO, Tuple, TypeVar, Union, overload)

from . import engine as async_engine
from . import game as async_game
from .game_reader import NotPlayable, Path, ReadGame, Source, TextWarning, play_text
from .notation import GameText, Move
from .notation.formats import Form, format_game
from .results import Outcome
from .sanitize import sanitize_lines
from .sync import Engine, Game

if TYPE_CHECKING:
    from . import pdn

__all__ = ["AsyncGameRecord", "DamagedGame", "GameRecord", "NotPlayable", "Source", "TextWarning", "games_to_dataframe", "read_games",
           "record_of", "to_text", "write_games"]

Writable = Union["Record[Any]", "pdn.Game"]
AnyGame = TypeVar("AnyGame", Game, async_game.Game)


@dataclass
class Record(Generic[AnyGame]):
    """A game with its text: `game` is at the last position, `text` has tags, moves, comments, signs and variations.

    Moves are in the daemon's notation, except illegal moves of variations, which are kept as written.
    """

    game: AnyGame
    text: GameText
    form: Form
    """The file format of the game."""
    number: int = 0
    """The number of the game in the file, from 1."""
    outcome: Optional[Outcome] = None
    """The winner or a draw by the result of the text; None if unknown."""
    warnings: List[TextWarning] = field(default_factory=list)
    """Repaired damage and contradictions to the rules."""

    def positions(self) -> Iterator[Tuple[AnyGame, str]]:
        """Each position before a move, and the move."""
        game = self.game.copy()
        steps: List[Tuple[AnyGame, str]] = []
        while game.ply:
            move = game.pop()
            steps.append((game.copy(), move))
        return reversed(steps)

    def __str__(self) -> str:
        """The game in its file format; see `to_text`."""
        return format_game(self.text, self.form)


class GameRecord(Record[Game]):
    """A record of an engine of `crownd.sync`."""


class AsyncGameRecord(Record[async_game.Game]):
    """A record of an asyncio engine."""


@dataclass(frozen=True)
class DamagedGame:
    """A game that could not be read or played."""

    number: int
    """The number of the game in the file, from 1."""
    line: int
    """The first line of the game, from 1."""
    why: str
    fault_line: int = 0
    """The first line that could not be read, from 1."""

    def __str__(self) -> str:
        return f"game {self.number} (line {self.line}): line {self.fault_line}: {sanitize_lines(self.why)}"


@overload
def read_games(engine: Engine, source: Source, *, game: Optional[str] = None,
               damaged: Optional[List[DamagedGame]] = None) -> Iterator[GameRecord]:
    ...


@overload
def read_games(engine: async_engine.Engine, source: Source, *, game: Optional[str] = None,
               damaged: Optional[List[DamagedGame]] = None) -> AsyncIterator[AsyncGameRecord]:
    ...


def read_games(engine: Union[Engine, async_engine.Engine], source: Source, *, game: Optional[str] = None,
               damaged: Optional[List[DamagedGame]] = None) -> Union[Iterator[GameRecord], AsyncIterator[AsyncGameRecord]]:
    """Iterates over the games of a path, a binary file, or lines of text.

    The tags Game and GameType name the game, else `game` does; without any of them it is the first game of the daemon whose
    notation matches the moves, or that allows them. Games without moves are included. A damaged game is skipped and appended to
    `damaged`, or without that list, reported by `warnings.warn`. Text may be UTF-8 or Windows-1252, and in a file UTF-16. Raises OSError
    if the file cannot be read, BadArgument if the daemon does not support the game.
    """
    if isinstance(engine, Engine):
        return _read(engine, source, game, damaged)
    return _read_async(engine, source, game, damaged)


def _read(engine: Engine, source: Source, default_game: Optional[str],
          damaged: Optional[List[DamagedGame]]) -> Iterator[GameRecord]:
    for batch in engine._thread.iterate(play_text(engine.core, source, default_game)):
        for read, game, form in batch:
            if game is None or form is None:
                _report(read, damaged)
            else:
                yield GameRecord(Game._of(engine, game), read.text, form, read.number, read.outcome, read.warnings)


async def _read_async(engine: async_engine.Engine, source: Source, default_game: Optional[str],
                      damaged: Optional[List[DamagedGame]]) -> AsyncIterator[AsyncGameRecord]:
    batches = play_text(engine, source, default_game)
    try:
        async for batch in batches:
            for read, game, form in batch:
                if game is None or form is None:
                    _report(read, damaged)
                else:
                    yield AsyncGameRecord(game, read.text, form, read.number, read.outcome, read.warnings)
    finally:
        await batches.aclose()


def _report(game: ReadGame, damaged: Optional[List[DamagedGame]]) -> None:
    assert game.error is not None
    report = DamagedGame(game.number, game.text.number_of_line, game.error.why, game.error.line)
    if damaged is None:
        warnings.warn(str(report), stacklevel=3)
    else:
        damaged.append(report)


@overload
def record_of(game: Game, tags: Optional[Mapping[str, str]] = None) -> GameRecord:
    ...


@overload
def record_of(game: async_game.Game, tags: Optional[Mapping[str, str]] = None) -> Awaitable[AsyncGameRecord]:
    ...


def record_of(game: Union[Game, async_game.Game],
              tags: Optional[Mapping[str, str]] = None) -> Union[GameRecord, Awaitable[AsyncGameRecord]]:
    """Creates a record of a played game, for `write_games`. `tags` precede the tags required by the file format."""
    if isinstance(game, Game):
        text, form = game.engine._thread.run(_text_of(game.core, tags or {}))
        return GameRecord(game, text, form, outcome=game.outcome())
    return _record_of(game, tags or {})


async def _record_of(game: async_game.Game, tags: Mapping[str, str]) -> AsyncGameRecord:
    text, form = await _text_of(await game, tags)
    return AsyncGameRecord(game, text, form, outcome=game.outcome())


async def _text_of(game: async_game.Game, tags: Mapping[str, str]) -> Tuple[GameText, Form]:
    start = game.copy()
    while start.ply:
        start.pop()
    form = Form.of(await start.board())
    text = GameText(tags=list(tags.items()))
    text.result = form.result_of(game.outcome())
    text.set_tag("Result", text.result)
    if form.is_pdn:
        text.set_tag("GameType", form.game_type)
    if not form.is_pdn and not form.is_pgn:
        text.set_tag("Game", game.name)
        if game.position is not None:
            text.set_tag("Start", await start.fen())
    elif game.position is not None or form.is_pgn:
        text.set_tag("SetUp", "1")
        text.set_tag("FEN", await start.fen(standard=True))
    text.line.moves = [Move(move) for move in game.moves]
    return text, form


def to_text(record: Writable, *, squares: str = "numeric") -> str:
    """Formats a record, or a tree of `crownd.pdn`, as PDN, PGN or plain text, depending on its game.

    `squares` is `numeric` or `algebraic`, for games of PDN whose squares have both names.
    """
    return format_game(record.text if isinstance(record, Record) else record.text(), record.form, squares)


@overload
def write_games(records: Iterable[Writable], path: Path, *, squares: str = "numeric") -> int:
    ...


@overload
def write_games(records: AsyncIterable[Writable], path: Path, *, squares: str = "numeric") -> Awaitable[int]:
    ...


def write_games(records: Union[Iterable[Writable], AsyncIterable[Writable]], path: Path, *,
                squares: str = "numeric") -> Union[int, Awaitable[int]]:
    """Writes records, or trees of `crownd.pdn`, to a file and returns their number. For `squares` see `to_text`.

    The file is replaced atomically at the end; a symbolic link is followed. A pipe or a device is written directly. Await the call if
    the records are an asynchronous iterator.
    """
    if isinstance(records, AsyncIterable):
        return _write_async(records, path, squares)
    count = 0
    with _replacement(path) as file:
        for record in records:
            file.write(f"{to_text(record, squares=squares)}\n")
            count += 1
    return count


async def _write_async(records: AsyncIterable[Writable], path: Path, squares: str) -> int:
    count = 0
    with _replacement(path) as file:
        async for record in records:
            file.write(f"{to_text(record, squares=squares)}\n")
            count += 1
    return count


@contextlib.contextmanager
def _replacement(path: Path) -> Iterator[TextIO]:
    """Opens a temporary file, which replaces `path` if no exception is raised; or a pipe or device itself."""
    mode = _mode(path)
    if not stat.S_ISREG(mode):
        with open(path, "w", encoding="utf-8", newline="\n") as special:
            yield special
        return
    target = pathlib.Path(path).resolve()
    descriptor, temporary = tempfile.mkstemp(prefix=".unfinished-", dir=target.parent)  # uses O_EXCL and O_NOFOLLOW
    try:
        with open(descriptor, "w", encoding="utf-8", newline="\n") as file:
            yield file
        os.chmod(temporary, stat.S_IMODE(mode))
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise


def _mode(path: Path) -> int:
    """The type and permissions of a file, or those of a new file."""
    try:
        return os.stat(path).st_mode
    except FileNotFoundError:
        mask = os.umask(0o077)
        os.umask(mask)
        return stat.S_IFREG | 0o666 & ~mask


def games_to_dataframe(records: Iterable["Record[Any]"]) -> Any:
    """Creates a pandas.DataFrame with one row per game: `game`, `plies`, `state`, `winner`, `reason`, `moves` and the tags.

    `state` and `reason` describe the last position by the rules, so a resigned game is `ongoing`; its `winner` is the one of the
    result. Raises ImportError if pandas is not installed.
    """
    try:
        pandas = import_module("pandas")
    except ImportError as error:
        raise ImportError("games_to_dataframe needs pandas: install python3-pandas, or pip install pandas") from error
    rows: List[Dict[str, Any]] = []
    for record in records:
        status = record.game.status
        row: Dict[str, Any] = {
            "game": record.game.name,
            "plies": record.game.ply,
            "state": status.state,
            "winner": status.side if status.state == "win" else record.outcome.winner if record.outcome and not status.over else None,
            "reason": status.reason,
            "moves": " ".join(record.game.moves),
        }
        for name, value in record.text.tags:
            if name and name not in row:
                row[name] = value
        rows.append(row)
    columns = ["game", "plies", "state", "winner", "reason", "moves"]
    return pandas.DataFrame(rows, columns=list(dict.fromkeys([*columns, *(name for row in rows for name in row)])))
