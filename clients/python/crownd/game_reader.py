"""Reads games of text by the daemon's command `read`, and plays them by its rules."""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import itertools
import os
import re
import threading
from dataclasses import dataclass, field, replace
from typing import AsyncGenerator, BinaryIO, Dict, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union, cast

from . import encode, parse
from .engine import Engine
from .errors import CrowndError, EngineError
from .game import Game
from .notation import GameText, Line, Move
from .notation.formats import Form, parse_result
from .position_tree import Root
from .results import Outcome
from .session import Session, Step, check_answers
from .session_pool import SessionPool

Path = Union[str, "os.PathLike[str]"]
Source = Union[Path, BinaryIO, Iterable[Union[str, bytes]]]
"""A path, a binary file, or lines."""

BLOCK_SIZE = 1 << 16
"""Bytes of text sent at once."""
MAX_PING_INTERVAL = 60.0
"""Seconds between pings during a pause."""
MAX_NAG_DIGITS = 9
"""Longer NAGs are kept as text."""

_WHITESPACE = re.compile(rb"[ \t\v\f]+")
_BETWEEN_LETTERS = re.compile(rb".*[^ ](?=[^ ])", re.DOTALL)
_READ_STEP = Step("version", silent=True)


class NotPlayable(ValueError):
    """A game cannot be played because of an illegal move. `plies` is the number of legal moves before it."""

    def __init__(self, why: str, plies: int = 0) -> None:
        super().__init__(why, plies)
        self.plies = plies

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True)
class TextWarning:
    """A problem in the text of a game: repaired damage, contradictory results, ..."""

    line: int
    """The line number, from 1."""
    why: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.why}"


@dataclass
class ReadGame:
    """A game as read by the daemon."""

    number: int
    name: str
    """The name of the game; `-` if the daemon does not support it."""
    text: GameText
    start: Optional[str] = None
    """The initial position; None for the start position."""
    outcome: Optional[Outcome] = None
    warnings: List[TextWarning] = field(default_factory=list)
    error: Optional[TextWarning] = None
    """Why the game is not readable, and its first unreadable line."""


class PlayedGame(NamedTuple):
    """A game at its last position; `game` and `form` are None if it is not readable."""

    read: ReadGame
    game: Optional[Game]
    form: Optional[Form]


async def play_text(engine: Engine, source: Source, default_game: Optional[str]) -> AsyncGenerator[List[PlayedGame], None]:
    """Yields the games of a text in small batches."""
    forms: Dict[str, Tuple[Form, str]] = {}

    async def form_of(game: Game, first_side: Optional[str]) -> Form:
        """The form of a game, cached by game unless its boards have different sizes. `first_side` makes the first move."""
        if game.name not in forms:
            board = await Game(engine, game.name, game.position).board()
            if "sizes" in board.facts:
                return Form.of(board)
            forms[game.name] = Form.of(board), board.sides[1].name
        form, second = forms[game.name]
        return replace(form, second_begins=first_side == second)

    batches = read_text(engine._pool, source, default_game)
    try:
        async for batch in batches:
            lines = [(Root(each.name, each.start), each.text.moves()) for each in batch if each.error is None]
            ends = iter(await engine._rules.play_lines(lines))
            played = []
            for each in batch:
                if each.error is None:
                    first, last = next(ends)
                    game = Game._of(engine, last)
                    played.append(PlayedGame(each, game, await form_of(game, first.side_to_move)))
                else:
                    played.append(PlayedGame(each, None, None))
            yield played
    finally:
        await batches.aclose()


async def play_moves(engine: Engine, name: str, start: Optional[str], moves: Sequence[str], second_begins: bool = False) -> Game:
    """Plays moves in any notation of the game. Raises NotPlayable with the first illegal move."""
    with contextlib.suppress(EngineError, ValueError):  # on failure, `read` accepts SAN and short captures, or names the illegal move
        return await Game(engine, name, start, moves)
    quoted = "startpos" if start is None else start.replace("\\", "\\\\").replace('"', '\\"')
    batches = read_text(engine._pool, [f'[FEN "{quoted}"]', "", *moves], name)
    try:
        games = [each async for batch in batches for each in batch]
    finally:
        await batches.aclose()
    read = games[0]
    legal = [move.text for move in read.text.line.moves if move.legal]
    if read.error is not None:
        raise NotPlayable(f"move {(len(legal) + second_begins) // 2 + 1}, {read.error.why}", len(legal))
    if len(games) > 1 or len(legal) != len(moves):
        raise NotPlayable(f"invalid moves {' '.join(moves)!r}: expected only moves", 0)
    return await Game(engine, name, read.start, legal)


async def read_text(pool: SessionPool, source: Source, default_game: Optional[str] = None) -> AsyncGenerator[List[ReadGame], None]:
    """Yields the games of a text in small batches, using a session of its own. `default_game` applies to games without a tag."""
    session = await pool.acquire_reader()
    keep_alive: Optional["asyncio.Task[None]"] = None
    try:
        async def request(commands: bytes) -> List[str]:
            return check_answers((_READ_STEP,), await session.send(commands + b"version\n", (_READ_STEP,)).future)[0]

        limits = dict(line.split(" ")[1:3] for line in (await request(b"limits\n")) if line.startswith("limit "))
        max_line = min(int(limits.get("max-line", BLOCK_SIZE)), BLOCK_SIZE) - len("read line \r\n")
        idle_timeout = int(limits.get("idle-timeout", 0))
        ping_interval = min(MAX_PING_INTERVAL, idle_timeout / 3) if idle_timeout else MAX_PING_INTERVAL
        keep_alive = asyncio.ensure_future(_keep_alive(session, ping_interval))
        parser = _GameParser()
        await request(b"read begin " + ("" if default_game is None else encode.word(default_game)).encode() + b"\n")
        blocks = _commands(_blocks(source), max_line)
        while (commands := await _next(blocks)) is not None:
            games = parse.answer(parser.games, await request(commands))
            if games:
                yield games
        games = parse.answer(parser.games, await request(b"read end\n"))
        if games:
            yield games
    finally:
        if keep_alive is not None:
            keep_alive.cancel()
        pool.release_reader(session)


async def _next(blocks: Iterator[bytes]) -> Optional[bytes]:
    """Reads the next block in a daemon thread, so that slow input blocks neither the loop nor the exit. Returns None at the end."""
    loop = asyncio.get_running_loop()
    future: "asyncio.Future[Optional[bytes]]" = loop.create_future()

    def finish(result: Optional[bytes], error: Optional[BaseException]) -> None:
        if future.done():
            return
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)

    def read() -> None:
        result: Optional[bytes] = None
        error: Optional[BaseException] = None
        try:
            result = next(blocks, None)
        except BaseException as raised:
            error = raised
        with contextlib.suppress(RuntimeError):  # the loop was closed
            loop.call_soon_threadsafe(finish, result, error)

    threading.Thread(target=read, daemon=True).start()
    return await future


async def _keep_alive(session: Session, interval: float) -> None:
    """Pings the daemon, so that it does not close the session while the caller processes games."""
    with contextlib.suppress(CrowndError):  # the next request raises it
        while True:
            await asyncio.sleep(interval)
            await session.ping()


def _blocks(source: Source) -> Iterator[bytes]:
    """The text of a source in blocks."""
    if isinstance(source, (str, os.PathLike)):
        with open(source, "rb") as file:
            yield from _file_blocks(file)
    elif hasattr(source, "read") and not hasattr(source, "encoding"):
        yield from _file_blocks(cast(BinaryIO, source))
    else:
        yield from _line_blocks(source)


def _file_blocks(file: BinaryIO) -> Iterator[bytes]:
    """Blocks of a file. UTF-16 with a byte order mark is converted to UTF-8."""
    read = getattr(file, "read1", file.read)  # read1 returns available data without waiting for a full block
    blocks: Iterator[bytes] = iter(lambda: read(BLOCK_SIZE), b"")
    first = next(blocks, b"")
    if first.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        decoder = codecs.getincrementaldecoder("utf-16")("replace")
        for block in itertools.chain((first,), blocks, (b"",)):
            yield decoder.decode(block, not block).encode("utf-8", "replace")
    else:
        yield first
        yield from blocks


def _line_blocks(lines: Iterable[Union[str, bytes]]) -> Iterator[bytes]:
    block = bytearray()
    for text in lines:
        line = _to_bytes(text) if isinstance(text, str) else text
        block += line
        if not line.endswith((b"\n", b"\r")):
            block += b"\n"
        if len(block) >= BLOCK_SIZE:
            yield bytes(block)
            block.clear()
    yield bytes(block)


def _to_bytes(line: str) -> bytes:
    try:
        return line.encode("utf-8", "surrogateescape")  # restores bytes that were not UTF-8, such as those of standard input
    except UnicodeEncodeError:
        return line.encode("utf-8", "replace")


def _commands(blocks: Iterator[bytes], max_line: int) -> Iterator[bytes]:
    """The commands that send a text. Each sends at most `max_line` bytes of text; longer lines are sent in parts."""
    rest = b""
    for block in blocks:
        text = rest + block
        ends_with_cr = text.endswith(b"\r")  # the next block may begin with its \n
        *lines, rest = text[:-1 if ends_with_cr else None].replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        commands: List[bytes] = []
        for line in lines:
            commands += _parts(line, max_line)
            commands[-1] = b"read line " + commands[-1]
        if len(rest) > max_line:
            parts = _parts(rest, max_line)
            rest = parts.pop()
            commands += parts
        if ends_with_cr:
            rest += b"\r"
        if commands:
            yield b"\n".join(commands) + b"\n"
    last = rest[:-1] if rest.endswith(b"\r") else rest
    if last:
        yield b"read line " + last + b"\n"


def _parts(line: bytes, max_line: int) -> List[bytes]:
    """Splits a line into commands `read part`, followed by the text of the last part. Parts are not split at spaces."""
    if len(line) <= max_line:
        return [line]
    line = _WHITESPACE.sub(b" ", line)
    parts = []
    while len(line) > max_line:
        found = _BETWEEN_LETTERS.match(line, 0, max_line)
        if found:
            parts.append(b"read part " + found[0])
            line = line[found.end():]
        else:  # only words of one letter: a line break has the same effect as a space
            parts.append(b"read line " + line[:max_line])
            line = line[max_line:]
    return [*parts, line]


class _GameParser:
    """Builds games from the lines of answers to `read`."""

    def __init__(self) -> None:
        self._game = ReadGame(0, "", GameText())
        self._open_lines: List[Line] = []

    def games(self, lines: List[str]) -> List[ReadGame]:
        """The games completed by these lines."""
        games = []
        for line in lines:
            word, _, rest = line.partition(" ")
            if word == "readmove":
                self._open_lines[-1].moves.append(Move(rest))
            elif word == "readdone":
                self._open_lines.pop(0)
                _add_fen_tag(self._game)
                games.append(self._game)
            elif word.startswith("read"):
                self._parse(word, rest)
        return games

    def _parse(self, word: str, rest: str) -> None:
        game, text = self._game, self._game.text
        if word == "readgame":
            number, _, line, name = rest.split(" ")
            self._game = ReadGame(int(number), name, GameText(number_of_line=int(line)))
            self._open_lines = [self._game.text.line]
        elif word == "readtag":
            name, _, value = rest.partition(" ")
            text.tags.append((name, value))
        elif word == "readstart":
            game.start = None if rest == "startpos" else rest
        elif word == "readtext":
            self._open_lines[-1].moves.append(Move(rest, legal=False))
        elif word == "readnag":
            annotated = self._annotated()
            if not rest.isdigit():
                annotated.signs.append(rest)
            elif len(rest) > MAX_NAG_DIGITS:
                annotated.signs.append("$" + rest)
            else:
                annotated.nags.append(int(rest))
        elif word == "readcomment":
            annotated = self._annotated()
            (annotated.variations[-1].comments_behind if annotated.variations else annotated.comments).append(rest)
        elif word == "readvariation":
            self._parse_variation(rest)
        elif word == "readresult":
            self._parse_result(rest)
        elif word == "readwarning":
            number, _, sentence = rest.partition(" ")
            game.warnings.append(TextWarning(int(number), sentence))
        elif word == "readerror" and game.error is None:
            number, _, sentence = rest.split(" ", 2)
            game.error = TextWarning(int(number), sentence)

    def _annotated(self) -> Union[Line, Move]:
        """The last move, or before any move the line."""
        line = self._open_lines[-1]
        return line.moves[-1] if line.moves else line

    def _parse_variation(self, rest: str) -> None:
        if rest == "end":
            variation = self._open_lines.pop()
            if variation == Line():
                self._annotated().variations.pop()
        else:
            variation = Line()
            self._annotated().variations.append(variation)
            self._open_lines.append(variation)

    def _parse_result(self, rest: str) -> None:
        meaning, _, result = rest.partition(" ")
        if meaning == "win":
            winner, _, result = result.partition(" ")
            self._game.outcome = Outcome(winner)
        elif meaning == "draw":
            self._game.outcome = Outcome(None)
        self._game.text.result = parse_result(result)


def _add_fen_tag(game: ReadGame) -> None:
    """Adds a tag for an initial position given among the moves."""
    if game.start is not None and game.start not in (game.text.tag("FEN") or game.text.tag("Start") or ""):
        game.text.set_tag("SetUp", "1")
        game.text.set_tag("FEN", game.start)
