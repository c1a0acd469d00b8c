"""`python -m crownd analyse FILE`: prints the moves of games with scores, and marks mistakes."""

from __future__ import annotations

import argparse
import sys
from typing import List, Optional

from ..files import DamagedGame, GameRecord, read_games
from ..judge import JudgedMove, judge_game
from ..limits import Limit
from ..sanitize import sanitize
from ..score import Score
from ..sync import Engine, Game
from .argument_types import positive_integer, seconds
from .connection_flags import add_flags, open_engine

EXIT_SKIPPED = 3
"""The exit code if games were skipped."""
DEFAULT_NODES = 100_000
HEADING = f"{'':>6} {'Move':<16} {'Score':>8}   before the move, for the side to move"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="PDN, PGN or plain games; - for standard input")
    parser.add_argument("--game", metavar="NAME", help="the game of files without a tag for it")
    parser.add_argument("--nodes", type=positive_integer, metavar="N", help=f"nodes per search (default {DEFAULT_NODES})")
    parser.add_argument("--depth", type=positive_integer, metavar="N", help="depth of each search in plies")
    parser.add_argument("--time", type=seconds, metavar="SECONDS", help="time of each search")
    add_flags(parser)


def run(arguments: argparse.Namespace) -> int:
    nodes: Optional[int] = arguments.nodes
    if nodes is None and arguments.depth is None and arguments.time is None:
        nodes = DEFAULT_NODES
    limit = Limit(time=arguments.time, nodes=nodes, depth=arguments.depth)
    damaged: List[DamagedGame] = []
    with open_engine(arguments) as engine:
        # Unbuffered: a thread that waits for input would hold the lock of a buffer when the program exits.
        source = open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) if arguments.file == "-" else arguments.file
        for record in read_games(engine, source, game=arguments.game, damaged=damaged):
            for warning in record.warnings:
                print(sanitize(f"game {record.number}: {warning}"), file=sys.stderr)
            _print_game(engine, record, limit)
    for fault in damaged:
        print(fault, file=sys.stderr)
    return EXIT_SKIPPED if damaged else 0


def _print_game(engine: Engine, record: GameRecord, limit: Limit) -> None:
    game, text = record.game, record.text
    start = Game(engine, game.name, game.position).board()
    names = [text.tag(name) for name in ("White", "Black", "First", "Second")]
    result = text.result
    if record.outcome and record.outcome.winner:
        result += f": {start.side(record.outcome.winner).title} won"
    print(sanitize(f"Game {record.number}: " + ", ".join(filter(None, (game.name, " - ".join(filter(None, names)), result)))))
    print(HEADING)
    offset = int(start.turn == start.sides[1].name)
    for judged in judge_game(engine, game, limit):
        print(_format_move(judged, offset), flush=True)
    if not game.ply and not game.over:  # a position to solve
        played = engine.play(game, limit)
        print(f"{'':>6} {'':<16} {_format_score(played.score):>8}   best is {played.move}")
    print()


def _format_move(judged: JudgedMove, offset: int) -> str:
    """Formats a move with its number and score, and for a mistake the better move. `offset` is 1 if the second side made the first move."""
    half_moves = judged.ply - 1 + offset
    number = f"{half_moves // 2 + 1}{'...' if half_moves % 2 else '.'}"
    line = f"{number:>6} {judged.move + judged.sign:<16} {_format_score(judged.score):>8}"
    if judged.sign:
        line += f"   {judged.chance:.0%} to {judged.left:.0%}, better is {judged.best}"
    return line.rstrip()


def _format_score(score: Optional[Score]) -> str:
    """`+0.12` in men, or `#3` and `#-3` for a forced win or loss in three moves."""
    if score is None:
        return ""
    return f"#{score.mate}" if score.mate is not None else f"{(score.cp or 0) / 100:+.2f}"
