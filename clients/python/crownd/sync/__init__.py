"""The same as `crownd`, without `await`: an Engine here runs its asyncio in a thread of its own. Safe to use from several threads.

    with Engine.popen() as engine:
        game = Game(engine, "english")
        while game.status.repetition < 3:  # the rules know no draw by repetition
            move = engine.play(game, Limit(time=0.1)).move
            if move is None:  # the game is over
                break
            game.push(move)
"""

from ..limits import Clocks, Limit
from .analysis import Analysis
from .engine import Engine
from .game import Game

__all__ = ["Analysis", "Clocks", "Engine", "Game", "Limit"]
