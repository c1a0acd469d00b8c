"""`python -m crownd play GAME`: a small game of any kind at the terminal."""

from __future__ import annotations

import argparse
from typing import Dict, List, Optional

from ..drawing import sentence
from ..errors import AmbiguousMove, IllegalMove
from ..limits import Limit
from ..sync import Engine, Game
from ..written import moves_in
from .letters import lettered
from .reach import add_flags, open_engine

#: How often a position occurs until the game is a draw.
REPETITIONS = 3
#: Plies without a capture or a man's move until the game is a draw.
QUIET_PLIES = 100

_HELP = "Type a move, or: moves (the legal ones), hint, undo, board, help, quit."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game of the daemon, such as english")
    parser.add_argument("--position", metavar="TEXT", help="where the game begins")
    parser.add_argument("--side", metavar="NAME", help="the side that you play, or both, or none (the one that moves first)")
    parser.add_argument("--time", type=float, default=1.0, metavar="SECONDS", help="seconds that the engine thinks (1)")
    parser.add_argument("--nodes", type=int, metavar="N", help="positions that the engine searches, instead of --time")
    add_flags(parser)


def run(arguments: argparse.Namespace) -> int:
    limit = Limit(nodes=arguments.nodes) if arguments.nodes else Limit(time=arguments.time)
    with open_engine(arguments) as engine:
        known = [each.name for each in engine.games()]
        if arguments.game not in known:
            raise ValueError(f"the engine has no game '{arguments.game}'; it has {', '.join(known)}")
        game = Game(engine, arguments.game, arguments.position)
        names = [side.name for side in game.board().sides]
        if arguments.side not in (None, "both", "none", *names):
            raise ValueError(f"--side is {', '.join(names)}, both or none, not '{arguments.side}'")
        several: Dict[str, List[str]] = {"both": names, "none": []}
        _Table(engine, game, limit, several.get(arguments.side, [arguments.side or names[0]])).sit()
    return 0


class _Table:
    def __init__(self, engine: Engine, game: Game, limit: Limit, human: List[str]) -> None:
        self._engine = engine
        self._game = game
        self._limit = limit
        self._human = human

    def sit(self) -> None:
        """Until the game is over, or the input ends."""
        self._show()
        print(_HELP)
        while not self._game.over and not self._is_drawn():
            if self._game.turn in self._human:
                line = self._read()
                if line is None:
                    return
                self._obey(line)
            else:
                move = self._engine.play(self._game, self._limit).move
                if move is None:
                    break
                print(f"crownd plays {self._game.push(move)}")
                self._show()

    def _is_drawn(self) -> bool:
        """The rules of most games know no draw, so the players agree to one."""
        status = self._game.status
        if status.repetition < REPETITIONS and status.quiet < QUIET_PLIES:
            return False
        print(f"Draw: {'the position repeats' if status.repetition >= REPETITIONS else 'nothing happens any more'}.")
        return True

    def _read(self) -> Optional[str]:
        try:
            line = input("> ").strip()
        except EOFError:
            print()
            return None
        return None if line in ("quit", "exit") else line

    def _obey(self, line: str) -> None:
        if line == "moves":
            print(" ".join(self._game.legal_moves()))
        elif line == "hint":
            print(self._engine.play(self._game, self._limit).move)
        elif line == "undo":
            self._undo()
        elif line == "board":
            self._show()
        elif line == "help":
            print(_HELP)
        elif line:
            try:
                self._game.push_all(moves_in(line))
            except (IllegalMove, AmbiguousMove) as why:
                print(f"No: {why.sentence}")
            else:
                self._show()

    def _undo(self) -> None:
        """Back to where the person was to move before."""
        if not self._game.ply:
            print("There is no move to take back.")
            return
        self._game.pop()
        while self._game.ply and self._game.turn not in self._human:
            self._game.pop()
        self._show()

    def _show(self) -> None:
        board = self._game.board()
        print(f"\n{lettered(board)}\n\n{sentence(board, self._game.status)}.\n", flush=True)
