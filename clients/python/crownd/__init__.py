"""crownd: play, analyse and draw five board games with the engine daemon crownd.

These classes are for asyncio. `crownd.sync` has the same API without `await`.

    async with await crownd.Engine.popen() as engine:
        game = await crownd.Game(engine, "english")
        while game.status.repetition < 3:  # the rules have no draw by repetition
            move = (await engine.play(game, crownd.Limit(time=0.1))).move
            if move is None:  # the game is over
                break
            await game.push(move)
        print(game.status)
"""

from .analysis import Analysis
from .board import Board, Piece, Route, Side, Square
from .engine import Engine
from .errors import (AmbiguousMove, AuthFailed, BadArgument, BadPosition, Busy, CrowndError, EngineError, EngineTerminated,
                     EngineTimeout, IllegalMove, LimitReached, ProtocolError, TooLong, UnknownCommand)
from .explanation import Explanation, Reason
from .game import Game
from .limits import Clocks, Limit
from .results import (BookMove, Evaluation, Exact, GameInfo, Info, Option, Outcome, Perft, PlayResult, ProbeResult, Status,
                      TableFiles)
from .score import Cp, Mate, MateGiven, Score, Wdl

__version__ = "0.3.0"

__all__ = [
    "AmbiguousMove", "Analysis", "AuthFailed", "BadArgument", "BadPosition", "Board", "BookMove", "Busy", "Clocks", "Cp", "CrowndError",
    "Engine", "EngineError", "EngineTerminated", "EngineTimeout", "Evaluation", "Exact", "Explanation", "Game", "GameInfo",
    "IllegalMove", "Info", "Limit", "LimitReached", "Mate", "MateGiven", "Option", "Outcome", "Perft", "Piece", "PlayResult",
    "ProbeResult", "ProtocolError", "Reason", "Route", "Score", "Side", "Square", "Status", "TableFiles", "TooLong", "UnknownCommand",
    "Wdl",
]
