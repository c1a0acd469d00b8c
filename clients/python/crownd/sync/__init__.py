"""The API of `crownd` without `await`. Each engine runs its event loop in a thread; all classes are thread-safe.

    with Engine.popen() as engine:
        game = Game(engine, "english")
        while game.status.repetition < 3:  # the rules have no draw by repetition
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
