"""The beginning of a tree of moves."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple, TypeVar

from ..files import Record
from ..form import Form, written
from ..notation import GameText
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
        self.other_lines: List[str] = []
        """Lines among the tags that are none."""
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
        for line in self.other_lines:
            visitor.visit_line(line)
        visitor.end_headers()
        for comment in self.comments:
            visitor.visit_comment(comment)
        self._walk(visitor)
        visitor.visit_result(self.headers.get("Result", "*"))
        visitor.end_game()
        return visitor.result()

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

    def visit_header(self, name: str, value: str) -> None:
        self._game.headers.setdefault(name, value)

    def visit_line(self, line: str) -> None:
        self._game.other_lines.append(line)

    def visit_comment(self, comment: str) -> None:
        (self._starting if self._begins else self._nodes[-1].comments).append(comment)

    def visit_move(self, move: str) -> None:
        node = self._nodes[-1].add_variation(move)
        node.starting_comments, self._starting = self._starting, []
        self._nodes[-1] = node
        self._begins = False

    def visit_nag(self, nag: int) -> None:
        node = self._nodes[-1]
        if isinstance(node, ChildNode):
            node.nags.add(nag)

    def begin_variation(self) -> None:
        self._nodes.append(self._nodes[-1].parent or self._game)
        self._begins = True

    def end_variation(self) -> None:
        self._nodes.pop()
        self._nodes[-1].comments += self._starting  # of a variation without moves
        self._starting = []
        self._begins = False

    def visit_result(self, result: str) -> None:
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
