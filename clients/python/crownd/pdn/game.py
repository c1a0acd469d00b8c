"""The beginning of a tree of moves."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple, TypeVar

from ..files import Record
from ..form import Form, result_in, written
from ..notation import GameText
from ..results import Outcome
from .nodes import ChildNode, GameNode
from .visitors import BaseVisitor, TextBuilder, walk_text

T = TypeVar("T")


class Game(GameNode):
    """The beginning of a game, with its tags. `str` writes it as its files are written."""

    def __init__(self, headers: Optional[Dict[str, str]] = None, *, name: Optional[str] = None,
                 form: Optional[Form] = None) -> None:
        super().__init__()
        self.headers: Dict[str, str] = dict(headers or {})
        """The tags. Result is the result of the game, FEN (or Start) the position that it begins with."""
        self._read_result: Tuple[Optional[str], str] = None, ""
        """The tag Result, and the result behind the moves, as they were read."""
        self.name = name
        """The name of the game, such as `english`."""
        self.form = form
        """How it is written; None: as PGN."""

    @classmethod
    def from_record(cls, record: Record[Any]) -> "Game":
        """The tree of a game that was read by `crownd.files`, or made by its `record_of`."""
        game = walk_text(record.text, GameBuilder())
        game.name, game.form = record.game.name, record.form
        return game

    def accept(self, visitor: BaseVisitor[T]) -> T:
        """Visits the whole game; returns the visitor's result."""
        visitor.begin_game()
        for name, value in self.headers.items():
            visitor.visit_header(name, value)
        visitor.end_headers()
        for comment in self.comments:
            visitor.visit_comment(comment)
        self._walk(visitor)
        visitor.visit_result(self._result())
        visitor.end_game()
        return visitor.result()

    def _result(self) -> str:
        """The result behind the moves: that of the tag Result, unless both were read and differ."""
        tag = self.headers.get("Result", "*")
        read_tag, result = self._read_result
        return result if result and tag == read_tag else result_in(tag) or "*"

    def outcome(self) -> Optional[Outcome]:
        """Who has won by the result; None where it does not say that, or the form of the game is not known."""
        return self.form.outcome_of(self._result()) if self.form else None

    def text(self) -> GameText:
        """The text of the game, as records of `crownd.files` have it."""
        return self.accept(TextBuilder())

    def __str__(self) -> str:
        return written(self.text(), self.form)

    def __reduce__(self) -> Tuple[Any, ...]:
        return _rebuilt, (self.text(), self.name, self.form, "Result" in self.headers)

    def __repr__(self) -> str:
        return f"<pdn.Game {self.name or ''} {' '.join(self.mainline_moves())}>"


class GameBuilder(BaseVisitor[Game]):
    """Makes a tree."""

    def __init__(self) -> None:
        self._game = Game()
        self._nodes: List[GameNode] = [self._game]
        self._starting: List[str] = []
        self._begins = False
        self._begun: List[Tuple[GameNode, int]] = []
        """Of each variation that is open, the position where it begins, and how many moves that had before it."""
        self._ended: List[Optional[ChildNode]] = [None]
        """Of each open line, the first move of the variation that has just ended there."""

    def visit_header(self, name: str, value: str) -> None:
        if self._game.headers.setdefault(name, value) != value:
            self._game.comments.append(f'[{name} "{value}"]')  # the second tag of this name

    def visit_comment(self, comment: str) -> None:
        behind = self._ended[-1]
        (self._starting if self._begins else behind.comments_behind if behind else self._nodes[-1].comments).append(comment)

    def visit_move(self, move: str) -> None:
        node = self._nodes[-1].add_variation(move)
        node.starting_comments, self._starting = self._starting, []
        self._nodes[-1] = node
        self._begins = False
        self._ended[-1] = None

    def visit_nag(self, nag: int) -> None:
        node = self._nodes[-1]
        if isinstance(node, ChildNode):
            node.nags.add(nag)

    def visit_sign(self, sign: str) -> None:
        node = self._nodes[-1]
        if isinstance(node, ChildNode):
            node.signs.append(sign)

    def begin_variation(self) -> None:
        parent = self._nodes[-1].parent or self._game
        self._begun.append((parent, len(parent.variations)))
        self._nodes.append(parent)
        self._ended.append(None)
        self._begins = True

    def end_variation(self) -> None:
        self._nodes.pop()
        self._ended.pop()
        self._begins = False
        parent, at = self._begun.pop()
        if at < len(parent.variations):
            self._ended[-1] = parent.variations[at]
        for comment in self._starting:  # of a variation without moves
            self.visit_comment(comment)
        self._starting = []

    def visit_result(self, result: str) -> None:
        self._game._read_result = self._game.headers.get("Result", result), result
        if result:
            self._game.headers.setdefault("Result", result)

    def result(self) -> Game:
        return self._game


def _rebuilt(text: GameText, name: Optional[str], form: Optional[Form], has_result: bool) -> Game:
    """For pickle, which would follow the main line too deep."""
    game = walk_text(text, GameBuilder())
    game.name, game.form = name, form
    if not has_result:
        del game.headers["Result"]
    return game
