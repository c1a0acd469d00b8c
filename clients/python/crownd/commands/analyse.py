"""`python -m crownd analyse FILE`: the moves of each game with the scores before them, and the mistakes."""

from __future__ import annotations

import argparse
import sys
from typing import List, Optional

from ..files import DamagedGame, GameRecord, read_games
from ..foreign import printable
from ..judge import JudgedMove, judge_game
from ..limits import Limit
from ..score import Score
from ..sync import Engine, Game
from .reach import add_flags, open_engine

#: The exit code when games were skipped.
SKIPPED = 3
#: The limit of each search when no other is given.
NODES = 100_000
HEADING = f"{'':>6} {'Move':<16} {'Score':>8}   before the move, for the side that makes it"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="games as PDN, PGN or plain text; - for standard input")
    parser.add_argument("--game", metavar="NAME", help="the game of files that name none")
    parser.add_argument("--nodes", type=int, metavar="N", help=f"positions of each search ({NODES})")
    parser.add_argument("--depth", type=int, metavar="N", help="plies of each search")
    parser.add_argument("--time", type=float, metavar="SECONDS", help="seconds of each search")
    add_flags(parser)


def run(arguments: argparse.Namespace) -> int:
    nodes: Optional[int] = arguments.nodes
    if nodes is None and arguments.depth is None and arguments.time is None:
        nodes = NODES
    limit = Limit(time=arguments.time, nodes=nodes, depth=arguments.depth)
    damaged: List[DamagedGame] = []
    with open_engine(arguments) as engine:
        # Without a buffer, which a thread that waits for input would hold at the end of the program.
        source = open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) if arguments.file == "-" else arguments.file
        for record in read_games(engine, source, game=arguments.game, damaged=damaged):
            for warning in record.warnings:
                print(printable(f"game {record.number}: {warning}"), file=sys.stderr)
            _print_game(engine, record, limit)
    for fault in damaged:
        print(fault, file=sys.stderr)
    return SKIPPED if damaged else 0


def _print_game(engine: Engine, record: GameRecord, limit: Limit) -> None:
    game, text = record.game, record.text
    start = Game(engine, game.name, game.position).board()
    names = [text.tag(name) for name in ("White", "Black", "First", "Second")]
    result = text.result
    if record.outcome and record.outcome.winner:
        result += f": {start.side(record.outcome.winner).title} won"
    print(printable(f"Game {record.number}: " + ", ".join(filter(None, (game.name, " - ".join(filter(None, names)), result)))))
    print(HEADING)
    offset = int(start.turn == start.sides[1].name)
    for judged in judge_game(engine, game, limit):
        print(line_of(judged, offset), flush=True)
    if not game.ply and not game.over:  # a problem
        played = engine.play(game, limit)
        print(f"{'':>6} {'':<16} {score_text(played.score):>8}   best is {played.move}")
    print()


def line_of(judged: JudgedMove, offset: int) -> str:
    """A move with its number, its score, and, if it was a mistake, what was better. `offset` is 1 where the second side began."""
    half_moves = judged.ply - 1 + offset
    number = f"{half_moves // 2 + 1}{'...' if half_moves % 2 else '.'}"
    line = f"{number:>6} {judged.move + judged.sign:<16} {score_text(judged.score):>8}"
    if judged.sign:
        line += f"   {judged.chance:.0%} to {judged.left:.0%}, better is {judged.best}"
    return line.rstrip()


def score_text(score: Optional[Score]) -> str:
    """`+0.12` in men, `#3` and `#-3` for a forced end in so many moves; empty for none."""
    if score is None:
        return ""
    return f"#{score.mate}" if score.mate is not None else f"{(score.cp or 0) / 100:+.2f}"
