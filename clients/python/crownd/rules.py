"""Requests about rules. All games of an engine share one session, which switches between their positions."""

from __future__ import annotations

import time
from typing import Callable, Dict, List, Mapping, Optional, Sequence, Tuple, TypeVar

from . import encode, parse
from .board import Board, Side
from .encode import OptionValue
from .errors import EngineTerminated
from .position_tree import Node, Root
from .results import BookMove, Evaluation, GameInfo, Option, TableFiles
from .session import Answers, Request, Session, Step, check_answers, option_commands
from .session_pool import SessionPool

T = TypeVar("T")

BATCH_SIZE = 200
"""Positions sent at once by `legal_moves_of`."""

_LEGAL_MOVES = Step("legalmoves")
_STATUS_AFTER = Step("status", silent=True)
"""The `status` sent after a command without an answer."""
_MOVED = Step("moved")
_UNDONE = Step("undone")


class Rules:
    """The requests that need no search."""

    def __init__(self, pool: SessionPool) -> None:
        self._pool = pool
        self._uci: Optional[List[str]] = None
        self._options: Optional[Mapping[str, Option]] = None
        self._sides: Dict[str, Tuple[Side, ...]] = {}

    async def _request(self, send: Callable[[Session], Request]) -> Answers:
        """Calls `send` and waits for the answers. Repeats it once if the connection breaks."""
        session = self._pool.open_rules_session() or await self._pool.rules_session()
        try:
            return await send(session).future
        except EngineTerminated:
            session = await self._pool.rules_session()
        return await send(session).future

    async def _request_global(self, text: str, final: str, parser: Callable[[List[str]], T]) -> T:
        """The answer to a command that does not depend on the position."""
        steps = (Step(final),)
        answers = check_answers(steps, await self._request(lambda session: session.send(text, steps)))
        return parse.answer(parser, answers[0])

    async def _request_at(self, node: Node, text: str, *steps: Step, all_required: bool = False) -> Answers:
        """The answers to commands that leave the position unchanged; with `all_required`, only if all of them succeed."""
        def send(session: Session) -> Request:
            return session.send_at(node, text, steps, len(steps) if all_required else 0)

        return check_answers(steps, (await self._request(send))[-len(steps):])

    async def version(self) -> str:
        """See Engine.version."""
        return await self._request_global("version\n", "version", parse.version)

    async def games(self) -> Tuple[GameInfo, ...]:
        """See Engine.games."""
        return await self._request_global("games\n", "gamesok", parse.games)

    async def _request_uci(self) -> List[str]:
        """The answer to `uci`, cached because it is constant."""
        if self._uci is None:
            self._uci = await self._request_global("uci\n", "uciok", lambda lines: lines)
        return self._uci

    async def id(self) -> Mapping[str, str]:
        """See Engine.id."""
        return parse.answer(parse.id, await self._request_uci())

    async def options(self) -> Mapping[str, Option]:
        """See Engine.options."""
        if self._options is None:
            self._options = parse.answer(parse.options, await self._request_uci())
        return self._options

    async def configure(self, options: Mapping[str, OptionValue]) -> None:
        """See Engine.configure. The daemon validates all values before they apply to searches."""
        values = encode.options(options)
        if not values:
            return
        text, steps = option_commands(values)
        check_answers(steps, await self._request(lambda session: session.send(text, steps)))
        buttons = encode.options({name: None for name, value in options.items() if value is None})
        if buttons:
            self._pool.new_game()
        self._pool.options.update((name, value) for name, value in values.items() if name not in buttons)

    async def ping(self) -> float:
        """See Engine.ping."""
        session = await self._pool.rules_session()
        start = time.perf_counter()
        await session.ping()
        return time.perf_counter() - start

    async def set_up(self, root: Root, moves: Sequence[str]) -> Node:
        """The position after the moves. Raises BadPosition, IllegalMove, ..."""
        steps = (_STATUS_AFTER, _LEGAL_MOVES)

        def send(session: Session) -> Request:
            session.node = None
            return session.send(f"{root.command()}status\nlegalmoves\n", steps)

        answers = check_answers(steps, await self._request(send))
        node = Node(root, None, "", parse.answer(parse.status, answers[0]))
        node.legal_moves = parse.answer(parse.legal_moves, answers[1])
        return await self.play(node, moves) if moves else node

    async def legal_moves(self, node: Node) -> Tuple[str, ...]:
        """The legal moves of a position."""
        return parse.answer(parse.legal_moves, (await self._request_at(node, "legalmoves\n", _LEGAL_MOVES))[0])

    async def play(self, node: Node, moves: Sequence[str]) -> Node:
        """The position after the moves, with its legal moves. Raises IllegalMove, ..."""
        if not moves:
            return node
        if len(moves) == 1 and moves[0] in node.children:
            return node.children[moves[0]]
        text = "".join([f"move {encode.move(move)}\n" for move in moves]) + "legalmoves\n"
        steps = [_MOVED] * len(moves) + [_LEGAL_MOVES]
        sent: List[Tuple[Session, int]] = []

        def send(session: Session) -> Request:
            request = session.send_at(node, text, steps)
            session.node = None  # unknown until the daemon has accepted all moves
            sent[:] = [(session, session.request_count)]
            return request

        answers = check_answers(steps, (await self._request(send))[-len(steps):])
        end = node
        for lines in answers[:-1]:
            end = Node(node.root, end, *parse.answer(parse.moved, lines))
        end.legal_moves = parse.answer(parse.legal_moves, answers[-1])
        session, request_count = sent[0]
        if session.request_count == request_count:  # no later request has changed the position
            session.node = end
        return end

    async def play_lines(self, lines: Sequence[Tuple[Root, Sequence[str]]]) -> List[Tuple[Node, Node]]:
        """The first and last positions of several lines, sent at once. The moves must be written as the daemon writes them."""
        if not lines:
            return []
        text = "".join([part for root, moves in lines for part in (root.command(), "status\n", *[f"move {move}\n" for move in moves])])
        steps = [step for _, moves in lines for step in (_STATUS_AFTER, *[_MOVED] * len(moves))]

        def send(session: Session) -> Request:
            session.node = None
            return session.send(text, steps)

        answers = iter(check_answers(steps, await self._request(send)))
        ends = []
        for root, moves in lines:
            first = node = Node(root, None, "", parse.answer(parse.status, next(answers)))
            for _ in moves:
                node = Node(root, node, *parse.answer(parse.moved, next(answers)))
            ends.append((first, node))
        return ends

    async def expand(self, node: Node) -> Tuple[Node, ...]:
        """The positions after each legal move, with their legal moves."""
        if node.legal_moves is None:
            node.legal_moves = await self.legal_moves(node)
        moves = node.legal_moves
        if moves and not node.children:
            text = "".join([f"move {move}\nlegalmoves\nundo\n" for move in moves])
            answers = await self._request_at(node, text, *(_MOVED, _LEGAL_MOVES, _UNDONE) * len(moves), all_required=True)
            children = {}
            for move, moved, legal_moves in zip(moves, answers[0::3], answers[1::3]):
                child = children[move] = Node(node.root, node, *parse.answer(parse.moved, moved))
                child.legal_moves = parse.answer(parse.legal_moves, legal_moves)
            node.children = children
        return tuple(node.children.values())

    async def fen(self, node: Node, standard: bool) -> str:
        """The position as text."""
        return parse.answer(parse.fen, (await self._request_at(node, "fen standard\n" if standard else "fen\n", Step("fen")))[0])

    async def board(self, node: Node) -> Board:
        """The board of a position."""
        squares, routes = await self._request_at(node, "squares\nlegalmoves squares\n", Step("squares"), _LEGAL_MOVES)
        return parse.answer(lambda lines: parse.board(lines, routes), squares)

    async def sides(self, node: Node) -> Tuple[Side, ...]:
        """The sides of the game; the first one moves first in the initial position."""
        game = node.root.game
        if game not in self._sides:
            self._sides[game] = (node.board or await self.board(node)).sides
        return self._sides[game]

    async def evaluate(self, node: Node) -> Evaluation:
        """See Engine.evaluate."""
        lines = (await self._request_at(node, "eval\n", Step("eval")))[0]
        return parse.answer(lambda lines: parse.evaluation(lines, node.side_to_move), lines)

    async def book(self, node: Node) -> Tuple[BookMove, ...]:
        """See Engine.book. The answer has no final line, so `status` ends it."""
        lines = (await self._request_at(node, "book\nstatus\n", _STATUS_AFTER))[0]
        return parse.answer(lambda lines: parse.book(lines, node.side_to_move), lines)

    async def tables(self, node: Optional[Node]) -> Tuple[TableFiles, ...]:
        """See Engine.tables."""
        if node is None:
            return await self._request_global("tables all\n", "tablesok", parse.tables)
        return parse.answer(parse.tables, (await self._request_at(node, "tables\n", Step("tablesok")))[0])

    async def legal_moves_of(self, game: str, positions: Sequence[str]) -> Tuple[Tuple[str, ...], ...]:
        """See Engine.legal_moves_of."""
        found: List[Tuple[str, ...]] = []
        for start in range(0, len(positions), BATCH_SIZE):
            batch = positions[start:start + BATCH_SIZE]
            text = "".join([Root(encode.word(game), encode.text(each)).command() + "status\nlegalmoves\n" for each in batch])
            steps = (_STATUS_AFTER, _LEGAL_MOVES) * len(batch)

            def send(session: Session) -> Request:
                session.node = None
                return session.send(text, steps)

            answers = check_answers(steps, await self._request(send))
            found += [parse.answer(parse.legal_moves, lines) for lines in answers[1::2]]
        return tuple(found)
