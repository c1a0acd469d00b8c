"""Questions about rules: many games share one session, which is led from one position to another."""

from __future__ import annotations

import time
from typing import Callable, Dict, List, Mapping, Optional, Sequence, Tuple, TypeVar

from . import answers
from .board import Board, Side
from .errors import EngineTerminated
from .node import Node, Root, mover
from .options import OptionValue, option_text, set_options
from .request import Request, Step, checked
from .results import BookMove, Evaluation, GameInfo, Option, TableFiles
from .session import Session, reach
from .sessions import Sessions

T = TypeVar("T")

POSITIONS_AT_ONCE = 200
"""Positions of a bulk question that are under way at the same time."""

_STATUS = Step("status")
_LEGAL = Step("legalmoves")
_SILENT = Step("status", silent=True)
_MOVED = Step("moved")
_UNDONE = Step("undone")


class Rules:
    """What can be asked without a search."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions
        self._uci: Optional[List[str]] = None
        self._options: Optional[Mapping[str, Option]] = None
        self._sides: Dict[str, Tuple[Side, ...]] = {}

    async def _ask(self, send: Callable[[Session], Request]) -> List[List[str]]:
        """The answers to what `send` sends; asked once more if the connection breaks."""
        session = self._sessions.rules_at_once() or await self._sessions.rules()
        try:
            request = send(session)
            return await request.future
        except EngineTerminated:
            session = await self._sessions.rules()
        return await send(session).future

    async def _plain(self, text: str, final: str, parser: Callable[[List[str]], T]) -> T:
        steps = (Step(final),)
        given = checked(steps, await self._ask(lambda session: session.send(text, steps)))
        return answers.parsed(parser, given[0])

    async def _at(self, node: Node, text: str, *steps: Step, all_fixed: bool = False) -> List[List[str]]:
        """The answers to commands that leave the position as it is; with `all_fixed` only if each of them succeeds."""
        def send(session: Session) -> Request:
            way, first = reach(session, node)
            session.node = node
            return session.send(way + text, first + list(steps), len(first) + (len(steps) if all_fixed else 0))

        given = (await self._ask(send))[-len(steps):]
        return checked(steps, given)

    async def version(self) -> str:
        """See Engine.version."""
        return await self._plain("version\n", "version", answers.version)

    async def games(self) -> Tuple[GameInfo, ...]:
        """See Engine.games."""
        return await self._plain("games\n", "gamesok", answers.games)

    async def _ask_uci(self) -> List[str]:
        """The answer to `uci`, which never changes."""
        lines = self._uci
        if lines is None:
            lines = self._uci = await self._plain("uci\n", "uciok", lambda lines: lines)
        return lines

    async def id(self) -> Mapping[str, str]:
        """See Engine.id."""
        return answers.parsed(answers.id, await self._ask_uci())

    async def options(self) -> Mapping[str, Option]:
        """See Engine.options."""
        if self._options is None:
            self._options = answers.parsed(answers.options, await self._ask_uci())
        return self._options

    async def configure(self, options: Mapping[str, OptionValue]) -> None:
        """See Engine.configure. The daemon checks all values before any of them counts for searches."""
        wanted = {name: option_text(value) for name, value in options.items()}
        for name in wanted:
            if name.lower() == "uci_variant":
                raise ValueError("a Game says which game is played, not UCI_Variant")
            if name.lower() == "multipv":
                raise ValueError("MultiPV is the parameter multipv of a search")
        if not wanted:
            return
        text, steps = set_options(wanted)
        checked(steps, await self._ask(lambda session: session.send(text, steps)))
        buttons = [name for name, value in options.items() if value is None]
        if buttons:
            self._sessions.forget()
        self._sessions.options.update((name, value) for name, value in wanted.items() if name not in buttons)

    async def ping(self) -> float:
        """See Engine.ping."""
        session = await self._sessions.rules()
        begin = time.perf_counter()
        await session.ping()
        return time.perf_counter() - begin

    async def begin(self, root: Root, moves: Sequence[str]) -> Node:
        """The position after the moves. Raises BadPosition, IllegalMove, …"""
        steps = (_SILENT, _LEGAL)

        def send(session: Session) -> Request:
            session.node = None
            return session.send(f"{root.command()}status\nlegalmoves\n", steps)

        given = checked(steps, await self._ask(send))
        node = Node(root, None, "", answers.parsed(answers.status, given[0]))
        node.legal_moves = answers.parsed(answers.legal_moves, given[1])
        return await self.play(node, moves) if moves else node

    async def legal_moves(self, node: Node) -> Tuple[str, ...]:
        """The legal moves of a position."""
        return answers.parsed(answers.legal_moves, (await self._at(node, "legalmoves\n", _LEGAL))[0])

    async def play(self, node: Node, moves: Sequence[str]) -> Node:
        """The position after moves, with its legal moves. Raises IllegalMove, …"""
        if not moves:
            return node
        if len(moves) == 1:
            known = node.children.get(moves[0])
            if known is not None:
                return known
        text = "".join([f"move {answers.move(move)}\n" for move in moves]) + "legalmoves\n"
        steps = [_MOVED] * len(moves) + [_LEGAL]
        used: List[Tuple[Session, int]] = []

        def send(session: Session) -> Request:
            way, first = reach(session, node)
            session.node = None  # until the answer says that all moves were played
            request = session.send(way + text, first + steps, len(first))
            used[:] = [(session, session.asked)]
            return request

        given = checked(steps, (await self._ask(send))[-len(steps):])
        end = node
        for lines in given[:-1]:
            move, status = answers.parsed(answers.moved, lines)
            end = Node(node.root, end, move, status)
        end.legal_moves = answers.parsed(answers.legal_moves, given[-1])
        session, asked = used[0]
        if session.asked == asked:
            session.node = end
        return end

    async def play_lines(self, lines: Sequence[Tuple[Root, Sequence[str]]]) -> List[Tuple[Node, Node]]:
        """The first and the last positions of lines of moves that the daemon has written, sent all at once."""
        if not lines:
            return []
        text = "".join([part for root, moves in lines
                        for part in (root.command(), "status\n", *[f"move {move}\n" for move in moves])])
        steps = [step for _, moves in lines for step in (_SILENT, *[_MOVED] * len(moves))]

        def send(session: Session) -> Request:
            session.node = None
            return session.send(text, steps)

        given = iter(checked(steps, await self._ask(send)))
        ends = []
        for root, moves in lines:
            first = node = Node(root, None, "", answers.parsed(answers.status, next(given)))
            for _ in moves:
                node = Node(root, node, *answers.parsed(answers.moved, next(given)))
            ends.append((first, node))
        return ends

    async def expand(self, node: Node) -> Tuple[Node, ...]:
        """The positions after the legal moves, with their legal moves."""
        if node.legal_moves is None:
            node.legal_moves = await self.legal_moves(node)
        moves = node.legal_moves
        if moves and not node.children:
            text = "".join([f"move {move}\nlegalmoves\nundo\n" for move in moves])
            given = await self._at(node, text, *(_MOVED, _LEGAL, _UNDONE) * len(moves), all_fixed=True)
            children = {}
            for at, move in enumerate(moves):
                child = children[move] = Node(node.root, node, *answers.parsed(answers.moved, given[3 * at]))
                child.legal_moves = answers.parsed(answers.legal_moves, given[3 * at + 1])
            node.children = children
        return tuple(node.children.values())

    async def fen(self, node: Node, standard: bool) -> str:
        """The text of a position."""
        return answers.parsed(answers.fen, (await self._at(node, "fen standard\n" if standard else "fen\n", Step("fen")))[0])

    async def board(self, node: Node) -> Board:
        """The board of a position."""
        squares, routes = await self._at(node, "squares\nlegalmoves squares\n", Step("squares"), _LEGAL)
        return answers.parsed(lambda lines: answers.board(lines, routes), squares)

    async def sides(self, node: Node) -> Tuple[Side, ...]:
        """The sides of the game, the one that moves first in it first."""
        game = node.root.game
        if game not in self._sides:
            self._sides[game] = (node.board or await self.board(node)).sides
        return self._sides[game]

    async def evaluate(self, node: Node) -> Evaluation:
        """See Engine.evaluate."""
        lines = (await self._at(node, "eval\n", Step("eval")))[0]
        return answers.parsed(lambda lines: answers.evaluation(lines, mover(node)), lines)

    async def book(self, node: Node) -> Tuple[BookMove, ...]:
        """See Engine.book. The answer says first how many lines follow, so `status` ends it."""
        lines = (await self._at(node, "book\nstatus\n", _SILENT))[0]
        return answers.parsed(lambda lines: answers.book(lines, mover(node)), lines)

    async def tables(self, node: Optional[Node]) -> Tuple[TableFiles, ...]:
        """See Engine.tables."""
        step = Step("tablesok")
        if node is None:
            return await self._plain("tables all\n", "tablesok", answers.tables)
        return answers.parsed(answers.tables, (await self._at(node, "tables\n", step))[0])

    async def legal_moves_of(self, game: str, positions: Sequence[str]) -> Tuple[Tuple[str, ...], ...]:
        """See Engine.legal_moves_of."""
        found: List[Tuple[str, ...]] = []
        for start in range(0, len(positions), POSITIONS_AT_ONCE):
            part = positions[start:start + POSITIONS_AT_ONCE]
            text = "".join([Root(answers.word(game), answers.text(position)).command() + "status\nlegalmoves\n" for position in part])
            steps = (_SILENT, _LEGAL) * len(part)

            def send(session: Session) -> Request:
                session.node = None
                return session.send(text, steps)

            given = checked(steps, await self._ask(send))
            found += [answers.parsed(answers.legal_moves, lines) for lines in given[1::2]]
        return tuple(found)
