"""Visitors of games: what is called for each tag, move, comment and variation."""

from __future__ import annotations

from typing import Generic, Optional, TypeVar, Union

from ..form import Form, written
from ..notation import GameText, Line, Move
from ..notation.writer import notes_before_moves

T = TypeVar("T", covariant=True)


class Skip:
    """The type of SKIP."""


SKIP = Skip()
"""Returned by `begin_variation`: the variation is not visited."""


class BaseVisitor(Generic[T]):
    """Methods that are called in the order of a text. All do nothing here; `result` is what `accept` returns."""

    def begin_game(self) -> None:
        """At the beginning."""

    def visit_header(self, name: str, value: str) -> None:
        """A tag."""

    def end_headers(self) -> None:
        """After the last tag."""

    def visit_comment(self, comment: str) -> None:
        """A comment on the last move, or, before any move, on the game or variation that begins."""

    def visit_move(self, move: str) -> None:
        """A move."""

    def visit_nag(self, nag: int) -> None:
        """A numeric annotation glyph of the last move."""

    def visit_sign(self, sign: str) -> None:
        """A sign of the last move that has no number, such as `!?!!!`."""

    def begin_variation(self) -> Optional[Skip]:
        """A variation that replaces the last move."""
        return None

    def end_variation(self) -> None:
        """Back to the line that the variation leaves."""

    def visit_result(self, result: str) -> None:
        """The result behind the moves."""

    def end_game(self) -> None:
        """At the end."""

    def result(self) -> T:
        """What was made of the game."""
        raise NotImplementedError


def walk_text(text: GameText, visitor: BaseVisitor[T]) -> T:
    """Visits a game as a file has it; returns the visitor's result."""
    visitor.begin_game()
    for name, value in text.tags:
        visitor.visit_header(name, value)
    visitor.end_headers()
    _walk_line(text.line, visitor)
    visitor.visit_result(text.result)
    visitor.end_game()
    return visitor.result()


def _walk_line(line: Line, visitor: BaseVisitor[T]) -> None:
    for comment in [*notes_before_moves(line), *line.comments]:
        visitor.visit_comment(comment)
    for move in line.moves:
        visitor.visit_move(move.text)
        for nag in move.nags:
            visitor.visit_nag(nag)
        for sign in move.signs:
            visitor.visit_sign(sign)
        for comment in move.comments:
            visitor.visit_comment(comment)
        for variation in move.variations:
            if visitor.begin_variation() is None:
                _walk_line(variation, visitor)
                visitor.end_variation()
            for comment in variation.comments_behind:
                visitor.visit_comment(comment)


class Builder(BaseVisitor[T]):
    """Makes the text of a game, with or without its comments (and NAGs) and variations."""

    def __init__(self, *, comments: bool = True, variations: bool = True) -> None:
        self._comments = comments
        self._variations = variations
        self._text = GameText()
        self._open = [self._text.line]

    def visit_header(self, name: str, value: str) -> None:
        self._text.tags.append((name, value))

    def visit_comment(self, comment: str) -> None:
        line = self._open[-1]
        noted: Union[Line, Move] = line.moves[-1] if line.moves else line
        if self._comments:
            (noted.variations[-1].comments_behind if noted.variations else noted.comments).append(comment)

    def visit_move(self, move: str) -> None:
        self._open[-1].moves.append(Move(move))

    def visit_nag(self, nag: int) -> None:
        moves = self._open[-1].moves
        if self._comments and moves:
            moves[-1].nags.append(nag)

    def visit_sign(self, sign: str) -> None:
        moves = self._open[-1].moves
        if self._comments and moves:
            moves[-1].signs.append(sign)

    def begin_variation(self) -> Optional[Skip]:
        moves = self._open[-1].moves
        if not self._variations or not moves:
            return SKIP
        self._open.append(Line())
        moves[-1].variations.append(self._open[-1])
        return None

    def end_variation(self) -> None:
        self._open.pop()

    def visit_result(self, result: str) -> None:
        self._text.result = result


class TextBuilder(Builder[GameText]):
    """Makes the text of a game as records of `crownd.files` have it."""

    def result(self) -> GameText:
        return self._text


class StringExporter(Builder[str]):
    """Writes a game: `game.accept(StringExporter(game.form, comments=False))`. Without a form it is written as PGN."""

    def __init__(self, form: Optional[Form] = None, *, headers: bool = True, comments: bool = True,
                 variations: bool = True) -> None:
        super().__init__(comments=comments, variations=variations)
        self._form = form
        self._headers = headers

    def result(self) -> str:
        text = written(self._text, self._form)
        if self._headers:
            return text
        return text.partition("\n\n")[2] if self._text.tags else text.lstrip("\n")
