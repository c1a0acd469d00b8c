"""Games as trees of moves with comments and variations, like `chess.pgn` of python-chess.

    with Engine.popen() as engine:
        for game in read_games(engine, "games.pdn"):
            game.headers["Annotator"] = "Ann"
            node = game.variations[0]
            node.parent.add_variation("9-14", comment="sharper", nags=[5])
            print(game)

Moves of variations are kept as written. `node.position(engine)` plays the moves leading to a node.
"""

from __future__ import annotations

from typing import AsyncIterator, Iterator, List, Optional, Union, overload

from ..engine import Engine as AsyncEngine
from ..files import AsyncGameRecord, DamagedGame, NotPlayable, Source
from ..files import read_games as read_records
from ..notation.formats import Form
from ..sync import Engine
from .game import Game, GameBuilder
from .nodes import ChildNode, GameNode
from .visitors import SKIP, BaseVisitor, Skip, StringExporter, TextBuilder, walk_text

__all__ = ["BaseVisitor", "ChildNode", "Form", "Game", "GameBuilder", "GameNode", "NotPlayable", "SKIP", "Skip", "StringExporter",
           "TextBuilder", "read_games", "walk_text"]


@overload
def read_games(engine: Engine, source: Source, *, game: Optional[str] = None,
               damaged: Optional[List[DamagedGame]] = None) -> Iterator[Game]:
    ...


@overload
def read_games(engine: AsyncEngine, source: Source, *, game: Optional[str] = None,
               damaged: Optional[List[DamagedGame]] = None) -> AsyncIterator[Game]:
    ...


def read_games(engine: Union[Engine, AsyncEngine], source: Source, *, game: Optional[str] = None,
               damaged: Optional[List[DamagedGame]] = None) -> Union[Iterator[Game], AsyncIterator[Game]]:
    """Iterates over the games of a file as trees. See `crownd.files.read_games`, which also validates their main lines."""
    if isinstance(engine, Engine):
        return map(Game.from_record, read_records(engine, source, game=game, damaged=damaged))
    return _trees(read_records(engine, source, game=game, damaged=damaged))


async def _trees(records: AsyncIterator[AsyncGameRecord]) -> AsyncIterator[Game]:
    async for record in records:
        yield Game.from_record(record)
