"""Scores of a game's moves, and which of them were mistakes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import AsyncGenerator, AsyncIterator, Iterator, Optional, Union, overload

from . import engine as core_engine
from . import game as core_game
from .limits import Limit
from .results import Info, Status
from .score import Score
from .sync import Engine, Game

#: Centipawns at which the winning chance without `wdl` is 73 %, one e-fold of the odds.
_LOGISTIC_SCALE = 150
#: The loss of winning chance from which a move gets a sign, as in crown-annotate.
_SIGNS = ((0.22, "??"), (0.12, "?"), (0.06, "?!"))


@dataclass(frozen=True)
class JudgedMove:
    """A move of a game. Scores and chances are those of the side that made it."""

    ply: int  #: from 1
    side: str
    move: str
    score: Optional[Score]  #: of the position before it
    chance: float  #: its winning chance with the engine's move, from 0 to 1: wins and half the draws
    left: float  #: what the move left of it
    best: str  #: the engine's move

    @property
    def loss(self) -> float:
        """What the move lost; 0 for the engine's own."""
        return 0.0 if self.move == self.best else max(0.0, self.chance - self.left)

    @property
    def sign(self) -> str:
        """`?!`, `?` or `??` for a loss of 6, 12 or 22 %; else empty."""
        return next((sign for least, sign in _SIGNS if self.loss >= least), "")


@overload
def judge_game(engine: Engine, game: Game, limit: Limit) -> Iterator[JudgedMove]:
    ...


@overload
def judge_game(engine: core_engine.Engine, game: core_game.Game, limit: Limit) -> AsyncIterator[JudgedMove]:
    ...


def judge_game(engine: Union[Engine, core_engine.Engine], game: Union[Game, core_game.Game],
               limit: Limit) -> Union[Iterator[JudgedMove], AsyncIterator[JudgedMove]]:
    """Searches each position of a game to the same limit, and judges its moves one after the other.

    With an engine of asyncio it is `async for judged in judge_game(…)`. TypeError if engine and game are not of the same face.
    """
    if isinstance(engine, Engine) and isinstance(game, Game):
        return engine._worker.iterate(_judged(engine.core, game.core, limit))
    if isinstance(engine, core_engine.Engine) and isinstance(game, core_game.Game):
        return _judged(engine, game, limit)
    raise TypeError("engine and game have to be both of crownd.sync or both of asyncio")


async def _judged(engine: core_engine.Engine, game: core_game.Game, limit: Limit) -> AsyncGenerator[JudgedMove, None]:
    await engine.new_game()
    await game
    walk = await core_game.Game(engine, game.name, game.position)
    before = await _look(engine, walk, limit)
    for move in game.moves:
        side = walk.turn or ""
        await walk.push(move)
        after = await _look(engine, walk, limit)
        left = _chance_at_end(walk.status, side) if walk.over else 1 - after.chance
        yield JudgedMove(walk.ply, side, move, before.score, before.chance, left, before.best)
        before = after


def winning_chance(info: Info) -> float:
    """The expected score of the side to move, from 0 to 1: of `wdl` where the line has it, else of its score."""
    if info.wdl is not None:
        return info.wdl.expectation()
    if info.score is None:
        return 0.5
    if info.score.mate is not None:
        return float(info.score.mate > 0)
    return 1 / (1 + math.exp(-(info.score.cp or 0) / _LOGISTIC_SCALE))


@dataclass(frozen=True)
class _Look:
    chance: float
    score: Optional[Score]
    best: str


async def _look(engine: core_engine.Engine, game: core_game.Game, limit: Limit) -> _Look:
    if game.over:
        return _Look(0.5, None, "")
    result = await engine.play(game, limit, options={"UCI_ShowWDL": True})
    info = result.info or Info()
    return _Look(winning_chance(info), info.score, result.move or "")


def _chance_at_end(status: Status, side: str) -> float:
    return 0.5 if status.side is None else float(status.side == side)
