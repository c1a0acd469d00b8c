"""Visitors of games, with methods called for each tag, move, comment and variation."""

from __future__ import annotations

from typing import Generic, Optional, TypeVar, Union

from ..notation import GameText, Line, Move
from ..notation.formats import Form, format_game
from ..notation.writer import notes_before_moves

T = TypeVar("T", covariant=True)


class Skip:
    """The type of SKIP."""


SKIP = Skip()
"""A return value of `begin_variation`: skips the variation."""


class BaseVisitor(Generic[T]):
    """Base class of visitors. Its methods are called in the order of the text; `accept` returns `result`."""

    def begin_game(self) -> None:
        """Called before everything else."""

    def visit_header(self, name: str, value: str) -> None:
        """Called for each tag."""

    def end_headers(self) -> None:
        """Called after the last tag."""

    def visit_comment(self, comment: str) -> None:
        """Called for each comment on the last move, or before the first move of the game or variation."""

    def visit_move(self, move: str) -> None:
        """Called for each move."""

    def visit_nag(self, nag: int) -> None:
        """Called for each NAG of the last move."""

    def visit_sign(self, sign: str) -> None:
        """Called for each sign of the last move without a NAG, such as `!?!!!`."""

    def begin_variation(self) -> Optional[Skip]:
        """Called before a variation, which replaces the last move."""
        return None

    def end_variation(self) -> None:
        """Called after a variation."""

    def visit_result(self, result: str) -> None:
        """Called for the result after the moves."""

    def end_game(self) -> None:
        """Called after everything else."""

    def result(self) -> T:
        """The value returned by `accept`."""
        raise NotImplementedError


def walk_text(text: GameText, visitor: BaseVisitor[T]) -> T:
    """Visits the text of a game and returns the visitor's result."""
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
    """Builds the text of a game, optionally without comments and NAGs, or without variations."""

    def __init__(self, *, comments: bool = True, variations: bool = True) -> None:
        self._comments = comments
        self._variations = variations
        self._text = GameText()
        self._open_lines = [self._text.line]

    def visit_header(self, name: str, value: str) -> None:
        self._text.tags.append((name, value))

    def visit_comment(self, comment: str) -> None:
        line = self._open_lines[-1]
        annotated: Union[Line, Move] = line.moves[-1] if line.moves else line
        if self._comments:
            (annotated.variations[-1].comments_behind if annotated.variations else annotated.comments).append(comment)

    def visit_move(self, move: str) -> None:
        self._open_lines[-1].moves.append(Move(move))

    def visit_nag(self, nag: int) -> None:
        moves = self._open_lines[-1].moves
        if self._comments and moves:
            moves[-1].nags.append(nag)

    def visit_sign(self, sign: str) -> None:
        moves = self._open_lines[-1].moves
        if self._comments and moves:
            moves[-1].signs.append(sign)

    def begin_variation(self) -> Optional[Skip]:
        moves = self._open_lines[-1].moves
        if not self._variations or not moves:
            return SKIP
        self._open_lines.append(Line())
        moves[-1].variations.append(self._open_lines[-1])
        return None

    def end_variation(self) -> None:
        self._open_lines.pop()

    def visit_result(self, result: str) -> None:
        self._text.result = result


class TextBuilder(Builder[GameText]):
    """Builds the text of a game, like the field `text` of records of `crownd.files`."""

    def result(self) -> GameText:
        return self._text


class StringExporter(Builder[str]):
    """Formats a game: `game.accept(StringExporter(game.form, comments=False))`. Without a form, writes PGN."""

    def __init__(self, form: Optional[Form] = None, *, headers: bool = True, comments: bool = True,
                 variations: bool = True) -> None:
        super().__init__(comments=comments, variations=variations)
        self._form = form
        self._headers = headers

    def result(self) -> str:
        text = format_game(self._text, self._form)
        if self._headers:
            return text
        return text.partition("\n\n")[2] if self._text.tags else text.lstrip("\n")
