"""Finds the mistakes of a game and computes its accuracy."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import AsyncGenerator, AsyncIterator, Dict, Iterable, Iterator, Optional, Union, overload

from . import engine as async_engine
from . import game as async_game
from .limits import Limit
from .results import Info, Status
from .score import Score
from .sync import Engine, Game

_CONSTANTS = json.loads(Path(__file__).with_name("judge.json").read_text(encoding="utf-8"))
"""Shared with crown-annotate and the web page."""
_THRESHOLDS: Dict[str, int] = _CONSTANTS["thresholds-permille"]


@dataclass(frozen=True)
class JudgedMove:
    """A move of a game. Scores and chances are from the point of view of the side that moved."""

    ply: int
    """The ply, from 1."""
    side: str
    move: str
    score: Optional[Score]
    """The score of the position before the move."""
    chance: float
    """The expected score with the engine's move, from 0 to 1: wins plus half the draws."""
    left: float
    """The expected score after the move."""
    best: str
    """The engine's move."""
    forced: bool = False
    """Whether it was the only legal move."""

    @property
    def loss(self) -> float:
        """The drop of the expected score; 0 for forced moves and the engine's move."""
        return 0.0 if self.forced or self.move == self.best else max(0.0, _from_permille(1000 * (self.chance - self.left)))

    @property
    def sign(self) -> str:
        """`?!`, `?` or `??` for a loss of at least 6, 12 or 22 %, else empty."""
        reached = [sign for sign, threshold in _THRESHOLDS.items() if round(1000 * self.loss) >= threshold]
        return reached[-1] if reached else ""


def accuracy(moves: Iterable[JudgedMove]) -> Optional[float]:
    """The mean accuracy of moves in percent: 100, halved for each 16 % of loss. Ignores forced moves; None if there are no others."""
    each = [100 * 2 ** (-1000 * move.loss / _CONSTANTS["halving-loss-permille"]) for move in moves if not move.forced]
    return sum(each) / len(each) if each else None


@overload
def judge_game(engine: Engine, game: Game, limit: Limit) -> Iterator[JudgedMove]:
    ...


@overload
def judge_game(engine: async_engine.Engine, game: async_game.Game, limit: Limit) -> AsyncIterator[JudgedMove]:
    ...


def judge_game(engine: Union[Engine, async_engine.Engine], game: Union[Game, async_game.Game],
               limit: Limit) -> Union[Iterator[JudgedMove], AsyncIterator[JudgedMove]]:
    """Searches each position of a game with the same limit and yields its judged moves.

    With an asyncio engine, use `async for judged in judge_game(...)`. Raises TypeError if only one of engine and game is for asyncio.
    """
    if isinstance(engine, Engine) and isinstance(game, Game):
        return engine._thread.iterate(_judged(engine.core, game.core, limit))
    if isinstance(engine, async_engine.Engine) and isinstance(game, async_game.Game):
        return _judged(engine, game, limit)
    raise TypeError("expected engine and game both of crownd.sync or both of crownd")


async def _judged(engine: async_engine.Engine, game: async_game.Game, limit: Limit) -> AsyncGenerator[JudgedMove, None]:
    await engine.new_game()
    await game
    position = await async_game.Game(engine, game.name, game.position)
    before = await _search(engine, position, limit)
    for move in game.moves:
        side = position.turn or ""
        forced = len(await position.legal_moves()) == 1
        await position.push(move)
        after = await _search(engine, position, limit)
        remaining = _final_chance(position.status, side) if position.over else 1 - after.chance
        yield JudgedMove(position.ply, side, move, before.score, before.chance, remaining, before.best, forced)
        before = after


def winning_chance(info: Info) -> float:
    """The expected score of the side to move, from 0 to 1, rounded to 0.001: from `wdl` if available, else from the score."""
    if info.wdl is not None:
        return _from_permille(info.wdl.wins + info.wdl.draws / 2)
    if info.score is None:
        return 0.5
    if info.score.mate is not None:
        return float(info.score.mate > 0)
    return _from_permille(1000 / (1 + math.exp(-(info.score.cp or 0) / _CONSTANTS["logistic-scale-centipawns"])))


def _from_permille(permille: float) -> float:
    """Rounds half up, as crown-annotate does."""
    return math.floor(permille + 0.5) / 1000


@dataclass(frozen=True)
class _SearchResult:
    chance: float
    score: Optional[Score]
    best: str


async def _search(engine: async_engine.Engine, game: async_game.Game, limit: Limit) -> _SearchResult:
    if game.over:
        return _SearchResult(0.5, None, "")
    result = await engine.play(game, limit, options={"UCI_ShowWDL": True})
    info = result.info or Info()
    return _SearchResult(winning_chance(info), info.score, result.move or "")


def _final_chance(status: Status, side: str) -> float:
    return 0.5 if status.side is None else float(status.side == side)
