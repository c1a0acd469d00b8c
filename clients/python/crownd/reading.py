"""Game text that the daemon reads with its command `read`."""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import itertools
import os
import re
import threading
from dataclasses import dataclass, field
from typing import AsyncGenerator, BinaryIO, Iterable, Iterator, List, Optional, Union, cast

from . import answers
from .errors import CrowndError
from .form import result_in
from .notation import GameText, Line, Move
from .request import Step, checked
from .results import Outcome
from .session import Session
from .sessions import Sessions

Path = Union[str, "os.PathLike[str]"]
Source = Union[Path, BinaryIO, Iterable[Union[str, bytes]]]
"""A path, a binary file, or lines."""

BLOCK = 1 << 16
"""Bytes of text that are sent at once."""
LONGEST_SILENCE = 60.0
"""Seconds."""
LONGEST_NUMBER = 9
"""Digits of a NAG that is a number."""

_BLANKS = re.compile(rb"[ \t\v\f]+")
_CUT = re.compile(rb".*[^ ](?=[^ ])", re.DOTALL)
_END = Step("version", silent=True)


@dataclass(frozen=True)
class TextWarning:
    """Damage in the text of a game that was repaired, results that contradict each other, …"""

    line: int  #: from 1
    why: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.why}"


@dataclass
class ReadGame:
    """A game as the daemon reads it."""

    number: int
    name: str  #: of the game; `-` if the daemon has no such game
    text: GameText
    start: Optional[str] = None  #: None: the start position
    outcome: Optional[Outcome] = None
    warnings: List[TextWarning] = field(default_factory=list)
    fault: Optional[TextWarning] = None  #: why, and from which line on, it is not readable


async def read_text(sessions: Sessions, source: Source, usual: Optional[str] = None) -> AsyncGenerator[List[ReadGame], None]:
    """The games of a text, a few at a time, in a session of their own. `usual` is the game of texts that name none."""
    session = await sessions.lease_reader()
    awake: Optional["asyncio.Task[None]"] = None
    try:
        async def ask(text: bytes) -> List[str]:
            return checked((_END,), await session.send(text + b"version\n", (_END,)).future)[0]

        limits = dict(line.split(" ")[1:3] for line in (await ask(b"limits\n")) if line.startswith("limit "))
        longest = min(int(limits.get("max-line", BLOCK)), BLOCK) - len("read line \r\n")
        patience = int(limits.get("idle-timeout", 0)) / 3
        awake = asyncio.ensure_future(_keep_awake(session, min(LONGEST_SILENCE, patience or LONGEST_SILENCE)))
        taker = _Taker()
        await ask(b"read begin " + (answers.word(usual) if usual else "").encode() + b"\n")
        blocks = _commands(_blocks(source), longest)
        while (commands := await _next(blocks)) is not None:
            games = answers.parsed(taker.games, await ask(commands))
            if games:
                yield games
        games = answers.parsed(taker.games, await ask(b"read end\n"))
        if games:
            yield games
    finally:
        if awake is not None:
            awake.cancel()
        sessions.give_back_reader(session)


async def _next(blocks: Iterator[bytes]) -> Optional[bytes]:
    """The next block; None at the end. A thread waits for it, so that the engine can be used, or closed, meanwhile."""
    loop = asyncio.get_running_loop()
    block: "asyncio.Future[Optional[bytes]]" = loop.create_future()

    def finish(result: Optional[bytes], fault: Optional[BaseException]) -> None:
        if block.done():
            return
        if fault is None:
            block.set_result(result)
        else:
            block.set_exception(fault)

    def wait() -> None:
        result: Optional[bytes] = None
        fault: Optional[BaseException] = None
        try:
            result = next(blocks, None)
        except BaseException as why:
            fault = why
        with contextlib.suppress(RuntimeError):  # the loop was closed
            loop.call_soon_threadsafe(finish, result, fault)

    threading.Thread(target=wait, daemon=True).start()
    return await block


async def _keep_awake(session: Session, pause: float) -> None:
    """Sends signs of life, so that the daemon does not end the session while its games are looked at."""
    with contextlib.suppress(CrowndError):  # the next block of text meets it, too
        while True:
            await asyncio.sleep(pause)
            await session.ping()


def _blocks(source: Source) -> Iterator[bytes]:
    """The text in blocks."""
    if isinstance(source, (str, os.PathLike)):
        with open(source, "rb") as file:
            yield from _blocks_of_file(file)
    elif hasattr(source, "read") and not hasattr(source, "encoding"):
        yield from _blocks_of_file(cast(BinaryIO, source))
    else:
        yield from _blocks_of_lines(source)


def _blocks_of_file(file: BinaryIO) -> Iterator[bytes]:
    """Those of a file; UTF-16, which begins with a byte order mark, becomes UTF-8."""
    read = getattr(file, "read1", file.read)  # what is there, without waiting for a whole block
    blocks: Iterator[bytes] = iter(lambda: read(BLOCK), b"")
    first = next(blocks, b"")
    if first.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        decoder = codecs.getincrementaldecoder("utf-16")("replace")
        for block in itertools.chain((first,), blocks, (b"",)):
            yield decoder.decode(block, not block).encode("utf-8", "replace")
    else:
        yield first
        yield from blocks


def _blocks_of_lines(lines: Iterable[Union[str, bytes]]) -> Iterator[bytes]:
    block = bytearray()
    for text in lines:
        line = _bytes_of(text) if isinstance(text, str) else text
        block += line
        if not line.endswith((b"\n", b"\r")):
            block += b"\n"
        if len(block) >= BLOCK:
            yield bytes(block)
            block.clear()
    yield bytes(block)


def _bytes_of(line: str) -> bytes:
    try:
        return line.encode("utf-8", "surrogateescape")  # what was not UTF-8, as in text of standard input, is itself again
    except UnicodeEncodeError:
        return line.encode("utf-8", "replace")


def _commands(blocks: Iterator[bytes], longest: int) -> Iterator[bytes]:
    """The commands that send a text; each of its lines has at most so many bytes, and long lines are sent in parts."""
    rest = b""
    for block in blocks:
        text = rest + block
        half = text.endswith(b"\r")  # of a line's end, perhaps
        *lines, rest = text[:-1 if half else None].replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        commands: List[bytes] = []
        for line in lines:
            commands += _parts(line, longest)
            commands[-1] = b"read line " + commands[-1]
        if len(rest) > longest:
            parts = _parts(rest, longest)
            rest = parts.pop()
            commands += parts
        if half:
            rest += b"\r"
        if commands:
            yield b"\n".join(commands) + b"\n"
    last = rest[:-1] if rest.endswith(b"\r") else rest
    if last:
        yield b"read line " + last + b"\n"


def _parts(line: bytes, longest: int) -> List[bytes]:
    """A line as commands `read part`, and at the end the text of its last part. Parts are cut where there are no blanks."""
    if len(line) <= longest:
        return [line]
    line = _BLANKS.sub(b" ", line)
    parts = []
    while len(line) > longest:
        found = _CUT.match(line, 0, longest)
        if found:
            parts.append(b"read part " + found[0])
            line = line[found.end():]
        else:  # words of one letter each: where the line is broken makes no difference
            parts.append(b"read line " + line[:longest])
            line = line[longest:]
    return [*parts, line]


class _Taker:
    """Makes games of the lines that answer `read`."""

    def __init__(self) -> None:
        self._game = ReadGame(0, "", GameText())
        self._open: List[Line] = []

    def games(self, lines: List[str]) -> List[ReadGame]:
        """Those that are complete with these lines."""
        games = []
        for line in lines:
            word, _, rest = line.partition(" ")
            if word == "readmove":
                self._open[-1].moves.append(Move(rest))
            elif word == "readdone":
                self._open.pop(0)
                _name_start(self._game)
                games.append(self._game)
            elif word.startswith("read"):
                self._take(word, rest)
        return games

    def _take(self, word: str, rest: str) -> None:
        game, text = self._game, self._game.text
        if word == "readgame":
            number, _, line, name = rest.split(" ")
            self._game = ReadGame(int(number), name, GameText(number_of_line=int(line)))
            self._open = [self._game.text.line]
        elif word == "readtag":
            name, _, value = rest.partition(" ")
            text.tags.append((name, value))
        elif word == "readstart":
            game.start = None if rest == "startpos" else rest
        elif word == "readtext":
            self._open[-1].moves.append(Move(rest, legal=False))
        elif word == "readnag":
            noted = self._noted()
            if not rest.isdigit():
                noted.signs.append(rest)
            elif len(rest) > LONGEST_NUMBER:
                noted.signs.append("$" + rest)
            else:
                noted.nags.append(int(rest))
        elif word == "readcomment":
            noted = self._noted()
            (noted.variations[-1].comments_behind if noted.variations else noted.comments).append(rest)
        elif word == "readvariation":
            self._take_variation(rest)
        elif word == "readresult":
            self._take_result(rest)
        elif word == "readwarning":
            game.warnings.append(_warning(rest))
        elif word == "readerror" and game.fault is None:
            number, _, sentence = rest.split(" ", 2)
            game.fault = TextWarning(int(number), sentence)

    def _noted(self) -> Union[Line, Move]:
        """The last move, or, before any move, the line that begins."""
        line = self._open[-1]
        return line.moves[-1] if line.moves else line

    def _take_variation(self, rest: str) -> None:
        if rest == "end":
            ended = self._open.pop()
            if ended == Line():
                self._noted().variations.pop()
        else:
            begun = Line()
            self._noted().variations.append(begun)
            self._open.append(begun)

    def _take_result(self, rest: str) -> None:
        meaning, _, result = rest.partition(" ")
        if meaning == "win":
            winner, _, result = result.partition(" ")
            self._game.outcome = Outcome(winner)
        elif meaning == "draw":
            self._game.outcome = Outcome(None)
        self._game.text.result = result_in(result)


def _warning(rest: str) -> TextWarning:
    line, _, sentence = rest.partition(" ")
    return TextWarning(int(line), sentence)


def _name_start(game: ReadGame) -> None:
    """A position that stands among the moves becomes a tag."""
    if game.start is not None and game.start not in (game.text.tag("FEN") or game.text.tag("Start") or ""):
        game.text.set_tag("SetUp", "1")
        game.text.set_tag("FEN", game.start)
