"""The root of a tree of moves, and a visitor that builds trees."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple, TypeVar

from ..files import Record
from ..notation import GameText
from ..notation.formats import Form, format_game, parse_result
from ..results import Outcome
from .nodes import ChildNode, GameNode
from .visitors import BaseVisitor, TextBuilder, walk_text

T = TypeVar("T")


class Game(GameNode):
    """The root of a game, with its tags. `str` formats the game in its file format."""

    def __init__(self, headers: Optional[Dict[str, str]] = None, *, name: Optional[str] = None,
                 form: Optional[Form] = None) -> None:
        super().__init__()
        self.headers: Dict[str, str] = dict(headers or {})
        """The tags. Result is the result of the game, FEN (or Start) the initial position."""
        self._read_result: Tuple[Optional[str], str] = None, ""
        """The tag Result and the result after the moves, as read."""
        self.name = name
        """The game, such as `english`."""
        self.form = form
        """The file format; None for PGN."""

    @classmethod
    def from_record(cls, record: Record[Any]) -> "Game":
        """Creates a tree from a record of `crownd.files`."""
        game = walk_text(record.text, GameBuilder())
        game.name, game.form = record.game.name, record.form
        return game

    def accept(self, visitor: BaseVisitor[T]) -> T:
        """Visits the whole game and returns the visitor's result."""
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
        """The result after the moves: the tag Result, unless both were read and differ."""
        tag = self.headers.get("Result", "*")
        read_tag, result = self._read_result
        return result if result and tag == read_tag else parse_result(tag) or "*"

    def outcome(self) -> Optional[Outcome]:
        """The outcome by the result; None if the result or the form of the game is unknown."""
        return self.form.outcome_of(self._result()) if self.form else None

    def text(self) -> GameText:
        """The game as text, like the field `text` of records of `crownd.files`."""
        return self.accept(TextBuilder())

    def __str__(self) -> str:
        return format_game(self.text(), self.form)

    def __reduce__(self) -> Tuple[Any, ...]:
        return _rebuild, (self.text(), self.name, self.form, "Result" in self.headers)

    def __repr__(self) -> str:
        return f"<pdn.Game {self.name or ''} {' '.join(self.mainline_moves())}>"


class GameBuilder(BaseVisitor[Game]):
    """Builds a tree."""

    def __init__(self) -> None:
        self._game = Game()
        self._nodes: List[GameNode] = [self._game]
        self._starting_comments: List[str] = []
        self._before_first_move = False
        self._open_variations: List[Tuple[GameNode, int]] = []
        """The parent of each open variation, and the number of its moves before the variation."""
        self._last_variation: List[Optional[ChildNode]] = [None]
        """For each open line, the first move of the variation just ended."""

    def visit_header(self, name: str, value: str) -> None:
        if self._game.headers.setdefault(name, value) != value:
            self._game.comments.append(f'[{name} "{value}"]')  # a duplicate tag

    def visit_comment(self, comment: str) -> None:
        variation = self._last_variation[-1]
        if self._before_first_move:
            self._starting_comments.append(comment)
        elif variation:
            variation.comments_behind.append(comment)
        else:
            self._nodes[-1].comments.append(comment)

    def visit_move(self, move: str) -> None:
        node = self._nodes[-1].add_variation(move)
        node.starting_comments, self._starting_comments = self._starting_comments, []
        self._nodes[-1] = node
        self._before_first_move = False
        self._last_variation[-1] = None

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
        self._open_variations.append((parent, len(parent.variations)))
        self._nodes.append(parent)
        self._last_variation.append(None)
        self._before_first_move = True

    def end_variation(self) -> None:
        self._nodes.pop()
        self._last_variation.pop()
        self._before_first_move = False
        parent, index = self._open_variations.pop()
        if index < len(parent.variations):
            self._last_variation[-1] = parent.variations[index]
        for comment in self._starting_comments:  # the variation has no moves
            self.visit_comment(comment)
        self._starting_comments = []

    def visit_result(self, result: str) -> None:
        self._game._read_result = self._game.headers.get("Result", result), result
        if result:
            self._game.headers.setdefault("Result", result)

    def result(self) -> Game:
        return self._game


def _rebuild(text: GameText, name: Optional[str], form: Optional[Form], has_result: bool) -> Game:
    """Unpickles a game. Pickling the nodes would recurse too deep."""
    game = walk_text(text, GameBuilder())
    game.name, game.form = name, form
    if not has_result:
        del game.headers["Result"]
    return game
