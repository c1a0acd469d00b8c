"""`python -m crownd play GAME`: plays a game in the terminal."""

from __future__ import annotations

import argparse
import io
import sys
from typing import Dict, List, Optional

from ..board import Board, Square
from ..drawing import status_text
from ..encode import split_moves
from ..errors import EngineError
from ..limits import Limit
from ..sync import Engine, Game
from .argument_types import positive_integer, seconds
from .connection_flags import add_flags, open_engine

# The rules of most games have no such draws.
DRAW_REPETITIONS = 3
DRAW_QUIET_PLIES = 100

_HELP = "Type a move, or: moves (lists legal moves), hint, undo, board, help, quit."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="game of the daemon, such as english")
    parser.add_argument("--position", metavar="TEXT", help="initial position")
    parser.add_argument("--side", metavar="NAME", help="side that you play, both or none (default: the side that moves first)")
    parser.add_argument("--time", type=seconds, default=1.0, metavar="SECONDS", help="time of the engine per move (default 1)")
    parser.add_argument("--nodes", type=positive_integer, metavar="N", help="nodes of the engine per move, instead of --time")
    add_flags(parser)


def run(arguments: argparse.Namespace) -> int:
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    limit = Limit(nodes=arguments.nodes) if arguments.nodes else Limit(time=arguments.time)
    with open_engine(arguments) as engine:
        games = [each.name for each in engine.games()]
        if arguments.game not in games:
            raise ValueError(f"unknown game '{arguments.game}': expected one of {', '.join(games)}")
        game = Game(engine, arguments.game, arguments.position)
        names = [side.name for side in game.board().sides]
        if arguments.side not in (None, "both", "none", *names):
            raise ValueError(f"invalid value '{arguments.side}' for --side: expected {', '.join(names)}, both or none")
        sides: Dict[str, List[str]] = {"both": names, "none": []}
        _TerminalGame(engine, game, limit, sides.get(arguments.side, [arguments.side or names[0]])).play()
    return 0


class _TerminalGame:
    """A game between the user, who plays the sides in `human`, and the engine."""

    def __init__(self, engine: Engine, game: Game, limit: Limit, human: List[str]) -> None:
        self._engine = engine
        self._game = game
        self._limit = limit
        self._human = human

    def play(self) -> None:
        """Plays until the game is over or the input ends."""
        self._show()
        print(_HELP)
        while not self._game.over and not self._is_drawn():
            if self._game.turn in self._human:
                line = self._read()
                if line is None:
                    return
                self._execute(line)
            else:
                move = self._engine.play(self._game, self._limit).move
                if move is None:
                    break
                print(f"crownd plays {self._game.push(move)}")
                self._show()

    def _is_drawn(self) -> bool:
        status = self._game.status
        if status.repetition < DRAW_REPETITIONS and status.quiet < DRAW_QUIET_PLIES:
            return False
        print(f"Draw: {'the position was repeated' if status.repetition >= DRAW_REPETITIONS else 'no progress'}.")
        return True

    def _read(self) -> Optional[str]:
        try:
            line = input("> ").strip()
        except EOFError:
            print()
            return None
        return None if line in ("quit", "exit") else line

    def _execute(self, line: str) -> None:
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
                self._game.push_all(split_moves(line))
            except (EngineError, ValueError) as error:
                print(f"Illegal move: {getattr(error, 'sentence', error)}")
            else:
                self._show()

    def _undo(self) -> None:
        """Takes back moves until the user is to move."""
        if not self._game.ply:
            print("There is no move to take back.")
            return
        self._game.pop()
        while self._game.ply and self._game.turn not in self._human:
            self._game.pop()
        self._show()

    def _show(self) -> None:
        board = self._game.board()
        print(f"\n{_board_text(board)}\n\n{status_text(board, self._game.status)}.\n", flush=True)


def _board_text(board: Board) -> str:
    """The board as letters, with row and column labels, or with a second board of square numbers."""
    rows = [[_letter(square) for square in row] for row in board.squares]
    if board.column_labels and board.row_labels:
        width = max(map(len, board.row_labels))
        lines = [f"{label:>{width}}  {'  '.join(row)}".rstrip() for label, row in zip(board.row_labels, rows)]
        bottom = " " * (width + 2) + "".join(f"{label:<3}" for label in board.column_labels)
        return "\n".join([*_with_numbers(board, lines), bottom.rstrip()])
    return "\n".join(_with_numbers(board, [" ".join(row) for row in rows]))


def _letter(square: Square) -> str:
    return square.piece.letter if square.piece else " " if square.name is None else "."


def _with_numbers(board: Board, lines: List[str]) -> List[str]:
    """Appends the names of squares to each row if they are numbers."""
    names = [[square.name for square in row] for row in board.squares]
    if not all(name.isdigit() for row in names for name in row if name):
        return lines
    width = max(map(len, lines)) + 4
    return [f"{line:<{width}}{' '.join(f'{name or str():>2}' for name in row)}".rstrip() for line, row in zip(lines, names)]
