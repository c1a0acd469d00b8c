"""Plays games of files by the daemon's rules."""

from __future__ import annotations

from typing import Dict, Mapping, Optional, Sequence, Tuple

from .engine import Engine
from .errors import EngineError
from .form import Form
from .game import Game
from .notation import GameText, Move, from_san, to_san


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
    status = game.status
    text.result = "*" if not status.over else "1/2-1/2" if status.side is None else "1-0" if status.side == form.white else "0-1"
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
    for move in game.moves:
        shown = to_san(await walk.fen(standard=True), move, await walk.legal_moves()) if form.is_pgn else move
        text.line.moves.append(Move(shown))
        await walk.push(move)
    return text, form


class Player:
    """Finds out which game a text is, and plays it."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._types: Dict[str, str] = {}

    async def play(self, text: GameText, usual: Optional[str]) -> Tuple[Game, Form]:
        """The game of a text at its last position. Raises NotPlayable."""
        names = await self._candidates(text, usual)
        found: Optional[Tuple[Game, Form]] = None
        furthest: Optional[NotPlayable] = None
        for name in names:
            try:
                game, form = await self._play_as(text, name)
            except NotPlayable as fault:
                why = NotPlayable(f"as a game of {name}: {fault}" if len(names) > 1 else str(fault), fault.plies)
                if furthest is None or why.plies > furthest.plies:
                    furthest = why
                continue
            if len(names) == 1 or list(game.moves) == text.moves():
                return game, form
            found = found or (game, form)
        if found is not None:
            return found
        assert furthest is not None
        raise furthest

    async def _candidates(self, text: GameText, usual: Optional[str]) -> Tuple[str, ...]:
        known = tuple(game.name for game in await self._engine.games())
        name = text.tag("Game")
        if name is not None:
            if name not in known:
                raise NotPlayable(f"the engine has no game '{name}'; it has {', '.join(known)}")
            return (name,)
        game_type = text.tag("GameType")
        if game_type:
            found = tuple([each for each in known if await self._type_of(each) == _type_number(game_type)])
            if not found:
                raise NotPlayable(f"the engine has no game with the GameType {game_type}")
            return found
        return (usual,) if usual else known

    async def _type_of(self, name: str) -> str:
        if name not in self._types:
            self._types[name] = _type_number(Form.of(await Game(self._engine, name).board()).game_type)
        return self._types[name]

    async def _play_as(self, text: GameText, name: str) -> Tuple[Game, Form]:
        start = text.start()
        try:
            game = await Game(self._engine, name, None if start == "startpos" else start)
        except (EngineError, ValueError) as error:
            raise NotPlayable(f"its position: {getattr(error, 'sentence', error)}") from error
        moves = text.moves()
        if not moves:
            raise NotPlayable("it has no moves")
        form = Form.of(await game.board())
        await play_moves(game, moves, form)
        return game, form


async def play_moves(game: Game, moves: Sequence[str], form: Form) -> None:
    """Plays moves as a file has them. Raises NotPlayable that names the first that cannot be played; those before it are played."""
    if not form.is_pgn:
        try:
            await game.push_all(moves)
            return
        except (EngineError, ValueError):
            pass  # which move is at fault is found below
    for move in moves:
        try:
            await game.push(await _translated(game, move) if form.is_pgn else move)
        except (EngineError, ValueError) as error:
            why = getattr(error, "sentence", error)
            raise NotPlayable(f"move {(game.ply + form.second_begins) // 2 + 1}, {move}: {why}", game.ply) from error


def _type_number(game_type: str) -> str:
    return game_type.split(",")[0].strip()


async def _translated(game: Game, move: str) -> str:
    """A move of PGN in the engine's form: what begins with a capital letter is SAN."""
    if not move[0].isupper():
        return move
    fen = await game.fen(standard=True)
    found = from_san(fen, move, await game.legal_moves())
    if found is None:
        raise ValueError(f"it names no move, or several, in {fen}")
    return found
