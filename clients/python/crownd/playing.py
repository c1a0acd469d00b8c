"""Plays games of files by the daemon's rules."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from typing import AsyncGenerator, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from .engine import Engine
from .errors import EngineError
from .form import Form
from .game import Game
from .node import Root, mover
from .notation import GameText, Move
from .reading import ReadGame, Source, read_text


class NotPlayable(ValueError):
    """Why a game of a file cannot be played; `plies` are the moves before the fault."""

    def __init__(self, why: str, plies: int = 0) -> None:
        super().__init__(why, plies)
        self.plies = plies

    def __str__(self) -> str:
        return str(self.args[0])


async def text_of(game: Game, tags: Mapping[str, str]) -> Tuple[GameText, Form]:
    """A game that was played as the text of a file. `tags` come before those that the notation needs."""
    walk = game.copy()
    while walk.ply:
        walk.pop()
    form = Form.of(await walk.board())
    text = GameText(tags=list(tags.items()))
    text.result = form.result_of(game.outcome())
    text.set_tag("Result", text.result)
    if form.is_pdn:
        text.set_tag("GameType", form.game_type)
    if not form.is_pdn and not form.is_pgn:
        text.set_tag("Game", game.name)
        if game.position is not None:
            text.set_tag("Start", await walk.fen())
    elif game.position is not None or form.is_pgn:
        text.set_tag("SetUp", "1")
        text.set_tag("FEN", await walk.fen(standard=True))
    text.line.moves = [Move(move) for move in game.moves]
    return text, form


class PlayedGame(NamedTuple):
    """A game of a text at its last position; only `read` for one that is not readable."""

    read: ReadGame
    game: Optional[Game]
    form: Optional[Form]


async def play_text(engine: Engine, source: Source, usual: Optional[str]) -> AsyncGenerator[List[PlayedGame], None]:
    """The games of a text, a few at a time."""
    known: Dict[str, Tuple[Form, str]] = {}

    async def form_of(game: Game, begins: Optional[str]) -> Form:
        """Its form; `begins` is the side that moves first. Where boards have different sizes, they are written in different forms."""
        if game.name not in known:
            board = await Game(engine, game.name, game.position).board()
            if "sizes" in board.facts:
                return Form.of(board)
            known[game.name] = Form.of(board), board.sides[1].name
        form, second = known[game.name]
        return replace(form, second_begins=begins == second)

    texts = read_text(engine._sessions, source, usual)
    try:
        async for games in texts:
            ends = iter(await engine._rules.play_lines([(Root(each.name, each.start), each.text.moves())
                                                        for each in games if each.fault is None]))
            played = []
            for each in games:
                if each.fault is None:
                    first, last = next(ends)
                    game = Game._of(engine, last)
                    played.append(PlayedGame(each, game, await form_of(game, mover(first))))
                else:
                    played.append(PlayedGame(each, None, None))
            yield played
    finally:
        await texts.aclose()


async def play_moves(engine: Engine, name: str, start: Optional[str], moves: Sequence[str], second_begins: bool = False) -> Game:
    """A game with moves as files have them. Raises NotPlayable that names the first that cannot be played."""
    with contextlib.suppress(EngineError, ValueError):  # else a short capture, for example, or SAN; or a move is illegal
        return await Game(engine, name, start, moves)
    quoted = "startpos" if start is None else start.replace("\\", "\\\\").replace('"', '\\"')
    texts = read_text(engine._sessions, [f'[FEN "{quoted}"]', "", *moves], name)
    try:
        games = [each async for games in texts for each in games]
    finally:
        await texts.aclose()
    read = games[0]
    found = [move.text for move in read.text.line.moves if move.legal]
    if read.fault is not None:
        raise NotPlayable(f"move {(len(found) + second_begins) // 2 + 1}, {read.fault.why}", len(found))
    if len(games) > 1 or len(found) != len(moves):
        raise NotPlayable(f"{' '.join(moves)}: a word of this is no move", 0)
    return await Game(engine, name, read.start, found)
