"""Files of games, read and written by the daemon's rules: PDN, PGN, and the plain form of crown-match.

    with Engine.popen() as engine:
        for record in read_games(engine, "games.pdn"):
            print(record.text.tag("White"), record.game.moves)
"""

from __future__ import annotations

import os
import stat
import tempfile
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, Iterable, Iterator, List, Mapping, Optional, Tuple, Union

from .board import Board
from .errors import EngineError
from .foreign import printable_lines
from .notation import BadText, GameText, Layout, Move, from_san, read_texts, to_san, write_plain_text, write_text
from .sync import Engine, Game

Source = Union[str, "os.PathLike[str]", Iterable[str]]

_PGN = "pgn"
_PDN = "pdn"


@dataclass
class GameRecord:
    """A game of a file: `game` is at its last position, `text` has tags, comments, signs and variations as they were written."""

    game: Game
    text: GameText
    number: int = 0  #: in the file, from 1

    def positions(self) -> Iterator[Tuple[Game, str]]:
        """Each position before a move, and the move."""
        walk = _beginning(self.game)
        for move in self.game.moves:
            yield walk.copy(), move
            walk.push(move)


@dataclass(frozen=True)
class DamagedGame:
    """A game that could not be read or played."""

    number: int  #: in the file, from 1
    line: int  #: where it begins, from 1
    why: str

    def __str__(self) -> str:
        return f"game {self.number} (line {self.line}): {printable_lines(self.why)}"


class NotPlayable(ValueError):
    """Why a game of a file cannot be played; `plies` are the moves before the fault."""

    def __init__(self, why: str, plies: int = 0) -> None:
        super().__init__(why, plies)
        self.plies = plies

    def __str__(self) -> str:
        return str(self.args[0])


def read_games(
    engine: Engine, source: Source, *, game: Optional[str] = None, damaged: Optional[List[DamagedGame]] = None
) -> Iterator[GameRecord]:
    """The games of a file (a path, or lines of text), one at a time.

    Which game is played is said by the tag Game or GameType, else by `game`; where nothing says it, it is the first game of the
    daemon whose rules write the moves as they stand there, or allow them. A game that cannot be read or played is skipped: it goes to
    `damaged`, or, without that list, to `warnings.warn`. OSError for a file that cannot be read.
    """
    rules = _Rules(engine)
    number = 0
    fault: Optional[DamagedGame]
    texts = read_texts(_lines(source))
    while True:
        number += 1
        try:
            text = next(texts)
        except StopIteration:
            return
        except BadText as bad:
            _report(DamagedGame(number, bad.line, str(bad)), damaged)
            return
        try:
            played = rules.play(text, game)
        except NotPlayable as why:
            _report(DamagedGame(number, text.number_of_line, str(why)), damaged)
        else:
            yield GameRecord(played, text, number)


def record_of(game: Game, tags: Optional[Mapping[str, str]] = None) -> GameRecord:
    """A record of a game that was played here, for `write_games`. `tags` come before those that the notation needs."""
    start = _beginning(game)
    board = start.board()
    form, pdn_type, white = _notation(board)
    text = GameText(tags=list((tags or {}).items()))
    status = game.status
    text.result = "*" if not status.over else "1/2-1/2" if status.side is None else "1-0" if status.side == white else "0-1"
    text.set_tag("Result", text.result)
    if form == _PDN:
        text.set_tag("GameType", pdn_type)
    if form not in (_PDN, _PGN):
        text.set_tag("Game", game.name)
        if game.position is not None:
            text.set_tag("Start", start.fen())
    elif game.position is not None or form == _PGN:
        text.set_tag("SetUp", "1")
        text.set_tag("FEN", start.fen(standard=True))
    walk = start
    for move in game.moves:
        shown = to_san(walk.fen(standard=True), move, walk.legal_moves()) if form == _PGN else move
        text.line.moves.append(Move(shown))
        walk.push(move)
    return GameRecord(game, text)


def to_text(record: GameRecord) -> str:
    """A record as PDN, PGN or plain text, whichever its game is written in."""
    start = _beginning(record.game)
    board = start.board()
    form, _, _ = _notation(board)
    second_begins = board.turn == board.sides[1].name
    if form == _PDN:
        return write_text(record.text, Layout(_first_number(record.text), second_begins, numbers_second=False, writes_signs=True))
    if form == _PGN:
        return write_text(record.text, Layout(_first_number(record.text), second_begins))
    return write_plain_text(record.text, second_begins)


def write_games(records: Iterable[GameRecord], path: Union[str, "os.PathLike[str]"]) -> int:
    """Writes games to a file, which is replaced as a whole at the end; of a symbolic link, the file that it leads to. Returns how many there were."""
    count = 0
    target = Path(path).resolve()
    descriptor, unfinished = tempfile.mkstemp(prefix=".unfinished-", dir=target.parent)  # with O_EXCL and O_NOFOLLOW
    try:
        with open(descriptor, "w", encoding="utf-8", newline="\n") as file:
            for record in records:
                file.write(to_text(record) + "\n")
                count += 1
        os.chmod(unfinished, _permissions(target))
        os.replace(unfinished, target)
    except BaseException:
        os.unlink(unfinished)
        raise
    return count


def _permissions(path: Path) -> int:
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


def _beginning(game: Game) -> Game:
    return Game(game.engine, game.name, game.position)


def _notation(board: Board) -> Tuple[str, str, str]:
    """The form of a game's files, its GameType, and the side that is called White there (else the side that moves first)."""
    words = board.facts.get("notation", "plain").split()
    white = words[words.index("white") + 1] if "white" in words[:-1] else board.sides[0].name
    return words[0], words[1] if words[0] == _PDN else "", white


def _first_number(text: GameText) -> int:
    """A FEN has the number of the next move in its last field."""
    fields = text.start().split()
    return int(fields[5]) if len(fields) == 6 and fields[5].isdigit() else 1


def _type_number(game_type: str) -> str:
    return game_type.split(",")[0].strip()


class _Rules:
    """Finds out which game a text is, and plays it."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._names = tuple(game.name for game in engine.games())
        self._types: Dict[str, str] = {}

    def play(self, text: GameText, usual: Optional[str]) -> Game:
        names = self._candidates(text, usual)
        found: Optional[Game] = None
        furthest: Optional[NotPlayable] = None
        for name in names:
            try:
                game = self._play_as(text, name)
            except NotPlayable as fault:
                why = NotPlayable(f"as a game of {name}: {fault}" if len(names) > 1 else str(fault), fault.plies)
                if furthest is None or why.plies > furthest.plies:
                    furthest = why
                continue
            if len(names) == 1 or list(game.moves) == text.moves():
                return game
            found = found or game
        if found is not None:
            return found
        assert furthest is not None
        raise furthest

    def _candidates(self, text: GameText, usual: Optional[str]) -> Tuple[str, ...]:
        name = text.tag("Game")
        if name is not None:
            if name not in self._names:
                raise NotPlayable(f"the engine has no game '{name}'; it has {', '.join(self._names)}")
            return (name,)
        game_type = text.tag("GameType")
        if game_type:
            found = tuple(each for each in self._names if self._type_of(each) == _type_number(game_type))
            if not found:
                raise NotPlayable(f"the engine has no game with the GameType {game_type}")
            return found
        return (usual,) if usual else self._names

    def _type_of(self, name: str) -> str:
        if name not in self._types:
            self._types[name] = _type_number(_notation(Game(self._engine, name).board())[1])
        return self._types[name]

    def _play_as(self, text: GameText, name: str) -> Game:
        start = text.start()
        try:
            game = Game(self._engine, name, None if start == "startpos" else start)
        except (EngineError, ValueError) as error:
            raise NotPlayable(f"its position: {getattr(error, 'sentence', error)}") from error
        moves = text.moves()
        if not moves:
            raise NotPlayable("it has no moves")
        board = game.board()
        is_pgn = _notation(board)[0] == _PGN
        offset = int(board.turn == board.sides[1].name)
        if not is_pgn:
            try:
                game.push_all(moves)
                return game
            except (EngineError, ValueError):
                pass  # which move is at fault is found below
        for move in moves:
            try:
                game.push(_translated(game, move) if is_pgn else move)
            except (EngineError, ValueError) as error:
                why = getattr(error, "sentence", error)
                raise NotPlayable(f"move {(game.ply + offset) // 2 + 1}, {move}: {why}", game.ply) from error
        return game


def _translated(game: Game, move: str) -> str:
    """A move of PGN in the engine's form: what begins with a capital letter is SAN."""
    if not move[0].isupper():
        return move
    fen = game.fen(standard=True)
    found = from_san(fen, move, game.legal_moves())
    if found is None:
        raise ValueError(f"it names no move, or several, in {fen}")
    return found
